//! Tasks with their epochs and verdicts: `continuity tasks` and the task list of the window.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

use crate::Text;

/// The answer of `continuity tasks`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TasksDocument {
    /// The store that was read.
    pub database: Database,
    /// Number of tasks in the store.
    pub total: u64,
    /// Every task that could be read.
    pub tasks: Vec<TaskEntry>,
}

/// A store as it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Database {
    /// Path for people.
    pub path: String,
    /// Schema version; 0 for an empty store.
    pub schema_version: i64,
    /// `AGSN` for the shared file, else `null`.
    pub application_id: Option<String>,
    /// `wal` or `delete`, as the header says.
    pub journal_mode: String,
    /// Size of the main file in bytes.
    pub size_bytes: u64,
    /// Size of the write-ahead log in bytes, 0 when there is none.
    pub log_bytes: u64,
    /// Tables and rows that cannot be read.
    pub damage: Vec<Damage>,
}

/// What could not be read, beside what could.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Damage {
    /// Table name, or a file part such as `log`.
    pub table: String,
    /// Kebab-case reason.
    pub reason: String,
    /// Number of rows concerned where it can be counted, else `null`.
    pub count: Option<u64>,
}

/// One task.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskEntry {
    /// `hmac-sha256:` and 64 hex digits, or whatever the row holds.
    pub task_correlation: String,
    /// How it stands.
    pub standing: TaskStanding,
    /// First line of the newest readable objective; `null` when there is none.
    pub title: Option<Text>,
    /// The epoch that restore looks at.
    pub current_epoch: i64,
    /// Whether auto-restore is stopped.
    pub suppressed: bool,
    /// Workflow root bound to the task.
    pub root_id: Option<String>,
    /// The pre-compact marker, `null` when there is none.
    pub pending: Option<PendingMarker>,
    /// Last change of the task row.
    pub updated_at: String,
    /// Epochs that hold a body, a tombstone or a request, oldest first.
    pub epochs: Vec<EpochEntry>,
    /// What the real tools would answer now.
    pub candidate: Candidate,
    /// The workflow card, `null` when no root is bound or it cannot be resolved.
    pub workflow_card: Option<crate::Json>,
}

impl TaskEntry {
    /// Returns the epoch whose body a candidate would offer now, or `None`.
    pub fn offered_epoch(&self) -> Option<i64> {
        self.epochs.iter().find(|epoch| epoch.offered).map(|epoch| epoch.epoch)
    }
}

/// The marker that a pre-compact hook left.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PendingMarker {
    /// `direct` or `workflow`.
    pub source: String,
    /// Revision of the candidate at that time.
    pub revision: Option<i64>,
    /// Digest of the candidate at that time.
    pub digest: Option<String>,
    /// Root of the task at that time.
    pub root_id: Option<String>,
    /// Whether the compact hook already used it.
    pub consumed: bool,
}

/// One epoch of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct EpochEntry {
    /// Epoch number, from 1.
    pub epoch: i64,
    /// Whether restore looks at this epoch.
    pub current: bool,
    /// Whether a candidate would offer this epoch's body now.
    pub offered: bool,
    /// The stored body, `null` when there is none.
    pub snapshot: Option<SnapshotEntry>,
    /// The tombstone, `null` when there is none.
    pub tombstone: Option<TombstoneEntry>,
}

/// A stored body, without its text. Values are what the body's JSON says.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct SnapshotEntry {
    /// Revision in the JSON; `null` when it is missing or no number.
    pub revision: Option<Number>,
    /// Revision column.
    pub column_revision: i64,
    /// Digest in the JSON; `null` when it is missing or no text.
    pub digest: Option<String>,
    /// Digest recomputed over the JSON; `null` when it cannot be digested.
    pub recomputed_digest: Option<String>,
    /// Whether the two are equal; `null` when it cannot be digested.
    pub digest_valid: Option<bool>,
    /// Status in the JSON.
    pub status: Option<String>,
    /// Size of the stored text in bytes.
    pub bytes: u64,
    /// Creation time in the JSON.
    pub created_at: Option<String>,
    /// Time of the last change in the JSON.
    pub updated_at: Option<String>,
    /// Codes of what is wrong with it, worst first; empty when nothing is.
    pub problems: Vec<String>,
    /// What about the contract of a snapshot does not hold: JSON path and reason code.
    pub contract_faults: Vec<ContractFault>,
    /// Name of this very body for `purge --digest`: `bytes:` and the SHA-256 of the stored text.
    pub bytes_digest: String,
}

/// One field of a body that breaks the contract of a snapshot.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ContractFault {
    /// Path such as `core.constraints[3]`.
    pub path: String,
    /// Kebab-case reason, for example `missing`, `wrong-type`, `too-long`.
    pub reason: String,
}

/// What stays of a deleted body.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TombstoneEntry {
    /// Revision that was deleted.
    pub revision: i64,
    /// Digest that the tombstone keeps.
    pub payload_digest: String,
    /// When it was deleted.
    pub purged_at: String,
}

