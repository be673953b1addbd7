//! The output of a comparison.

use std::sync::Arc;

use super::flat::Item;

/// What became of an item or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Same on both sides, in the common order.
    Kept,
    /// Same on both sides, in another place of the same list.
    Moved,
    /// A pair that shares words or a key.
    Changed,
    /// Only on the newer side.
    Added,
    /// Only on the older side.
    Removed,
}

impl Op {
    /// Returns the word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Moved => "moved",
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }
}

/// A remark on a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Note {
    /// Both sides carry the same digest over different bytes.
    SameDigestOtherBytes,
    /// The same revision of the same epoch carries two digests.
    Fork,
    /// The revision number of the later side is the smaller one.
    RevisionWentBack,
    /// The deadline passed before the fine work was done.
    FinePassCut,
}

impl Note {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::SameDigestOtherBytes => "same-digest-other-bytes",
            Self::Fork => "fork",
            Self::RevisionWentBack => "revision-went-back",
            Self::FinePassCut => "fine-pass-cut",
        }
    }

    /// Returns the sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::SameDigestOtherBytes => "Both sides carry the same digest, but their bytes differ.",
            Self::Fork => "The same revision exists with two digests: a fork.",
            Self::RevisionWentBack => "The revision number went back.",
            Self::FinePassCut => "The fine comparison was cut because the texts are very large.",
        }
    }
}

/// Two bodies, compared.
#[derive(Clone, Debug, Default)]
pub struct BodyDiff {
    /// Every field of both sides once, in the order in which fields are shown.
    pub fields: Vec<FieldDiff>,
    /// Every item of the six lists that is gone and did not go to another list, in the order of
    /// [`DROP_ORDER`](super::DROP_ORDER).
    pub dropped: Vec<Dropped>,
    /// Remarks on the comparison itself; see [`head_notes`](super::head_notes) for those on the two sides.
    pub notes: Vec<Note>,
}

impl BodyDiff {
    /// Returns whether both bodies hold the same fields with the same items in the same order.
    pub fn is_unchanged(&self) -> bool {
        self.fields.iter().all(FieldDiff::is_unchanged)
    }

    /// Returns the number of rows that are not kept.
    pub fn changes(&self) -> usize {
        self.fields
            .iter()
            .map(|field| match field {
                FieldDiff::Value(value) => usize::from(value.op != Op::Kept),
                FieldDiff::List(list) => list.items.iter().filter(|item| item.op != Op::Kept).count(),
            })
            .sum()
    }
}

/// The difference of one field.
#[derive(Clone, Debug)]
pub enum FieldDiff {
    /// A single value.
    Value(ValueDiff),
    /// A list, item by item.
    List(ListDiff),
}

impl FieldDiff {
    /// Returns the path of the field.
    pub fn path(&self) -> &str {
        match self {
            Self::Value(value) => &value.path,
            Self::List(list) => &list.path,
        }
    }

    /// Returns whether both sides are the same. A list that is empty on one side and absent on the other counts as
    /// the same.
    pub fn is_unchanged(&self) -> bool {
        match self {
            Self::Value(value) => value.op == Op::Kept,
            Self::List(list) => list.items.iter().all(|item| item.op == Op::Kept),
        }
    }
}

/// The difference of a single value: `kept`, `changed`, `added` or `removed`.
#[derive(Clone, Debug)]
pub struct ValueDiff {
    /// Path such as `core.objective`.
    pub path: Arc<str>,
    /// What became of it.
    pub op: Op,
    /// Value of the older side; `None` when the field is not there.
    pub from: Option<Item>,
    /// Value of the newer side; `None` when the field is not there.
    pub to: Option<Item>,
}

/// The difference of a list.
#[derive(Clone, Debug)]
pub struct ListDiff {
    /// Path such as `core.constraints`.
    pub path: Arc<str>,
    /// Every item of both sides once, in reading order: the newer side's order, removed items where they were.
    pub items: Vec<ItemDiff>,
}

/// An item with its place in its list.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Index in the list, from 0.
    pub index: usize,
    /// The item.
    pub item: Item,
}

/// One item of a list on one or both sides.
#[derive(Clone, Debug)]
pub struct ItemDiff {
    /// What became of it.
    pub op: Op,
    /// The older side; `None` for `added`.
    pub from: Option<Placed>,
    /// The newer side; `None` for `removed`.
    pub to: Option<Placed>,
    /// Path of the list that a removed item went to.
    pub moved_to: Option<Arc<str>>,
    /// Path of the list that an added item came from.
    pub moved_from: Option<Arc<str>>,
}

/// An item that vanished without a successor.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// Path of the list it was in.
    pub path: Arc<str>,
    /// Index on the older side.
    pub index: usize,
    /// The item.
    pub item: Item,
}
