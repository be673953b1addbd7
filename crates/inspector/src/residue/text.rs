//! The search for a text.

use std::collections::BTreeSet;
use std::path::Path;

use continuity_store::history::HistoryFile;
use continuity_store::search::{forms_of, occurrences};
use sqlite_pages::{FileRole, Locator, PageImage, PageUse, Part, Place, Region, Standing, TextEncoding};
use wire::ErrorBody;
use wire::residue::{ResidueDocument, ResidueHit, ResidueRegion};

use super::file_names::Folder;
use super::found::{Found, bare};
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::locations::backup_files;

/// Most places of one form that are named in the files of one database.
const MOST_PLACES: usize = 100_000;

/// Searches every file of a store for a text.
pub(super) fn find(inspector: &Inspector, loaded: &Loaded, text: &[u8]) -> Result<ResidueDocument, ErrorBody> {
    let folder = Folder::of(&loaded.path);
    let mut found = Found::default();
    let image = loaded.store().image().clone();
    let forms = forms_of(text, image.header().text_encoding);
    in_database(&mut found, &folder, folder.store(), &image, &forms, describe);
    for backup in backup_files(&loaded.path, folder.store()) {
        let name = folder.name(&backup);
        in_file(&mut found, &forms, &backup, name, ResidueRegion::Backup);
    }
    if loaded.ledger_path.exists() && loaded.ledger_path != loaded.path {
        match PageImage::read(&loaded.ledger_path) {
            Ok(ledger) => {
                let forms = forms_of(text, ledger.header().text_encoding);
                in_database(&mut found, &folder, &loaded.ledger_path, &ledger, &forms, describe);
            }
            Err(_) => {
                let name = folder.name(&loaded.ledger_path);
                in_file(&mut found, &forms, &loaded.ledger_path, name, ResidueRegion::PageSlack);
            }
        }
    }
    for own in crate::own_records::existing(&inspector.environment) {
        let name = folder.name(&own);
        in_file(&mut found, &forms, &own, name, ResidueRegion::Backup);
    }
    if let Some(history) = inspector.history_file().filter(HistoryFile::exists) {
        in_history(&mut found, &folder, &history, text);
    }
    Ok(found.into_document())
}

/// Searches main file, log and journal of a database, and says what the found bytes are for.
fn in_database(
    found: &mut Found,
    folder: &Folder,
    main: &Path,
    image: &PageImage,
    forms: &[Vec<u8>],
    describe: fn(String, &Place) -> ResidueHit,
) {
    found.searched(folder.name_of_role(main, FileRole::Main), image.main_len(), None);
    if let Some(log) = image.log() {
        found.searched(folder.name_of_role(main, FileRole::Log), log.file_len(), None);
    }
    if let Some(journal) = image.journal() {
        found.searched(folder.name_of_role(main, FileRole::Journal), journal.file_len(), None);
    }
    if image.is_empty() {
        return;
    }
    let locator = Locator::new(image);
    let hit = |place: &Place| describe(folder.name_of_role(main, place.file), place);
    // Forms can be parts of each other; a place is one occurrence.
    let mut seen = BTreeSet::new();
    for form in forms {
        for place in locator.find(form, MOST_PLACES) {
            if seen.insert((place.file as u8, place.offset)) {
                found.hit(hit(&place));
            }
        }
        for split in locator.find_split(form, MOST_PLACES) {
            if seen.insert((split.head.file as u8, split.head.offset)) {
                found.split(hit(&split.head));
            }
        }
    }
}

/// Searches the recorded history, whose copies are backups to the store whether or not they are in a row.
fn in_history(found: &mut Found, folder: &Folder, history: &HistoryFile, text: &[u8]) {
    let as_copy = |file: String, place: &Place| bare(file, place.offset, ResidueRegion::Backup);
    match history.image() {
        Ok(None) => {}
        Ok(Some(image)) => {
            let forms = forms_of(text, TextEncoding::Utf8);
            in_database(found, folder, history.path(), &image, &forms, as_copy);
        }
        Err(error) => found.searched(folder.name(history.path()), 0, Some(error.to_string())),
    }
}

/// Searches a file of which nothing is known.
fn in_file(found: &mut Found, forms: &[Vec<u8>], path: &Path, name: String, region: ResidueRegion) {
    let mut seen = BTreeSet::new();
    let read = occurrences(forms, path, |offset, _| {
        if seen.insert(offset) {
            found.hit(bare(name.clone(), offset, region));
        }
    });
    match read {
        Ok(bytes) => found.searched(name, bytes, None),
        Err(error) => found.searched(name, 0, Some(error.to_string())),
    }
}

fn describe(file: String, place: &Place) -> ResidueHit {
    let Part::Page(part) = place.part else {
        let region = match place.file {
            FileRole::Main => ResidueRegion::FreePage,
            FileRole::Log => ResidueRegion::LogLeftover,
            FileRole::Journal => ResidueRegion::Journal,
        };
        return bare(file, place.offset, region);
    };
    let region = match part.standing {
        Standing::Newest => newest(part.page_use, part.region),
        Standing::BehindEnd => ResidueRegion::FreePage,
        _ if place.file == FileRole::Journal => ResidueRegion::Journal,
        Standing::Superseded if place.file == FileRole::Main => ResidueRegion::PageSlack,
        Standing::Superseded => ResidueRegion::Log,
        Standing::Uncommitted | Standing::Leftover | Standing::Ignored => ResidueRegion::LogLeftover,
    };
    let live = region == ResidueRegion::LiveRow;
    ResidueHit { page: Some(part.page), live, ..bare(file, place.offset, region) }
}

/// What bytes of a page of the newest state are for.
fn newest(page_use: Option<PageUse>, region: Region) -> ResidueRegion {
    match (page_use, region) {
        (Some(PageUse::BTree { .. }), Region::Cell(_)) | (Some(PageUse::Overflow { .. }), Region::OverflowContent) => {
            ResidueRegion::LiveRow
        }
        (Some(PageUse::BTree { .. } | PageUse::Overflow { .. } | PageUse::PointerMap | PageUse::LockByte), _) => {
            ResidueRegion::PageSlack
        }
        _ => ResidueRegion::FreePage,
    }
}
