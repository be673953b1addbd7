//! Iterators over the children of a value.

use std::vec;

use super::keys::array_index;
use super::node::Node;
use super::{Value, Wtf8};

/// The items of an array.
#[derive(Clone)]
pub struct Items<'d> {
    parent: Value<'d>,
    next: u32,
    left: usize,
}

impl<'d> Items<'d> {
    pub(super) fn new(parent: Value<'d>) -> Self {
        let left = if matches!(parent.node(), Node::Array { .. }) { parent.len() } else { 0 };
        Self { parent, next: parent.index + 1, left }
    }
}

impl<'d> Iterator for Items<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        self.left = self.left.checked_sub(1)?;
        let item = Value::new(self.parent.document, self.next);
        self.next = item.end();
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// The keys and values of an object in JavaScript's property order.
pub struct Entries<'d> {
    parent: Value<'d>,
    order: Order,
    left: usize,
}

enum Order {
    /// As in the text: the next key node.
    Text(u32),
    /// As listed: key nodes.
    Listed(vec::IntoIter<u32>),
}

impl<'d> Entries<'d> {
    pub(super) fn new(parent: Value<'d>) -> Self {
        let (order, left) = match parent.node() {
            Node::Object { plain: true, len, .. } => (Order::Text(parent.index + 1), len as usize),
            Node::Object { len, .. } => (Order::Listed(property_order(parent).into_iter()), len as usize),
            _ => (Order::Text(0), 0),
        };
        Self { parent, order, left }
    }
}

impl<'d> Iterator for Entries<'d> {
    type Item = (Wtf8<'d>, Value<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let document = self.parent.document;
        let key = match &mut self.order {
            Order::Text(next) => *next,
            Order::Listed(keys) => keys.next()?,
        };
        let value = Value::new(document, key + 1);
        if let Order::Text(next) = &mut self.order {
            *next = value.end();
        }
        Some((document.string_of(document.node(key)), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// Lists the key nodes whose values win: array indexes by number, then the others by their first occurrence.
fn property_order(object: Value<'_>) -> Vec<u32> {
    let document = object.document;
    let text_of = |key: u32| document.string_of(document.node(key));
    let winners = object.sorted_keys();
    let mut seen = vec![false; winners.len()];
    let (mut indexes, mut names) = (Vec::new(), Vec::new());
    let mut at = object.index + 1;
    while at < object.end() {
        let text = text_of(at);
        if let Ok(rank) = winners.binary_search_by(|key| text_of(*key).cmp_utf16(text))
            && let (Some(seen), Some(winner)) = (seen.get_mut(rank), winners.get(rank))
            && !*seen
        {
            *seen = true;
            match array_index(text) {
                Some(number) => indexes.push((number, *winner)),
                None => names.push(*winner),
            }
        }
        at = Value::new(document, at + 1).end();
    }
    indexes.sort_unstable();
    indexes.into_iter().map(|(_, key)| key).chain(names).collect()
}
