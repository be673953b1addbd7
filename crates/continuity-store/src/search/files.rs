//! Searching the files of a store for pieces.

use std::io::Read;
use std::path::Path;

use sqlite_pages::{FileRole, Locator, PageImage, PageUse, Part, Region, Standing, open_quietly};

use super::pieces::{Found, Pieces, Scan};
use crate::gate;
use crate::read::identity::is_foreign;

/// Where in the main file something was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MainFinds {
    /// In cells and overflow pages that rows of AGS's tables use.
    pub rows: u64,
    /// In cells and overflow pages of tables and indexes that are not AGS's.
    pub foreign: u64,
    /// In unused bytes of pages that are in use, and in pages whose newer version is only in the log.
    pub slack: u64,
    /// On pages that no table uses.
    pub free: u64,
    /// Texts shorter than a window, anywhere in the file.
    pub short: u64,
}

/// Searches the main file of an image and says what the found bytes are for.
pub fn find_in_main(pieces: &Pieces, image: &PageImage, shared_file: bool) -> MainFinds {
    let mut finds = MainFinds::default();
    let Found { stretches, short } = pieces.find_across(image.original_main_pieces());
    finds.short = short;
    if stretches.is_empty() {
        return finds;
    }
    let locator = Locator::new(image);
    let owner_is_foreign = |root: u32| {
        let entries = &locator.map().schema().entries;
        let entry = entries.iter().find(|entry| entry.root == Some(root));
        root != 1 && entry.is_none_or(|entry| is_foreign(&entry.kind, &entry.name, &entry.table, shared_file))
    };
    for stretch in stretches {
        // A stretch is named by its first byte; pages are small against what separates the kinds of places.
        let place = locator.locate(FileRole::Main, stretch.offset);
        match place.map(|place| place.part) {
            Some(Part::Page(part)) if part.standing != Standing::Newest => finds.slack += 1,
            Some(Part::Page(part)) => match (part.page_use, part.region) {
                (Some(PageUse::BTree { root }), Region::Cell(_))
                | (Some(PageUse::Overflow { root, .. }), Region::OverflowContent) => {
                    if owner_is_foreign(root) {
                        finds.foreign += 1;
                    } else {
                        finds.rows += 1;
                    }
                }
                (
                    Some(PageUse::BTree { .. } | PageUse::Overflow { .. } | PageUse::PointerMap | PageUse::LockByte),
                    _,
                ) => {
                    finds.slack += 1;
                }
                _ => finds.free += 1,
            },
            _ => finds.slack += 1,
        }
    }
    finds
}

/// Bytes read at once.
const PART: usize = 4 << 20;

/// Searches a file, reading it in parts. Finds nothing when there is no file.
///
/// # Errors
/// When the file is there and cannot be read, or is no file.
pub fn find_in_file(pieces: &Pieces, path: &Path) -> std::io::Result<Found> {
    // The log and the shared memory file carry SQLite's locks; see the gate.
    let _guard = gate::reading();
    find_plainly(pieces, path)
}

/// Searches a file whose locks are the caller's concern, as [`find_in_file`] does.
pub(crate) fn find_plainly(pieces: &Pieces, path: &Path) -> std::io::Result<Found> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Scan::of(pieces).finish()),
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Err(std::io::Error::other("not a file"));
    }
    // Without a new access time, where the system grants that: a search is a look too.
    let mut file = open_quietly(path)?;
    let mut buffer = vec![0; PART];
    let mut scan = Scan::of(pieces);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(scan.finish());
        }
        scan.push(buffer.get(..read).unwrap_or_default());
    }
}
