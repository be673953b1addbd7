//! Suppress, allow, and delete, with what was found afterwards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

/// The answer of `continuity suppress` and `continuity allow`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct SuppressDocument {
    /// Always true; a refusal is an error document.
    pub ok: bool,
    /// Whether the row changed; false when it already was so, or in a dry run.
    pub changed: bool,
    /// The task.
    pub task_correlation: String,
    /// The current epoch.
    pub epoch: i64,
    /// Whether auto-restore is stopped now.
    pub suppressed: bool,
    /// Whether nothing was written because `--yes` was not given.
    pub dry_run: bool,
}

/// The answer of `continuity purge`: a plan, or what was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
#[ts(export_to = "wire.ts")]
pub enum PurgeDocument {
    /// Nothing was written.
    Plan(PurgePlan),
    /// The body was deleted.
    Done(PurgeDone),
}

/// How much of the past a delete takes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum PurgeScope {
    /// The stored body.
    #[default]
    Body,
    /// The stored body, and every earlier revision of its epoch that can still be read.
    Epoch,
    /// The stored bodies of all epochs of the task, and every revision of it that can still be read.
    Task,
}

/// What a delete would touch, and what it would not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgePlan {
    /// Always true.
    pub dry_run: bool,
    /// Name of this plan, given back with the delete. Only the newest plan can be carried out.
    pub id: String,
    /// The task; of the first body where there are bodies of several tasks.
    pub task_correlation: String,
    /// The epoch whose body would be deleted; of the first body where there are several.
    pub epoch: i64,
    /// Revision as seen, of the first body; compared again inside the write transaction.
    pub revision: Number,
    /// Digest as seen (`bytes:` form, which names this very body), of the first body; compared again too.
    pub digest: String,
    /// How much of the past goes with it.
    pub scope: PurgeScope,
    /// The stored bodies that would be deleted; at most 500 are listed.
    pub bodies: Vec<PlanBody>,
    /// Number of stored bodies that would be deleted.
    pub body_count: u64,
    /// Number of tasks that they belong to.
    pub task_count: u64,
    /// Whether one of them is what restore would offer now.
    pub offered: bool,
    /// Rows and places, one by one.
    pub plan: Vec<PlanItem>,
    /// Revisions that no row holds, can be read now, and would be gone with what is erased.
    pub lost: LostRevisions,
    /// What has to be typed to confirm in the window.
    pub confirmation: String,
}

/// A stored body that a plan deletes, as it was seen.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PlanBody {
    /// The task.
    pub task_correlation: String,
    /// The epoch.
    pub epoch: i64,
    /// Revision as seen.
    pub revision: Number,
    /// Digest as seen (`bytes:` form).
    pub digest: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether it is what restore would offer now.
    pub offered: bool,
}

/// Older revisions that erasing takes away for good, because log and unused pages belong to all tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct LostRevisions {
    /// Number of revisions whose whole body can be read now and could not be afterwards.
    pub revisions: u64,
    /// Number of tasks that they belong to.
    pub tasks: u64,
    /// Number of those that belong to tasks the plan does not name.
    pub of_other_tasks: u64,
    /// Size of their bodies in bytes.
    pub bytes: u64,
    /// The first of them, at most 200.
    pub entries: Vec<LostRevision>,
}

/// One of them.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct LostRevision {
    /// The task.
    pub task_correlation: String,
    /// The epoch.
    pub epoch: i64,
    /// The revision.
    pub revision: Option<Number>,
    /// The digest as stated.
    pub digest: Option<String>,
    /// Where it is read now.
    pub source: crate::revisions::RevisionSource,
    /// Size in bytes.
    pub bytes: u64,
}

/// What would become of a row or place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum PlanEffect {
    /// It is deleted.
    Delete,
    /// Its text is overwritten.
    Scrub,
    /// It is written.
    Write,
    /// It stays as it is.
    Keep,
    /// It also holds text of the body and is not touched.
    NotTouched,
    /// It is the same file under another name: what happens to one happens to the other.
    SameFile,
}

/// One row or place of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PlanItem {
    /// What becomes of it.
    pub effect: PlanEffect,
    /// Kind: `body`, `tombstone`, `request`, `delta`, `workflow`, `backup`, `log`, `free-page`, `page-slack`,
    /// `schema-object`, `symbolic-link`, `hard-link`.
    pub kind: String,
    /// Number of rows or places.
    pub count: u64,
    /// File, relative to the store's folder, where it is a file; else `null`.
    pub file: Option<String>,
}

/// A delete that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgeDone {
    /// Always true.
    pub ok: bool,
    /// What was written, as AGS answers it.
    pub result: PurgeResult,
    /// What was searched and found afterwards.
    pub proof: Proof,
}

/// What `purge_direct_context` answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgeResult {
    /// Always `1.0.0`.
    pub schema_version: String,
    /// Always true.
    pub purged: bool,
    /// Epoch of the deleted body.
    pub epoch: i64,
    /// Revision of the deleted body.
    pub revision: Number,
    /// Digest of the tombstone.
    pub tombstone_digest: String,
    /// When it was deleted.
    pub purged_at: String,
}

