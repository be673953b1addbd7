//! The workflow ledger beside the store.

use std::path::Path;
use std::sync::Arc;

use sqlite_pages::PageImage;
use wire::ErrorBody;
use wire::scan::{ScanGap, ScanKind, ScanSource};

use super::{Folder, leftovers, log_rows, rows};
use crate::failure;
use crate::loaded::Loaded;
use crate::scan::texts::Texts;

/// Hands over every text of the ledger, and what its files still hold.
pub(super) fn ledger(loaded: &Loaded, folder: &Folder, texts: &mut Texts<'_, '_>) {
    let path = &loaded.ledger_path;
    if *path == loaded.path || !path.exists() {
        return;
    }
    let database = folder.name(path);
    match image(path) {
        Ok(image) => {
            texts.file(&database);
            rows::rows(&image, &database, &|_| (ScanKind::Ledger, ScanSource::Live), texts);
            leftovers::leftovers(&image, &database, &leftovers::Found { backup: false, current: &|_| None }, texts);
            log_rows::log_rows(&image, &database, ScanKind::Ledger, false, texts);
        }
        Err(error) => texts.gaps.push(ScanGap { file: database.to_string(), table: None, error }),
    }
}

/// Reads the pages of any database.
pub(super) fn image(path: &Path) -> Result<Arc<PageImage>, ErrorBody> {
    continuity_store::read::image(path).map_err(failure::store)
}
