//! Where a text comes from.

use std::sync::Arc;

use wire::Number;
use wire::scan::{ScanKind, ScanPlace, ScanSource};

use super::text::Spot;

/// One place of one text.
#[derive(Clone)]
pub(super) struct Origin {
    pub(super) kind: ScanKind,
    pub(super) source: ScanSource,
    /// The file, relative to the store's folder.
    pub(super) database: Arc<str>,
    pub(super) table: Option<Arc<str>>,
    pub(super) column: Option<Arc<str>>,
    pub(super) row: Option<i64>,
    pub(super) task: Option<Arc<str>>,
    pub(super) root: Option<Arc<str>>,
    pub(super) epoch: Option<i64>,
    pub(super) revision: Option<f64>,
    pub(super) digest: Option<Arc<str>>,
    pub(super) page: Option<u32>,
    pub(super) offset: Option<u64>,
    pub(super) line: Option<u64>,
}

impl Origin {
    /// A place in a file, of which nothing else is known yet.
    pub(super) fn new(kind: ScanKind, source: ScanSource, database: Arc<str>) -> Self {
        Self {
            kind,
            source,
            database,
            table: None,
            column: None,
            row: None,
            task: None,
            root: None,
            epoch: None,
            revision: None,
            digest: None,
            page: None,
            offset: None,
            line: None,
        }
    }

    /// Whether a row of the newest state holds the text.
    pub(super) fn is_live(&self) -> bool {
        matches!(self.source, ScanSource::Live | ScanSource::EarlierEpoch | ScanSource::Delta | ScanSource::Receipt)
    }

    /// The place of a value in the text, as it crosses our edges.
    pub(super) fn place(&self, spot: &Spot, offered: bool) -> ScanPlace {
        let text = |text: &Option<Arc<str>>| text.as_deref().map(str::to_owned);
        ScanPlace {
            kind: self.kind,
            database: self.database.to_string(),
            table: text(&self.table),
            column: text(&self.column),
            row: self.row,
            task_correlation: text(&self.task),
            root_id: text(&self.root),
            epoch: self.epoch,
            revision: self.revision.map(Number),
            digest: text(&self.digest),
            source: self.source,
            pointer: text(&spot.pointer),
            in_key: spot.in_key,
            utf16: spot.utf16,
            bytes: spot.bytes,
            page: self.page,
            offset: self.offset,
            line: self.line,
            offered,
        }
    }

    /// What tells this place apart from any other, without anything of the text: the path that allow lists name too.
    pub(super) fn path(&self, spot: &Spot) -> String {
        let part = |text: &Option<Arc<str>>| text.as_deref().unwrap_or("-").to_owned();
        let pointer = spot.pointer.as_deref().unwrap_or_default();
        format!("{}/{}/{}{pointer}", self.database, part(&self.table), part(&self.column))
    }
}
