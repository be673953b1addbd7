//! The page image: one database, read once, in its newest committed state.
//!
//! The bytes of the main file are turned into the newest state in place. Pages of the main file that
//! the log or the journal replaces are set aside, so that the file as it was stays readable and
//! there are never two whole copies.

use std::fmt;
use std::path::Path;

use crate::aside::Aside;
use crate::assemble::assemble;
use crate::buffer::Buffer;
use crate::bytes::{index, offset};
use crate::error::{ImageError, ReadError};
use crate::header::Header;
use crate::journal::Journal;
use crate::log::Log;
use crate::source;
use crate::stamp::Stamp;

/// One database, read once; no handle stays open.
#[derive(Clone)]
pub struct PageImage {
    /// The newest state in the first `newest_len` bytes; behind it the rest of the main file.
    pub(crate) buffer: Buffer,
    pub(crate) newest_len: usize,
    pub(crate) main_len: usize,
    pub(crate) aside: Aside,
    pub(crate) header: Header,
    /// What the state claims to have, which may be more than there is.
    pub(crate) expected_pages: u32,
    /// Pages inside `newest` that no file holds, as inclusive ranges in ascending order.
    pub(crate) holes: Vec<(u32, u32)>,
    pub(crate) log: Option<Log>,
    pub(crate) journal: Option<Journal>,
    pub(crate) stamp: Stamp,
}

impl fmt::Debug for PageImage {
    /// Shows the shape; the bytes hold what people wrote and stay out of every log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageImage")
            .field("page_size", &self.page_size())
            .field("page_count", &self.page_count())
            .field("missing_pages", &self.missing_pages())
            .field("main_len", &self.main_len)
            .field("log", &self.log)
            .field("journal", &self.journal)
            .finish_non_exhaustive()
    }
}

impl PageImage {
    /// Reads the database at `path`: the main file and the write-ahead log (`-wal`) and rollback
    /// journal (`-journal`) beside it. Symbolic links are followed first, so the log beside the
    /// target counts. Nothing is locked, created or changed; what is no regular file is not opened.
    ///
    /// Reads again while a writer changes the files, for up to three seconds. A main file of 0 bytes
    /// is an empty store, not an error; a database with pages missing is returned with
    /// [`PageImage::missing_pages`] above 0.
    ///
    /// # Errors
    /// See [`crate::ReadErrorKind`].
    pub fn read(path: &Path) -> Result<PageImage, ReadError> {
        let bytes = source::read(path)?;
        let exists = |name: &[u8]| path_of(name).is_some_and(|path| path.exists());
        let image = assemble(bytes.main, bytes.log, bytes.journal, &exists)?;
        Ok(PageImage { stamp: bytes.stamp, ..image })
    }

    /// Puts an image together from bytes: the main file and, where there are such files, the log and
    /// the journal. A super-journal that the journal names counts as existing.
    ///
    /// # Errors
    /// Says why SQLite would not take the bytes as a database.
    pub fn from_bytes(main: Vec<u8>, log: Option<Vec<u8>>, journal: Option<Vec<u8>>) -> Result<PageImage, ImageError> {
        assemble(main.into(), log.map(Buffer::from), journal.map(Buffer::from), &|_| true)
    }

    /// Returns the newest committed state: `page_size * page_count` bytes in one piece.
    ///
    /// The header's bytes 18 and 19 (write and read version) are set to 1 here, so that SQLite accepts
    /// the bytes without a log beside them; [`PageImage::header`] has the stored values. Pages that
    /// no file holds are zero, as SQLite would read them; see [`PageImage::is_missing`].
    pub fn newest(&self) -> &[u8] {
        self.buffer.get(..self.newest_len).unwrap_or(&[])
    }

    /// Returns a page (from 1) of the newest state, or `None` when it is missing or there is none.
    pub fn page(&self, page: u32) -> Option<&[u8]> {
        if self.is_missing(page) {
            return None;
        }
        self.newest().get(self.span(page)?)
    }

