//! The keys of objects: sorted, each one once.

use std::cmp::Ordering;

use super::Wtf8;
use super::node::{Node, index, string_of};

/// Gathers the keys of open objects and sorts them when their object ends.
pub(super) struct Keys {
    /// Key nodes of all objects that are still open, innermost last.
    open: Vec<u32>,
    /// Keys of the object that ends, with their first bytes; kept to reuse its memory.
    ranked: Vec<(u128, u32)>,
    /// Runs of sorted keys, one for each object that ended.
    pub(super) sorted: Vec<u32>,
}

impl Keys {
    /// Starts with room for the keys of a text of `size` bytes.
    pub(super) fn for_text(size: usize) -> Self {
        let sorted = Vec::with_capacity(size / 48 + 4);
        Self { open: Vec::with_capacity(16), ranked: Vec::with_capacity(16), sorted }
    }

    /// Returns where the keys of an object that starts now will begin.
    pub(super) fn start(&self) -> usize {
        self.open.len()
    }

    /// Adds a key node to the innermost open object.
    pub(super) fn push(&mut self, node: u32) {
        self.open.push(node);
    }

    /// Ends the innermost object, whose keys began at `start`: sorts them by UTF-16 units and keeps the last of equal
    /// ones. `end` is the index behind the object's nodes.
    pub(super) fn close(&mut self, start: usize, end: u32, nodes: &[Node], text: &[u8], unescaped: &[u8]) -> Node {
        let Self { open, ranked, sorted } = self;
        let key = |of: u32| string_of(nodes.get(of as usize).copied().unwrap_or(Node::Null), text, unescaped);
        ranked.clear();
        ranked.extend(open.drain(start..).map(|of| (first_bytes(key(of)), of)));
        // Below U+D000 byte order is UTF-16 order, so the first bytes decide most comparisons.
        let simple = ranked.iter().all(|(first, _)| first.to_be_bytes().iter().all(|byte| *byte < 0xED));
        ranked.sort_unstable_by(|(left_first, left), (right_first, right)| {
            let by_first = if simple { left_first.cmp(right_first) } else { Ordering::Equal };
            by_first.then_with(|| key(*left).cmp_utf16(key(*right))).then_with(|| left.cmp(right))
        });
        let run = sorted.len();
        let mut plain = true;
        let mut ranked = ranked.iter().peekable();
        while let Some((first, this)) = ranked.next() {
            if ranked.peek().is_some_and(|(next_first, next)| next_first == first && key(*next) == key(*this)) {
                plain = false;
                continue;
            }
            plain &= array_index(key(*this)).is_none();
            sorted.push(*this);
        }
        Node::Object { end, sorted: index(run), len: index(sorted.len() - run), plain }
    }
}

/// Returns the first sixteen bytes of a key as one number that sorts as they do; missing bytes are 0.
fn first_bytes(key: Wtf8<'_>) -> u128 {
    let mut first = [0; 16];
    first.iter_mut().zip(key.as_bytes()).for_each(|(to, from)| *to = *from);
    u128::from_be_bytes(first)
}

/// Returns the number of a key that JavaScript orders as an array index (0 to 2^32 - 2, no leading zero).
pub(super) fn array_index(key: Wtf8<'_>) -> Option<u32> {
    let bytes = key.as_bytes();
    let canonical = match bytes {
        [b'0'] => true,
        [b'1'..=b'9', ..] => bytes.len() <= 10,
        _ => false,
    };
    if !canonical {
        return None;
    }
    key.as_str()?.parse().ok().filter(|number| *number != u32::MAX)
}
