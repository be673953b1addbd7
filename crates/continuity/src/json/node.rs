//! The flat list of nodes that a document is.
//!
//! Nodes stand in the order of the text. A container knows the index behind its last descendant (`end`), so a reader
//! can step over it; an object's members are a key node followed by the value's nodes.

use super::Wtf8;

/// One value or key; 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(f64),
    /// A string that stands in the text as it is: byte range of the text.
    Plain {
        start: u32,
        len: u32,
    },
    /// A string that held escapes: byte range of the decoded strings.
    Unescaped {
        start: u32,
        len: u32,
    },
    Array {
        end: u32,
        len: u32,
    },
    Object {
        end: u32,
        /// Start of this object's run of sorted keys.
        sorted: u32,
        /// Number of different keys.
        len: u32,
        /// No key occurs twice and none looks like an array index: text order is property order.
        plain: bool,
    },
}

/// Returns the string of a text node; empty for any other node.
pub(super) fn string_of<'t>(node: Node, text: &'t [u8], unescaped: &'t [u8]) -> Wtf8<'t> {
    let (from, start, len) = match node {
        Node::Plain { start, len } => (text, start, len),
        Node::Unescaped { start, len } => (unescaped, start, len),
        _ => return Wtf8::default(),
    };
    let start = start as usize;
    Wtf8::from_checked(from.get(start..start + len as usize).unwrap_or_default())
}

/// Returns a 32-bit index; texts are bounded so that every index fits.
pub(super) fn index(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
