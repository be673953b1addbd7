//! Text with findings taken out.

use std::ops::Range;

use crate::finding::Finding;

/// Returns what stands in place of a redacted value: `[REDACTED:rule-id]`.
pub fn replacement(rule: &str) -> String {
    format!("[REDACTED:{rule}]")
}

/// Returns the text with the value of each finding replaced by [`replacement`]; every other byte stays.
///
/// Findings of another text, and those that overlap one that stands before them, are left out.
pub fn redact<'f>(text: &[u8], findings: impl IntoIterator<Item = &'f Finding>) -> Vec<u8> {
    let picked: Vec<(Range<usize>, String)> =
        findings.into_iter().map(|finding| (finding.value.clone(), replacement(finding.id()))).collect();
    replace(text, picked)
}

fn replace(text: &[u8], mut picked: Vec<(Range<usize>, String)>) -> Vec<u8> {
    picked.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for (range, by) in picked {
        let (Some(kept), Some(_)) = (text.get(done..range.start), text.get(range.clone())) else { continue };
        out.extend_from_slice(kept);
        out.extend_from_slice(by.as_bytes());
        done = range.end;
    }
    out.extend_from_slice(text.get(done..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_values_changes() {
        let by = |range| (range, "#".to_owned());
        assert_eq!(replace(b"ab cd ef", vec![by(6..8), by(0..2)]), b"# cd #");
        assert_eq!(replace(b"ab cd", vec![by(0..4), by(3..5)]), b"#d", "an overlapping range is left out");
        assert_eq!(replace(b"ab", vec![by(1..9)]), b"ab", "a range of another text is left out");
    }
}
