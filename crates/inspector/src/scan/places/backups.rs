//! The files in the folder of backups.

use wire::scan::{ScanGap, ScanKind, ScanSource};

use super::rows::Cell;
use super::{Folder, ledger, leftovers, log_rows, rows, store};
use crate::loaded::Loaded;
use crate::locations::backup_files;
use crate::scan::texts::Texts;

/// Hands over every text of every database there, one after another.
pub(super) fn backups(loaded: &Loaded, folder: &Folder, texts: &mut Texts<'_, '_>) {
    let real = loaded.path.canonicalize().unwrap_or_else(|_| loaded.path.clone());
    for path in backup_files(&loaded.path, &real) {
        if texts.stopped() {
            return;
        }
        let sidecar = path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            ["-wal", "-shm", "-journal"].iter().any(|suffix| name.ends_with(suffix))
        });
        if sidecar {
            continue;
        }
        let database = folder.name(&path);
        match ledger::image(&path) {
            Ok(image) => {
                texts.file(&database);
                let describe = |cell: &Cell<'_>| (kind(cell), ScanSource::Backup);
                rows::rows(&image, &database, &describe, texts);
                leftovers::leftovers(&image, &database, &leftovers::Found { backup: true, current: &|_| None }, texts);
                log_rows::log_rows(&image, &database, ScanKind::Fragment, true, texts);
            }
            Err(error) => texts.gaps.push(ScanGap { file: database.to_string(), table: None, error }),
        }
    }
}

fn kind(cell: &Cell<'_>) -> ScanKind {
    store::kind(cell)
}
