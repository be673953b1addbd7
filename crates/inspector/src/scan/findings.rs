//! Hits of the same value joined: one finding for each value, with its places.

use std::collections::HashMap;
use std::sync::Arc;

use continuity::Digest;
use secrets::{Confidence, Fingerprint, Reasons, RuleInfo, Severity};

use super::offered::Offered;
use super::origin::Origin;
use super::pieces;
use super::pool::Results;
use super::text::Spot;

/// Most places that are kept of one finding; all are counted.
pub(super) const MOST_PLACES: usize = 1_000;
/// Most findings of one scan.
pub(super) const MOST_FINDINGS: usize = 250_000;

/// One place.
pub(super) struct Place {
    pub(super) origin: Arc<Origin>,
    pub(super) spot: Spot,
    pub(super) offered: bool,
}

/// One value, wherever it stands. Its `Debug` output holds no text.
pub(super) struct Found {
    pub(super) id: String,
    pub(super) rule: Arc<RuleInfo>,
    pub(super) confidence: Confidence,
    pub(super) reasons: Reasons,
    pub(super) masked: String,
    pub(super) public_prefix: usize,
    pub(super) fingerprint: Fingerprint,
    /// The value, for a person who asks for this one. It never leaves the process otherwise.
    pub(super) value: Box<[u8]>,
    pub(super) places: Vec<Place>,
    pub(super) place_count: u64,
    pub(super) offered: bool,
    pub(super) live: bool,
}

/// Joins hits by value. Returns the findings, the most urgent first,
/// and whether there were more than are kept.
pub(super) fn join(results: Results, again: Vec<(u64, Origin)>, offered: &mut Offered<'_>) -> (Vec<Found>, bool) {
    let mut places: HashMap<u64, Vec<Origin>> = HashMap::new();
    for (number, origin) in again.into_iter().filter(|(number, _)| results.contains_key(number)) {
        places.entry(number).or_default().push(origin);
    }
    let mut found: Vec<Found> = Vec::new();
    let mut by_value: HashMap<Fingerprint, usize> = HashMap::new();
    let mut cut = false;
    for (number, result) in results {
        let stated = |origin: Origin| {
            Arc::new(Origin {
                revision: result.scanned.revision.or(origin.revision),
                digest: result.scanned.digest.clone().or_else(|| origin.digest.clone()),
                task: origin.task.clone().or_else(|| offered.task_of(&origin)),
                ..origin
            })
        };
        let origins: Vec<Arc<Origin>> =
            [result.origin].into_iter().chain(places.remove(&number).unwrap_or_default()).map(stated).collect();
        for hit in result.scanned.hits {
            let at = match by_value.get(&hit.fingerprint) {
                Some(at) => *at,
                None if found.len() >= MOST_FINDINGS => {
                    cut = true;
                    continue;
                }
                None => {
                    by_value.insert(hit.fingerprint, found.len());
                    found.push(Found::new(&hit));
                    found.len() - 1
                }
            };
            let Some(entry) = found.get_mut(at) else { continue };
            entry.better(&hit);
            for origin in &origins {
                let offered = offered.is_offered(origin, &hit.fingerprint);
                entry.add(Place { origin: origin.clone(), spot: hit.spot.clone(), offered });
            }
        }
    }
    let mut found = pieces::join(found);
    found.iter_mut().for_each(Found::finish);
    let mut ids: HashMap<String, u32> = HashMap::new();
    found.sort_by_cached_key(|found| found.first_name());
    for entry in &mut found {
        // Two values at one place: two rules in one string give two names, one rule counts.
        let count = ids.entry(entry.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            entry.id = name(&[&entry.id, &count.to_string()]);
        }
    }
    found.sort_by(|a, b| {
        b.rank().cmp(&a.rank()).then_with(|| a.places.first().map(key).cmp(&b.places.first().map(key)))
    });
    (found, cut)
}

impl Found {
    fn new(hit: &super::text::Hit) -> Self {
        Self {
            id: String::new(),
            rule: hit.rule.clone(),
            confidence: hit.confidence,
            reasons: hit.reasons,
            masked: hit.masked.clone(),
            public_prefix: hit.public_prefix,
            fingerprint: hit.fingerprint,
            value: hit.value.clone(),
            places: Vec::new(),
            place_count: 0,
            offered: false,
            live: false,
        }
    }

