//! One value, one finding.

use std::collections::BTreeMap;

use super::Candidate;

/// Keeps, of candidates whose values overlap, the one of the highest rank; of equals the surer, then the longer, then the
/// earlier. The rest is ordered by place.
pub(super) fn resolve(candidates: &mut Vec<Candidate>, rank: impl Fn(u16) -> u8) {
    if candidates.len() < 2 {
        return;
    }
    candidates.sort_by(|left, right| {
        let key = |of: &Candidate| (rank(of.rule), of.confidence, of.value.len());
        key(right).cmp(&key(left)).then(left.value.start.cmp(&right.value.start)).then(left.rule.cmp(&right.rule))
    });
    // Kept values by start, each with its end; they never overlap.
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    candidates.retain(|candidate| {
        let range = &candidate.value;
        let overlaps = kept.range(..range.end).next_back().is_some_and(|(_, end)| *end > range.start);
        if !overlaps {
            kept.insert(range.start, range.end);
        }
        !overlaps
    });
    candidates.sort_by_key(|candidate| candidate.value.start);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::{Confidence, Reasons};

    fn candidate(rule: u16, value: std::ops::Range<usize>) -> Candidate {
        let matched = value.clone();
        Candidate { rule, value, matched, confidence: Confidence::High, reasons: Reasons::none(), prefix: 0 }
    }

    #[test]
    fn the_most_specific_rule_has_the_value() {
        let mut found = vec![candidate(1, 0..40), candidate(9, 10..50), candidate(5, 60..70), candidate(5, 61..65)];
        resolve(&mut found, |rule| u8::try_from(rule).unwrap_or(0));
        let left: Vec<_> = found.iter().map(|found| (found.rule, found.value.clone())).collect();
        assert_eq!(left, [(9, 10..50), (5, 60..70)]);
    }
}
