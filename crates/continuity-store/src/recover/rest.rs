//! What the files hold beside whole pages: the end of a file that was cut within a page, the rest of a log behind its
//! last frame, a rollback journal that has ended, and what stands behind the records of one that has not.

use std::ops::Range;

use sqlite_pages::{FRAME_HEADER_LEN, FileRole, LOG_HEADER_LEN, PageImage};

/// Returns the stretches, each with its file and its offset there.
pub(super) fn stretches(image: &PageImage) -> Vec<(FileRole, usize, &[u8])> {
    let mut stretches = Vec::new();
    let mut push = |file, range: Range<usize>| {
        if let Some(found) = bytes(image, file, range.clone()).filter(|found| !found.is_empty()) {
            stretches.push((file, range.start, found));
        }
    };
    let main = usize::try_from(image.main_len()).unwrap_or(usize::MAX);
    push(FileRole::Main, main - main % image.page_size() as usize..main);
    if let Some(log) = image.log() {
        let slots = log.frames().len() + log.leftovers().len();
        let slot = log.slot_page_size().map_or(0, |size| size as usize + FRAME_HEADER_LEN);
        let end = log.bytes().len();
        push(FileRole::Log, (LOG_HEADER_LEN + slots * slot).min(end)..end);
    }
    if let Some(journal) = image.journal() {
        let end = journal.bytes().len();
        let last = journal.records().last().map_or(0, |record| record.offset + u64::from(journal.page_size()));
        let start = if journal.is_hot() { usize::try_from(last).unwrap_or(usize::MAX) } else { 0 };
        push(FileRole::Journal, start.min(end)..end);
    }
    stretches
}

/// Returns bytes of a stretch.
pub(super) fn bytes(image: &PageImage, file: FileRole, range: Range<usize>) -> Option<&[u8]> {
    match file {
        FileRole::Main => {
            // A stretch lies in the last piece of the file.
            let last = image.original_main_pieces().last()?;
            let start = usize::try_from(image.main_len()).ok()?.checked_sub(last.len())?;
            last.get(range.start.checked_sub(start)?..range.end.checked_sub(start)?)
        }
        FileRole::Log => image.log()?.bytes().get(range),
        FileRole::Journal => image.journal()?.bytes().get(range),
    }
}
