//! How much of what the files hold belongs to no state: the proof of absence that needs no knowledge of any text.

use std::ops::Range;

use crate::bytes::offset;
use crate::image::PageImage;
use crate::page_map::{PageMap, PageUse};
use crate::unused::unused_bytes;

/// Counts of everything in the files of a database that no row of the newest state needs and that is not zero.
///
/// When all are 0, no text stands in the main file, the log or the journal but what the rows themselves hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unused {
    /// Pages of b-trees and payloads with unused bytes that are not zero.
    pub slack_pages: u64,
    /// Those bytes.
    pub slack_bytes: u64,
    /// Pages of the free list that hold more than the list.
    pub free_pages: u64,
    /// Those bytes.
    pub free_bytes: u64,
    /// Pages that nothing reaches (damage) and that are not zero.
    pub unreachable_pages: u64,
    /// Pages whose parts do not add up (damage), so that their unused bytes cannot be told apart.
    pub unclear_pages: u64,
    /// Bytes behind the end of the database in the main file that are not zero.
    pub behind_end_bytes: u64,
    /// Pages of the main file whose newer version is only in the log or the journal.
    pub replaced_pages: u64,
    /// Length of the log in bytes.
    pub log_bytes: u64,
    /// Frames in the log, valid or not.
    pub log_frames: u64,
    /// Bytes of the journal that are not zero.
    pub journal_bytes: u64,
}

impl Unused {
    /// Counts. `map` is the map of the newest state of `image`.
    pub fn of(image: &PageImage, map: &PageMap) -> Unused {
        let mut unused = Unused::default();
        for (page, page_use) in map.iter() {
            unused.count(image, page, page_use);
        }
        unused.behind_end_bytes = behind_end(image);
        unused.replaced_pages = offset((1..=image.page_count()).filter(|page| is_replaced(image, *page)).count());
        if let Some(log) = image.log() {
            unused.log_bytes = log.file_len();
            unused.log_frames = offset(log.frames().len() + log.leftovers().len());
        }
        unused.journal_bytes = image.journal().map_or(0, |journal| non_zero(journal.bytes()));
        unused
    }

    /// Returns whether nothing stands in the files but the rows of the newest state.
    pub fn is_clean(&self) -> bool {
        *self == Unused::default()
    }

    fn count(&mut self, image: &PageImage, page: u32, page_use: PageUse) {
        let Some(bytes) = image.page(page) else { return };
        match (page_use, unused_bytes(bytes, page, image.header().usable_size(), page_use)) {
            (PageUse::Unreachable, _) => self.unreachable_pages += u64::from(non_zero(bytes) > 0),
            (_, Err(_)) => self.unclear_pages += 1,
            (_, Ok(ranges)) => {
                let count: u64 = ranges.into_iter().map(|range| non_zero(bytes.get(range).unwrap_or(&[]))).sum();
                let is_free = matches!(page_use, PageUse::FreeTrunk | PageUse::FreeLeaf);
                let (pages, bytes) = match is_free {
                    true => (&mut self.free_pages, &mut self.free_bytes),
                    false => (&mut self.slack_pages, &mut self.slack_bytes),
                };
                *pages += u64::from(count > 0);
                *bytes += count;
            }
        }
    }
}

/// Whether the main file holds other bytes for a page than the newest state does.
fn is_replaced(image: &PageImage, page: u32) -> bool {
    let (Some(stored), Some(newest)) = (image.original_main_page(page), image.page(page)) else { return false };
    // The image changes two bytes of the first page's header; they say nothing.
    let differs = |range: Range<usize>| stored.get(range.clone()) != newest.get(range);
    match page {
        1 => differs(0..18) || differs(20..stored.len()),
        _ => !std::ptr::eq(stored, newest) && stored != newest,
    }
}

/// Bytes of the main file behind the last page of the newest state that are not zero.
fn behind_end(image: &PageImage) -> u64 {
    let end = u64::from(image.page_count()) * u64::from(image.page_size());
    let mut at = 0;
    let mut count = 0;
    for piece in image.original_main_pieces() {
        let skip = usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX);
        count += piece.get(skip..).map_or(0, non_zero);
        at += offset(piece.len());
    }
    count
}

fn non_zero(bytes: &[u8]) -> u64 {
    // Most unused bytes are zero in long runs.
    if bytes.iter().all(|byte| *byte == 0) {
        return 0;
    }
    offset(bytes.iter().filter(|byte| **byte != 0).count())
}
