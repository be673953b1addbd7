//! The difference of two JSON values as a JSON Patch (RFC 6902): applied to the first, it gives the second.
//!
//! Only `add`, `remove` and `replace` occur. Items of an array that are the same on both sides stay where they are,
//! along a longest common subsequence; between them, items are patched in place, then removed or added. The result
//! depends on the two values alone.

use std::collections::HashMap;

use super::json_text::json_text;
use super::order::common_run;
use crate::json::{Document, Kind, ObjectText, Value, Wtf8, json_string};

/// Values nested deeper than this, or under a pointer longer than [`LONGEST_POINTER`] bytes, are replaced as a whole:
/// each operation repeats the pointer.
const DEEPEST: usize = 64;
const LONGEST_POINTER: usize = 512;

/// One operation of a patch. Its `Debug` output holds no text of the body.
#[derive(Clone, PartialEq, Eq)]
pub enum PatchOp {
    /// Puts a value at a pointer; in an array, before the item that is there.
    Add {
        /// JSON Pointer (RFC 6901), as a JSON string with its quotes.
        pointer: String,
        /// JSON text of the value; a number beyond the largest double is `1e999`.
        value: String,
    },
    /// Takes away the value at a pointer.
    Remove {
        /// JSON Pointer, as a JSON string with its quotes.
        pointer: String,
    },
    /// Replaces the value at a pointer.
    Replace {
        /// JSON Pointer, as a JSON string with its quotes.
        pointer: String,
        /// JSON text of the value.
        value: String,
    },
}

impl PatchOp {
    /// Returns the operation as a JSON object.
    pub fn to_json_text(&self) -> String {
        let (op, pointer, value) = match self {
            Self::Add { pointer, value } => ("add", pointer, Some(value)),
            Self::Remove { pointer } => ("remove", pointer, None),
            Self::Replace { pointer, value } => ("replace", pointer, Some(value)),
        };
        let object = ObjectText::new().text("op", op).raw("path", pointer);
        value.into_iter().fold(object, |object, value| object.raw("value", value)).finish()
    }
}

impl std::fmt::Debug for PatchOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Add { .. } => "Add",
            Self::Remove { .. } => "Remove",
            Self::Replace { .. } => "Replace",
        })
    }
}

/// Returns the operations that turn `from` into `to`; none when they are equal.
pub fn json_patch(from: &Document, to: &Document) -> Vec<PatchOp> {
    let mut names = HashMap::new();
    let from_names = Names::of(from, &mut names);
    let to_names = Names::of(to, &mut names);
    let mut writer = Writer { from: from_names, to: to_names, pointer: Vec::new(), ops: Vec::new() };
    writer.patch(from.root(), to.root(), 0);
    writer.ops
}

/// Returns the patch document: a JSON array, one operation a line.
pub fn patch_text(ops: &[PatchOp]) -> String {
    if ops.is_empty() {
        return "[]\n".to_owned();
    }
    let ops: Vec<String> = ops.iter().map(PatchOp::to_json_text).collect();
    format!("[\n{}\n]\n", ops.join(",\n"))
}

/// What a value is made of; values are equal exactly when their shapes are.
#[derive(PartialEq, Eq, Hash)]
enum Shape<'d> {
    Scalar(String),
    Text(Wtf8<'d>),
    Array(Vec<u32>),
    Object(Vec<(Wtf8<'d>, u32)>),
}

/// A number for each node of a document: equal values have equal numbers, across documents.
struct Names(Vec<u32>);

impl Names {
    fn of<'d>(document: &'d Document, names: &mut HashMap<Shape<'d>, u32>) -> Self {
        let mut of = vec![0; document.node_count()];
        // A container stands before what it contains, so its parts have their numbers first.
        for index in (0..document.node_count()).rev() {
            let Ok(at) = u32::try_from(index) else { continue };
            let value = Value { document, index: at };
            let name = |value: Value<'_>| of.get(value.index as usize).copied().unwrap_or(0);
            let shape = match value.kind() {
                Kind::Array => Shape::Array(value.items().map(name).collect()),
                Kind::Object => Shape::Object(members(value).map(|(key, value)| (key, name(value))).collect()),
                Kind::String => Shape::Text(value.as_str().unwrap_or_default()),
                Kind::Null | Kind::Bool | Kind::Number => Shape::Scalar(json_text(value)),
            };
            let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
            let name = *names.entry(shape).or_insert(next);
            if let Some(slot) = of.get_mut(index) {
                *slot = name;
            }
        }
        Self(of)
    }

    fn name(&self, value: Value<'_>) -> u32 {
        self.0.get(value.index as usize).copied().unwrap_or(0)
    }
}

/// Returns keys and values of an object, sorted by key.
fn members<'d>(object: Value<'d>) -> impl Iterator<Item = (Wtf8<'d>, Value<'d>)> {
    let document = object.document;
    object
        .sorted_keys()
        .iter()
        .map(move |&key| (document.string_of(document.node(key)), Value { document, index: key + 1 }))
}

