//! Which findings are to go.

use std::collections::HashSet;

use super::find::Hit;
use crate::finding::Known;
use crate::scan::{LetPass, Values};

/// What was picked. A finding is picked by its value, so that it goes wherever the rules find it.
pub(super) struct Pick {
    pub(super) all: bool,
    pub(super) rules: HashSet<String>,
    pub(super) values: Values,
    /// Values of what is meant, from everything that the files hold.
    pub(super) known: Option<Known>,
    /// What is let pass is picked by name only.
    pub(super) let_pass: LetPass,
    /// Name of the store's file, as allow lists name it.
    pub(super) file: String,
}

impl Pick {
    /// Whether a hit is picked.
    pub(super) fn has(&self, hit: &Hit) -> bool {
        if self.values.contains(&hit.value) {
            return true;
        }
        let rule = hit.rule.id.as_str();
        let pointer = hit.pointer.as_deref().unwrap_or_default();
        (self.all || self.rules.contains(rule)) && !self.let_pass.has(&hit.value, rule, &self.file, pointer)
    }
}
