//! From words to the items that hold them, to find likely pairs in long lists.

use super::bags::{Bag, Vocabulary};

/// How many of an item's words are looked up.
const WORDS_LOOKED_UP: usize = 16;

/// How many items are looked at for one word.
const ITEMS_PER_WORD: usize = 32;

/// From a word to the bags that hold it, with how often.
pub(crate) struct WordIndex {
    bags_of: Vec<Vec<(usize, u32)>>,
}

impl WordIndex {
    pub(crate) fn new(vocabulary: &Vocabulary<'_>, bags: &[Bag]) -> Self {
        let mut bags_of = vec![Vec::new(); vocabulary.len()];
        for (at, bag) in bags.iter().enumerate() {
            for &(name, count) in &bag.words {
                if let Some(list) = bags_of.get_mut(name as usize) {
                    list.push((at, count));
                }
            }
        }
        Self { bags_of }
    }

    fn bags_of(&self, name: u32) -> &[(usize, u32)] {
        self.bags_of.get(name as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns bags that share the rarest words of `bag`, each with the weight found so far. Of a frequent word, the
    /// bags nearest to `place` are looked at. `shared` has a zero for each bag, before and after.
    pub(crate) fn sharing(&self, v: &Vocabulary<'_>, bag: &Bag, place: usize, shared: &mut [u64]) -> Vec<(usize, u64)> {
        let mut names: Vec<_> = bag.words.iter().filter(|(name, _)| !self.bags_of(*name).is_empty()).collect();
        names.sort_unstable_by_key(|(name, _)| (self.bags_of(*name).len(), *name));
        let mut touched = Vec::new();
        for &&(name, count) in names.iter().take(WORDS_LOOKED_UP) {
            for &(at, other_count) in nearest(self.bags_of(name), place) {
                if let Some(weight) = shared.get_mut(at) {
                    if *weight == 0 {
                        touched.push(at);
                    }
                    *weight += v.weight(name) * u64::from(count.min(other_count));
                }
            }
        }
        touched.into_iter().map(|at| (at, shared.get_mut(at).map(std::mem::take).unwrap_or(0))).collect()
    }
}

/// Returns the part of `list`, which is sorted by place, that lies nearest to `place`.
fn nearest(list: &[(usize, u32)], place: usize) -> &[(usize, u32)] {
    let middle = list.partition_point(|&(at, _)| at < place);
    let start = middle.saturating_sub(ITEMS_PER_WORD / 2).min(list.len().saturating_sub(ITEMS_PER_WORD));
    let end = (start + ITEMS_PER_WORD).min(list.len());
    list.get(start..end).unwrap_or(&[])
}
