//! Taking secrets out of stored bodies: plan, outcome, and what was found afterwards.
//!
//! No type here holds a value that is taken out. What stands for it is a mask of constant width.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::actions::{LostRevisions, PlanItem, Proof, RefusedBody};
use crate::{Number, Text};

/// Asks what taking findings out of stored bodies would do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct PlanRedactRequest {
    /// Id of the store.
    pub source: String,
    /// Which findings.
    pub pick: RedactPick,
    /// Only the bodies of this task; `null` for all.
    #[serde(default)]
    #[ts(optional)]
    pub task_correlation: Option<String>,
    /// Only the body of this epoch; needs the task.
    #[serde(default)]
    #[ts(optional)]
    pub epoch: Option<i64>,
    /// Also in epochs that no rule of AGS writes to any more: the stored text is changed in its place.
    #[serde(default)]
    pub in_place: bool,
}

/// Which findings are taken out: those of the rules and those that are named. Everything where `all` is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
#[ts(optional_fields)]
pub struct RedactPick {
    /// Everything that is found and not let pass.
    pub all: bool,
    /// Everything that these rules find, by id.
    pub rules: Vec<String>,
    /// These findings, by their ids in the newest scan.
    pub findings: Vec<String>,
}

/// Carries out the newest plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct RedactRequest {
    /// Id of the store.
    pub source: String,
    /// Name of the plan.
    pub plan: String,
    /// What the user typed; compared with the plan's confirmation.
    pub confirmation: String,
    /// Whether what others hold up is finished later without asking again.
    pub finish: bool,
}

/// The answer of `continuity redact`: a plan, or what was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
#[ts(export_to = "wire.ts")]
pub enum RedactDocument {
    /// Nothing was written.
    Plan(Box<RedactPlan>),
    /// Bodies were replaced.
    Done(Box<RedactDone>),
}

/// What a redaction would change, and what it would not. It cannot be undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactPlan {
    /// Always true.
    pub dry_run: bool,
    /// Name of this plan, given back with the redaction. Only the newest plan can be carried out.
    pub id: String,
    /// The stored bodies that would be replaced; at most 500 are listed.
    pub bodies: Vec<RedactBody>,
    /// Number of stored bodies that would be replaced.
    pub body_count: u64,
    /// Number of tasks that they belong to.
    pub task_count: u64,
    /// Number of places that would be replaced in all of them.
    pub spot_count: u64,
    /// The stored bodies that hold picked findings and cannot be redacted, each with its reason and what can be done
    /// instead; at most 500 are listed.
    pub refused: Vec<RefusedBody>,
    /// Number of these.
    pub refused_count: u64,
    /// Rows and places, one by one: what is written, what goes with the erasing, what also holds a picked value and is not
    /// touched.
    pub plan: Vec<PlanItem>,
    /// Revisions that no row holds, can be read now, and would be gone with what is erased.
    pub lost: LostRevisions,
    /// What to do about the values themselves afterwards, by rule.
    pub rotate: Vec<RotateAdvice>,
    /// What has to be typed to confirm in the window; empty when there is nothing to do.
    pub confirmation: String,
}

/// How a stored body is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum RedactHow {
    /// As the next checkpoint of the current epoch: revision + 1, new time, request receipt. An agent that names the old
    /// revision in its next checkpoint is answered `STALE_REVISION` and reads the new one.
    Checkpoint,
    /// In an epoch that ended: revision and time stay, only the digest is new. No rule of AGS does this.
    InPlace,
}

/// A stored body that would be replaced, as it was seen.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactBody {
    /// The task.
    pub task_correlation: String,
    /// The epoch.
    pub epoch: i64,
    /// Revision as seen; compared again inside the write transaction.
    pub revision: Number,
    /// Digest as seen (`bytes:` form, which names this very body); compared again too.
    pub digest: String,
    /// How it is replaced.
    pub how: RedactHow,
    /// Revision afterwards.
    pub new_revision: Number,
    /// Whether it is what restore would offer now.
    pub offered: bool,
    /// The places that are replaced, in the order of the text; at most 200 are listed.
    pub spots: Vec<RedactSpot>,
    /// Number of places.
    pub spot_count: u64,
}

/// One place before and after.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactSpot {
    /// Id of the rule that found it.
    pub rule: String,
    /// What the rule finds, in a few words.
    pub title: String,
    /// The value masked.
    pub masked: String,
    /// JSON pointer (RFC 6901) to the string.
    pub pointer: String,
    /// Start and length in bytes of the decoded string as UTF-8.
    pub bytes: [u64; 2],
    /// Start and length in UTF-16 units of the decoded string.
    pub utf16: [u64; 2],
    /// What stands there afterwards.
    pub marker: String,
    /// The text round it as it is, found values masked.
    pub before: Text,
    /// The text round it as it will be, found values masked.
    pub after: Text,
    /// Whether no rule found it here: it is the same value as one that was picked in this body.
    pub repeat: bool,
}

/// What to do about values of a rule after they were taken out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RotateAdvice {
    /// Id of the rule.
    pub rule: String,
    /// What the rule finds, in a few words.
    pub title: String,
    /// Where to revoke or rotate it.
    pub help: String,
    /// Number of different values.
    pub values: u64,
}

/// What a redaction did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactDone {
    /// Always true.
    pub ok: bool,
    /// The bodies that were replaced; at most 500 are listed.
    pub result: Vec<RedactedBody>,
    /// Number of bodies that were replaced.
    pub redacted_count: u64,
    /// The bodies that were not, each with its reason; at most 500 are listed.
    pub refused: Vec<RefusedBody>,
    /// Number of bodies that were not replaced because something moved or a rule forbids it.
    pub refused_count: u64,
    /// Number of bodies that were left alone because the user stopped.
    pub stopped: u64,
    /// What to do about the values themselves now, by rule.
    pub rotate: Vec<RotateAdvice>,
    /// What was searched for the values and found afterwards.
    pub proof: Proof,
}

/// A body that was replaced.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactedBody {
    /// The task.
    pub task_correlation: String,
    /// The epoch.
    pub epoch: i64,
    /// How it was replaced.
    pub how: RedactHow,
    /// Its revision before.
    pub from_revision: Number,
    /// Its revision now.
    pub revision: Number,
    /// Its digest now.
    pub snapshot_digest: String,
    /// Its `updatedAt` now.
    pub updated_at: String,
    /// Number of places that were replaced.
    pub spots: u64,
}
