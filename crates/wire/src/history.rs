//! The recorded history: copies of revisions that this program keeps when it is told to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ErrorBody;

/// Whether revisions are recorded, and how much is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct HistorySettings {
    /// Whether new revisions are recorded. Off until it is turned on.
    pub record: bool,
    /// Days after which a copy is removed, from 1 to 3,650.
    pub keep_days: u32,
    /// Most bytes of bodies that are kept, from 1 MiB to 64 GiB; the oldest go first.
    pub keep_bytes: u64,
}

/// The recorded history as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct HistoryState {
    /// The settings.
    pub settings: HistorySettings,
    /// Where the copies lie, for people; `null` where the system names no folder for them.
    pub path: Option<String>,
    /// Number of bodies kept.
    pub bodies: u64,
    /// Bytes of these bodies.
    pub bytes: u64,
    /// What is kept, by store.
    pub stores: Vec<HistoryStore>,
    /// Why the history cannot be read, or nothing was recorded the last time; `null` when all is well. While it cannot
    /// be read, the counts are 0.
    pub problem: Option<ErrorBody>,
}

/// What is kept of one store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct HistoryStore {
    /// Id of the store.
    pub source: String,
    /// Path of the store, for people.
    pub path: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of bodies.
    pub bodies: u64,
    /// Bytes of these bodies.
    pub bytes: u64,
    /// When the oldest copy was made, RFC 3339 UTC.
    pub oldest: String,
    /// When the newest copy was made, RFC 3339 UTC.
    pub newest: String,
}
