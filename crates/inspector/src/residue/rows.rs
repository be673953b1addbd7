//! The search for rows and pieces of bodies: of one task, or all that are left over.

use continuity_store::read::Store;
use continuity_store::recover::{Found as Item, FoundIn, Piece, Place, Recovered, recover_all};
use sqlite_pages::{FileRole, PageImage, PageMap, Unused};
use wire::Number;
use wire::residue::{ResidueDocument, ResidueHit, ResidueRegion, UnusedBytes};

use super::file_names::Folder;
use super::found::{Found, bare};
use crate::loaded::Loaded;
use crate::locations::backups_of;

/// Finds every row of a task and every piece of its bodies; without one, every row that the newest state does not hold,
/// and every piece.
pub(super) fn find(loaded: &Loaded, correlation: Option<&str>) -> ResidueDocument {
    let folder = Folder::of(&loaded.path);
    let mut found = Found::default();
    let store = loaded.store();
    let image = store.image();
    found.unused = Some(unused(image));
    found.searched(folder.name(folder.store()), image.main_len(), None);
    if let Some(log) = image.log() {
        found.searched(folder.name_of_role(folder.store(), FileRole::Log), log.file_len(), None);
    }
    if let Some(journal) = image.journal() {
        let name = folder.name_of_role(folder.store(), FileRole::Journal);
        found.searched(name, journal.bytes().len() as u64, None);
    }
    each(image, correlation, |what, place| {
        let live = place.found_in == FoundIn::Row;
        if correlation.is_some() || !live {
            let file = folder.name_of_role(folder.store(), place.file);
            found.hit(what.at(place, bare(file, place.offset, region(place))));
        }
    });
    for path in backups_of(&loaded.path) {
        let name = folder.name(&path.canonicalize().unwrap_or_else(|_| path.clone()));
        match Store::read(&path) {
            Ok(backup) => {
                found.searched(name.clone(), backup.image().main_len(), None);
                each(backup.image(), correlation, |what, place| {
                    let hit = what.at(place, bare(name.clone(), place.offset, ResidueRegion::Backup));
                    found.hit(ResidueHit { live: false, ..hit });
                });
            }
            Err(error) => found.searched(name, 0, Some(error.to_string())),
        }
    }
    found.into_document()
}

/// What stands in the files besides rows: parts that are too small to say whose they are, or in an encoding in which they
/// are not looked for, are in it.
fn unused(image: &PageImage) -> UnusedBytes {
    let unused = Unused::of(image, &PageMap::of(image));
    UnusedBytes {
        page_slack: unused.slack_bytes + unused.behind_end_bytes,
        free_pages: unused.free_pages + unused.unreachable_pages,
        log_bytes: unused.log_bytes,
        journal_bytes: unused.journal_bytes,
    }
}

/// Calls `hit` with every place of everything that is found in an image.
fn each(image: &PageImage, correlation: Option<&str>, mut hit: impl FnMut(&What, &Place)) {
    let mut rows: Vec<What> = Vec::new();
    recover_all(image, correlation, |item| match item {
        Item::Row(row) => {
            let what = What::row(&row);
            hit(&what, &row.place);
            rows.push(what);
        }
        Item::Again { number, place } => {
            if let Some(what) = rows.get(number) {
                hit(what, &place);
            }
        }
        Item::Piece(piece) => {
            let what = What::piece(&piece);
            piece.places.iter().for_each(|place| hit(&what, place));
        }
    });
}

/// What stands at a place.
struct What {
    correlation: Option<String>,
    epoch: Option<i64>,
    revision: Option<i64>,
    complete: bool,
}

impl What {
    fn row(row: &Recovered) -> Self {
        Self {
            correlation: Some(row.row.correlation.clone()),
            epoch: Some(row.row.epoch),
            revision: Some(row.row.revision),
            complete: row.whole && row.body().digest_valid() == Some(true),
        }
    }

    fn piece(piece: &Piece) -> Self {
        let Piece { correlation, epoch, revision, .. } = piece;
        Self { correlation: correlation.clone(), epoch: *epoch, revision: *revision, complete: false }
    }

    fn at(&self, place: &Place, bare: ResidueHit) -> ResidueHit {
        ResidueHit {
            page: place.page,
            live: place.found_in == FoundIn::Row,
            task_correlation: self.correlation.clone(),
            epoch: self.epoch,
            revision: self.revision.map(|revision| Number(revision as f64)),
            complete: Some(self.complete),
            ..bare
        }
    }
}

fn region(place: &Place) -> ResidueRegion {
    match (place.file, place.found_in) {
        (FileRole::Journal, _) => ResidueRegion::Journal,
        (_, FoundIn::Row) => ResidueRegion::LiveRow,
        (_, FoundIn::Log) => ResidueRegion::Log,
        (_, FoundIn::LogLeftover) => ResidueRegion::LogLeftover,
        (_, FoundIn::FreePage) => ResidueRegion::FreePage,
        (_, FoundIn::PageSlack) => ResidueRegion::PageSlack,
    }
}
