//! Which stored bodies a delete is about.

use continuity::snapshot::{Body, stored_bytes_digest};
use continuity::transition::{Refusal, stored_revision};
use wire::actions::{PlanBody, PurgeScope};
use wire::tasks::TaskFilter;
use wire::{ErrorBody, Number};

use super::refused::Refused;
use super::rows::Rows;
use super::seen::SeenBody;
use crate::inspector::Inspector;
use crate::loaded::{Loaded, Task};
use crate::{body, entry, failure};

/// One stored body that is to be deleted, as it was seen.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) correlation: String,
    pub(super) seen: SeenBody,
    pub(super) bytes: u64,
    pub(super) offered: bool,
}

impl Target {
    /// Takes over what the rows say of it: from now on this very body is meant, and no other of the same revision.
    pub(super) fn is(&mut self, rows: &Rows) {
        if let Some(row) = &rows.snapshot {
            self.seen.digest = Some(stored_bytes_digest(&row.body));
            self.bytes = row.body.bytes().len() as u64;
        }
    }

    pub(super) fn described(&self) -> PlanBody {
        PlanBody {
            task_correlation: self.correlation.clone(),
            epoch: self.seen.epoch,
            revision: Number(self.seen.revision as f64),
            digest: self.seen.digest.clone().unwrap_or_default(),
            bytes: self.bytes,
            offered: self.offered,
        }
    }
}

/// The stored bodies of one task: that of an epoch, or of all epochs.
///
/// # Errors
/// `not-found`; `changed-since-read` when there is none.
pub(super) fn of_task(
    loaded: &Loaded,
    correlation: &str,
    epoch: i64,
    scope: PurgeScope,
) -> Result<Vec<Target>, ErrorBody> {
    let task = body::task(loaded, correlation)?;
    let epochs: Vec<i64> = match scope {
        PurgeScope::Task => task.epochs.keys().copied().collect(),
        PurgeScope::Body | PurgeScope::Epoch => vec![epoch],
    };
    let targets = at_epochs(loaded, task, &epochs)?;
    if targets.is_empty() {
        return Err(Refused::Rule(Refusal::ChangedSinceRead).into_error());
    }
    Ok(targets)
}

/// The stored bodies of every task that a filter and a search show: of their current epochs, or of all.
pub(super) fn of_many(
    inspector: &Inspector,
    loaded: &Loaded,
    (filter, query): (TaskFilter, &str),
    only: &[String],
    scope: PurgeScope,
) -> Result<Vec<Target>, ErrorBody> {
    let found = inspector.search(loaded, query);
    let mut targets = Vec::new();
    for listed in &loaded.listing {
        let Some(task) = loaded.tasks.get(listed.task) else { continue };
        let is_meant = listed.passes(filter)
            && found.as_ref().is_none_or(|found| found.contains(&listed.task))
            && (only.is_empty() || only.contains(&task.row.correlation));
        if !is_meant {
            continue;
        }
        let epochs: Vec<i64> = match scope {
            PurgeScope::Task => task.epochs.keys().copied().collect(),
            PurgeScope::Body | PurgeScope::Epoch => vec![task.row.current_epoch],
        };
        targets.extend(at_epochs(loaded, task, &epochs)?);
    }
    Ok(targets)
}

fn at_epochs(loaded: &Loaded, task: &Task, epochs: &[i64]) -> Result<Vec<Target>, ErrorBody> {
    let mut rows = Vec::new();
    for epoch in epochs {
        let Some(key) = task.epoch(*epoch).and_then(|epoch| epoch.snapshot) else { continue };
        rows.extend(loaded.store().snapshot(key).map_err(failure::store)?);
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let offered = entry::describe(loaded, task).entry.offered_epoch();
    let target = |row: continuity::records::SnapshotRow| Target {
        correlation: task.row.correlation.clone(),
        seen: SeenBody {
            epoch: row.epoch,
            revision: stored_revision(&row, &Body::read(&row.body)),
            digest: Some(stored_bytes_digest(&row.body)),
        },
        bytes: row.body.bytes().len() as u64,
        offered: offered == Some(row.epoch),
    };
    Ok(rows.into_iter().map(target).collect())
}
