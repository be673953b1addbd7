//! Where an export may be written.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use wire::ErrorBody;

use crate::failure;
use crate::inspector::Inspector;
use crate::locations::backup_files;
use crate::locations::beside;

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The person was asked and agreed.
    Replace,
    /// Nobody was asked.
    Keep,
}

/// Checks that an export about a store may be written to `to`: never over the store, what belongs to it, or this
/// program's own files, and over another file only when the person agreed.
///
/// # Errors
/// `protected-file`, `not-a-file` or `file-exists`.
pub(crate) fn check(inspector: &Inspector, store: &Path, to: &Path, existing: Existing) -> Result<(), ErrorBody> {
    let real = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    let ledger = inspector.ledger_of(store);
    let databases = [store.to_owned(), real.clone(), ledger].into_iter().chain(backup_files(store, &real));
    let mut protected: Vec<PathBuf> = databases.flat_map(with_sidecars).collect();
    protected.extend(crate::own_records::existing(&inspector.environment));
    protected
        .extend(inspector.history_file().map(|history| history.path().to_owned()).into_iter().flat_map(with_sidecars));
    let target = place(to);
    if protected.iter().any(|file| place(file) == target) {
        let message = "The export would be written over a file of the store or of this program. Nothing was written.";
        return Err(failure::error("protected-file", message, Some("Choose another file.")));
    }
    if std::fs::metadata(to).is_ok_and(|target| !target.is_file()) {
        let message = "That name is a folder or a device, not a file. Nothing was written.";
        return Err(failure::error("not-a-file", message, Some("Choose another name.")));
    }
    if existing == Existing::Keep && to.symlink_metadata().is_ok() {
        let message = "There is a file of this name already. Nothing was written.";
        return Err(failure::error("file-exists", message, Some("Choose another name, or move that file away.")));
    }
    Ok(())
}

fn with_sidecars(database: PathBuf) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = ["-wal", "-shm", "-journal"].iter().map(|suffix| beside(&database, suffix)).collect();
    all.push(database);
    all
}

/// A path by the real folder that it is in, whether or not the file is there.
fn place(path: &Path) -> (PathBuf, OsString) {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = real.parent().map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.to_owned()));
    (folder.unwrap_or_default(), real.file_name().unwrap_or_default().to_owned())
}
