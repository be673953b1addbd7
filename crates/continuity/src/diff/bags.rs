//! How similar two items are: bags of weighed words.
//!
//! **Similarity** is the share of their words that two items have in common, each word weighed by its length in
//! characters so that "do", "not" and "the" count little: `2·|A ∩ B| / (|A| + |B|)` over the multisets of words
//! (Dice 1945). An item whose words all stand in the other one counts as just similar enough, however much was added.

use std::collections::HashMap;

use super::flat::Item;

/// Least similarity of a changed pair, in millionths.
pub(crate) const THRESHOLD: u64 = 500_000;

/// The words of an item as names, sorted, with how often each occurs, and the weight of all.
pub(crate) struct Bag {
    /// Index in the list.
    pub(crate) index: usize,
    /// Name and count of each word, by name.
    pub(crate) words: Vec<(u32, u32)>,
    /// Sum of the weights of all words, in characters.
    pub(crate) total: u64,
}

/// Gives every word a number, and knows its weight.
#[derive(Default)]
pub(crate) struct Vocabulary<'a> {
    names: HashMap<&'a str, u32>,
    weights: Vec<u64>,
}

impl<'a> Vocabulary<'a> {
    pub(crate) fn bag(&mut self, index: usize, item: &'a Item) -> Bag {
        let mut names: Vec<u32> = item.words().map(|word| self.name(word)).collect();
        names.sort_unstable();
        let mut bag = Bag { index, words: Vec::new(), total: 0 };
        for name in names {
            bag.total += self.weight(name);
            match bag.words.last_mut() {
                Some((last, count)) if *last == name => *count += 1,
                _ => bag.words.push((name, 1)),
            }
        }
        bag
    }

    fn name(&mut self, word: &'a str) -> u32 {
        let next = u32::try_from(self.weights.len()).unwrap_or(u32::MAX);
        *self.names.entry(word).or_insert_with(|| {
            self.weights.push(word.chars().count() as u64);
            next
        })
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    pub(crate) fn weight(&self, name: u32) -> u64 {
        self.weights.get(name as usize).copied().unwrap_or(0)
    }

    /// Returns the similarity of two bags in millionths.
    pub(crate) fn similarity(&self, a: &Bag, b: &Bag) -> u64 {
        let (mut i, mut j, mut shared) = (0, 0, 0u64);
        while let (Some(&(x, m)), Some(&(y, n))) = (a.words.get(i), b.words.get(j)) {
            if x == y {
                shared += self.weight(x) * u64::from(m.min(n));
            }
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        similarity_of(shared, a.total, b.total)
    }
}

/// Returns the similarity in millionths for a shared weight of words and the weights of both sides.
pub(crate) fn similarity_of(shared: u64, a: u64, b: u64) -> u64 {
    if shared == 0 {
        return 0;
    }
    let dice = 2_000_000 * shared / (a + b).max(1);
    if shared == a.min(b) { dice.max(THRESHOLD) } else { dice }
}

#[cfg(test)]
mod tests {
    use super::{Item, THRESHOLD, Vocabulary};

    fn similarity(a: &str, b: &str) -> u64 {
        let (a, b) = (Item::text(a), Item::text(b));
        let mut v = Vocabulary::default();
        let (a, b) = (v.bag(0, &a), v.bag(0, &b));
        v.similarity(&a, &b)
    }

    #[test]
    fn short_common_words_count_little() {
        // Shared: renderer (8) and the (3) of 24 and 22 characters: 22/46.
        assert_eq!(similarity("Write the markdown renderer.", "Add tests for the renderer."), 2_000_000 * 11 / 46);
        // Shared: Renderer (8) of 16 and 12: 16/28.
        assert_eq!(similarity("Renderer skeleton.", "Renderer done."), 2_000_000 * 8 / 28);
        assert_eq!(similarity("one two", "one two"), 1_000_000);
        assert_eq!(similarity("one", "one two three four five six"), THRESHOLD);
        assert_eq!(similarity("", ""), 0);
        assert_eq!(similarity("a b", "a b"), 0);
    }

    #[test]
    fn repeated_words_count_as_often_as_both_sides_have_them() {
        // Shared: test twice (8) of 12 and 8 + 5.
        assert_eq!(similarity("test test test", "test test other"), 2_000_000 * 8 / 25);
    }
}