/// What a delete of one or more bodies did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgeSummary {
    /// Always true.
    pub ok: bool,
    /// The bodies that were deleted; at most 500 are listed.
    pub deleted: Vec<DeletedBody>,
    /// Number of bodies that were deleted.
    pub deleted_count: u64,
    /// The bodies that were not, each with its reason; at most 500 are listed.
    pub refused: Vec<RefusedBody>,
    /// Number of bodies that were not deleted because something moved or a rule forbids it.
    pub refused_count: u64,
    /// Number of bodies that were left alone because the user stopped.
    pub stopped: u64,
    /// What was searched and found afterwards.
    pub proof: Proof,
}

/// A body that was deleted.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct DeletedBody {
    /// The task.
    pub task_correlation: String,
    /// What was written.
    pub result: PurgeResult,
}

/// A body that was not deleted.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RefusedBody {
    /// The task.
    pub task_correlation: String,
    /// The epoch.
    pub epoch: i64,
    /// Why.
    pub error: crate::ErrorBody,
}

/// What bringing a store to a state without left-over text would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ErasePlan {
    /// Always true.
    pub dry_run: bool,
    /// Bytes that hold something and that nothing uses: in pages that are in use.
    pub page_slack: u64,
    /// Pages that no table uses and that hold something.
    pub free_pages: u64,
    /// Size of the log in bytes.
    pub log_bytes: u64,
    /// Size of a rollback journal that is not in use, in bytes.
    pub journal_bytes: u64,
    /// Revisions that can be read now and would be gone.
    pub lost: LostRevisions,
    /// What has to be typed to confirm in the window.
    pub confirmation: String,
}

/// What bringing a store to a state without left-over text did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct EraseDone {
    /// Always true.
    pub ok: bool,
    /// What is left. Here `found` counts bytes, pages or frames that hold anything at all, whatever it is.
    pub proof: Proof,
}

/// How far a delete is, for the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgeProgress {
    /// What is being done.
    pub phase: PurgePhase,
    /// Bodies or pages done.
    pub done: u64,
    /// Bodies or pages in all; 0 while that is not known.
    pub total: u64,
}

/// The steps of a delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum PurgePhase {
    /// Rows are deleted, one transaction for each body. Can be stopped.
    Delete,
    /// Unused bytes and the log are overwritten. Can be stopped; what is not done yet can be finished later.
    Erase,
    /// Every place is searched.
    Search,
}

/// A backup file that would be deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct BackupPlan {
    /// Always true.
    pub dry_run: bool,
    /// The file, relative to the store's folder.
    pub file: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Number of tasks in it; `null` when it cannot be read.
    pub tasks: Option<u64>,
    /// Number of bodies in it; `null` when it cannot be read.
    pub bodies: Option<u64>,
    /// Other names of the same file: hard links. Their number where their paths are not known.
    pub other_names: u64,
    /// What has to be typed to confirm in the window.
    pub confirmation: String,
}

/// A backup file that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct BackupDeleted {
    /// Always true.
    pub ok: bool,
    /// The file, relative to the store's folder.
    pub file: String,
    /// Whether its bytes were overwritten before it was removed; false when it has other names.
    pub overwritten: bool,
}

/// What was searched for pieces of the deleted text, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Proof {
    /// True only when every place is gone.
    pub erased: bool,
    /// Every place that was searched.
    pub places: Vec<ProofPlace>,
    /// Whether another stored body holds parts of the text too. Those parts are searched for nowhere: they are not gone.
    pub shares_text: bool,
    /// What no search of files can reach, as kebab-case codes: `file-system` (journals, copies on write, snapshots),
    /// `device` (wear levelling), `other-copies` (files that this program was not told of).
    pub out_of_reach: Vec<String>,
}

/// A kind of place that can hold text of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ProofPlaceKind {
    /// A row of the store.
    Row,
    /// Unused space inside a page.
    PageSlack,
    /// A page that no table uses.
    FreePage,
    /// The write-ahead log.
    Log,
    /// The shared-memory file of the log.
    SharedMemory,
    /// The rollback journal.
    Journal,
    /// A request receipt.
    Receipt,
    /// A delta row.
    Delta,
    /// A backup beside the store.
    Backup,
    /// The workflow ledger.
    Workflow,
    /// This program's own records.
    History,
    /// An index, trigger or table that is not AGS's.
    SchemaObject,
}

/// Whether a place still holds text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum PlaceState {
    /// No piece was found.
    Gone,
    /// Pieces were found.
    Remains,
    /// It could not be searched.
    Unknown,
}

/// One place and what was found in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ProofPlace {
    /// Kind of place.
    pub place: ProofPlaceKind,
    /// File, relative to the store's folder.
    pub file: String,
    /// Whether text remains.
    pub state: PlaceState,
    /// Number of pieces found.
    pub found: u64,
    /// Why it remains or could not be searched, as a kebab-case code; `null` when gone.
    pub code: Option<String>,
    /// Processes that hold it, where the system tells.
    pub processes: Vec<u32>,
    /// Why it remains or could not be searched; `null` when gone.
    pub reason: Option<String>,
    /// What to do; `null` when nothing is needed.
    pub next: Option<String>,
}
