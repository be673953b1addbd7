//! Stores that exist on this machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ErrorBody;

/// Every store that was found, in the order in which discovery looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct SourceList {
    /// The stores; a cleanup backup follows the store beside which it lies.
    pub sources: Vec<Source>,
    /// Places that were looked at and hold no store.
    pub looked_at: Vec<LookedAt>,
}

/// A place where a store could be and is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct LookedAt {
    /// Why the place was looked at.
    pub origin: SourceOrigin,
    /// Path for people; bytes that are not UTF-8 are shown as U+FFFD.
    pub path: String,
}

/// How a store was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum SourceOrigin {
    /// An environment variable names it.
    Environment,
    /// The default state folder of the operating system.
    StateFolder,
    /// The data folder of a Claude Code plugin.
    ClaudePlugin,
    /// A cleanup backup beside another store.
    Backup,
    /// Opened before.
    Opened,
    /// Given by hand: argument, open dialog, or drop on the window.
    Given,
    /// The demonstration store.
    Demo,
}

/// One store: what it is, and whether it can be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Source {
    /// Opaque name of the path in later calls; holds every byte of it.
    pub id: String,
    /// Path for people; bytes that are not UTF-8 are shown as U+FFFD.
    pub path: String,
    /// Short name for the list, for example the agent or the folder.
    pub label: String,
    /// How it was found.
    pub origin: SourceOrigin,
    /// Id of the store beside which this backup lies; `null` for others.
    pub backup_of: Option<String>,
    /// `null` when the store can be read, else why not and what can still be said.
    pub error: Option<ErrorBody>,
    /// Schema version (`user_version`, or the continuity entry of a shared file); `null` when unknown.
    pub schema_version: Option<i64>,
    /// `AGSN` for the shared file, else `null`.
    pub application_id: Option<String>,
    /// Number of tasks; `null` when they cannot be counted.
    pub tasks: Option<u64>,
    /// Number of stored bodies; `null` when they cannot be counted.
    pub bodies: Option<u64>,
    /// Number of tombstones without a body; `null` when they cannot be counted.
    pub deleted: Option<u64>,
    /// Size of the main file in bytes; `null` when it cannot be seen.
    pub size_bytes: Option<u64>,
    /// Size of the write-ahead log in bytes; `null` when there is none.
    pub log_bytes: Option<u64>,
    /// Time of the last change of main file or log, RFC 3339 UTC; `null` when unknown.
    pub changed_at: Option<String>,
    /// Whether other users of this machine can read the file; `null` where the system does not say.
    pub others_can_read: Option<bool>,
    /// When a delete was begun whose erasing is not finished, RFC 3339 UTC; `null` when none is.
    pub unfinished_since: Option<String>,
    /// Path of the workflow ledger beside it; `null` when there is none.
    pub workflows: Option<String>,
}