    /// What it was found as, to look for it elsewhere.
    pub(super) fn as_finding(&self) -> secrets::Finding {
        secrets::Finding {
            rule: self.rule.clone(),
            confidence: self.confidence,
            reasons: self.reasons,
            value: 0..self.value.len(),
            matched: 0..self.value.len(),
            public_prefix: self.public_prefix,
        }
    }

    /// Takes the rule of a place where it is surer what the value is.
    fn better(&mut self, hit: &super::text::Hit) {
        if (hit.confidence, hit.rule.severity) > (self.confidence, self.rule.severity) {
            self.rule = hit.rule.clone();
            (self.confidence, self.reasons) = (hit.confidence, hit.reasons);
            self.masked = hit.masked.clone();
            self.public_prefix = hit.public_prefix;
        }
    }

    fn add(&mut self, place: Place) {
        self.place_count += 1;
        self.offered |= place.offered;
        self.live |= place.origin.is_live();
        if self.places.len() < MOST_PLACES {
            self.places.push(place);
        } else if place.offered
            && let Some(last) = self.places.iter_mut().rev().find(|last| !last.offered)
        {
            *last = place;
        }
    }

    /// Takes the places of another one.
    pub(super) fn take(&mut self, other: Self) {
        let more = other.place_count - other.places.len() as u64;
        other.places.into_iter().for_each(|place| self.add(place));
        self.place_count += more;
    }

    /// Puts the places in order and gives the finding its name, once all places are there.
    fn finish(&mut self) {
        self.places.sort_by(|a, b| key(a).cmp(&key(b)));
        if let Some(first) = self.places.first() {
            self.id = first.name(&self.rule.id);
        }
        self.places.sort_by_key(|place| !place.offered);
    }

    /// What puts findings in an order of their own, whatever their urgency.
    fn first_name(&self) -> (String, [u64; 2]) {
        (self.id.clone(), self.places.first().map_or([0, 0], |place| place.spot.bytes))
    }

    fn rank(&self) -> (bool, bool, Severity, Confidence) {
        (self.offered, self.live, self.rule.severity, self.confidence)
    }
}

type Key<'p> = (
    wire::scan::ScanSource,
    &'p str,
    Option<&'p str>,
    Option<&'p str>,
    Option<&'p str>,
    Option<i64>,
    (Option<i64>, Option<u64>, Option<u64>),
    Option<&'p str>,
    [u64; 2],
);

fn key(place: &Place) -> Key<'_> {
    let origin = &place.origin;
    (
        origin.source,
        &origin.database,
        origin.table.as_deref(),
        origin.column.as_deref(),
        origin.task.as_deref(),
        origin.epoch,
        (origin.row, origin.offset, origin.line),
        place.spot.pointer.as_deref(),
        place.spot.bytes,
    )
}

impl Place {
    /// The name of a finding whose first place this is: made of the rule and of what names the place, nothing of the
    /// value. Where a row holds it, neither the revision nor the offset is part of it, so that the name stays when the
    /// text around it changes.
    fn name(&self, rule: &str) -> String {
        let Place { origin, spot, .. } = self;
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let moving = match origin.is_live() {
            true => number(origin.row),
            false => format!("{:?} {:?} {:?}", origin.offset, origin.line, origin.revision),
        };
        let count = spot.ordinal.to_string();
        name(&[
            rule,
            &format!("{:?}", origin.source),
            &origin.path(spot),
            origin.task.as_deref().unwrap_or_default(),
            origin.root.as_deref().unwrap_or_default(),
            &number(origin.epoch),
            &moving,
            if spot.in_key { "key" } else { "" },
            &count,
        ])
    }
}

fn name(parts: &[&str]) -> String {
    let text = format!("continuity-inspector finding 1\0{}", parts.join("\0"));
    Digest::of_bytes(text.as_bytes()).to_hex().chars().take(16).collect()
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Found").field("id", &self.id).field("rule", &self.rule.id).finish_non_exhaustive()
    }
}
