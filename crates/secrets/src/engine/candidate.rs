//! What may become a finding.

use std::ops::Range;

use crate::confidence::{Confidence, Reasons};

/// A match that passed its rule's checks.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) rule: u16,
    pub(crate) value: Range<usize>,
    pub(crate) matched: Range<usize>,
    pub(crate) confidence: Confidence,
    pub(crate) reasons: Reasons,
    /// Length of the public prefix at the start of the value.
    pub(crate) prefix: usize,
}
