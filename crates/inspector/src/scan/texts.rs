//! The texts of a scan: each distinct one is scanned once, every place of it is kept.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use wire::scan::{ScanGap, ScanPhase, ScanProgress};

use super::origin::Origin;
use super::pool::{Feeder, Job};

/// Bytes or texts after which the observer is told.
const TELL_BYTES: u64 = 1 << 20;
const TELL_TEXTS: u64 = 4_096;
/// Further places after which those of texts without a find are dropped.
const MOST_AGAIN: usize = 50_000;

/// Collects texts.
pub(super) struct Texts<'a, 'p> {
    feeder: &'a mut Feeder<'p>,
    observer: &'a (dyn Fn(ScanProgress) -> bool + Sync),
    /// Number of the first text with this hash.
    seen: HashMap<u64, u64>,
    /// A key of its own for each scan: nobody can make two texts that look the same.
    hasher: RandomState,
    again: Vec<(u64, Origin)>,
    again_at_last: usize,
    pub(super) count: u64,
    pub(super) bytes: u64,
    told: (u64, u64),
    phase: ScanPhase,
    stopped: bool,
    pub(super) gaps: Vec<ScanGap>,
    pub(super) files: Vec<String>,
}

impl<'a, 'p> Texts<'a, 'p> {
    /// Shorter texts are scanned again rather than remembered, in bytes.
    pub(super) const SHORTEST_KEPT: usize = 64;

    pub(super) fn new(feeder: &'a mut Feeder<'p>, observer: &'a (dyn Fn(ScanProgress) -> bool + Sync)) -> Self {
        Self {
            feeder,
            observer,
            seen: HashMap::new(),
            hasher: RandomState::new(),
            again: Vec::new(),
            again_at_last: 0,
            count: 0,
            bytes: 0,
            told: (0, 0),
            phase: ScanPhase::Rows,
            stopped: false,
            gaps: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Begins with another kind of place.
    pub(super) fn phase(&mut self, phase: ScanPhase) {
        self.phase = phase;
        self.tell();
    }

    /// Whether nobody wants the answer any more.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Names a file that is searched.
    pub(super) fn file(&mut self, name: &str) {
        if !self.files.iter().any(|file| file == name) {
            self.files.push(name.to_owned());
        }
    }

    /// Adds a text; returns its number. `named` says whether the column's name may tell what the value is.
    pub(super) fn add(&mut self, origin: Origin, text: &[u8], named: bool) -> u64 {
        let number = self.count;
        self.count += 1;
        self.bytes += text.len() as u64;
        if self.stopped || text.is_empty() {
            return number;
        }
        if self.count - self.told.0 >= TELL_TEXTS || self.bytes - self.told.1 >= TELL_BYTES {
            self.tell();
        }
        if text.len() >= Self::SHORTEST_KEPT {
            let key = self.hasher.hash_one((text, named));
            if let Some(first) = self.seen.get(&key).copied() {
                self.again(first, origin);
                return first;
            }
            self.seen.insert(key, number);
        }
        self.feeder.push(Job { number, origin, text: text.to_vec(), named });
        number
    }

    /// Returns the number of a text that was added before; `None` for short ones too, which are not remembered.
    pub(super) fn number_of(&self, text: &[u8]) -> Option<u64> {
        self.seen.get(&self.hasher.hash_one((text, false))).copied()
    }

    /// Adds one more place of a text.
    pub(super) fn again(&mut self, number: u64, origin: Origin) {
        self.again.push((number, origin));
        if self.again.len() - self.again_at_last > MOST_AGAIN {
            let found = self.feeder.settle();
            self.again.retain(|(number, _)| found(*number));
            self.again_at_last = self.again.len();
        }
    }

    fn tell(&mut self) {
        self.told = (self.count, self.bytes);
        let progress =
            ScanProgress { phase: self.phase, texts: self.count, bytes: self.bytes, findings: self.feeder.found() };
        if !self.stopped && !(self.observer)(progress) {
            self.stopped = true;
            self.feeder.stop();
        }
    }

    /// Tells the last figures.
    pub(super) fn end(&mut self) {
        self.tell();
    }

    /// Ends; returns the further places, in order.
    pub(super) fn into_again(self) -> Vec<(u64, Origin)> {
        self.again
    }
}
