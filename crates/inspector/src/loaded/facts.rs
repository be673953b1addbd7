//! A verdict for one task, from the rows that were read.

use continuity::card::CardOutcome;
use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use continuity::verdict::{self, Candidate};

use super::Task;

/// The body of a task's current epoch: row and reading.
pub(crate) struct CurrentBody {
    pub(crate) row: SnapshotRow,
    pub(crate) body: Body,
}

/// Judges a task; `current` is the body of its current epoch.
pub(crate) fn judge(task: &Task, current: Option<&CurrentBody>, card: &CardOutcome, schema_version: i64) -> Candidate {
    verdict::judge(&verdict::Facts {
        task: &task.row,
        current: current.map(|current| (&current.row, &current.body)),
        card,
        tombstone: task.current().and_then(|epoch| epoch.tombstone.as_ref()),
        newest_body_epoch: task.epochs.iter().rev().find(|epoch| epoch.snapshot.is_some()).map(|epoch| epoch.number),
        has_delta: task.epochs.iter().any(|epoch| epoch.delta.is_some()),
        schema_version,
    })
}
