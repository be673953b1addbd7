//! The recorded history: copies of revisions, kept while the user wants them.
//!
//! Off until it is turned on, and then a database of its own in the data folder (see `continuity_store::history`).
//! Whoever watches a store records what appears in it; the lists of revisions name the history as one more place; a
//! delete empties it of the task.

mod appeared;
mod clear;
mod copies;
mod erased;
mod memory;
mod naming;
mod record;
mod settings;
mod state;

use std::path::{Path, PathBuf};

use continuity_store::history::{HistoryError, HistoryFile};
use wire::ErrorBody;

use crate::environment::Environment;
use crate::inspector::Inspector;
use crate::{failure, source_id};

pub(crate) use appeared::{Appeared, look};
pub(crate) use copies::Recorded;
pub(crate) use erased::{not_searched, places, plan};
pub(crate) use memory::HistoryStamp;
pub(crate) use settings::stamp as settings_stamp;

/// Where the database lies; `None` where the system names no data folder.
pub(crate) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("history.sqlite3"))
}

impl Inspector {
    /// The database, whether or not it is there yet.
    pub(crate) fn history_file(&self) -> Option<HistoryFile> {
        path(&self.environment).map(HistoryFile::at)
    }
}

/// The names under which copies of a store's bodies may lie: that of the file itself first, under which they are
/// recorded, then the name that was given, which leads elsewhere when it is a symbolic link.
fn names(store: &Path) -> Vec<Vec<u8>> {
    let real = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    let mut names = vec![source_id::raw(&real)];
    let given = source_id::raw(store);
    if !names.contains(&given) {
        names.push(given);
    }
    names
}

/// An error of the history as it crosses our edges.
fn failed(error: &HistoryError, file: &HistoryFile) -> ErrorBody {
    let next = match error {
        HistoryError::Foreign => "Move the file elsewhere; this program makes its own when it records again.",
        HistoryError::Newer { .. } => "Update this program, or move the file elsewhere.",
        HistoryError::Damaged { .. } => "Move the file elsewhere; a new one is made when something is recorded again.",
        HistoryError::Busy => "Another process is writing; try again in a moment.",
        HistoryError::ReadOnly => "Make the file and its folder writable for yourself.",
        HistoryError::Full => "Free some disk space, then try again.",
        HistoryError::Io(_) | HistoryError::Sqlite { .. } => "Look at the file and its folder, then try again.",
    };
    let message = format!("The recorded history {} cannot be used: {error}.", file.path().display());
    failure::error(error.code(), message, Some(next))
}

/// There is nowhere to keep anything.
fn no_folder() -> ErrorBody {
    let message = "The system names no folder for this program's own files, so nothing can be recorded.";
    failure::error("no-data-folder", message, None)
}
