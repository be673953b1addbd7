//! Records that were met before: a page that is written often stands in the log many times, with the same rows.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::states::{StateNo, VersionNo};

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// It was found whole, as the body of this number.
    Body(usize),
    /// It was found whole; nobody asked for it.
    Unasked,
    /// It is not whole, or not what was stored; position among those that wait for the end of the search.
    Waiting(usize),
}

/// Records by the hash of their bytes in the page where they begin.
#[derive(Default)]
pub(super) struct Known {
    first: HashMap<u64, u32>,
    entries: Vec<Entry>,
    hasher: RandomState,
}

struct Entry {
    since: StateNo,
    until: StateNo,
    chain: u64,
    met: Met,
    next: Option<u32>,
}

impl Known {
    /// Returns the key of a record: a hash that nobody can aim at.
    pub(super) fn key(&self, bytes: &[u8]) -> u64 {
        self.hasher.hash_one(bytes)
    }

    /// Returns the key of a chain of overflow pages.
    pub(super) fn chain_key(&self, chain: &[VersionNo]) -> u64 {
        self.hasher.hash_one(chain)
    }

    /// Returns what a record was in a state, and the first state in which it was that.
    pub(super) fn in_state(&self, key: u64, state: StateNo) -> Option<(Met, StateNo)> {
        let entry = self.entries(key).find(|entry| (entry.since..entry.until).contains(&state))?;
        Some((entry.met, entry.since))
    }

    /// Returns what a record with this chain of overflow pages was.
    pub(super) fn with_chain(&self, key: u64, chain: u64) -> Option<Met> {
        self.entries(key).find(|entry| entry.chain == chain).map(|entry| entry.met)
    }

    /// Whether the record was found whole anywhere.
    pub(super) fn is_whole(&self, key: u64) -> bool {
        self.entries(key).any(|entry| !matches!(entry.met, Met::Waiting(_)))
    }

    /// Notes what a record was in the states from `since` up to before `until`.
    pub(super) fn note(&mut self, key: u64, chain: u64, since: StateNo, until: StateNo, met: Met) {
        let Ok(at) = u32::try_from(self.entries.len()) else { return };
        let next = self.first.insert(key, at);
        self.entries.push(Entry { since, until, chain, met, next });
    }

    fn entries(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let mut next = self.first.get(&key).copied();
        std::iter::from_fn(move || {
            let entry = self.entries.get(next? as usize)?;
            next = entry.next;
            Some(entry)
        })
    }
}
