//! JSON as the real server reads it: `JSON.parse` of text decoded from UTF-8.
//!
//! The reader is iterative and keeps the whole document in one flat list of nodes, so depth costs memory but never
//! stack, neither while reading nor while dropping. What `serde_json` reads differently and digests depend on: lone
//! surrogates stay (WTF-8 strings), numbers are ECMAScript doubles (`1e400` is an infinity that JSON cannot write),
//! the last of several equal keys wins, and no depth is too deep.
//!
//! - [`Document`] owns a parsed text; [`Value`] points into it.
//! - [`Wtf8`] is a string of it: UTF-16 with lone surrogates allowed, stored as WTF-8.
//! - [`Document::each_string`] walks every string with its place; [`Value::to_json_text_with`] writes with some replaced.
//! - [`ObjectText`] writes a small object as `JSON.stringify` would.

mod entries;
mod error;
mod keys;
mod node;
mod object_text;
mod parse;
mod scan;
mod strings;
mod value;
mod write;
mod wtf8;

use std::fmt;

pub use entries::{Entries, Items};
pub use error::{ParseError, ParseErrorKind};
pub use object_text::ObjectText;
pub use strings::{NodeId, StringAt};
pub use value::{Kind, Value};
pub use wtf8::Wtf8;

pub(crate) use node::Node;
pub(crate) use object_text::json_string;
pub(crate) use write::{ByteSink, write_number, write_scalar, write_string, write_text_node};
pub(crate) use wtf8::push_code_point;

/// The largest text that [`Document::parse`] accepts, in bytes: offsets are kept in 32 bits.
pub const LARGEST_TEXT: usize = u32::MAX as usize - 1;

/// One parsed JSON text.
///
/// Its `Debug` output is the number of nodes: text never reaches a log line.
pub struct Document {
    /// The decoded text; strings without escapes point into it.
    pub(crate) text: String,
    /// Strings that held escapes, decoded, as WTF-8.
    pub(crate) unescaped: Vec<u8>,
    /// All values and keys in the order of the text.
    pub(crate) nodes: Vec<Node>,
    /// For each object a run of key nodes, sorted by UTF-16 units, the last of equal keys only.
    pub(crate) sorted_keys: Vec<u32>,
}

impl Document {
    /// Reads one JSON text of at most [`LARGEST_TEXT`] bytes, as `JSON.parse(new TextDecoder().decode(bytes))` with
    /// the byte-order mark kept: bytes that are not UTF-8 become U+FFFD first (WHATWG replacement).
    ///
    /// # Errors
    /// Where `JSON.parse` would throw a `SyntaxError`; offsets are bytes of the decoded text.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::parse_within(bytes, LARGEST_TEXT)
    }

    /// Does what [`Document::parse`] does, and refuses a text of more than `limit` bytes before it looks at it.
    ///
    /// # Errors
    /// [`ParseErrorKind::TooLarge`] with the limit as offset, or where `JSON.parse` would throw.
    pub fn parse_within(bytes: &[u8], limit: usize) -> Result<Self, ParseError> {
        let limit = limit.min(LARGEST_TEXT);
        let too_large = ParseError { kind: ParseErrorKind::TooLarge, offset: limit };
        if bytes.len() > limit {
            return Err(too_large);
        }
        // Well-formed text, which nearly all is, is checked several times faster than it is searched for what is not.
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => String::from_utf8_lossy(bytes).into_owned(),
        };
        if text.len() > limit {
            return Err(too_large);
        }
        parse::parse(text)
    }

    /// Returns the value of the whole text.
    pub fn root(&self) -> Value<'_> {
        Value::new(self, 0)
    }

    /// Returns how many nodes (values and keys) the document holds.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the string of a text node; empty for any other node.
    pub(crate) fn string_of(&self, node: Node) -> Wtf8<'_> {
        node::string_of(node, self.text.as_bytes(), &self.unescaped)
    }

    pub(crate) fn node(&self, index: u32) -> Node {
        self.nodes.get(index as usize).copied().unwrap_or(Node::Null)
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({} nodes)", self.nodes.len())
    }
}
