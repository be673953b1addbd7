//! Revisions of a task, wherever they were found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ErrorBody, Number};

/// The answer of `continuity revisions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RevisionsDocument {
    /// Every revision found, newest first.
    pub revisions: Vec<RevisionEntry>,
    /// Frames behind the last commit of the log, which no state shows; `null` when there are none.
    pub uncommitted: Option<UncommittedTail>,
    /// Why the recorded history could not be looked through; `null` when it was, or when there is none.
    pub history_error: Option<ErrorBody>,
}

/// The answer of `continuity revisions --all`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct EveryRevisionDocument {
    /// Every task of the store, and every one that it has no row of any more but bodies in its files.
    pub tasks: Vec<TaskRevisions>,
    /// Frames behind the last commit of the log, which no state shows; `null` when there are none.
    pub uncommitted: Option<UncommittedTail>,
    /// Why the recorded history could not be looked through; `null` when it was, or when there is none.
    pub history_error: Option<ErrorBody>,
}

/// The revisions of one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskRevisions {
    /// The task.
    pub task_correlation: String,
    /// Every revision found, newest first.
    pub revisions: Vec<RevisionEntry>,
}

/// Frames at the end of a log that no commit covers: a transaction that is going on, or was never finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct UncommittedTail {
    /// The log, relative to the store's folder.
    pub file: String,
    /// Number of frames.
    pub frames: u32,
    /// Byte offset of the first of them in the file.
    pub offset: u64,
}

/// Where a revision was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum RevisionSource {
    /// The stored row of the current epoch.
    Live,
    /// The stored row of an earlier epoch.
    EarlierEpoch,
    /// A committed state that the write-ahead log still holds.
    Log,
    /// Frames of an earlier log generation.
    LogLeftover,
    /// A page on the free list.
    FreePage,
    /// Unused space inside a page.
    PageSlack,
    /// The second body in a delta row (schema 3).
    Delta,
    /// A cleanup backup beside the store.
    Backup,
    /// Another database file opened to compare.
    OtherFile,
    /// A request row: its receipt alone, the body gone; in old stores a whole body.
    Receipt,
    /// The recorded history of this program.
    History,
}

/// One revision of a task.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RevisionEntry {
    /// Epoch it belongs to; 0 for a fragment that does not say.
    pub epoch: i64,
    /// Revision number; `null` when the body does not say.
    pub revision: Option<Number>,
    /// Snapshot digest as stated; `null` when the body does not say.
    pub digest: Option<String>,
    /// Time of the revision, RFC 3339 text as stored.
    pub at: Option<String>,
    /// Size of the body in bytes; `null` when the body is gone.
    pub bytes: Option<u64>,
    /// The best place it was found in.
    pub source: RevisionSource,
    /// Every place it was found in.
    pub places: Vec<RevisionPlace>,
    /// Whether the whole body is there.
    pub complete: bool,
    /// Whether its digest verifies; `null` when there is nothing to verify.
    pub digest_valid: Option<bool>,
    /// Whether a request receipt names this revision and digest.
    pub receipt: bool,
    /// Whether a delete took this epoch's body, so that what is left here was meant to be gone.
    pub deleted: bool,
}

/// One place where a revision was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RevisionPlace {
    /// Kind of place.
    pub source: RevisionSource,
    /// File, relative to the store's folder.
    pub file: String,
    /// Page number from 1, where the place is a page.
    pub page: Option<u32>,
    /// Byte offset in the file, where it is known.
    pub offset: Option<u64>,
    /// Number of the commit in the log, from 1, where the place is a log.
    pub commit: Option<u32>,
}
