//! Names of places where a snapshot row or a piece of one was found.

use sqlite_pages::{FileRole, History, PageVersion};

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoundIn {
    /// A row of the newest state.
    Row,
    /// A committed state that the log still holds.
    Log,
    /// A frame of an earlier generation of the log, or a rollback journal that was left over.
    LogLeftover,
    /// A page that no table uses.
    FreePage,
    /// Unused bytes of a page that is in use.
    PageSlack,
}

/// Where a snapshot row or a piece of one was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Kind of place.
    pub found_in: FoundIn,
    /// Main file, log or journal.
    pub file: FileRole,
    /// Page number, from 1; `None` where the file is no longer divided into pages.
    pub page: Option<u32>,
    /// Offset of the record or of the piece in the file, in bytes.
    pub offset: u64,
    /// Number of the commit in the log, from 1; `None` where the place is no committed state of the log.
    pub commit: Option<u32>,
}

/// Names the place at `at` in a version of a page.
pub(super) fn name(
    history: &History<'_>,
    version: &PageVersion<'_>,
    at: usize,
    found_in: FoundIn,
    commit: Option<u32>,
) -> Option<Place> {
    let (file, start) = history.file_offset(version)?;
    Some(Place { found_in, file, page: Some(version.page), offset: start + at as u64, commit })
}
