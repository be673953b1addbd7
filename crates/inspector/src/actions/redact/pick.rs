//! Which findings are to go.

use std::collections::HashSet;
use std::ops::Range;

use super::find::Hit;

/// Where one picked finding stands.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PickedPlace {
    pub(super) correlation: String,
    pub(super) epoch: i64,
    pub(super) pointer: Option<String>,
    pub(super) in_key: bool,
    pub(super) range: Range<usize>,
}

/// What was picked.
#[derive(Default)]
pub(super) struct Pick {
    pub(super) all: bool,
    pub(super) rules: HashSet<String>,
    pub(super) places: HashSet<PickedPlace>,
}

impl Pick {
    /// Whether a hit in a body of a task is picked.
    pub(super) fn has(&self, correlation: &str, epoch: i64, hit: &Hit) -> bool {
        self.all || self.rules.contains(&hit.rule.id) || self.has_place(correlation, epoch, hit)
    }

    fn has_place(&self, correlation: &str, epoch: i64, hit: &Hit) -> bool {
        !self.places.is_empty()
            && self.places.contains(&PickedPlace {
                correlation: correlation.to_owned(),
                epoch,
                pointer: hit.pointer.clone(),
                in_key: hit.in_key,
                range: hit.range.clone(),
            })
    }
}
