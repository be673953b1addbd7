//! Row changes as SQL. Each statement names its rows by their whole key.

use continuity::records::StoredBody;
use continuity::transition::RowChange;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ToSql, params};

use crate::error::StoreError;

/// Applies one change.
///
/// # Errors
/// Whatever SQLite answers, and [`StoreError::Replaced`] when a row that the transition saw is not there.
pub(super) fn apply(connection: &Connection, change: &RowChange) -> Result<(), StoreError> {
    let changed = match change {
        RowChange::SetSuppressed { correlation, epoch, suppressed, updated_at } => connection.execute(
            "UPDATE continuity_tasks SET suppressed = ?3, updated_at = ?4 \
             WHERE task_correlation = ?1 AND current_epoch = ?2",
            params![correlation, epoch, suppressed, updated_at],
        )?,
        RowChange::ReplaceSnapshot(row) => connection.execute(
            "UPDATE continuity_snapshots SET revision = ?3, snapshot_digest = ?4, snapshot_json = ?5, updated_at = ?6 \
             WHERE task_correlation = ?1 AND epoch = ?2",
            params![row.correlation, row.epoch, row.revision, row.digest, Stored(&row.body), row.updated_at],
        )?,
        RowChange::DeleteSnapshot { correlation, epoch } => connection.execute(
            "DELETE FROM continuity_snapshots WHERE task_correlation = ?1 AND epoch = ?2",
            params![correlation, epoch],
        )?,
        RowChange::UpsertTombstone(row) => connection.execute(
            "INSERT INTO continuity_tombstones (task_correlation, epoch, revision, payload_digest, purged_at) \
             VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (task_correlation, epoch) DO UPDATE SET revision = excluded.revision, \
             payload_digest = excluded.payload_digest, purged_at = excluded.purged_at",
            params![row.correlation, row.epoch, row.revision, row.payload_digest, row.purged_at],
        )?,
        RowChange::DeleteDelta { correlation, epoch } => connection.execute(
            "DELETE FROM continuity_delta_state WHERE task_correlation = ?1 AND epoch = ?2",
            params![correlation, epoch],
        )?,
        RowChange::ReplaceRequestResult { correlation, epoch, request_hash, result_json } => connection.execute(
            "UPDATE continuity_requests SET result_json = ?4 \
             WHERE task_correlation = ?1 AND epoch = ?2 AND CAST(request_hash AS TEXT) = ?3",
            params![correlation, epoch, request_hash, result_json],
        )?,
        RowChange::InsertRequest(row) => connection.execute(
            "INSERT INTO continuity_requests (task_correlation, epoch, request_hash, command_digest, result_json, \
             created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                row.correlation,
                row.epoch,
                row.request_hash,
                row.command_digest,
                Stored(&row.result),
                row.created_at
            ],
        )?,
    };
    if changed == 1 { Ok(()) } else { Err(StoreError::Replaced) }
}

/// A body in the storage class that it has. Text that is not UTF-8 cannot be bound and is written as a BLOB.
struct Stored<'a>(&'a StoredBody);

impl ToSql for Stored<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self.0 {
            StoredBody::Text(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => text.to_sql(),
                Err(_) => bytes.to_sql(),
            },
            StoredBody::Blob(bytes) => bytes.to_sql(),
        }
    }
}
