//! Same key in the same list: evidence references pair by artifact id, whatever else of them changed.

use std::collections::{HashMap, VecDeque};

use super::scratch::{LeftFate, ListWork};

/// Pairs open items that carry the same key as changed; items of one key pair in their order.
pub(crate) fn pair_by_key(list: &mut ListWork) {
    let mut places: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (r, item) in list.open_right() {
        if let Some(key) = item.key() {
            places.entry(key).or_default().push_back(r);
        }
    }
    let mut pairs = Vec::new();
    for (l, item) in list.open_left() {
        if let Some(r) = item.key().and_then(|key| places.get_mut(key)?.pop_front()) {
            pairs.push((l, r));
        }
    }
    for (l, r) in pairs {
        list.pair(LeftFate::Changed(r), l, r);
    }
}
