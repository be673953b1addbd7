//! One search for the keywords of all rules.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, StartKind};

use crate::rule::Rule;

/// The most keywords that one search takes; more make a table that no cache holds.
const LARGEST_TABLE: usize = 20_000;

/// All keywords and who wants them.
pub(crate) struct Keywords {
    search: Option<AhoCorasick>,
    /// For each keyword, the rules that name it.
    rules: Vec<Box<[u16]>>,
}

/// A keyword in the text.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Keywords {
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut wanted: BTreeMap<&str, Vec<u16>> = BTreeMap::new();
        for (index, rule) in (0_u16..).zip(rules) {
            for keyword in &rule.keywords {
                let by = wanted.entry(keyword).or_default();
                if by.last() != Some(&index) {
                    by.push(index);
                }
            }
        }
        let (words, rules): (Vec<&str>, Vec<Box<[u16]>>) =
            wanted.into_iter().map(|(word, by)| (word, by.into_boxed_slice())).unzip();
        let kind = if words.len() > LARGEST_TABLE { AhoCorasickKind::ContiguousNFA } else { AhoCorasickKind::DFA };
        let search = AhoCorasickBuilder::new()
            .kind(Some(kind))
            .start_kind(StartKind::Unanchored)
            .ascii_case_insensitive(true)
            .build(words)
            .ok();
        Self { search, rules }
    }

    /// Calls `see` for each rule of each keyword in the text, overlapping keywords included, by the keywords' ends.
    pub(super) fn each(&self, text: &[u8], mut see: impl FnMut(u16, Hit)) {
        let Some(search) = &self.search else { return };
        for found in search.find_overlapping_iter(text) {
            let hit = Hit { start: found.start(), end: found.end() };
            for rule in self.rules.get(found.pattern().as_usize()).into_iter().flatten() {
                see(*rule, hit);
            }
        }
    }
}
