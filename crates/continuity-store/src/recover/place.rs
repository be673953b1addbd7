//! Names of places where a snapshot row was found.

use sqlite_pages::{FileRole, Locator, PageUse, PageVersion, Region, Standing};

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoundIn {
    /// A row of the newest state.
    Row,
    /// A committed state that the log still holds.
    Log,
    /// A frame of an earlier generation of the log.
    LogLeftover,
    /// A page that no table uses.
    FreePage,
    /// Unused bytes of a page that is in use.
    PageSlack,
}

/// Where a snapshot row was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Kind of place.
    pub found_in: FoundIn,
    /// Main file, log or journal.
    pub file: FileRole,
    /// Page number, from 1.
    pub page: u32,
    /// Offset of the record in the file, in bytes.
    pub offset: u64,
    /// Number of the commit in the log, from 1; `None` where the place is no committed state of the log.
    pub commit: Option<u32>,
}

/// Names the place of the record at `at` in a version of a page; `None` for one that is never shown as state: the tail
/// of a transaction that has not ended.
pub(super) fn name(locator: &Locator<'_>, version: &PageVersion<'_>, at: u32, commit: Option<u32>) -> Option<Place> {
    let found_in = match version.standing {
        Standing::Uncommitted => return None,
        Standing::Leftover | Standing::Ignored => FoundIn::LogLeftover,
        Standing::Superseded => FoundIn::Log,
        Standing::BehindEnd => FoundIn::FreePage,
        Standing::Newest => {
            let part = locator.in_version(version, at)?;
            match (part.page_use, part.region) {
                (Some(PageUse::BTree { .. }), Region::Cell(_)) => FoundIn::Row,
                (Some(PageUse::BTree { .. } | PageUse::Overflow { .. }), _) => FoundIn::PageSlack,
                _ => FoundIn::FreePage,
            }
        }
    };
    let (file, start) = locator.history().file_offset(version)?;
    Some(Place { found_in, file, page: version.page, offset: start + u64::from(at), commit })
}
