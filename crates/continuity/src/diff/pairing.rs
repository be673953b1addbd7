//! Similar items in the same list: which removed and added items are one item that changed.
//!
//! Pairs below [`THRESHOLD`](super::bags::THRESHOLD) are no pairs: a constraint that was replaced by an unrelated one
//! was dropped. Among the others the assignment of the greatest total similarity wins.
//!
//! **Large lists** find their candidates through an index from words to items, the rarest words first, and a bounded
//! number of looks for each item, so that the work grows with the number of items and not with its square.

use super::assignment::{Candidate, EXACT_SIDE, assign};
use super::bags::{Bag, THRESHOLD, Vocabulary, similarity_of};
use super::deadline::Deadline;
use super::flat::{Item, ItemKind};
use super::scratch::{LeftFate, ListWork};
use super::word_index::WordIndex;

/// In large lists: how many of the best candidates of an item are compared in full.
const CANDIDATES_PER_ITEM: usize = 8;

/// Pairs open items of the list as changed. Returns whether the deadline cut the work; what was not compared by then
/// stays open.
pub(crate) fn pair_similar(list: &mut ListWork, deadline: &Deadline<'_>) -> bool {
    let mut cut = false;
    for kind in [ItemKind::Text, ItemKind::Json] {
        let comparable = |(_, item): &(usize, &Item)| item.kind() == kind && item.key().is_none();
        let left: Vec<_> = list.open_left().filter(comparable).collect();
        let right: Vec<_> = list.open_right().filter(comparable).collect();
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let (pairs, was_cut) = best_pairs(&left, &right, deadline);
        cut |= was_cut;
        for (l, r) in pairs {
            list.pair(LeftFate::Changed(r), l, r);
        }
    }
    cut
}

/// Returns the changed pairs as indices in the list, and whether the deadline cut the work.
fn best_pairs(
    left: &[(usize, &Item)],
    right: &[(usize, &Item)],
    deadline: &Deadline<'_>,
) -> (Vec<(usize, usize)>, bool) {
    let mut vocabulary = Vocabulary::default();
    let (left, left_cut) = bags(&mut vocabulary, left, deadline);
    let (right, right_cut) = bags(&mut vocabulary, right, deadline);
    let (candidates, compare_cut) = if left.len() <= EXACT_SIDE && right.len() <= EXACT_SIDE {
        compare_all(&vocabulary, &left, &right, deadline)
    } else {
        compare_likely(&vocabulary, &left, &right, deadline)
    };
    let index = |bags: &[Bag], at: usize| bags.get(at).map(|bag| bag.index);
    let pairs = assign(left.len(), right.len(), &candidates);
    let pairs = pairs.into_iter().filter_map(|(l, r)| Some((index(&left, l)?, index(&right, r)?))).collect();
    (pairs, left_cut || right_cut || compare_cut)
}