/// Writes operations.
struct Writer {
    from: Names,
    to: Names,
    /// The pointer to where the writer stands, as WTF-8.
    pointer: Vec<u8>,
    ops: Vec<PatchOp>,
}

impl Writer {
    fn patch(&mut self, from: Value<'_>, to: Value<'_>, depth: usize) {
        if self.from.name(from) == self.to.name(to) {
            return;
        }
        let can_enter = depth < DEEPEST && self.pointer.len() <= LONGEST_POINTER;
        match (from.kind(), to.kind()) {
            (Kind::Object, Kind::Object) if can_enter => self.patch_object(from, to, depth + 1),
            (Kind::Array, Kind::Array) if can_enter => self.patch_array(from, to, depth + 1),
            _ => {
                let op = PatchOp::Replace { pointer: self.pointer(), value: json_text(to) };
                self.ops.push(op);
            }
        }
    }

    fn patch_object(&mut self, from: Value<'_>, to: Value<'_>, depth: usize) {
        let (mut old, mut new) = (members(from).peekable(), members(to).peekable());
        loop {
            let order = match (old.peek(), new.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp_utf16(*b),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => return,
            };
            let old = if order.is_le() { old.next() } else { None };
            let new = if order.is_ge() { new.next() } else { None };
            let Some(key) = old.or(new).map(|(key, _)| key) else { return };
            self.at(key.as_bytes(), |writer| match (old, new) {
                (Some((_, old)), Some((_, new))) => writer.patch(old, new, depth),
                (Some(_), None) => writer.remove(),
                (None, Some((_, new))) => writer.add(new),
                (None, None) => {}
            });
        }
    }

    fn patch_array(&mut self, from: Value<'_>, to: Value<'_>, depth: usize) {
        let (old, new): (Vec<_>, Vec<_>) = (from.items().collect(), to.items().collect());
        let old_names: Vec<u32> = old.iter().map(|item| self.from.name(*item)).collect();
        let new_names: Vec<u32> = new.iter().map(|item| self.to.name(*item)).collect();
        let kept = common_run(&old_names, &new_names);
        let (mut next_old, mut next_new) = (0, 0);
        // Up to here the array already is as it will be, so the place is the index on the newer side.
        for (l, r) in kept.into_iter().chain([(old.len(), new.len())]) {
            let gap_old = old.get(next_old..l).unwrap_or(&[]);
            let gap_new = new.get(next_new..r).unwrap_or(&[]);
            for at in 0..gap_old.len().max(gap_new.len()) {
                let place = next_new + at.min(gap_new.len());
                self.at(place.to_string().as_bytes(), |writer| match (gap_old.get(at), gap_new.get(at)) {
                    (Some(old), Some(new)) => writer.patch(*old, *new, depth),
                    (Some(_), None) => writer.remove(),
                    (None, Some(new)) => writer.add(*new),
                    (None, None) => {}
                });
            }
            (next_old, next_new) = (l + 1, r + 1);
        }
    }

    fn add(&mut self, value: Value<'_>) {
        let op = PatchOp::Add { pointer: self.pointer(), value: json_text(value) };
        self.ops.push(op);
    }

    fn remove(&mut self) {
        let op = PatchOp::Remove { pointer: self.pointer() };
        self.ops.push(op);
    }

    /// Does something with one more reference token on the pointer (RFC 6901: `~` is `~0`, `/` is `~1`).
    fn at(&mut self, token: &[u8], then: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push(b'/');
        for byte in token {
            match byte {
                b'~' => self.pointer.extend(b"~0"),
                b'/' => self.pointer.extend(b"~1"),
                byte => self.pointer.push(*byte),
            }
        }
        then(self);
        self.pointer.truncate(length);
    }

    fn pointer(&self) -> String {
        json_string(Wtf8::from_checked(&self.pointer))
    }
}
