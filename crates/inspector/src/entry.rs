//! One task as it crosses our edges: epochs, candidate, checks.

use continuity::receipt::{self, Receipt};
use continuity::records::{RequestRow, SnapshotRow};
use continuity::snapshot::{self, Body};
use continuity::verdict::{self, Summary};
use wire::tasks::{
    Candidate, CandidateError, Check, ContractFault, EpochEntry, LoadAnswer, PendingMarker, RequestEntry,
    SnapshotEntry, TaskEntry, TombstoneEntry,
};
use wire::{Json, Number, Text};

use crate::loaded::{self, CurrentBody, Loaded, Task};
use crate::masking::{self, Shown};

/// A task with what the pages behind it say now.
pub(crate) struct Described {
    pub(crate) entry: TaskEntry,
    /// Request rows of the task, newest first.
    pub(crate) requests: Vec<RequestEntry>,
}

/// Describes a task.
pub(crate) fn describe(loaded: &Loaded, task: &Task) -> Described {
    let rows = read_bodies(loaded, task);
    let requests = request_entries(&loaded.store().requests_of(&task.row.correlation));
    let card = loaded.card(&task.row);
    let current_epoch = task.row.current_epoch;
    let mut current = None;
    let mut title: Option<String> = None;
    let mut snapshots = Vec::new();
    for (epoch, row) in rows {
        let body = Body::read(&row.body);
        title = body.value().and_then(|value| snapshot::title(value, masking::title)).or(title);
        snapshots.push((epoch, snapshot_entry(&row, &body)));
        if epoch == current_epoch {
            current = Some(CurrentBody { row, body });
        }
    }
    let judged = loaded::judge(task, current.as_ref(), &card, loaded.facts());
    let problem = current.as_ref().and_then(|current| snapshot::problems(&current.row, &current.body).first().copied());
    let standing = loaded::standing(task, &judged, problem.map(|problem| problem.code()));
    let entry = TaskEntry {
        task_correlation: task.row.correlation.clone(),
        standing,
        title: title.or_else(|| loaded::card_title(&card)).map(Text),
        current_epoch,
        suppressed: task.row.suppressed,
        root_id: task.row.root_id.clone(),
        pending: pending(task),
        updated_at: task.row.updated_at.clone(),
        epochs: epochs(task, snapshots, &requests, judged.offered_epoch),
        candidate: candidate(&judged),
        workflow_card: card.card().map(|card| Shown::masked(None).json(card.to_json_text().to_owned(), "").0),
    };
    Described { entry, requests }
}

/// Reads the bodies of a task, oldest epoch first. A body whose page cannot be read is damage of the store and left out.
fn read_bodies(loaded: &Loaded, task: &Task) -> Vec<(i64, SnapshotRow)> {
    let store = loaded.store();
    let keys = task.epochs.iter().filter_map(|(number, epoch)| Some((*number, epoch.snapshot?)));
    keys.filter_map(|(number, key)| Some((number, store.snapshot(key).ok().flatten()?))).collect()
}

fn epochs(
    task: &Task,
    snapshots: Vec<(i64, SnapshotEntry)>,
    requests: &[RequestEntry],
    offered: Option<i64>,
) -> Vec<EpochEntry> {
    let mut numbers: Vec<i64> = task.epochs.keys().copied().collect();
    numbers.extend(requests.iter().map(|request| request.epoch));
    numbers.push(task.row.current_epoch);
    numbers.sort_unstable();
    numbers.dedup();
    let mut snapshots: std::collections::HashMap<i64, SnapshotEntry> = snapshots.into_iter().collect();
    let entry = |number: i64| EpochEntry {
        epoch: number,
        current: number == task.row.current_epoch,
        offered: offered == Some(number),
        snapshot: snapshots.remove(&number),
        tombstone: task.epoch(number).and_then(|epoch| epoch.tombstone.as_ref()).map(|stone| TombstoneEntry {
            revision: stone.revision,
            payload_digest: stone.payload_digest.clone(),
            purged_at: stone.purged_at.clone(),
        }),
    };
    numbers.into_iter().map(entry).collect()
}

