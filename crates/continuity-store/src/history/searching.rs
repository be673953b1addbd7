//! Searching the history's file for pieces of a text.

use std::io;
use std::path::PathBuf;

use sqlite_pages::{PageImage, ReadError};

use super::file::HistoryFile;
use super::gate;
use crate::search::{Found, Pieces, find_in_file};

impl HistoryFile {
    /// Reads the file into memory as it is, whatever is in it, for a search that sees what page borders cut. `None` when
    /// there is none.
    ///
    /// # Errors
    /// As [`PageImage::read`].
    pub fn image(&self) -> Result<Option<PageImage>, ReadError> {
        if !self.exists() {
            return Ok(None);
        }
        let _gate = gate::alone();
        PageImage::read(self.path()).map(Some)
    }

    /// Searches the file, and what SQLite may have left beside it, for pieces. One entry for each file that is there.
    pub fn search(&self, pieces: &Pieces) -> Vec<(PathBuf, io::Result<Found>)> {
        let beside = |suffix: &str| {
            let mut name = self.path().as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let files = ["", "-journal", "-wal"].map(beside).into_iter().filter(|file| file.symlink_metadata().is_ok());
        let _gate = gate::alone();
        files.map(|file| (file.clone(), find_in_file(pieces, &file))).collect()
    }
}
