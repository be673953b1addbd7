//! The inside of a stored body, in pages: whole bodies never cross as one message.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Text;
use crate::tasks::SnapshotEntry;

/// What a body holds: its fields with their sizes, and the first items of each list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct SnapshotView {
    /// Epoch of the body.
    pub epoch: i64,
    /// Facts and verdicts about the body.
    pub entry: SnapshotEntry,
    /// The fields, in the contract's order, then those that the contract does not know, in stored order.
    pub fields: Vec<FieldView>,
    /// Number of fields in all; more than `fields` holds when there are very many.
    pub field_count: u64,
    /// Whether the stored bytes hold values that views mask, wherever they stand in the body.
    pub masked: bool,
}

/// One field of a body.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct FieldView {
    /// Path such as `core.constraints`.
    pub path: String,
    /// Whether the contract of a snapshot knows the field.
    pub known: bool,
    /// `text`, `list`, `number`, `boolean`, `null` or `object`.
    pub kind: String,
    /// Number of items of a list or members of an object; 1 for others.
    pub count: u64,
    /// The first items.
    pub items: Vec<ItemView>,
}

/// One item of a list, or a single value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ItemView {
    /// Index in the list, from 0.
    pub index: u64,
    /// The text, cut at a whole character when it is very long.
    pub text: Text,
    /// Length of the whole text in UTF-16 units.
    pub utf16_length: u64,
    /// Whether `text` was cut.
    pub cut: bool,
    /// The evidence reference behind the item, where it is one.
    pub evidence: Option<EvidenceView>,
    /// What is masked in `text`; left out when nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<crate::MaskedSpan>>")]
    pub masked: Vec<crate::MaskedSpan>,
}

/// An evidence reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct EvidenceView {
    /// Artifact id.
    pub artifact_id: Text,
    /// Locator, for example a path.
    pub locator: Text,
    /// Digest as stored.
    pub digest: Option<String>,
    /// Whether the agent marked it verified.
    pub verified: Option<bool>,
}

/// More items of one field.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ItemPage {
    /// Path of the field.
    pub path: String,
    /// Number of items in all.
    pub count: u64,
    /// Index of the first item of this page.
    pub offset: u64,
    /// The items.
    pub items: Vec<ItemView>,
}

/// A stretch of one long item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ItemText {
    /// Offset of the first UTF-16 unit; a stretch starts and ends at whole characters.
    pub offset: u64,
    /// Number of UTF-16 units in the stretch.
    pub length: u64,
    /// Length of the whole text in UTF-16 units.
    pub total: u64,
    /// The stretch.
    pub text: Text,
    /// What is masked in `text`; left out when nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<crate::MaskedSpan>>")]
    pub masked: Vec<crate::MaskedSpan>,
}

/// A stretch of the stored bytes, as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct BodyPage {
    /// Byte offset of the first byte shown; a page starts and ends at whole characters.
    pub offset: u64,
    /// Number of stored bytes shown.
    pub length: u64,
    /// Size of the stored text in bytes.
    pub total: u64,
    /// The bytes as text; those that are not UTF-8 are shown as U+FFFD.
    pub text: Text,
    /// Whether every byte shown is valid UTF-8.
    pub exact: bool,
}

/// The answer of `continuity show`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ShowDocument {
    /// The task.
    pub task: crate::tasks::TaskEntry,
    /// Epoch whose body is shown.
    pub epoch: i64,
    /// The body, `null` when the epoch holds none or it is no JSON object.
    pub snapshot: Option<crate::Json>,
    /// The stored text, where it was asked for (`--raw`); bytes that are not UTF-8 become U+FFFD.
    pub stored_text: Option<Text>,
    /// Request rows of the task, newest first.
    pub requests: Vec<crate::tasks::RequestEntry>,
    /// Whether a found value is masked in `snapshot`; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}
