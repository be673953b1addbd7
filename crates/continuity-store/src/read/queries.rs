//! The columns that are read of each table, and rows made of them.

use continuity::records::{DeltaRow, Pending, RequestRow, SnapshotRow, TaskRow, TombstoneRow};
use rusqlite::Row;

use super::scan::{Scan, scan};
use super::values::{body, integer, lossy, optional};

/// Names one snapshot row of one [`Store`]: its row id, which stays the same for as long as the store lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SnapshotKey(pub(super) i64);

pub(super) const TASKS: Scan = scan!(
    "continuity_tasks",
    "task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision, pending_source, \
     pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at"
);
pub(super) const SNAPSHOTS: Scan =
    scan!("continuity_snapshots", "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at");
pub(super) const REQUESTS: Scan =
    scan!("continuity_requests", "task_correlation, epoch, request_hash, command_digest, result_json, created_at");
pub(super) const TOMBSTONES: Scan =
    scan!("continuity_tombstones", "task_correlation, epoch, revision, payload_digest, purged_at");
pub(super) const DELTAS: Scan = scan!(
    "continuity_delta_state",
    "task_correlation, epoch, receiver_host, origin_digest, checkpoint_digest, checkpoint_json"
);

/// Builds a query for rows of a table by a condition.
macro_rules! select {
    ($table:literal, $columns:literal, $condition:literal) => {
        concat!("SELECT rowid, ", $columns, " FROM ", $table, " WHERE ", $condition)
    };
}

/// One snapshot by row id.
pub(super) const SNAPSHOT_BY_KEY: &str = select!(
    "continuity_snapshots NOT INDEXED",
    "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at",
    "rowid = ?1"
);
/// One task by correlation.
pub(crate) const TASK_BY_NAME: &str = select!(
    "continuity_tasks",
    "task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision, pending_source, \
     pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at",
    "task_correlation = ?1"
);
/// One snapshot by task and epoch.
pub(crate) const SNAPSHOT_BY_EPOCH: &str = select!(
    "continuity_snapshots",
    "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// One tombstone by task and epoch.
pub(crate) const TOMBSTONE_BY_EPOCH: &str = select!(
    "continuity_tombstones",
    "task_correlation, epoch, revision, payload_digest, purged_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// One delta row by task and epoch.
pub(crate) const DELTA_BY_EPOCH: &str = select!(
    "continuity_delta_state",
    "task_correlation, epoch, receiver_host, origin_digest, checkpoint_digest, checkpoint_json",
    "task_correlation = ?1 AND epoch = ?2"
);
/// The requests of a task's epoch.
pub(crate) const REQUESTS_BY_EPOCH: &str = select!(
    "continuity_requests",
    "task_correlation, epoch, request_hash, command_digest, result_json, created_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// The requests of a task.
pub(super) const REQUESTS_BY_TASK: &str = select!(
    "continuity_requests",
    "task_correlation, epoch, request_hash, command_digest, result_json, created_at",
    "task_correlation = ?1"
);
/// The key of correlations and tokens.
pub(crate) const SIGNING_SECRET: &str =
    "SELECT value FROM continuity_metadata NOT INDEXED WHERE key = 'signing-secret'";

/// The text of a row's first column.
pub(crate) fn first_text(row: &Row<'_>) -> rusqlite::Result<Option<String>> {
    Ok(optional(row.get_ref(0)?))
}

pub(crate) fn task(row: &Row<'_>) -> rusqlite::Result<Option<TaskRow>> {
    let (Some(correlation), Some(current_epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(TaskRow {
        correlation,
        current_epoch,
        root_id: optional(row.get_ref(3)?),
        suppressed: integer(row.get_ref(4)?).unwrap_or(0) != 0,
        last_auto_injected_revision: integer(row.get_ref(5)?),
        pending: Pending {
            source: optional(row.get_ref(6)?),
            revision: integer(row.get_ref(7)?),
            digest: optional(row.get_ref(8)?),
            root_id: optional(row.get_ref(9)?),
            consumed: integer(row.get_ref(10)?).unwrap_or(0) != 0,
        },
        updated_at: lossy(row.get_ref(11)?),
    }))
}

pub(crate) fn snapshot(row: &Row<'_>) -> rusqlite::Result<Option<(SnapshotKey, SnapshotRow)>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    // The server never reads this column: one that is no integer is a finding about the row and hides nothing.
    let revision = integer(row.get_ref(3)?).unwrap_or(0);
    Ok(Some((
        SnapshotKey(row.get(0)?),
        SnapshotRow {
            correlation,
            epoch,
            revision,
            digest: lossy(row.get_ref(4)?),
            body: body(row.get_ref(5)?),
            updated_at: lossy(row.get_ref(6)?),
        },
    )))
}

pub(crate) fn request(row: &Row<'_>) -> rusqlite::Result<Option<RequestRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(RequestRow {
        correlation,
        epoch,
        request_hash: lossy(row.get_ref(3)?),
        command_digest: lossy(row.get_ref(4)?),
        result: body(row.get_ref(5)?),
        created_at: lossy(row.get_ref(6)?),
    }))
}

pub(crate) fn tombstone(row: &Row<'_>) -> rusqlite::Result<Option<TombstoneRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    let revision = integer(row.get_ref(3)?).unwrap_or(0);
    Ok(Some(TombstoneRow {
        correlation,
        epoch,
        revision,
        payload_digest: lossy(row.get_ref(4)?),
        purged_at: lossy(row.get_ref(5)?),
    }))
}

pub(crate) fn delta(row: &Row<'_>) -> rusqlite::Result<Option<DeltaRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(DeltaRow {
        correlation,
        epoch,
        receiver_host: lossy(row.get_ref(3)?),
        origin_digest: lossy(row.get_ref(4)?),
        checkpoint_digest: lossy(row.get_ref(5)?),
        checkpoint: body(row.get_ref(6)?),
    }))
}
