//! What changed in a store that is followed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ErrorBody, Number};

/// What became of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum StoreState {
    /// Something was written, or the file was replaced by another.
    Changed,
    /// The file is not there any more, or cannot be looked at.
    Gone,
    /// The file is there again.
    Back,
}

/// One line of `continuity watch`: a change of one store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct StoreChange {
    /// When it was seen, RFC 3339 UTC.
    pub at: String,
    /// Path of the store, for people.
    pub path: String,
    /// What became of it.
    pub state: StoreState,
    /// Bodies that the store did not hold before, without their text.
    pub new: Vec<NewRevision>,
    /// Why the store could not be read after the change; `null` when it was, or when it is gone.
    pub error: Option<ErrorBody>,
}

/// A body that appeared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct NewRevision {
    /// Its task.
    pub task_correlation: String,
    /// Its epoch.
    pub epoch: i64,
    /// Revision number; `null` when the body does not say.
    pub revision: Option<Number>,
    /// Snapshot digest as stated; `null` when the body does not say.
    pub digest: Option<String>,
}
