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

/// What a delete would touch, and what it would not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PurgePlan {
    /// Always true.
    pub dry_run: bool,
    /// The task.
    pub task_correlation: String,
    /// The epoch whose body would be deleted.
    pub epoch: i64,
    /// Revision as seen; given back with the delete, which compares it again.
    pub revision: Number,
    /// Digest as seen (`bytes:` form, which names this very body); given back with the delete.
    pub digest: String,
    /// Whether the body is what restore would offer now.
    pub offered: bool,
    /// Rows and places, one by one.
    pub plan: Vec<PlanItem>,
    /// What has to be typed to confirm in the window.
    pub confirmation: String,
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
}

/// One row or place of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct PlanItem {
    /// What becomes of it.
    pub effect: PlanEffect,
    /// Kind: `body`, `tombstone`, `request`, `delta`, `workflow`, `backup`, `log`, `free-page`, `page-slack`.
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

/// What was searched for pieces of the deleted text, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct Proof {
    /// True only when every place is gone.
    pub erased: bool,
    /// Every place that was searched.
    pub places: Vec<ProofPlace>,
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
    /// Why it remains or could not be searched; `null` when gone.
    pub reason: Option<String>,
    /// What to do; `null` when nothing is needed.
    pub next: Option<String>,
}
