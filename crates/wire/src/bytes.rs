//! Bytes of a store's files with the meaning of each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Text;

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct BytesView {
    /// The file, relative to the store's folder.
    pub file: String,
    /// Offset of the first byte shown.
    pub offset: u64,
    /// Number of bytes shown.
    pub length: u64,
    /// Size of the file in bytes.
    pub total: u64,
    /// Page size of the database in bytes.
    pub page_size: u32,
    /// The bytes as hexadecimal digits, two for each, lowercase.
    pub hex: Text,
    /// What the bytes shown are for, in order and without gaps.
    pub spans: Vec<BytesSpan>,
}

/// What a run of bytes is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "wire.ts")]
pub struct BytesSpan {
    /// Offset of the first byte in the file.
    pub offset: u64,
    /// Number of bytes, as far as they are shown.
    pub length: u64,
    /// Page that they belong to, from 1; `null` for headers of the log and the like.
    pub page: Option<u32>,
    /// Number of the commit in the log, from 1, where they belong to one.
    pub commit: Option<u32>,
    /// What they are for.
    pub kind: BytesKind,
    /// Whether the newest state uses them.
    pub live: bool,
}

/// What bytes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "wire.ts")]
pub enum BytesKind {
    /// The header of the database, the log, a frame or a journal; page headers, pointers and maps.
    Structure,
    /// A cell, or the part of a row on an overflow page.
    Row,
    /// Unused bytes of a page that is in use.
    PageSlack,
    /// A page that no table uses.
    FreePage,
    /// A page of a committed state of the log that is not the newest.
    Log,
    /// A page of an earlier generation of the log, or of a transaction that did not end.
    LogLeftover,
    /// A page in a rollback journal.
    Journal,
    /// Anything else.
    Other,
}
