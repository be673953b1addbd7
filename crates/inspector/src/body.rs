//! Finding one stored body.

use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use wire::{ErrorBody, Number};

use crate::inspector::Inspector;
use crate::loaded::{Loaded, Task};
use crate::revision_name::RevisionName;
use crate::{failure, revisions};

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

/// Reads the body that the window names: the stored one of an epoch, or any revision of it that can be found.
pub(crate) fn requested(
    inspector: &Inspector,
    loaded: &Loaded,
    correlation: &str,
    name: &RevisionName,
) -> Result<Found, ErrorBody> {
    if name.revision.is_none() && name.digest.is_none() {
        return find(loaded, correlation, name.epoch);
    }
    let revisions = inspector.revisions_of(loaded, task(loaded, correlation)?);
    let revision = revisions::find(&revisions, name)?;
    let stored = revision.body.clone().ok_or_else(|| failure::error("no-body", "The body is gone.", None))?;
    let body = Body::read(&stored);
    let row = SnapshotRow {
        correlation: correlation.to_owned(),
        epoch: revision.entry.epoch,
        revision: revision.entry.revision.map_or(0, |Number(revision)| revision as i64),
        digest: revision.entry.digest.clone().unwrap_or_default(),
        updated_at: revision.entry.at.clone().unwrap_or_default(),
        body: stored,
    };
    Ok(Found { row, body })
}
