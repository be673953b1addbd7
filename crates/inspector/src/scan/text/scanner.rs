//! Scanning one string, as it reads.

use std::ops::Range;

use continuity::json::Wtf8;
use secrets::{Engine, Finding, Salt, Utf16Offsets};

use super::hit::{Hit, Spot, span};
use crate::finding::{Known, find};

/// The engine, and the key by which values are compared within this process.
pub(in crate::scan) struct Scanner {
    pub(super) engine: Engine,
    pub(super) salt: Salt,
    known: Option<Known>,
}

impl Scanner {
    /// `salt` must be the list's own where findings are compared with an allow list or a baseline.
    pub(in crate::scan) fn new(engine: Engine, salt: Salt) -> Self {
        Self { engine, salt, known: None }
    }

    /// Looks for these values too, wherever they stand.
    pub(in crate::scan) fn knowing(self, known: Known) -> Self {
        Self { known: Some(known), ..self }
    }

    /// As [`find`], with the values that are known.
    pub(super) fn string(&self, text: &[u8], name: Option<Wtf8<'_>>, found: &mut Vec<Finding>) {
        let before = found.len();
        find(&self.engine, text, name, found);
        let Some(known) = &self.known else { return };
        let mut here = found.split_off(before);
        known.find(text, &mut here);
        found.append(&mut here);
    }

    /// Makes hits of findings in one string, in their order.
    pub(super) fn hits(
        &self,
        findings: &[Finding],
        text: &[u8],
        pointer: Option<&std::sync::Arc<str>>,
        in_key: bool,
    ) -> Vec<Hit> {
        let mut offsets = Utf16Offsets::new(text);
        let mut hits: Vec<Hit> = Vec::with_capacity(findings.len());
        let mut counts: std::collections::HashMap<&str, u32> = std::collections::HashMap::new();
        for finding in findings {
            let count = counts.entry(finding.id()).or_default();
            let ordinal = *count;
            *count += 1;
            // With its name or markers: of a connection string it is the whole that is to be changed.
            let range = around(finding);
            let (start, length) = offsets.range(&range);
            let spot = Spot {
                pointer: pointer.cloned(),
                in_key,
                ordinal,
                utf16: span(start, length),
                bytes: span(range.start, range.len()),
            };
            hits.push(Hit::of(finding, text, &self.salt, spot));
        }
        hits
    }
}

/// Where a finding stands with what belongs to it.
fn around(finding: &Finding) -> Range<usize> {
    finding.matched.start.min(finding.value.start)..finding.matched.end.max(finding.value.end)
}
