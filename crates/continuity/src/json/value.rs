//! A pointer to one value of a document.

use std::collections::BTreeMap;
use std::fmt;

use super::node::Node;
use super::{Document, Entries, Items, NodeId, Wtf8, write};

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A double, possibly infinite.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// One value of a [`Document`]; cheap to copy. Its `Debug` output is the kind only.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    pub(crate) document: &'d Document,
    pub(crate) index: u32,
}

impl<'d> Value<'d> {
    pub(super) fn new(document: &'d Document, index: u32) -> Self {
        Self { document, index }
    }

    pub(crate) fn node(self) -> Node {
        self.document.node(self.index)
    }

    /// Returns what names it within its document.
    pub fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// Returns the index behind this value's last node.
    pub(crate) fn end(self) -> u32 {
        match self.node() {
            Node::Array { end, .. } | Node::Object { end, .. } => end,
            _ => self.index + 1,
        }
    }

    /// Returns what kind of value it is.
    pub fn kind(self) -> Kind {
        match self.node() {
            Node::Null => Kind::Null,
            Node::Bool(_) => Kind::Bool,
            Node::Number(_) => Kind::Number,
            Node::Plain { .. } | Node::Unescaped { .. } => Kind::String,
            Node::Array { .. } => Kind::Array,
            Node::Object { .. } => Kind::Object,
        }
    }

    /// Returns whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns whether the value is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Returns the boolean, or `None` for another kind.
    pub fn as_bool(self) -> Option<bool> {
        match self.node() {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the string, or `None` for another kind.
    pub fn as_str(self) -> Option<Wtf8<'d>> {
        match self.node() {
            node @ (Node::Plain { .. } | Node::Unescaped { .. }) => Some(self.document.string_of(node)),
            _ => None,
        }
    }

    /// Returns the double (an infinity where the text names a number beyond the largest), or `None` for another kind.
    pub fn as_f64(self) -> Option<f64> {
        match self.node() {
            Node::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number when it is an integer (JavaScript's `Number.isInteger`) that fits 64 bits.
    pub fn as_integer(self) -> Option<i64> {
        let number = self.as_f64()?;
        let fits =
            number.fract() == 0.0 && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number);
        fits.then_some(number as i64)
    }

    /// Returns whether JavaScript takes the value for false: `null`, `false`, `0`, `-0` or the empty string.
    pub fn is_falsy(self) -> bool {
        match self.node() {
            Node::Null | Node::Bool(false) => true,
            Node::Number(value) => value == 0.0,
            Node::Plain { len, .. } | Node::Unescaped { len, .. } => len == 0,
            _ => false,
        }
    }

    /// Returns the number of items or of different keys; 0 for a scalar.
    pub fn len(self) -> usize {
        match self.node() {
            Node::Array { len, .. } | Node::Object { len, .. } => len as usize,
            _ => 0,
        }
    }

    /// Returns whether it has neither items nor keys.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the value of an object's key (the last one where it occurs twice), or `None`.
    pub fn get(self, key: &str) -> Option<Value<'d>> {
        let keys = self.sorted_keys();
        let wanted = Wtf8::from(key);
        let found =
            keys.binary_search_by(|index| self.document.string_of(self.document.node(*index)).cmp_utf16(wanted));
        let index = keys.get(found.ok()?)?;
        Some(Value::new(self.document, index + 1))
    }

    /// Iterates over the items of an array; empty for another kind.
    pub fn items(self) -> Items<'d> {
        Items::new(self)
    }

    /// Iterates over keys and values of an object in JavaScript's property order (array indexes first, then as they
    /// first occur); empty for another kind.
    pub fn entries(self) -> Entries<'d> {
        Entries::new(self)
    }

    /// Returns the key nodes of an object, sorted by UTF-16 units, each key once.
    pub(crate) fn sorted_keys(self) -> &'d [u32] {
        match self.node() {
            Node::Object { sorted, len, .. } => {
                let start = sorted as usize;
                self.document.sorted_keys.get(start..start + len as usize).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// Returns the value as `JSON.stringify` writes it: no spaces, lone surrogates as escapes, an infinity as `null`.
    pub fn to_json_text(self) -> String {
        let mut out = Vec::new();
        write::stringify(self, &|_| None, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Does what [`Value::to_json_text`] does with the JSON texts of `replaced` in place of the values that it names.
    pub fn to_json_text_with(self, replaced: &BTreeMap<NodeId, String>) -> String {
        let mut out = Vec::new();
        write::stringify(self, &|node| replaced.get(&NodeId(node)).map(String::as_str), &mut out);
        String::from_utf8(out).unwrap_or_default()
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:?})", self.kind())
    }
}
