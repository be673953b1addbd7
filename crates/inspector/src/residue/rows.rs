//! The search for rows: of one task, or all that are left over.

use continuity::snapshot::Body;
use continuity_store::read::Store;
use continuity_store::recover::{FoundIn, Recovered, recover};
use sqlite_pages::FileRole;
use wire::Number;
use wire::residue::{ResidueDocument, ResidueHit, ResidueRegion};

use super::file_names::Folder;
use super::found::{Found, bare};
use crate::loaded::Loaded;
use crate::locations::backups_of;

/// Finds every row of a task; without one, every row that the newest state does not hold.
pub(super) fn find(loaded: &Loaded, correlation: Option<&str>) -> ResidueDocument {
    let folder = Folder::of(&loaded.path);
    let mut found = Found::default();
    let store = loaded.store();
    let image = store.image();
    found.searched(folder.name(folder.store()), image.main_len(), None);
    if let Some(log) = image.log() {
        found.searched(folder.name_of_role(folder.store(), FileRole::Log), log.file_len(), None);
    }
    recover(image, correlation, |recovered| {
        let live = recovered.place.found_in == FoundIn::Row;
        if correlation.is_some() || !live {
            let file = folder.name_of_role(folder.store(), recovered.place.file);
            found.hit(hit(file, region(&recovered), live, &recovered));
        }
    });
    for path in backups_of(&loaded.path) {
        let name = folder.name(&path.canonicalize().unwrap_or_else(|_| path.clone()));
        match Store::read(&path) {
            Ok(backup) => {
                found.searched(name.clone(), backup.image().main_len(), None);
                recover(backup.image(), correlation, |recovered| {
                    found.hit(hit(name.clone(), ResidueRegion::Backup, false, &recovered));
                });
            }
            Err(error) => found.searched(name, 0, Some(error.to_string())),
        }
    }
    found.into_document()
}

fn hit(file: String, region: ResidueRegion, live: bool, recovered: &Recovered) -> ResidueHit {
    let body = Body::read(&recovered.row.body);
    ResidueHit {
        page: Some(recovered.place.page),
        live,
        task_correlation: Some(recovered.row.correlation.clone()),
        epoch: Some(recovered.row.epoch),
        revision: Some(Number(recovered.row.revision as f64)),
        complete: Some(recovered.whole && body.digest_valid() == Some(true)),
        ..bare(file, recovered.place.offset, region)
    }
}

fn region(recovered: &Recovered) -> ResidueRegion {
    match (recovered.place.file, recovered.place.found_in) {
        (FileRole::Journal, _) => ResidueRegion::Journal,
        (_, FoundIn::Row) => ResidueRegion::LiveRow,
        (_, FoundIn::Log) => ResidueRegion::Log,
        (_, FoundIn::LogLeftover) => ResidueRegion::LogLeftover,
        (_, FoundIn::FreePage) => ResidueRegion::FreePage,
        (_, FoundIn::PageSlack) => ResidueRegion::PageSlack,
    }
}
