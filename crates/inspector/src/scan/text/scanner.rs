//! Scanning one string, as it reads.

use std::ops::Range;

use continuity::json::Wtf8;
use secrets::{Engine, Finding, Salt, Utf16Offsets};

use super::hit::{Hit, Spot, span};
use super::names::is_known;
use super::unescape::Unescaped;

/// Longest value that is read together with its name, in bytes.
const LONGEST_NAMED: usize = 4_096;
/// Longest name that is read together with its value, in bytes.
const LONGEST_NAME: usize = 256;

/// The engine, and the key by which values are compared within this process.
pub(in crate::scan) struct Scanner {
    pub(super) engine: Engine,
    pub(super) salt: Salt,
}

impl Scanner {
    /// `salt` must be the list's own where findings are compared with an allow list or a baseline.
    pub(in crate::scan) fn new(engine: Engine, salt: Salt) -> Self {
        Self { engine, salt }
    }

    /// As [`find`].
    pub(super) fn string(&self, text: &[u8], name: Option<Wtf8<'_>>, found: &mut Vec<Finding>) {
        find(&self.engine, text, name, found);
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

/// Finds what stands in a string. `name` is that of the member that it is the value of, where that may tell what it is:
/// `"password": "…"` is found by its name alone. Names that every body has tell nothing.
pub(crate) fn find(engine: &Engine, text: &[u8], name: Option<Wtf8<'_>>, found: &mut Vec<Finding>) {
    let plain = found.len();
    engine.scan_into(text, found);
    nested(engine, text, plain, found);
    let named = name.filter(|_| found.len() == plain && (1..=LONGEST_NAMED).contains(&text.len()));
    let Some(name) = named.filter(|name| !is_known(*name)).map(Wtf8::as_bytes) else { return };
    if name.len() > LONGEST_NAME || text.iter().chain(name).any(|byte| matches!(byte, b'"' | b'\\' | b'\n')) {
        return;
    }
    let before = [b"\"", name, b"\": \""].concat();
    let member = [before.as_slice(), text, b"\""].concat();
    let (start, end) = (before.len(), before.len() + text.len());
    for mut finding in engine.scan(&member) {
        if start <= finding.value.start && finding.value.end <= end {
            finding.value = finding.value.start - start..finding.value.end - start;
            finding.matched = finding.value.clone();
            found.push(finding);
        }
    }
}

/// Finds what escapes hide in a string that holds JSON text itself, as answers of tools do.
fn nested(engine: &Engine, text: &[u8], plain: usize, found: &mut Vec<Finding>) {
    let Some(undone) = memchr::memmem::find(text, b"\\u").and_then(|_| Unescaped::of(text)) else { return };
    let before = found.len();
    for mut finding in engine.scan(&undone.text) {
        let range = undone.original(&finding.value);
        // Where nothing was escaped the value was found as it stands.
        let known = found.get(plain..before).unwrap_or_default();
        if range.len() == finding.value.len() || known.iter().any(|other| overlap(&other.value, &range)) {
            continue;
        }
        finding.matched = range.clone();
        finding.value = range;
        finding.public_prefix = 0;
        found.push(finding);
    }
    if let Some(mine) = found.get_mut(plain..) {
        mine.sort_by_key(|finding| finding.value.start);
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
