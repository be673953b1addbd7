//! What this program did to a store, without body text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

/// One action that was done or refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ActivityEntry {
    /// When, RFC 3339 UTC.
    pub at: String,
    /// `suppress`, `allow`, `purge`, `redact`, `erase` or `delete-backup`.
    pub action: String,
    /// Path of the store, for people.
    pub store: String,
    /// The task; empty for what is about a whole file.
    pub task_correlation: String,
    /// The epoch; 0 for what is about a whole file.
    pub epoch: i64,
    /// Revision of the body, for a purge; for a redaction that was done, the new one.
    pub revision: Option<Number>,
    /// `done`, `unchanged`, or the code of the refusal.
    pub outcome: String,
    /// For a purge, a redaction or an erasing: whether nothing was left. For a backup: whether its bytes were overwritten.
    pub erased: Option<bool>,
    /// For a redaction: what was taken out, and where. Never a value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<RedactedPlace>>", optional)]
    pub redacted: Vec<RedactedPlace>,
}

/// Where a redaction took something out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct RedactedPlace {
    /// Id of the rule that found it.
    pub rule: String,
    /// JSON pointer to the string; `*` for names that are not AGS's own.
    pub pointer: String,
    /// How many times.
    pub count: u64,
}

/// The newest entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ActivityPage {
    /// Newest first.
    pub entries: Vec<ActivityEntry>,
    /// Where the log lies, for people; `null` when nothing was ever written.
    pub path: Option<String>,
}
