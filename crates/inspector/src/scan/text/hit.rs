//! One value found in one text.

use std::sync::Arc;

use secrets::{Confidence, Finding, Fingerprint, Reasons, RuleInfo};

/// A value that was found, with where in its text. It is kept in memory only; its `Debug` output holds no text.
pub(in crate::scan) struct Hit {
    pub(in crate::scan) rule: Arc<RuleInfo>,
    pub(in crate::scan) confidence: Confidence,
    pub(in crate::scan) reasons: Reasons,
    /// The value, as it reads.
    pub(in crate::scan) value: Box<[u8]>,
    pub(in crate::scan) fingerprint: Fingerprint,
    pub(in crate::scan) masked: String,
    pub(in crate::scan) public_prefix: usize,
    /// Where in the text.
    pub(in crate::scan) spot: Spot,
}

/// Where in a text a value stands.
#[derive(Clone)]
pub(in crate::scan) struct Spot {
    /// JSON pointer to the string; `None` where the text is not read as JSON.
    pub(in crate::scan) pointer: Option<Arc<str>>,
    /// Whether it stands in the member's name.
    pub(in crate::scan) in_key: bool,
    /// Which one it is among the findings of its rule in the string, from 0.
    pub(in crate::scan) ordinal: u32,
    /// Start and length in UTF-16 units.
    pub(in crate::scan) utf16: [u64; 2],
    /// Start and length in bytes.
    pub(in crate::scan) bytes: [u64; 2],
}

/// What was found in a text.
#[derive(Default)]
pub(in crate::scan) struct Scanned {
    pub(in crate::scan) hits: Vec<Hit>,
    /// The revision that the text states, where it is a body.
    pub(in crate::scan) revision: Option<f64>,
    /// The digest that the text states, where it is a body.
    pub(in crate::scan) digest: Option<Arc<str>>,
}

impl Hit {
    /// Makes a hit of a finding in the text that was scanned. Offsets are those of `spot`.
    pub(super) fn of(finding: &Finding, scanned: &[u8], salt: &secrets::Salt, spot: Spot) -> Self {
        Self {
            rule: finding.rule.clone(),
            confidence: finding.confidence,
            reasons: finding.reasons,
            value: finding.value_in(scanned).into(),
            fingerprint: finding.fingerprint(salt, scanned),
            masked: finding.masked(scanned),
            public_prefix: finding.public_prefix,
            spot,
        }
    }
}

impl std::fmt::Debug for Hit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hit").field("rule", &self.rule.id).field("bytes", &self.spot.bytes).finish_non_exhaustive()
    }
}

/// A range as start and length.
pub(super) fn span(start: usize, length: usize) -> [u64; 2] {
    [start as u64, length as u64]
}
