//! The lists of an epoch through all its revisions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::compare::DiffOp;
use crate::revisions::RevisionSource;
use crate::{Number, Text};

/// When each list item came, changed and went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StripView {
    /// Epoch of the revisions.
    pub epoch: i64,
    /// The revisions whose bodies can be compared, oldest first: the columns.
    pub revisions: Vec<StripRevision>,
    /// The lists, the most important first.
    pub lists: Vec<StripList>,
    /// Whether a limit of time or number left something out.
    pub cut: bool,
}

/// One column of a strip.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StripRevision {
    /// Revision number; `null` when the body does not say.
    pub revision: Option<Number>,
    /// Snapshot digest as stated.
    pub digest: Option<String>,
    /// Time of the revision, RFC 3339 text as stored.
    pub at: Option<String>,
    /// The best place it was found in.
    pub source: RevisionSource,
}

/// One list.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StripList {
    /// Path such as `core.constraints`.
    pub path: String,
    /// Its items, in the order in which they came.
    pub items: Vec<StripItem>,
}

/// One item through the revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StripItem {
    /// The newest text of the item, cut at a whole character when it is very long.
    pub text: Text,
    /// Whether the item is gone from the newest revision without having gone to another list.
    pub dropped: bool,
    /// One cell for each column; `null` where the item is not there.
    pub cells: Vec<Option<StripCell>>,
    /// Whether a found value is masked in it; left out when none is.
    #[serde(default, skip_serializing_if = "crate::masked::is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub masked: bool,
}

/// An item in one revision.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StripCell {
    /// What became of it since the revision before: `added` where it came, `kept`, `moved` or `changed`.
    pub op: DiffOp,
    /// The text as it was here, where it differs from the item's newest text.
    pub text: Option<Text>,
    /// Path of the list that it came from in this revision.
    pub came_from: Option<String>,
    /// Path of the list that it went to in the next revision.
    pub went_to: Option<String>,
}
