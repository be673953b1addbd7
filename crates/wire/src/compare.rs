//! Two snapshots field by field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

use crate::Text;
use crate::revisions::RevisionSource;

/// The answer of `continuity diff`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct DiffDocument {
    /// The older side.
    pub from: DiffSide,
    /// The newer side.
    pub to: DiffSide,
    /// Every field of both sides that differs, and every list.
    pub fields: Vec<FieldDiff>,
    /// What the newer side silently lost, the most important lists first.
    pub dropped: Vec<Dropped>,
    /// Remarks as kebab-case codes: `same-digest-other-bytes`, `fork`, `revision-went-back`, `fine-pass-cut`.
    pub notes: Vec<String>,
}

/// One side of a comparison.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct DiffSide {
    /// Epoch of the body.
    pub epoch: i64,
    /// Revision in the JSON.
    pub revision: Option<Number>,
    /// Digest in the JSON.
    pub digest: Option<String>,
    /// Where the body comes from.
    pub source: RevisionSource,
}

/// The difference of one field: a single value, or a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
#[ts(export_to = "wire.ts")]
pub enum FieldDiff {
    /// A list, item by item.
    List(ListDiff),
    /// A single value.
    Value(ValueDiff),
}

/// The difference of a single value.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ValueDiff {
    /// Path such as `core.objective`.
    pub path: String,
    /// `kept`, `changed`, `added` or `removed`.
    pub op: DiffOp,
    /// Value of the older side; a text, or JSON for what is not a text.
    pub from: Option<crate::Json>,
    /// Value of the newer side.
    pub to: Option<crate::Json>,
    /// Whether a found value is masked in it; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}

/// The difference of a list.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ListDiff {
    /// Path such as `core.constraints`.
    pub path: String,
    /// Every item of both sides, once.
    pub items: Vec<ItemDiff>,
}

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum DiffOp {
    /// Same text, same place among the kept.
    Kept,
    /// Same text, another place in the same list.
    Moved,
    /// A pair that shares words.
    Changed,
    /// Only on the newer side.
    Added,
    /// Only on the older side.
    Removed,
}

/// One item of a list on one or both sides.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ItemDiff {
    /// What became of it.
    pub op: DiffOp,
    /// Index on the older side.
    pub from_index: Option<u64>,
    /// Index on the newer side.
    pub to_index: Option<u64>,
    /// Item of the older side; a text, or JSON for what is not a text.
    pub from: Option<crate::Json>,
    /// Item of the newer side.
    pub to: Option<crate::Json>,
    /// Path of the list that it went to.
    pub moved_to: Option<String>,
    /// Path of the list that it came from.
    pub moved_from: Option<String>,
    /// Whether a found value is masked in it; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}

/// An item that vanished without a successor.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Dropped {
    /// Path of the list it was in.
    pub path: String,
    /// Its text.
    pub text: Text,
    /// Whether a found value is masked in it; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}

/// A comparison in pages of rows, for the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ComparePage {
    /// The older side.
    pub from: DiffSide,
    /// The newer side.
    pub to: DiffSide,
    /// The first dropped items (at most 200).
    pub dropped: Vec<Dropped>,
    /// Number of dropped items in all.
    pub dropped_count: u64,
    /// Number of rows that are not kept.
    pub changes: u64,
    /// Number of rows in all.
    pub total: u64,
    /// Index of the first row of this page.
    pub offset: u64,
    /// The rows of this page.
    pub rows: Vec<CompareRow>,
    /// Remarks as in [`DiffDocument::notes`].
    pub notes: Vec<String>,
}

/// One row of a comparison: an item or value with its marked words.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct CompareRow {
    /// Path of the field; rows of one field follow each other.
    pub path: String,
    /// What became of it.
    pub op: DiffOp,
    /// The older side in pieces; `null` when it is not there.
    pub from: Option<Vec<Piece>>,
    /// The newer side in pieces; `null` when it is not there.
    pub to: Option<Vec<Piece>>,
    /// Index on the older side.
    pub from_index: Option<u64>,
    /// Index on the newer side.
    pub to_index: Option<u64>,
    /// Path of the list that it went to.
    pub moved_to: Option<String>,
    /// Path of the list that it came from.
    pub moved_from: Option<String>,
    /// Whether the texts were cut because they are very long.
    pub cut: bool,
    /// Whether a found value is masked in it; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}

/// A stretch of text, marked when the other side does not have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Piece {
    /// The text.
    pub text: Text,
    /// Whether it differs.
    pub marked: bool,
}

/// What a line of a written comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum DiffLineKind {
    /// A side's name or a field's path.
    Heading,
    /// A remark.
    Note,
    /// An item that vanished without a successor.
    Dropped,
    /// An item that moved.
    Moved,
    /// What the newer side has.
    Added,
    /// What the older side had.
    Removed,
    /// Anything else.
    Plain,
}

/// One line of a written comparison, without line feed and colour codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct DiffLine {
    /// What it says.
    pub kind: DiffLineKind,
    /// Its text; a marked piece is what differs from the other side.
    pub pieces: Vec<Piece>,
}
