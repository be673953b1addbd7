//! Searching the files of a store for pieces.

use std::path::Path;

use sqlite_pages::{FileRole, Locator, PageImage, PageUse, Part, Region, Standing};

use super::pieces::{Found, Pieces, Scan};
use super::quiet_file::QuietFile;
use crate::read::identity::is_foreign;

/// Where in the main file something was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MainFinds {
    /// In cells and overflow pages that rows of AGS's tables use.
    pub rows: u64,
    /// In cells and overflow pages of tables and indexes that are not AGS's.
    pub foreign: u64,
    /// In unused bytes of pages that are in use.
    pub slack: u64,
    /// In pages whose newer version is only in the log, because somebody still reads the earlier one.
    pub replaced: u64,
    /// Behind the end of the database, where only a process that is alone with the file can remove them.
    pub behind_end: u64,
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
            Some(Part::Page(part)) if part.standing == Standing::Superseded => finds.replaced += 1,
            Some(Part::Page(part)) if part.standing == Standing::BehindEnd => finds.behind_end += 1,
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
            // A part of a page, or what cannot be told.
            _ => finds.behind_end += 1,
        }
    }
    finds
}

/// Searches a file, reading it in parts. Finds nothing when there is no file.
///
/// # Errors
/// When the file is there and cannot be read, or is no file.
pub fn find_in_file(pieces: &Pieces, path: &Path) -> std::io::Result<Found> {
    let mut scan = Scan::of(pieces);
    if let Some(mut file) = QuietFile::open(path)? {
        file.each_part(|part| scan.push(part))?;
    }
    Ok(scan.finish())
}
