//! Every place where a store can hold text.

mod backups;
mod columns;
mod history;
mod ledger;
mod leftovers;
mod log_rows;
pub(super) mod logs;
mod rows;
mod store;

use std::path::Path;
use std::sync::Arc;

use wire::scan::ScanPhase;

use super::texts::Texts;
use crate::inspector::Inspector;
use crate::loaded::Loaded;

/// Names files relative to the folder of a store.
pub(super) struct Folder(std::path::PathBuf);

impl Folder {
    pub(super) fn of(store: &Path) -> Self {
        Self(store.parent().map(Path::to_owned).unwrap_or_default())
    }

    pub(super) fn name(&self, file: &Path) -> Arc<str> {
        file.strip_prefix(&self.0).unwrap_or(file).display().to_string().into()
    }
}

/// Hands over the texts of a store, its ledger, its backups and the recorded history.
pub(super) fn gather(inspector: &Inspector, loaded: &Loaded, texts: &mut Texts<'_, '_>) {
    let folder = Folder::of(&loaded.path);
    texts.phase(ScanPhase::Rows);
    store::rows(loaded, &folder, texts);
    texts.phase(ScanPhase::Leftovers);
    store::leftovers(loaded, &folder, texts);
    texts.phase(ScanPhase::Ledger);
    ledger::ledger(loaded, &folder, texts);
    texts.phase(ScanPhase::Backups);
    backups::backups(loaded, &folder, texts);
    texts.phase(ScanPhase::History);
    history::history(inspector, loaded, &folder, texts);
}
