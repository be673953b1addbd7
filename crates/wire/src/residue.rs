//! Where a text, a task or anything that was deleted can still be read in a store's files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Number;

/// The answer of `continuity residue`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ResidueDocument {
    /// One for each occurrence, in the order of the files; at most 10,000.
    pub hits: Vec<ResidueHit>,
    /// Occurrences that the end of a page cuts in two; `offset` is where the first part begins.
    pub split: Vec<ResidueHit>,
    /// Number of occurrences in all, cut ones among them.
    pub total: u64,
    /// Every file that was searched.
    pub files: Vec<ResidueFile>,
    /// What the store's own files hold besides the rows, whether or not it could be told whose it is; `null` when a text
    /// was searched for.
    pub unused: Option<UnusedBytes>,
}

/// What the files of a store hold that no row of the newest state needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct UnusedBytes {
    /// Unused bytes of pages in use, and behind the end of the database, that are not zero.
    pub page_slack: u64,
    /// Pages that no table uses and that are not zero.
    pub free_pages: u64,
    /// Bytes of the log.
    pub log_bytes: u64,
    /// Bytes of the rollback journal that are not zero.
    pub journal_bytes: u64,
}

impl UnusedBytes {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        (self.page_slack, self.free_pages, self.log_bytes, self.journal_bytes) == (0, 0, 0, 0)
    }
}

/// One occurrence.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ResidueHit {
    /// The file, relative to the store's folder.
    pub file: String,
    /// Byte offset in the file.
    pub offset: u64,
    /// Page number from 1, where the place is a page.
    pub page: Option<u32>,
    /// What the bytes there are for.
    pub region: ResidueRegion,
    /// Whether it stands inside a row of the newest state.
    pub live: bool,
    /// The task, where the occurrence is a row of one.
    pub task_correlation: Option<String>,
    /// The epoch, where it is known.
    pub epoch: Option<i64>,
    /// The revision, where it is known.
    pub revision: Option<Number>,
    /// Whether the whole body can be read there; `null` where it is none.
    pub complete: Option<bool>,
}

/// What the bytes of an occurrence are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum ResidueRegion {
    /// A row of the newest state.
    LiveRow,
    /// Unused bytes of a page that is in use, or a page of the main file whose newer version is in the log.
    PageSlack,
    /// A page that no table uses.
    FreePage,
    /// A committed state of the log that is not the newest.
    Log,
    /// A frame of an earlier generation of the log, or of a transaction that did not end.
    LogLeftover,
    /// The rollback journal.
    Journal,
    /// A file in the folder of backups.
    Backup,
}

/// A file that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct ResidueFile {
    /// The file, relative to the store's folder.
    pub file: String,
    /// Number of bytes searched.
    pub bytes: u64,
    /// Number of occurrences, cut ones among them.
    pub found: u64,
    /// Why it could not be searched; `null` when it was.
    pub reason: Option<String>,
}
