//! Records that did not come out whole: as much of each as surely belongs to it.
//!
//! A row of the newest state has its overflow pages where it says. Those of any other can have been used again (an earlier
//! state may have had the row's page among its free pages), and nothing but the digest tells, so that of such a record
//! only what stands in its own page is taken. It ends where the next record begins, where bytes in use begin, and where
//! the body is text no more. What is left over, and the overflow pages, are looked at again as pieces.

use std::collections::HashSet;

use continuity::Digest;
use continuity::records::StoredBody;
use sqlite_pages::{Record, Region, TextEncoding};

use super::chain::{self, Payload};
use super::regions::divide;
use super::rows::{Rows, Waiting};
use super::states::VersionNo;
use super::{Found, text};

/// A record that is cut off, and its first overflow page, which the same transaction wrote.
pub(super) struct Lead {
    pub(super) correlation: String,
    pub(super) epoch: i64,
    pub(super) first: VersionNo,
}

impl<'s, 'a: 's> Rows<'s, 'a> {
    /// Hands out what waits, and returns where the records lead to. Afterwards the cover is complete and can be asked.
    pub(super) fn fragments(&mut self, each: &mut dyn FnMut(Found)) -> Vec<Lead> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut met = HashSet::new();
        waiting.retain(|record| {
            if self.known.is_whole(record.key) {
                // The same bytes as those of a body that was found, with overflow pages that were used again since.
                self.cover_sites(record, usize::MAX);
                return false;
            }
            met.insert(record.key)
        });
        let leads = waiting.iter().filter_map(|record| self.hand_out(record, each)).collect();
        self.cover.sort();
        leads
    }

    /// Hands out what there is of a record, if it is enough for a row.
    fn hand_out(&mut self, record: &Waiting, each: &mut dyn FnMut(Found)) -> Option<Lead> {
        let mut payload = self.chains.follow(&self.states.version(record.version)?, record.head, record.view);
        let first = payload.chain.first().copied();
        if !record.is_row {
            self.cut(record, &mut payload);
        }
        let mut bytes = Vec::new();
        self.chains.read(&payload, &mut bytes);
        let mut row = chain::row(&bytes, self.encoding)?;
        // A record whose columns were overwritten in part says nothing that can be relied on.
        if !record.is_row && row.digest.parse::<Digest>().is_err() {
            return None;
        }
        let mut whole = payload.whole;
        let mut length = bytes.len();
        if let (StoredBody::Text(body), false) = (&mut row.body, record.is_row) {
            let end = text::length(body);
            if end < body.len() {
                body.truncate(end);
                whole = false;
                let start =
                    Record::parse(&bytes).ok().and_then(|record| record.range(4)).map_or(0, |range| range.start);
                length = if self.encoding == TextEncoding::Utf8 { start + end } else { length };
            }
        }
        self.cover_record(&payload, length);
        self.cover_sites(record, length.min(payload.local.len()));
        let (correlation, epoch) = (row.correlation.clone(), row.epoch);
        if !row.body.bytes().is_empty() && self.is_mine(&row) {
            let mut places = record.places.iter().copied();
            let number = self.emit(row, None, whole, places.next()?, each);
            places.for_each(|place| each(Found::Again { number, place }));
        }
        let first = self.states.version(first.filter(|_| !record.is_row && length == payload.local.len())?)?;
        let certain = self.states.same_transaction(&self.states.version(record.version)?, &first);
        certain.then(|| Lead { correlation, epoch, first: self.states.original(&first) })
    }

    /// Cuts off what may belong to somebody else.
    fn cut(&self, record: &Waiting, payload: &mut Payload) {
        let Some(version) = self.states.version(record.version) else { return };
        let divided = divide(self.image, self.locator, &version);
        // Other cells of the page are rows, whether or not of the newest state.
        let own = divided.region(record.head.start);
        let unused = divided.unused(|position| own != Some(Region::Cell(position)));
        let own = unused.iter().find(|range| range.contains(&record.head.start));
        let end = own.map_or(payload.local.end, |range| range.end).min(record.next).max(record.head.start);
        payload.whole = payload.whole && payload.chain.is_empty() && end >= payload.local.end;
        payload.local.end = payload.local.end.min(end);
        payload.chain.clear();
    }

    /// Notes the first `length` bytes of a record's own page as found, wherever they stand.
    fn cover_sites(&mut self, record: &Waiting, length: usize) {
        let Some(version) = self.states.version(record.version) else { return };
        let (local, _) = self.chains.local(&version, record.head);
        let length = local.len().min(length);
        for (version, start) in &record.sites {
            self.cover.add(*version, &(*start..start + length));
        }
    }
}