/// Returns the bags of one side; stops early when the deadline has passed.
fn bags<'a>(vocabulary: &mut Vocabulary<'a>, side: &[(usize, &'a Item)], deadline: &Deadline<'_>) -> (Vec<Bag>, bool) {
    let mut bags = Vec::with_capacity(side.len());
    for (index, item) in side {
        if deadline.passed() {
            return (bags, true);
        }
        bags.push(vocabulary.bag(*index, item));
    }
    (bags, false)
}

/// Compares every item with every other.
fn compare_all(v: &Vocabulary<'_>, left: &[Bag], right: &[Bag], deadline: &Deadline<'_>) -> (Vec<Candidate>, bool) {
    let mut candidates = Vec::new();
    for (l, a) in left.iter().enumerate() {
        for (r, b) in right.iter().enumerate() {
            if deadline.passed() {
                return (candidates, true);
            }
            candidates.extend(candidate((l, a), (r, b), v.similarity(a, b)));
        }
    }
    (candidates, false)
}

/// Returns the candidate of a pair that is similar enough. Of equally similar pairs the nearer one weighs more.
fn candidate((left, a): (usize, &Bag), (right, b): (usize, &Bag), similarity: u64) -> Option<Candidate> {
    const NEARNESS: u64 = 4096;
    let distance = (a.index.abs_diff(b.index) as u64).min(NEARNESS - 1);
    let weight = i64::try_from(similarity * NEARNESS - distance.min(similarity * NEARNESS)).ok()?;
    (similarity >= THRESHOLD).then_some(Candidate { left, right, weight })
}

/// Compares each item with those that share its rarest words.
fn compare_likely(v: &Vocabulary<'_>, left: &[Bag], right: &[Bag], deadline: &Deadline<'_>) -> (Vec<Candidate>, bool) {
    let index = WordIndex::new(v, right);
    let mut shared = vec![0u64; right.len()];
    let mut candidates = Vec::new();
    for (l, a) in left.iter().enumerate() {
        if deadline.passed() {
            return (candidates, true);
        }
        let place = l * right.len() / left.len().max(1);
        for r in most_promising(index.sharing(v, a, place, &mut shared), place, |r, weight| {
            similarity_of(weight, a.total, right.get(r).map_or(0, |b| b.total))
        }) {
            candidates.extend(right.get(r).and_then(|b| candidate((l, a), (r, b), v.similarity(a, b))));
        }
    }
    (candidates, false)
}

/// Returns the bags worth a full comparison: those that look most similar so far, the nearer ones first among equals.
fn most_promising(
    found: Vec<(usize, u64)>,
    place: usize,
    promise: impl Fn(usize, u64) -> u64,
) -> impl Iterator<Item = usize> {
    let rank = |(r, weight): (usize, u64)| (std::cmp::Reverse(promise(r, weight)), r.abs_diff(place), r);
    let mut ranked: Vec<_> = found.into_iter().map(rank).collect();
    if ranked.len() > CANDIDATES_PER_ITEM {
        ranked.select_nth_unstable(CANDIDATES_PER_ITEM);
        ranked.truncate(CANDIDATES_PER_ITEM);
    }
    ranked.into_iter().map(|(.., r)| r)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::{Item, Vocabulary, bags, best_pairs};
    use crate::diff::Deadline;
    use proptest::prelude::*;

    /// Total similarity of the best pairs.
    fn total(left: &[String], right: &[String]) -> u64 {
        let items = |texts: &[String]| texts.iter().map(|text| Item::text(text.as_str())).collect::<Vec<_>>();
        let (left, right) = (items(left), items(right));
        let placed =
            |items: &'_ [Item]| items.iter().enumerate().map(|(at, item)| (at, item.clone())).collect::<Vec<_>>();
        let (left, right) = (placed(&left), placed(&right));
        let left: Vec<_> = left.iter().map(|(at, item)| (*at, item)).collect();
        let right: Vec<_> = right.iter().map(|(at, item)| (*at, item)).collect();
        let (pairs, _) = best_pairs(&left, &right, &Deadline::never());
        let mut v = Vocabulary::default();
        let (left, _) = bags(&mut v, &left, &Deadline::never());
        let (right, _) = bags(&mut v, &right, &Deadline::never());
        pairs.iter().map(|(l, r)| v.similarity(&left[*l], &right[*r])).sum()
    }

    fn texts() -> impl Strategy<Value = Vec<String>> {
        let word = prop::sample::select(vec!["alpha", "be", "gamma", "delta", "eps", "zeta", "eta"]);
        prop::collection::vec(prop::collection::vec(word, 1..5).prop_map(|words| words.join(" ")), 0..8)
    }

    proptest! {
        #[test]
        fn reordering_a_list_does_not_make_the_pairs_worse(
            (left, shuffled) in texts().prop_flat_map(|texts| (Just(texts.clone()), Just(texts).prop_shuffle())),
            right in texts(),
        ) {
            prop_assert_eq!(total(&left, &right), total(&shuffled, &right));
            prop_assert_eq!(total(&left, &right), total(&right, &left));
        }
    }
}
