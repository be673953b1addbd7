//! What an action changes, row by row.

use crate::records::{RequestRow, SnapshotRow, TombstoneRow};

/// One change of one row. Changes are applied in the order they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowChange {
    /// Sets `suppressed` and `updated_at` of a task, where its current epoch is still this one.
    SetSuppressed {
        /// Which task.
        correlation: String,
        /// Its current epoch.
        epoch: i64,
        /// The new value.
        suppressed: bool,
        /// The new `updated_at`.
        updated_at: String,
    },
    /// Replaces the body of an epoch, and the columns beside it.
    ReplaceSnapshot(SnapshotRow),
    /// Deletes the body of an epoch.
    DeleteSnapshot {
        /// Which task.
        correlation: String,
        /// Which epoch.
        epoch: i64,
    },
    /// Inserts a tombstone, or overwrites the one of the same task and epoch.
    UpsertTombstone(TombstoneRow),
    /// Deletes the receiver's body of an epoch (schema 3).
    DeleteDelta {
        /// Which task.
        correlation: String,
        /// Which epoch.
        epoch: i64,
    },
    /// Overwrites the result of a request.
    ReplaceRequestResult {
        /// Which task.
        correlation: String,
        /// Which epoch.
        epoch: i64,
        /// Which request.
        request_hash: String,
        /// The new `result_json`.
        result_json: String,
    },
    /// Inserts a request.
    InsertRequest(RequestRow),
}

impl RowChange {
    /// Returns the stable kebab-case code of the kind of change.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SetSuppressed { .. } => "set-suppressed",
            Self::ReplaceSnapshot(_) => "replace-snapshot",
            Self::DeleteSnapshot { .. } => "delete-snapshot",
            Self::UpsertTombstone(_) => "upsert-tombstone",
            Self::DeleteDelta { .. } => "delete-delta",
            Self::ReplaceRequestResult { .. } => "replace-request-result",
            Self::InsertRequest(_) => "insert-request",
        }
    }
}
