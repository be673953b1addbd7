//! Names of files, relative to the folder of the store.

use std::path::{Path, PathBuf};

use sqlite_pages::FileRole;

use crate::locations::beside;

/// The folder of a store: the one that a symbolic link leads to, because SQLite keeps its own files there.
pub(super) struct Folder {
    store: PathBuf,
    folder: PathBuf,
}

impl Folder {
    pub(super) fn of(store: &Path) -> Self {
        let store = store.canonicalize().unwrap_or_else(|_| store.to_owned());
        Self { folder: store.parent().map(Path::to_owned).unwrap_or_default(), store }
    }

    /// The file of a store that a link leads to.
    pub(super) fn store(&self) -> &Path {
        &self.store
    }

    /// Returns the name of a file that is shown.
    pub(super) fn name(&self, file: &Path) -> String {
        file.strip_prefix(&self.folder).unwrap_or(file).display().to_string()
    }

    /// Returns the name of one of the three files of the database at `main`.
    pub(super) fn name_of_role(&self, main: &Path, role: FileRole) -> String {
        match role {
            FileRole::Main => self.name(main),
            FileRole::Log => self.name(&beside(main, "-wal")),
            FileRole::Journal => self.name(&beside(main, "-journal")),
        }
    }
}
