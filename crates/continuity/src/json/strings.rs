//! Every string of a document, with its place: the one walk that scanning and redacting share.

use super::node::Node;
use super::{Document, Value, Wtf8};

/// Names a value or a member's name within one document: the same text read again has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// A string of a document: a value, or the name of an object's member. Its `Debug` output holds no text.
pub struct StringAt<'w, 'd> {
    /// Names it within its document.
    pub id: NodeId,
    /// The decoded string.
    pub text: Wtf8<'d>,
    /// Whether it is the name of a member and no value.
    pub in_key: bool,
    /// Whether nobody who reads the text sees it, because a later member of the same name takes its place.
    pub hidden: bool,
    path: &'w [Step<'d>],
}

/// One step from a container to what it holds.
#[derive(Clone, Copy)]
enum Step<'d> {
    Item(u32),
    Member(Wtf8<'d>),
}

/// A container that is being walked.
struct Open {
    node: u32,
    end: u32,
    /// Number of the next item; `None` in an object.
    item: Option<u32>,
    hidden: bool,
}

impl StringAt<'_, '_> {
    /// Returns where it stands as JSON pointer (RFC 6901); for the name of a member, the pointer of that member. A lone
    /// surrogate in a name becomes U+FFFD.
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for step in self.path {
            out.push('/');
            match step {
                Step::Item(number) => out.push_str(&number.to_string()),
                Step::Member(name) => out.push_str(&name.to_string_lossy().replace('~', "~0").replace('/', "~1")),
            }
        }
        out
    }

    /// Returns the names of the members that lead to it, the outermost first; `None` for each item of an array.
    pub fn names(&self) -> impl Iterator<Item = Option<Wtf8<'_>>> {
        self.path.iter().map(|step| match step {
            Step::Item(_) => None,
            Step::Member(name) => Some(*name),
        })
    }
}

impl std::fmt::Debug for StringAt<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StringAt({} bytes)", self.text.as_bytes().len())
    }
}

impl Document {
    /// Calls `each` with every string in the order of the text, names of members before their values. Strings that a
    /// later member of the same name takes the place of are walked too: they are in the text.
    pub fn each_string<'d>(&'d self, mut each: impl FnMut(&StringAt<'_, 'd>)) {
        let mut open: Vec<Open> = Vec::new();
        let mut path: Vec<Step<'d>> = Vec::new();
        let mut at = 0;
        let count = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        while at < count {
            while open.last().is_some_and(|container| at >= container.end) {
                open.pop();
            }
            path.truncate(open.len().saturating_sub(1));
            let mut hidden = false;
            if let Some(container) = open.last_mut() {
                hidden = container.hidden;
                match &mut container.item {
                    Some(item) => {
                        path.push(Step::Item(*item));
                        *item += 1;
                    }
                    None => {
                        let text = self.string_of(self.node(at));
                        path.push(Step::Member(text));
                        hidden |= !self.wins(container.node, at, text);
                        each(&StringAt { id: NodeId(at), text, in_key: true, hidden, path: &path });
                        at += 1;
                    }
                }
            }
            match self.node(at) {
                node @ (Node::Plain { .. } | Node::Unescaped { .. }) => {
                    let text = self.string_of(node);
                    each(&StringAt { id: NodeId(at), text, in_key: false, hidden, path: &path });
                }
                Node::Array { end, .. } => open.push(Open { node: at, end, item: Some(0), hidden }),
                Node::Object { end, .. } => open.push(Open { node: at, end, item: None, hidden }),
                Node::Null | Node::Bool(_) | Node::Number(_) => {}
            }
            at += 1;
        }
    }

    /// Returns whether the key at a node is the one whose value counts.
    fn wins(&self, object: u32, key: u32, text: Wtf8<'_>) -> bool {
        if matches!(self.node(object), Node::Object { plain: true, .. }) {
            return true;
        }
        let keys = Value::new(self, object).sorted_keys();
        let found = keys.binary_search_by(|index| self.string_of(self.node(*index)).cmp_utf16(text));
        found.is_ok_and(|at| keys.get(at) == Some(&key))
    }
}
