//! How a failed call looks on every edge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A failed call: a stable code for programs, a sentence for people and, where there is one, the next step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ErrorBody {
    /// Stable kebab-case code, for example `unsupported-schema`.
    pub code: String,
    /// One sentence that says what happened. Never holds body text.
    pub message: String,
    /// What to do next, or `null` when nothing can be done.
    pub next: Option<String>,
    /// Correlations that an ambiguous task name matches; empty otherwise.
    #[serde(default)]
    pub matches: Vec<String>,
    /// What can still be said about an input that cannot be read; `null` otherwise.
    #[serde(default)]
    pub known: Option<Box<KnownInput>>,
}

/// What is known of a file that cannot be read as a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct KnownInput {
    /// Schema version found, where it could be read.
    pub schema_version: Option<i64>,
    /// Names of the tables found, in file order.
    pub tables: Vec<String>,
    /// Size of the main file in bytes.
    pub size_bytes: Option<u64>,
}

/// The document that a failed command prints with `--json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ErrorDocument {
    /// What failed.
    pub error: ErrorBody,
}
