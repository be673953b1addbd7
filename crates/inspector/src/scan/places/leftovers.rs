//! What the files of a database still hold that no table does.

use std::collections::HashSet;
use std::sync::Arc;

use continuity_store::recover::{Found as Recovered, FoundIn, Place, recover_all};
use sqlite_pages::{FileRole, PageImage};
use wire::scan::{ScanKind, ScanSource};

use crate::scan::origin::Origin;
use crate::scan::texts::Texts;

/// How the places are told.
pub(super) struct Found<'f> {
    /// Whether the file is a backup of another.
    pub(super) backup: bool,
    /// The current epoch of a task.
    pub(super) current: &'f dyn Fn(&str) -> Option<i64>,
}

/// Hands over bodies and pieces that are no row of the newest state. Rows of it were handed over before.
pub(super) fn leftovers(image: &Arc<PageImage>, database: &Arc<str>, how: &Found<'_>, texts: &mut Texts<'_, '_>) {
    if image.is_empty() {
        return;
    }
    let names = Names::of(database);
    if image.log().is_some() {
        texts.file(&names.log);
    }
    if image.journal().is_some() {
        texts.file(&names.journal);
    }
    let columns: [Arc<str>; 2] = ["continuity_snapshots".into(), "snapshot_json".into()];
    let mut tasks: HashSet<Arc<str>> = HashSet::new();
    let mut known: Vec<Option<Row>> = Vec::new();
    recover_all(image, None, |item| {
        if texts.stopped() {
            return;
        }
        match item {
            Recovered::Row(found) => {
                let name = found.row.correlation.as_str();
                let task = tasks.get(name).cloned().unwrap_or_else(|| name.into());
                tasks.insert(task.clone());
                let mut row = Row {
                    text: 0,
                    task,
                    epoch: found.row.epoch,
                    revision: found.row.revision,
                    // As among the revisions: a body that nothing vouches for and whose digest fails is a fragment.
                    is_body: found.whole
                        && (found.place.found_in == FoundIn::Row || found.body().digest_valid() == Some(true)),
                };
                let text = found.row.body.bytes();
                row.text = match (found.place.found_in, texts.number_of(text)) {
                    (FoundIn::Row, Some(number)) => number,
                    _ => texts.add(row.at(&found.place, how, &names, &columns), text, false),
                };
                if known.len() <= found.number {
                    known.resize_with(found.number + 1, || None);
                }
                if let Some(entry) = known.get_mut(found.number) {
                    *entry = Some(row);
                }
            }
            Recovered::Again { number, place } => {
                if place.found_in != FoundIn::Row
                    && let Some(Some(row)) = known.get(number)
                {
                    texts.again(row.text, row.at(&place, how, &names, &columns));
                }
            }
            Recovered::Piece(piece) => {
                let mut first = None;
                for place in &piece.places {
                    let task = piece.correlation.as_deref().unwrap_or_default();
                    let source = source(place, how, piece.epoch.unwrap_or(0), task);
                    let mut origin = Origin::new(ScanKind::Fragment, source, names.of_file(place.file));
                    origin.task = piece.correlation.as_deref().map(Into::into);
                    origin.epoch = piece.epoch;
                    origin.revision = piece.revision.map(|revision| revision as f64);
                    origin.digest = piece.digest.as_deref().map(Into::into);
                    (origin.page, origin.offset) = (place.page, Some(place.offset));
                    match first {
                        None => first = Some(texts.add(origin, &piece.bytes, false)),
                        Some(number) => texts.again(number, origin),
                    }
                }
            }
        }
    });
}

/// A snapshot row that was found, for its further places.
struct Row {
    text: u64,
    task: Arc<str>,
    epoch: i64,
    revision: i64,
    is_body: bool,
}

impl Row {
    fn at(&self, place: &Place, how: &Found<'_>, names: &Names, columns: &[Arc<str>; 2]) -> Origin {
        let kind = if self.is_body { ScanKind::Body } else { ScanKind::Fragment };
        let mut origin = Origin::new(kind, source(place, how, self.epoch, &self.task), names.of_file(place.file));
        let [table, column] = columns;
        (origin.table, origin.column) = (Some(table.clone()), Some(column.clone()));
        origin.task = Some(self.task.clone());
        origin.epoch = Some(self.epoch);
        origin.revision = Some(self.revision as f64);
        (origin.page, origin.offset) = (place.page, Some(place.offset));
        origin
    }
}

/// The three files of a database.
pub(super) struct Names {
    main: Arc<str>,
    log: Arc<str>,
    journal: Arc<str>,
}

impl Names {
    pub(super) fn of(main: &Arc<str>) -> Self {
        Self { main: main.clone(), log: format!("{main}-wal").into(), journal: format!("{main}-journal").into() }
    }

    pub(super) fn of_file(&self, role: FileRole) -> Arc<str> {
        match role {
            FileRole::Main => self.main.clone(),
            FileRole::Log => self.log.clone(),
            FileRole::Journal => self.journal.clone(),
        }
    }
}

fn source(place: &Place, how: &Found<'_>, epoch: i64, task: &str) -> ScanSource {
    match place.found_in {
        _ if how.backup => ScanSource::Backup,
        FoundIn::Row if (how.current)(task) == Some(epoch) => ScanSource::Live,
        FoundIn::Row => ScanSource::EarlierEpoch,
        FoundIn::Log => ScanSource::Log,
        FoundIn::LogLeftover => ScanSource::LogLeftover,
        FoundIn::FreePage => ScanSource::FreePage,
        FoundIn::PageSlack => ScanSource::PageSlack,
    }
}