/// Describes a stored body by what its JSON says.
pub(crate) fn snapshot_entry(row: &SnapshotRow, body: &Body) -> SnapshotEntry {
    let text = |value: Option<continuity::json::Wtf8<'_>>| value.map(|text| text.to_string_lossy().into_owned());
    let contract = body.contract().filter(|_| body.value().is_some_and(|value| value.is_object()));
    SnapshotEntry {
        revision: body.field("revision").and_then(|value| value.as_f64()).map(Number),
        column_revision: row.revision,
        digest: text(body.stated_digest()),
        recomputed_digest: body.recomputed_digest().map(|digest| digest.to_string()),
        digest_valid: body.digest_valid(),
        status: text(body.status()),
        bytes: row.body.bytes().len() as u64,
        created_at: text(body.created_at()),
        updated_at: text(body.updated_at()),
        problems: snapshot::problems(row, body).iter().map(|problem| problem.code().to_owned()).collect(),
        contract_faults: contract.map(faults).unwrap_or_default(),
        bytes_digest: snapshot::stored_bytes_digest(&row.body),
    }
}

fn faults(contract: &snapshot::Contract) -> Vec<ContractFault> {
    let fault = |failure: &snapshot::Failure| ContractFault {
        path: failure.path.clone(),
        reason: failure.reason.code().to_owned(),
    };
    contract.failures.iter().map(fault).collect()
}

fn pending(task: &Task) -> Option<PendingMarker> {
    let pending = &task.row.pending;
    Some(PendingMarker {
        source: pending.source.clone()?,
        revision: pending.revision,
        digest: pending.digest.clone(),
        root_id: pending.root_id.clone(),
        consumed: pending.consumed,
    })
}

fn candidate(judged: &verdict::Candidate) -> Candidate {
    Candidate {
        decision: judged.decision.map(|decision| decision.as_str().to_owned()),
        reason_codes: judged.reason_codes.iter().map(|code| code.as_str().to_owned()).collect(),
        summary: judged.summary.as_ref().map(|summary: &Summary| Json::new(summary.to_json_text())),
        error: judged.error.map(|error| CandidateError { code: error.as_str().to_owned() }),
        checks: judged.checks.iter().map(check).collect(),
        load: judged
            .load
            .as_ref()
            .map(|load| LoadAnswer { ok: load.ok(), code: load.code.map(|code| code.as_str().to_owned()) }),
        compact: judged.marker.code().to_owned(),
        remarks: judged.remarks.iter().map(|remark| remark.code().to_owned()).collect(),
    }
}

fn check(check: &verdict::Check) -> Check {
    Check {
        id: check.id.as_str().to_owned(),
        pass: check.pass,
        expected: check.expected.clone(),
        actual: check.actual.clone(),
    }
}

/// Request rows by what their receipts say, newest first.
pub(crate) fn request_entries(rows: &[RequestRow]) -> Vec<RequestEntry> {
    let mut entries: Vec<RequestEntry> = rows.iter().map(request_entry).collect();
    entries.sort_by(|a, b| (b.epoch, &b.created_at, b.revision).cmp(&(a.epoch, &a.created_at, a.revision)));
    entries
}

fn request_entry(row: &RequestRow) -> RequestEntry {
    let (kind, revision, digest) = match receipt::classify(&row.result) {
        Receipt::Checkpoint { revision, snapshot_digest, .. } => {
            ("checkpoint", Some(revision), Some(snapshot_digest.to_string()))
        }
        Receipt::Purge(facts) => ("purge", Some(facts.revision), Some(facts.tombstone_digest.to_string())),
        Receipt::Scrubbed(facts) => ("purged-request", Some(facts.revision), Some(facts.tombstone_digest.to_string())),
        Receipt::MayHoldBody => ("may-hold-body", None, None),
    };
    RequestEntry { epoch: row.epoch, kind: kind.to_owned(), revision, digest, created_at: row.created_at.clone() }
}
