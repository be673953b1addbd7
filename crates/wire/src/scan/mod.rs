//! Secrets and personal data in a store: `continuity scan` and the window's audit.
//!
//! No type here holds a value that was found. What stands for it is a mask of constant width.

mod allowed;
mod finding;
mod page;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ErrorBody;

pub use allowed::{AllowFinding, AllowedEntry, AllowedList, ForgetAllowed};
pub use finding::{ScanClass, ScanConfidence, ScanFinding, ScanKind, ScanPlace, ScanRule, ScanSeverity, ScanSource};
pub use page::{
    ExportScan, RevealRequest, ScanFilter, ScanFormat, ScanPage, ScanPageRequest, ScanPhase, ScanPlacePage,
    ScanPlacesRequest, ScanProgress, ScanRequest,
};

/// The answer of `continuity scan`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanDocument {
    /// One for each value, the most urgent first: what an agent would be offered next, then what a row holds now, then
    /// by severity and confidence.
    pub findings: Vec<ScanFinding>,
    /// Counts over all of them.
    pub totals: ScanTotals,
    /// What the rules that found something are, and what to do about their findings.
    pub rules: Vec<ScanRule>,
    /// What was searched.
    pub searched: ScanSearched,
    /// What could not be searched.
    pub gaps: Vec<ScanGap>,
}

/// Counts of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanTotals {
    /// Findings that pass the filter.
    pub findings: u64,
    /// Of these, findings that an agent would be offered next.
    pub offered: u64,
    /// Findings that a row holds now, the offered ones among them.
    pub live: u64,
    /// Findings of this severity.
    pub critical: u64,
    /// Findings of this severity.
    pub high: u64,
    /// Findings of this severity.
    pub medium: u64,
    /// Findings of this severity.
    pub low: u64,
    /// Findings of this class.
    pub secret: u64,
    /// Findings of this class.
    pub personal: u64,
    /// Findings of this class.
    pub network: u64,
    /// Findings left out because an allow list or a baseline names them.
    pub allowed: u64,
    /// Places of all findings.
    pub places: u64,
}

/// What was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanSearched {
    /// The files, relative to the store's folder.
    pub files: Vec<String>,
    /// Number of texts (bodies, columns, pieces); those that are the same were searched once.
    pub texts: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

/// What could not be searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanGap {
    /// The file, relative to the store's folder.
    pub file: String,
    /// The table, where it is one.
    pub table: Option<String>,
    /// Why.
    pub error: ErrorBody,
}