/// What `inspect_context` and `load_context` would answer, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Candidate {
    /// `DEFER` or `REJECT`; `null` when the tool would fail.
    pub decision: Option<String>,
    /// Reason codes of the decision; empty when the tool would fail.
    pub reason_codes: Vec<String>,
    /// The summary that would be offered.
    pub summary: Option<crate::Json>,
    /// The error that the tool would answer instead.
    pub error: Option<CandidateError>,
    /// The checks behind it; always the same nine ids.
    pub checks: Vec<Check>,
    /// What `load_context` would answer to a fresh token; `null` when nothing is offered.
    pub load: Option<LoadAnswer>,
    /// What a compact hook would do with the marker now, as a kebab-case code.
    pub compact: String,
    /// Remarks about the task as kebab-case codes, for example `receiver-state`.
    pub remarks: Vec<String>,
}

/// An error of the real tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct CandidateError {
    /// For example `CONTINUITY_UNAVAILABLE`.
    pub code: String,
}

/// One check with both values.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Check {
    /// Stable id, for example `column-digest`.
    pub id: String,
    /// `null` where the check does not apply.
    pub pass: Option<bool>,
    /// What it should be.
    pub expected: Option<String>,
    /// What it is.
    pub actual: Option<String>,
}

/// The answer of `load_context`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct LoadAnswer {
    /// Whether it would hand out the body.
    pub ok: bool,
    /// The error code when it would not.
    pub code: Option<String>,
}

/// Which tasks a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum TaskFilter {
    /// Every task.
    #[default]
    All,
    /// A candidate would be offered.
    Offered,
    /// Auto-restore is stopped.
    Suppressed,
    /// A verdict fails: digest, columns, contract, unreadable body, failing load.
    Broken,
    /// The workflow ledger decides.
    Workflow,
    /// No body is left in the current epoch, but a tombstone is.
    Deleted,
}

/// How a task stands, for its icon and word in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum TaskStanding {
    /// The direct snapshot would be offered and would load.
    Offered,
    /// The workflow card would be offered.
    Workflow,
    /// Auto-restore is stopped.
    Suppressed,
    /// Offered, but something about the body is wrong, or it would fail to load.
    Broken,
    /// The real tool would answer with an error.
    Failing,
    /// The current body was deleted.
    Deleted,
    /// Nothing was ever kept in the current epoch.
    Empty,
}

/// One row of the task list.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskRow {
    /// Correlation of the task.
    pub task_correlation: String,
    /// Title, `null` when no objective can be read.
    pub title: Option<Text>,
    /// How it stands.
    pub standing: TaskStanding,
    /// The most telling code behind the standing, for example `digest-mismatch`; `null` when all is well.
    pub reason: Option<String>,
    /// Current epoch.
    pub current_epoch: i64,
    /// Revision that is offered or stored in the current epoch; `null` when there is none.
    pub revision: Option<Number>,
    /// State of the workflow root, where the ledger decides.
    pub root_state: Option<String>,
    /// Last change: newest body or tombstone, else the task row.
    pub updated_at: String,
}

/// How many tasks each filter shows, and what the store holds in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskTotals {
    /// Every task.
    pub all: u64,
    /// Tasks that [`TaskFilter::Offered`] shows.
    pub offered: u64,
    /// Tasks that [`TaskFilter::Suppressed`] shows.
    pub suppressed: u64,
    /// Tasks that [`TaskFilter::Broken`] shows.
    pub broken: u64,
    /// Tasks that [`TaskFilter::Workflow`] shows.
    pub workflow: u64,
    /// Tasks that [`TaskFilter::Deleted`] shows.
    pub deleted: u64,
    /// Stored bodies of all epochs.
    pub bodies: u64,
    /// Tombstones without a body, of all epochs.
    pub tombstones: u64,
}

/// One page of the task list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskPage {
    /// The store that was read.
    pub database: Database,
    /// When the shown state was read, RFC 3339 UTC.
    pub read_at: String,
    /// When main file or log last changed on disk, RFC 3339 UTC.
    pub changed_at: Option<String>,
    /// True totals of the store, whatever the filter.
    pub totals: TaskTotals,
    /// Number of tasks that filter and search leave.
    pub matched: u64,
    /// Index of the first row among the matched.
    pub offset: u64,
    /// The rows of this page.
    pub rows: Vec<TaskRow>,
    /// Number that grows with each state read from this store; equal numbers mean an equal state.
    pub state: u64,
}

/// Everything about one task but its bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct TaskView {
    /// The task as `continuity tasks` prints it.
    pub task: TaskEntry,
    /// How it stands.
    pub standing: TaskStanding,
    /// Revisions known of all epochs, newest first.
    pub revisions: Vec<crate::revisions::RevisionEntry>,
    /// Frames behind the last commit of the log, which no state shows; `null` when there are none.
    pub uncommitted: Option<crate::revisions::UncommittedTail>,
    /// Request rows of all epochs, newest first.
    pub requests: Vec<RequestEntry>,
    /// Number of the state this was read from.
    pub state: u64,
}

/// One request row, without anything that could be a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RequestEntry {
    /// Epoch of the request.
    pub epoch: i64,
    /// `checkpoint`, `purge`, `purged-request`, or `may-hold-body`.
    pub kind: String,
    /// Revision that the receipt names.
    pub revision: Option<i64>,
    /// Digest that the receipt names (snapshot or tombstone).
    pub digest: Option<String>,
    /// When the request was made.
    pub created_at: String,
}
