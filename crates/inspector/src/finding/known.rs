//! Values that were found somewhere, looked for wherever they stand without what told of them: a password named in one
//! revision and used in the next.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use secrets::{Class, Confidence, Finding};

/// Shortest value that is looked for, in bytes: shorter ones are words of the text.
const SHORTEST: usize = 8;
/// Most values that are looked for.
const MOST: usize = 20_000;

/// Found values. It has no `Debug` output.
pub(crate) struct Known {
    search: AhoCorasick,
    /// What each was found as.
    findings: Vec<Finding>,
}

impl Known {
    /// Takes values with a finding of each; `None` where none of them can be told from words.
    pub(crate) fn of<'v>(values: impl IntoIterator<Item = (&'v [u8], Finding)>) -> Option<Self> {
        let mut surest: HashMap<&[u8], Finding> = HashMap::new();
        for (value, finding) in values {
            if surest.len() < MOST && is_telling(value, &finding) {
                surest.entry(value).or_insert(finding);
            }
        }
        if surest.is_empty() {
            return None;
        }
        let (values, findings): (Vec<&[u8]>, Vec<Finding>) = surest.into_iter().unzip();
        // The longest one that begins at a place: a value can be the beginning of another.
        let search = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(values).ok()?;
        Some(Self { search, findings })
    }

    /// Adds every place of a value in a text where nothing has been found yet. `found` is in the order of the text, before
    /// and afterwards.
    pub(crate) fn find(&self, text: &[u8], found: &mut Vec<Finding>) {
        let before = found.len();
        for hit in self.search.find_iter(text) {
            let range = hit.range();
            let told = found.get(..before).unwrap_or_default();
            // Findings of one text do not overlap: only the last one that begins before the end can.
            let last = told.partition_point(|other| other.value.start < range.end).checked_sub(1);
            let is_told = last.and_then(|at| told.get(at)).is_some_and(|other| range.start < other.value.end);
            if let Some(finding) = self.findings.get(hit.pattern().as_usize())
                && !is_told
                && is_whole(text, &range)
            {
                found.push(Finding { matched: range.clone(), value: range, ..finding.clone() });
            }
        }
        if found.len() > before {
            found.sort_by_key(|finding| finding.value.start);
        }
    }
}

/// Whether a value can be told from words, and needs to be: what begins as all values of its kind do is found by that.
fn is_telling(value: &[u8], finding: &Finding) -> bool {
    value.len() >= SHORTEST
        && finding.class() == Class::Secret
        && finding.confidence > Confidence::Low
        && finding.public_prefix == 0
        && !value.iter().all(u8::is_ascii_lowercase)
}

/// Whether a value stands there on its own and not inside a longer word.
pub(crate) fn is_whole(text: &[u8], range: &Range<usize>) -> bool {
    let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    let begins_inside = is_word(Some(range.start)) && is_word(range.start.checked_sub(1));
    let ends_inside = is_word(range.end.checked_sub(1)) && is_word(Some(range.end));
    !begins_inside && !ends_inside
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use secrets::Engine;

    use super::Known;

    #[test]
    fn a_value_is_found_where_nothing_tells_of_it() {
        let value = ["VkqT7r", "Wm2Zp!7"].concat();
        let told = format!("{}: {value}", "password");
        let engine = Engine::builtin();
        let findings = engine.scan(told.as_bytes());
        assert_eq!(findings.len(), 1);
        let known = Known::of(findings.iter().map(|f| (f.value_in(told.as_bytes()), f.clone()))).unwrap();
        let text = format!("again {value}, and {value}x, not x{value}");
        let mut found = Vec::new();
        known.find(text.as_bytes(), &mut found);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].value, 6..6 + value.len());
        let mut found = engine.scan(told.as_bytes());
        known.find(told.as_bytes(), &mut found);
        assert_eq!(found.len(), 1, "what is found already is not found twice");
    }

    #[test]
    fn a_word_is_not_looked_for() {
        let told = format!("{}: sunflowers", "password");
        let findings = Engine::builtin().scan(told.as_bytes());
        assert!(Known::of(findings.iter().map(|f| (f.value_in(told.as_bytes()), f.clone()))).is_none());
    }
}
