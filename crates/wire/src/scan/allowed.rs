//! Findings that were looked at and let pass.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Lets a finding pass from now on, in every store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct AllowFinding {
    /// Name of the scan.
    pub scan: String,
    /// Id of the finding.
    pub finding: String,
    /// Why, for people; it must not repeat the value.
    pub reason: Option<String>,
}

/// Takes an entry back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ForgetAllowed {
    /// Index in [`AllowedList::entries`].
    pub index: u64,
    /// When that entry was added, so that another one is not taken instead.
    pub added: Option<String>,
}

/// What is let pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct AllowedList {
    /// Where the list lies; `null` where the system names no folder for it.
    pub path: Option<String>,
    /// The entries, the oldest first.
    pub entries: Vec<AllowedEntry>,
}

/// One entry: everything that is set must fit. A value is named by a keyed hash that stays in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct AllowedEntry {
    /// Whether it names a value.
    pub value: bool,
    /// The rules' ids, as a pattern.
    pub rule: Option<String>,
    /// The places, as a pattern: database/table/column/pointer.
    pub path: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// When it was added, RFC 3339 text.
    pub added: Option<String>,
}
