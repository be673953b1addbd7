//! The compiled rules.

use super::Candidate;
use super::keywords::Keywords;
use crate::detect::Detector;
use crate::finding::Finding;
use crate::rule::{Matcher, Rule};

/// What an engine holds.
pub(crate) struct Core {
    pub(crate) rules: Vec<Rule>,
    pub(crate) keywords: Keywords,
    /// The rule that each detector reports under; `None` when that rule is turned off.
    detectors: [Option<u16>; Detector::COUNT],
    /// Rules whose values are told by a provider's word near a telling name.
    pub(crate) named: Vec<u16>,
    /// For each rule, its place in `named`.
    mark_of: Vec<Option<u8>>,
    /// Rules of the user that have no keyword and look everywhere.
    pub(crate) everywhere: Vec<u16>,
}

impl Core {
    /// Compiles rules. More than 65,535 rules are cut off.
    pub(crate) fn new(mut rules: Vec<Rule>) -> Self {
        rules.truncate(usize::from(u16::MAX));
        let mut detectors = [None; Detector::COUNT];
        let (mut named, mut everywhere) = (Vec::new(), Vec::new());
        let mut mark_of = vec![None; rules.len()];
        for (index, rule) in (0_u16..).zip(&rules) {
            match &rule.matcher {
                Matcher::Code(detector) => {
                    if let Some(slot) = detectors.get_mut(*detector as usize) {
                        *slot = Some(index);
                    }
                }
                Matcher::Named { .. } => {
                    if let Some(mark) = mark_of.get_mut(usize::from(index)) {
                        *mark = u8::try_from(named.len()).ok();
                    }
                    named.push(index);
                }
                Matcher::Anywhere { .. } if rule.keywords.is_empty() => everywhere.push(index),
                _ => {}
            }
        }
        let keywords = Keywords::new(&rules);
        Self { rules, keywords, detectors, named, mark_of, everywhere }
    }

    pub(crate) fn rule(&self, index: u16) -> Option<&Rule> {
        self.rules.get(usize::from(index))
    }

    /// Returns the rule that a detector reports under.
    pub(crate) fn slot(&self, detector: Detector) -> Option<u16> {
        self.detectors.get(detector as usize).copied().flatten()
    }

    /// Returns the place of a named rule in `named`.
    pub(super) fn mark_of(&self, index: u16) -> Option<usize> {
        self.mark_of.get(usize::from(index)).copied().flatten().map(usize::from)
    }

    pub(super) fn rank(&self, index: u16) -> u8 {
        self.rule(index).map_or(0, |rule| rule.rank)
    }

    pub(super) fn finding(&self, candidate: Candidate) -> Option<Finding> {
        let rule = self.rule(candidate.rule)?;
        Some(Finding {
            rule: rule.info.clone(),
            confidence: candidate.confidence,
            reasons: candidate.reasons,
            value: candidate.value,
            matched: candidate.matched,
            public_prefix: candidate.prefix,
        })
    }
}
