//! A scan in pages, for the window.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    ScanClass, ScanConfidence, ScanFinding, ScanGap, ScanPlace, ScanRule, ScanSearched, ScanSeverity, ScanTotals,
};

/// Scans a store; the answer is the first page. A scan of the same state with the same rules is not run again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ScanRequest {
    /// Id of the store.
    pub source: String,
    /// Which findings are shown.
    #[serde(default)]
    pub filter: ScanFilter,
    /// Number of findings of the first page, at most 500.
    pub limit: u64,
}

/// Asks for a page of a scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ScanPageRequest {
    /// Name of the scan.
    pub scan: String,
    /// Which findings are shown.
    #[serde(default)]
    pub filter: ScanFilter,
    /// Index of the first finding.
    pub offset: u64,
    /// Number of findings, at most 500.
    pub limit: u64,
}

/// Asks for more places of one finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ScanPlacesRequest {
    /// Name of the scan.
    pub scan: String,
    /// Id of the finding.
    pub finding: String,
    /// Index of the first place.
    pub offset: u64,
    /// Number of places, at most 500.
    pub limit: u64,
}

/// Asks for the value of one finding, for a person who looks at it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct RevealRequest {
    /// Name of the scan.
    pub scan: String,
    /// Id of the finding.
    pub finding: String,
}

/// Writes a scan to a file, without any value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ExportScan {
    /// Name of the scan.
    pub scan: String,
    /// Which findings are written.
    #[serde(default)]
    pub filter: ScanFilter,
    /// The shape of the file.
    pub format: ScanFormat,
}

/// The shape of a written scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanFormat {
    /// The document of `continuity scan --json`.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// One page of HTML.
    Html,
    /// Markdown.
    Markdown,
    /// Comma-separated values, one line for each place.
    Csv,
}

/// Which findings are shown: those that fit everything that is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
#[ts(optional_fields)]
pub struct ScanFilter {
    /// Only this class.
    pub class: Option<ScanClass>,
    /// Only this severity and higher ones.
    pub min_severity: Option<ScanSeverity>,
    /// Only this confidence and higher ones.
    pub min_confidence: Option<ScanConfidence>,
    /// Only findings with a place in this task.
    pub task_correlation: Option<String>,
    /// Only findings of this rule.
    pub rule: Option<String>,
    /// Only findings that an agent would be offered next.
    pub offered: Option<bool>,
}

/// A page of a scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanPage {
    /// Name of the scan; the newest scan is the only one that is kept.
    pub scan: String,
    /// Whether the store changed since.
    pub outdated: bool,
    /// Counts over what passes the filter.
    pub totals: ScanTotals,
    /// The rules that found something.
    pub rules: Vec<ScanRule>,
    /// What was searched.
    pub searched: ScanSearched,
    /// What could not be searched.
    pub gaps: Vec<ScanGap>,
    /// Index of the first finding.
    pub offset: u64,
    /// The findings, the most urgent first, each with its first five places.
    pub findings: Vec<ScanFinding>,
}

/// A page of the places of one finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanPlacePage {
    /// Number of places in all.
    pub total: u64,
    /// Index of the first place.
    pub offset: u64,
    /// The places, the most urgent first.
    pub places: Vec<ScanPlace>,
}

/// What a scan is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ScanPhase {
    /// Rows of the store.
    Rows,
    /// What the files still hold of earlier states.
    Leftovers,
    /// The workflow ledger.
    Ledger,
    /// Backups.
    Backups,
    /// The recorded history.
    History,
    /// Session logs.
    Logs,
}

/// How far a scan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ScanProgress {
    /// What is being searched.
    pub phase: ScanPhase,
    /// Texts searched so far.
    pub texts: u64,
    /// Bytes searched so far.
    pub bytes: u64,
    /// Values found so far.
    pub findings: u64,
}
