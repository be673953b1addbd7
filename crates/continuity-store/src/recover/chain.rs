//! The payload of a record, found by its first bytes: from its page on through its overflow pages.

use std::ops::Range;

use continuity::records::{SnapshotRow, StoredBody};
use sqlite_pages::{PageKind, PageVersion, Record, TextEncoding, Value, local_payload};

use super::head::Head;
use super::states::{StateNo, States, VersionNo, View};

/// Where the bytes of a record stand.
#[derive(Clone, Debug)]
pub(super) struct Payload {
    /// Version of the page in which it begins.
    pub(super) version: VersionNo,
    /// Its bytes there.
    pub(super) local: Range<usize>,
    /// Versions of its overflow pages, in order, as far as they are known.
    pub(super) chain: Vec<VersionNo>,
    /// Length of the record in bytes.
    pub(super) length: usize,
    /// Whether all of it is there.
    pub(super) whole: bool,
    /// First state in which its overflow pages were the same.
    pub(super) since: StateNo,
    /// First state in which one of them was another.
    pub(super) until: StateNo,
}

/// Follows chains; each step is counted, because damage can make every record claim every page.
pub(super) struct Chains<'s, 'a> {
    states: &'s States<'a>,
    usable: usize,
    steps_left: u64,
    /// For each version the walk that came to it last, so that a circle ends.
    seen: Vec<u32>,
    walk: u32,
}

/// Most steps for each version of a page in the files. A record that stands in many versions of its page is walked once
/// for each version of its chain, so an undamaged file needs a few.
const STEPS: u64 = 64;

impl<'s, 'a> Chains<'s, 'a> {
    /// `usable` is the page size less the reserved bytes.
    pub(super) fn new(states: &'s States<'a>, usable: usize) -> Self {
        let versions = states.versions();
        Self { states, usable, steps_left: u64::from(versions) * STEPS, seen: vec![0; versions as usize], walk: 0 }
    }

    /// Returns the bytes of a page that are not reserved. A log that is ignored may have another page size; its reserved
    /// bytes are not known.
    pub(super) fn used<'p>(&self, version: &PageVersion<'p>) -> &'p [u8] {
        version.bytes.get(..self.usable).unwrap_or(version.bytes)
    }

    /// Returns where the bytes of a record in its own page end, and whether it goes on over overflow pages.
    pub(super) fn local(&self, version: &PageVersion<'_>, head: Head) -> (Range<usize>, bool) {
        let used = self.used(version).len();
        let length = u32::try_from(head.length).unwrap_or(u32::MAX);
        let local = local_payload(length, u32::try_from(used).unwrap_or(u32::MAX), PageKind::LeafTable) as usize;
        let end = head.start.saturating_add(local).min(used);
        (head.start..end, local < head.length && end == head.start.saturating_add(local))
    }

    /// Follows a record on through its overflow pages as `view` has them.
    pub(super) fn follow(&mut self, version: &PageVersion<'a>, head: Head, view: View) -> Payload {
        let (local, goes_on) = self.local(version, head);
        let mut payload = Payload {
            version: self.states.number(version),
            length: head.length,
            whole: local.len() == head.length,
            local,
            chain: Vec::new(),
            since: 0,
            until: StateNo::MAX,
        };
        if !goes_on {
            return payload;
        }
        self.walk = self.walk.wrapping_add(1).max(1);
        let mut left = head.length.saturating_sub(payload.local.len());
        let mut next = next_page(self.used(version), payload.local.end);
        while left > 0
            && let Some(page) = next.filter(|page| *page > 0)
        {
            let Some(taken) = self.states.page(page, view).filter(|taken| taken.bytes.len() == version.bytes.len())
            else {
                break;
            };
            let number = self.states.number(&taken);
            match self.seen.get_mut(number as usize) {
                Some(seen) if *seen != self.walk && self.steps_left > 0 => *seen = self.walk,
                _ => break,
            }
            self.steps_left -= 1;
            if let View::State(state) = view {
                payload.since = payload.since.max(self.states.since(&taken));
                payload.until = payload.until.min(self.states.until(page, state));
            }
            left = left.saturating_sub(self.content(&taken, left).len());
            payload.chain.push(number);
            next = next_page(taken.bytes, 0);
        }
        payload.whole = left == 0;
        payload
    }

    /// Returns up to `left` bytes of payload on an overflow page.
    pub(super) fn content<'p>(&self, version: &PageVersion<'p>, left: usize) -> &'p [u8] {
        let room = self.used(version).get(4..).unwrap_or_default();
        room.get(..left).unwrap_or(room)
    }

    /// Puts the bytes of a payload into `into`.
    pub(super) fn read(&self, payload: &Payload, into: &mut Vec<u8>) {
        into.clear();
        let Some(version) = self.states.version(payload.version) else { return };
        into.extend_from_slice(self.used(&version).get(payload.local.clone()).unwrap_or_default());
        for page in &payload.chain {
            let Some(page) = self.states.version(*page) else { return };
            let left = payload.length.saturating_sub(into.len());
            into.extend_from_slice(self.content(&page, left));
        }
    }
}

fn next_page(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..at.checked_add(4)?)?;
    number.try_into().map(u32::from_be_bytes).ok()
}

/// Takes the bytes of a record, or the first of them, as a snapshot row; text is as SQLite gives it out, in UTF-8. Of a
/// body that is cut off, what is there is taken; `None` when what comes before it is cut off too.
pub(super) fn row(bytes: &[u8], encoding: TextEncoding) -> Option<SnapshotRow> {
    let record = Record::parse(bytes).ok()?;
    let text = |position| match record.value(position) {
        Some(Value::Text(bytes)) => Some(encoding.decode(bytes).into_owned()),
        _ => None,
    };
    let integer = |position| match record.value(position) {
        Some(Value::Integer(number)) => Some(number),
        _ => None,
    };
    let body = match record.value(4) {
        Some(Value::Blob(bytes)) => StoredBody::Blob(bytes.to_vec()),
        _ => StoredBody::Text(match encoding {
            TextEncoding::Utf8 => record.available(4).to_vec(),
            other => other.decode(record.available(4)).into_owned().into_bytes(),
        }),
    };
    Some(SnapshotRow {
        correlation: text(0)?,
        epoch: integer(1)?,
        revision: integer(2)?,
        digest: text(3)?,
        body,
        updated_at: text(5).unwrap_or_default(),
    })
}
