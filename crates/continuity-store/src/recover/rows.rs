//! What was found of snapshot rows, and what of the files it accounts for.

use std::cell::OnceCell;

use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use sqlite_pages::{Locator, PageImage, TextEncoding};

use super::chain::{Chains, Payload};
use super::cover::Cover;
use super::head::Head;
use super::known::Known;
use super::place::Place;
use super::states::{States, VersionNo, View};
use super::{Found, Recovered};

/// A record that is cut off, or is not what was stored.
pub(super) struct Waiting {
    pub(super) version: VersionNo,
    pub(super) head: Head,
    pub(super) view: View,
    /// Where the cell of the next record begins in the page.
    pub(super) next: usize,
    /// Whether it is a row of the newest state, so that its chain is certain.
    pub(super) is_row: bool,
    pub(super) key: u64,
    pub(super) places: Vec<Place>,
    /// Every version of a page and offset at which the same bytes begin.
    pub(super) sites: Vec<(VersionNo, usize)>,
}

/// A body that was found whole, to be read again.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    pub(super) version: VersionNo,
    pub(super) head: Head,
    pub(super) view: View,
}

/// The search and what it found so far.
pub(super) struct Rows<'s, 'a> {
    pub(super) image: &'a PageImage,
    pub(super) locator: &'s Locator<'a>,
    pub(super) states: &'s States<'s>,
    pub(super) chains: Chains<'s, 's>,
    pub(super) cover: Cover,
    pub(super) whole: Vec<Whole>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) known: Known,
    pub(super) count: usize,
    pub(super) encoding: TextEncoding,
    pub(super) wanted: Option<&'s str>,
    /// Root page of the table of snapshots, where the schema can be read.
    pub(super) table: Option<u32>,
    pub(super) buffer: Vec<u8>,
}

impl<'s, 'a: 's> Rows<'s, 'a> {
    pub(super) fn new(
        image: &'a PageImage,
        locator: &'s Locator<'a>,
        states: &'s States<'s>,
        wanted: Option<&'s str>,
    ) -> Self {
        Self {
            image,
            locator,
            states,
            chains: Chains::new(states, image.header().usable_size() as usize),
            cover: Cover::default(),
            whole: Vec::new(),
            waiting: Vec::new(),
            known: Known::default(),
            count: 0,
            encoding: image.header().text_encoding,
            wanted,
            table: locator.map().schema().table_root("continuity_snapshots"),
            buffer: Vec::new(),
        }
    }

    /// Hands a row to the caller; returns its number.
    pub(super) fn emit(
        &mut self,
        row: SnapshotRow,
        read: Option<Body>,
        whole: bool,
        place: Place,
        each: &mut dyn FnMut(Found),
    ) -> usize {
        let number = self.count;
        self.count += 1;
        let read = read.map_or_else(OnceCell::new, OnceCell::from);
        each(Found::Row(Box::new(Recovered { number, row, read, whole, place })));
        number
    }

    pub(super) fn is_mine(&self, row: &SnapshotRow) -> bool {
        self.wanted.is_none_or(|wanted| row.correlation == wanted)
    }

    /// Returns the number under which the bytes of a version are noted as found.
    pub(super) fn original(&self, version: VersionNo) -> VersionNo {
        self.states.version(version).map_or(version, |version| self.states.original(&version))
    }

    /// Notes the first `length` bytes of a record as found.
    pub(super) fn cover_record(&mut self, payload: &Payload, length: usize) {
        let local = payload.local.start..payload.local.end.min(payload.local.start.saturating_add(length));
        let mut left = length.saturating_sub(local.len());
        self.cover.add(self.original(payload.version), &local);
        for page in &payload.chain {
            let Some(version) = self.states.version(*page).filter(|_| left > 0) else { return };
            let length = self.chains.content(&version, left).len();
            self.cover.add(self.states.original(&version), &(4..4 + length));
            left -= length;
        }
    }
}
