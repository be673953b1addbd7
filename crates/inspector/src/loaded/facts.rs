//! A verdict for one task, from the rows that were read.

use continuity::ErrorCode;
use continuity::card::CardOutcome;
use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use continuity::verdict::{self, Candidate, ReasonCode};

use super::Task;

/// The body of a task's current epoch: row and reading.
pub(crate) struct CurrentBody {
    pub(crate) row: SnapshotRow,
    pub(crate) body: Body,
}

/// What of a store a verdict depends on beside the task.
#[derive(Clone, Copy)]
pub(crate) struct StoreFacts {
    pub(crate) schema_version: i64,
    /// Whether rows of `continuity_snapshots` cannot be read.
    pub(crate) bodies_unreadable: bool,
    /// Whether there is a workflow ledger that cannot be read.
    pub(crate) ledger_unreadable: bool,
}

/// Judges a task; `current` is the body of its current epoch.
///
/// Where bodies cannot be read and none was found, nobody can say that there is none: the real server fails on the same
/// damage. The same holds for a task whose root is bound while there is a ledger that cannot be read: what it would offer
/// is not known.
pub(crate) fn judge(task: &Task, current: Option<&CurrentBody>, card: &CardOutcome, store: StoreFacts) -> Candidate {
    let mut candidate = by_rules(task, current, card, store.schema_version);
    let found_nothing = candidate.reason_codes == [ReasonCode::NoRestoreCandidate];
    let body_unknown = store.bodies_unreadable && current.is_none() && found_nothing;
    let root = task.row.root_id.as_deref().unwrap_or_default();
    let card_unknown = store.ledger_unreadable && !root.is_empty() && !task.row.suppressed;
    if body_unknown || card_unknown {
        candidate.decision = None;
        candidate.reason_codes.clear();
        candidate.summary = None;
        candidate.load = None;
        candidate.offered_epoch = None;
        candidate.error = Some(ErrorCode::ContinuityUnavailable);
    }
    candidate
}

fn by_rules(task: &Task, current: Option<&CurrentBody>, card: &CardOutcome, schema_version: i64) -> Candidate {
    verdict::judge(&verdict::Facts {
        task: &task.row,
        current: current.map(|current| (&current.row, &current.body)),
        card,
        tombstone: task.current().and_then(|epoch| epoch.tombstone.as_ref()),
        newest_body_epoch: task
            .epochs
            .iter()
            .rev()
            .find(|(_, epoch)| epoch.snapshot.is_some())
            .map(|(number, _)| *number),
        has_delta: task.epochs.values().any(|epoch| epoch.has_delta),
        schema_version,
    })
}
