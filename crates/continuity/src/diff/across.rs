//! Moves between lists, and pairs that differ in white space only.
//!
//! An item counts as moved to another list when its text is there, exactly or after every run of white space became
//! one space. Keyed items (evidence) never move: another list cannot hold them.

use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};

use super::flat::{Item, ItemKind};
use super::scratch::{LeftFate, ListWork, RightFate};
use super::words::words;

/// Marks open items that stand open in another list, with exactly the same content, as gone there.
pub(crate) fn move_same(lists: &mut [ListWork]) {
    let moves = moves(lists, |item| movable(item).then(|| item.identity()));
    apply(lists, moves);
}

/// Marks open items that stand open in another list, with the same text but for white space, as gone there.
pub(crate) fn move_same_words(lists: &mut [ListWork]) {
    if lists.iter().any(has_loose_text) {
        let moves = moves(lists, loose_text);
        apply(lists, moves);
    }
}

/// Pairs open items of the same list whose texts differ in white space only.
pub(crate) fn pair_same_words(list: &mut ListWork) {
    if !has_loose_text(list) {
        return;
    }
    let mut places: HashMap<Loose<'_>, VecDeque<usize>> = HashMap::new();
    for (r, item) in list.open_right() {
        if let Some(text) = loose_text(item) {
            places.entry(text).or_default().push_back(r);
        }
    }
    let mut pairs = Vec::new();
    for (l, item) in list.open_left() {
        // A changed pair has to share a word; a text of dashes alone has none.
        let text = loose_text(item).filter(|text| words(text.0).next().is_some());
        if let Some(r) = text.and_then(|text| places.get_mut(&text)?.pop_front()) {
            pairs.push((l, r));
        }
    }
    for (l, r) in pairs {
        list.pair(LeftFate::Changed(r), l, r);
    }
}

/// A text whose runs of white space all count as one space, and as nothing at its ends.
struct Loose<'a>(&'a str);

impl PartialEq for Loose<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.split_whitespace().eq(other.0.split_whitespace())
    }
}

impl Eq for Loose<'_> {}

impl Hash for Loose<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.split_whitespace().for_each(|part| part.hash(state));
    }
}

fn loose_text(item: &Item) -> Option<Loose<'_>> {
    item.as_well_formed_text().map(Loose)
}

/// Returns whether any open text of the list has white space other than single spaces between its words. Where none
/// has, texts that differ in white space only do not exist: the exact steps have found all others.
fn has_loose_text(list: &ListWork) -> bool {
    let is_loose = |text: &str| {
        text.starts_with(' ')
            || text.ends_with(' ')
            || text.contains("  ")
            || text.contains(|c: char| c != ' ' && c.is_whitespace())
    };
    list.open_left().chain(list.open_right()).any(|(_, item)| item.as_well_formed_text().is_some_and(is_loose))
}

fn movable(item: &Item) -> bool {
    item.kind() != ItemKind::Whole && item.key().is_none()
}

/// Where an item stands: number of the list, index in the list.
type Place = (usize, usize);

/// Returns pairs of open items of different lists with equal keys, in the order of lists and items.
fn moves<'a, K: Hash + Eq>(lists: &'a [ListWork], key: impl Fn(&'a Item) -> Option<K>) -> Vec<(Place, Place)> {
    let mut places: HashMap<K, VecDeque<Place>> = HashMap::new();
    for (at, list) in lists.iter().enumerate() {
        for (r, item) in list.open_right() {
            if let Some(key) = key(item) {
                places.entry(key).or_default().push_back((at, r));
            }
        }
    }
    let mut moves = Vec::new();
    if places.is_empty() {
        return moves;
    }
    for (at, list) in lists.iter().enumerate() {
        for (l, item) in list.open_left() {
            let Some(there) = key(item).and_then(|key| places.get_mut(&key)) else { continue };
            let Some(first) = there.iter().position(|(other, _)| *other != at) else { continue };
            if let Some(place) = there.remove(first) {
                moves.push(((at, l), place));
            }
        }
    }
    moves
}

fn apply(lists: &mut [ListWork], moves: Vec<(Place, Place)>) {
    for ((at, l), (to, r)) in moves {
        let Some(from_path) = lists.get(at).map(|list| list.path.clone()) else { continue };
        let Some(to_path) = lists.get(to).map(|list| list.path.clone()) else { continue };
        if let Some(list) = lists.get_mut(at) {
            list.set_left(l, LeftFate::Went(to_path));
        }
        if let Some(list) = lists.get_mut(to) {
            list.set_right(r, RightFate::Came(from_path));
        }
    }
}
