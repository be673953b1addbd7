//! What the files of a database still hold that no table does.

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
    let mut known: Vec<(Option<u64>, Origin)> = Vec::new();
    recover_all(image, None, |item| {
        if texts.stopped() {
            return;
        }
        match item {
            Recovered::Row(row) => {
                let kind = if row.whole { ScanKind::Body } else { ScanKind::Fragment };
                let mut origin = Origin::new(
                    kind,
                    source(&row.place, how, row.row.epoch, &row.row.correlation),
                    names.of_file(row.place.file),
                );
                origin.table = Some("continuity_snapshots".into());
                origin.column = Some("snapshot_json".into());
                origin.task = Some(row.row.correlation.as_str().into());
                origin.epoch = Some(row.row.epoch);
                origin.revision = Some(row.row.revision as f64);
                let text = row.row.body.bytes();
                let number = match (row.place.found_in, texts.number_of(text)) {
                    (FoundIn::Row, Some(number)) => Some(number),
                    _ => Some(texts.add(at(&origin, &row.place, how, &names), text, false)),
                };
                if known.len() <= row.number {
                    known.resize(row.number + 1, (None, origin.clone()));
                }
                if let Some(entry) = known.get_mut(row.number) {
                    *entry = (number, origin);
                }
            }
            Recovered::Again { number, place } => {
                let Some((Some(text), origin)) = known.get(number) else { return };
                if place.found_in != FoundIn::Row {
                    let (text, origin) = (*text, at(origin, &place, how, &names));
                    texts.again(text, origin);
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
                    let origin = at(&origin, place, how, &names);
                    match first {
                        None => first = Some(texts.add(origin, &piece.bytes, false)),
                        Some(number) => texts.again(number, origin),
                    }
                }
            }
        }
    });
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

/// The same text at another place of the files.
fn at(origin: &Origin, place: &Place, how: &Found<'_>, names: &Names) -> Origin {
    let task = origin.task.as_deref().unwrap_or_default();
    Origin {
        source: source(place, how, origin.epoch.unwrap_or(0), task),
        database: names.of_file(place.file),
        page: place.page,
        offset: Some(place.offset),
        ..origin.clone()
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
