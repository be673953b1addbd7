//! Same items in the same list: which are kept, which moved.
//!
//! *Kept* is a longest common subsequence, found as the longest increasing run over the pairs of equal items (Hunt
//! and Szymanski, "A fast algorithm for computing longest common subsequences", 1977). What is equal but outside of
//! it *moved*; duplicates pair in their order.

use std::collections::{HashMap, VecDeque};

use super::flat::{Identity, Item};
use super::scratch::{LeftFate, ListWork};

/// Most pairs of equal items that are looked at. Beyond it (thousands of equal duplicates) duplicates pair by their
/// count, which keeps every promise but may call an item moved that could have been kept.
const MOST_PAIRS: usize = 1_000_000;

/// Pairs all equal items of the list as kept or moved.
pub(crate) fn pair_same(list: &mut ListWork) {
    let (left, right) = {
        let mut names: HashMap<Identity<'_>, u32> = HashMap::new();
        let left = named(&mut names, &list.left);
        let right = named(&mut names, &list.right);
        (left, right)
    };
    let (kept, moved) = match_equal(&left, &right);
    for (l, r) in kept {
        list.pair(LeftFate::Kept(r), l, r);
    }
    for (l, r) in moved {
        list.pair(LeftFate::Moved(r), l, r);
    }
}

/// Returns a number for each item; same items have the same number.
fn named<'a>(names: &mut HashMap<Identity<'a>, u32>, items: &'a [Item]) -> Vec<u32> {
    let mut name = |item: &'a Item| {
        let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
        *names.entry(item.identity()).or_insert(next)
    };
    items.iter().map(&mut name).collect()
}

/// A pair of indices: older side, newer side.
type Pair = (usize, usize);

/// Returns the kept and the moved pairs of two lists of names.
fn match_equal(left: &[u32], right: &[u32]) -> (Vec<Pair>, Vec<Pair>) {
    let head = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left_rest, right_rest) = (left.get(head..).unwrap_or(&[]), right.get(head..).unwrap_or(&[]));
    let tail = left_rest.iter().rev().zip(right_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let left_mid = left_rest.get(..left_rest.len() - tail).unwrap_or(&[]);
    let right_mid = right_rest.get(..right_rest.len() - tail).unwrap_or(&[]);

    let mut kept: Vec<Pair> = (0..head).map(|i| (i, i)).collect();
    kept.extend(common_run(left_mid, right_mid).into_iter().map(|(l, r)| (l + head, r + head)));
    kept.extend((0..tail).rev().map(|back| (left.len() - 1 - back, right.len() - 1 - back)));

    let mut left_free = vec![true; left.len()];
    let mut right_free = vec![true; right.len()];
    for &(l, r) in &kept {
        left_free.get_mut(l).into_iter().chain(right_free.get_mut(r)).for_each(|free| *free = false);
    }
    let mut places: HashMap<u32, VecDeque<usize>> = HashMap::new();
    for (r, name) in right.iter().enumerate().filter(|(r, _)| right_free.get(*r) == Some(&true)) {
        places.entry(*name).or_default().push_back(r);
    }
    let free_left = left.iter().enumerate().filter(|(l, _)| left_free.get(*l) == Some(&true));
    let moved = free_left.filter_map(|(l, name)| Some((l, places.get_mut(name)?.pop_front()?))).collect();
    (kept, moved)
}

/// Returns a longest common subsequence of two lists of names as index pairs.
pub(crate) fn common_run(left: &[u32], right: &[u32]) -> Vec<Pair> {
    let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
    for (r, name) in right.iter().enumerate() {
        places.entry(*name).or_default().push(r);
    }
    let count = left.iter().filter_map(|name| places.get(name)).map(Vec::len).fold(0, usize::saturating_add);
    let pairs: Vec<Pair> = if count <= MOST_PAIRS {
        // Falling on the newer side within one item of the older side, so that a run takes it once.
        let of = |name| places.get(name).into_iter().flatten().rev().copied();
        left.iter().enumerate().flat_map(|(l, name)| of(name).map(move |r| (l, r))).collect()
    } else {
        let mut used: HashMap<u32, usize> = HashMap::new();
        let mut next = |name: u32| {
            let seen = used.entry(name).or_default();
            *seen += 1;
            places.get(&name)?.get(*seen - 1).copied()
        };
        left.iter().enumerate().filter_map(|(l, name)| Some((l, next(*name)?))).collect()
    };
    longest_increasing(&pairs)
}