    /// Returns a page (from 1) as the main file has it, cut by the image's page size; `None` when the
    /// file does not hold all of it.
    pub fn original_main_page(&self, page: u32) -> Option<&[u8]> {
        let span = self.span(page)?;
        if span.end > self.main_len {
            return None;
        }
        self.aside.get(page).or_else(|| self.buffer.get(span))
    }

    /// Returns the main file as stored, as pieces in file order that together are the whole file.
    pub fn original_main_pieces(&self) -> impl Iterator<Item = &[u8]> {
        let size = index(u64::from(self.page_size()));
        let mut at = 0;
        let mut next_aside = 0;
        std::iter::from_fn(move || {
            if at >= self.main_len {
                return None;
            }
            let kept = self.aside.nth(next_aside);
            let start = kept.map_or(self.main_len, |(page, _)| self.start_of(page));
            if at < start {
                let piece = self.buffer.get(at..start.min(self.main_len));
                at = start;
                return piece;
            }
            next_aside += 1;
            at = start.saturating_add(size);
            kept.map(|(_, bytes)| bytes)
        })
    }

    /// Returns the page size in bytes; 4096 for an empty store.
    pub fn page_size(&self) -> u32 {
        self.header.page_size
    }

    /// Returns the number of pages in [`PageImage::newest`].
    pub fn page_count(&self) -> u32 {
        let size = index(u64::from(self.page_size()));
        u32::try_from(self.newest_len / size).unwrap_or(u32::MAX)
    }

    /// Returns the number of pages that the newest state says it has: the header's count where it is
    /// valid, else the last commit's, the hot journal's or the file's.
    pub fn expected_page_count(&self) -> u32 {
        self.expected_pages
    }

    /// Returns how many pages of the newest state no file holds: the main file was cut short, or a
    /// log is lost. SQLite calls such a database corrupt when pages at its end are missing.
    pub fn missing_pages(&self) -> u32 {
        let mut behind = self.expected_pages.saturating_sub(self.page_count());
        if (self.page_count() + 1..=self.expected_pages).contains(&self.header.lock_byte_page()) {
            behind -= 1;
        }
        self.holes.iter().fold(behind, |sum, (from, to)| sum.saturating_add(to - from + 1))
    }

    /// Returns whether a page (from 1) belongs to the newest state but no file holds it.
    pub fn is_missing(&self, page: u32) -> bool {
        if page == self.header.lock_byte_page() {
            return false;
        }
        if page > self.page_count() {
            return page <= self.expected_pages;
        }
        let behind = self.holes.partition_point(|(_, to)| *to < page);
        self.holes.get(behind).is_some_and(|(from, _)| *from <= page)
    }

    /// Returns the header of the newest state, as stored.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of the main file in bytes.
    pub fn main_len(&self) -> u64 {
        offset(self.main_len)
    }

    /// Returns the write-ahead log, or `None` when there is no such file.
    pub fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// Returns the rollback journal, or `None` when there is no such file.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// Returns the stamp of the files as they were read: compare it with [`Stamp::of`] to see whether
    /// anything changed since. An image from bytes has a stamp that equals no file's.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Returns whether the database has no page at all: a new store, or one whose first transaction
    /// was rolled back. SQLite ignores and deletes a log beside it.
    pub fn is_empty(&self) -> bool {
        self.expected_pages == 0
    }

    /// Returns the bytes of a page (from 1) as a range.
    pub(crate) fn span(&self, page: u32) -> Option<std::ops::Range<usize>> {
        page.checked_sub(1)?;
        let start = self.start_of(page);
        Some(start..start.checked_add(index(u64::from(self.page_size())))?)
    }

    /// Returns where a page (from 1) begins.
    fn start_of(&self, page: u32) -> usize {
        let before = index(u64::from(page.saturating_sub(1)));
        before.saturating_mul(index(u64::from(self.page_size())))
    }
}

/// Takes the name of a super-journal as a path.
#[cfg(unix)]
fn path_of(name: &[u8]) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Some(Path::new(std::ffi::OsStr::from_bytes(name)))
}

/// Takes the name of a super-journal as a path.
#[cfg(not(unix))]
fn path_of(name: &[u8]) -> Option<&Path> {
    std::str::from_utf8(name).ok().map(Path::new)
}
