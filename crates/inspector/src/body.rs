//! Finding one stored body.

use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use wire::ErrorBody;

use crate::failure;
use crate::loaded::{Loaded, Task};

/// A stored body: row and reading.
pub(crate) struct Found {
    pub(crate) row: SnapshotRow,
    pub(crate) body: Body,
}

/// Returns the task with exactly this correlation.
pub(crate) fn task<'l>(loaded: &'l Loaded, correlation: &str) -> Result<&'l Task, ErrorBody> {
    loaded.task(correlation).ok_or_else(|| {
        failure::error("not-found", "The store holds no such task.", Some("Look at the task list again."))
    })
}

/// Reads the body of an epoch.
pub(crate) fn find(loaded: &Loaded, correlation: &str, epoch: i64) -> Result<Found, ErrorBody> {
    let key = task(loaded, correlation)?.epoch(epoch).and_then(|epoch| epoch.snapshot);
    let row = match key {
        Some(key) => loaded.store().snapshot(key).map_err(failure::store)?,
        None => None,
    };
    let row = row.ok_or_else(|| {
        failure::error("no-body", format!("Epoch {epoch} holds no body."), Some("Choose an epoch that holds one."))
    })?;
    let body = Body::read(&row.body);
    Ok(Found { row, body })
}