/// Returns the longest run of `pairs` whose second numbers rise strictly, in O(n log n). Of several longest runs it
/// is always the same one.
pub(crate) fn longest_increasing(pairs: &[Pair]) -> Vec<Pair> {
    // best[k]: index of the pair with the smallest second number that ends a run of k + 1 pairs.
    let mut best: Vec<(usize, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, &(_, r)) in pairs.iter().enumerate() {
        let at = best.partition_point(|&(value, _)| value < r);
        before.push(at.checked_sub(1).and_then(|k| best.get(k)).map(|&(_, i)| i));
        match best.get_mut(at) {
            Some(slot) => *slot = (r, index),
            None => best.push((r, index)),
        }
    }
    let mut run = Vec::with_capacity(best.len());
    let mut next = best.last().map(|&(_, index)| index);
    while let Some(index) = next {
        run.extend(pairs.get(index));
        next = before.get(index).copied().flatten();
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::match_equal;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn one_item_that_jumped_does_not_make_the_others_look_moved() {
        let (kept, moved) = match_equal(&[1, 2, 3, 4], &[4, 1, 2, 3]);
        assert_eq!(kept, [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(moved, [(3, 0)]);
    }

    #[test]
    fn a_dropped_duplicate_leaves_the_common_run_whole() {
        // Pairing duplicates by their count alone would keep one item and move another here.
        let (kept, moved) = match_equal(&[1, 2, 1], &[2, 1]);
        assert_eq!(kept, [(1, 0), (2, 1)]);
        assert_eq!(moved, []);
    }

    #[test]
    fn thousands_of_equal_duplicates_are_still_all_paired() {
        let left: Vec<u32> = (0..3000).map(|i| i % 2).collect();
        let right: Vec<u32> = (0..3000).map(|i| (i + 1) % 2).collect();
        let (kept, moved) = match_equal(&left, &right);
        assert_eq!(kept.len() + moved.len(), 3000);
    }

    /// Length of the longest common subsequence by the textbook table.
    fn lcs_length(left: &[u32], right: &[u32]) -> usize {
        let mut row = vec![0; right.len() + 1];
        for a in left {
            let mut diagonal = 0;
            for (j, b) in right.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if a == b { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[right.len()]
    }

    proptest! {
        #[test]
        fn kept_is_a_longest_common_run_and_with_moved_the_whole_intersection(
            left in prop::collection::vec(0u32..6, 0..40),
            right in prop::collection::vec(0u32..6, 0..40),
        ) {
            let (kept, moved) = match_equal(&left, &right);
            prop_assert!(kept.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
            prop_assert_eq!(kept.len(), lcs_length(&left, &right));
            let all: Vec<_> = kept.iter().chain(&moved).collect();
            prop_assert!(all.iter().all(|(l, r)| left[*l] == right[*r]));
            let mut count: HashMap<u32, (usize, usize)> = HashMap::new();
            left.iter().for_each(|n| count.entry(*n).or_default().0 += 1);
            right.iter().for_each(|n| count.entry(*n).or_default().1 += 1);
            prop_assert_eq!(all.len(), count.values().map(|(a, b)| a.min(b)).sum::<usize>());
            for side in 0..2 {
                let mut used: Vec<usize> = all.iter().map(|p| if side == 0 { p.0 } else { p.1 }).collect();
                used.sort_unstable();
                used.dedup();
                prop_assert_eq!(used.len(), all.len());
            }
        }
    }
}
