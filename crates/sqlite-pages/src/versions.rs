//! Every version of a page that is in the files, and how it stands to the newest state.

use crate::bytes::{index, offset};
use crate::error::FileRole;
use crate::history::{History, used_log};
use crate::log::{FRAME_HEADER_LEN, Frame, Log};

/// Where a version of a page is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionSource {
    /// The main file.
    Main,
    /// The valid log frame of this number.
    Frame(u32),
    /// The log frame of this number, which is left over.
    Leftover(u32),
    /// The record at this position of a hot journal.
    Record(usize),
}

/// How a version of a page stands to the newest state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It is the page of the newest state.
    Newest,
    /// A newer version has replaced it.
    Superseded,
    /// It belongs to a transaction that has not ended.
    Uncommitted,
    /// It is left over from an earlier generation of the log, or broken.
    Leftover,
    /// It lies behind the end of the newest state.
    BehindEnd,
    /// It is in a log that SQLite ignores.
    Ignored,
}

/// A version of a page, somewhere in the files.
#[derive(Clone, Copy)]
pub struct PageVersion<'a> {
    /// The page, counted from 1.
    pub page: u32,
    /// Where it is stored.
    pub source: VersionSource,
    /// How it stands to the newest state.
    pub standing: Standing,
    /// Its bytes.
    pub bytes: &'a [u8],
}

impl<'a> History<'a> {
    /// Returns all versions of a page (from 1) that are in the files: committed log frames from the
    /// last to the first, other frames and leftovers, the journal's, the main file's.
    pub fn versions(&self, page: u32) -> Vec<PageVersion<'a>> {
        let committed = slots_of(&self.frames, page).iter().rev();
        let slots = committed.chain(slots_of(&self.other_slots, page));
        let slots = slots.filter_map(|(_, number)| self.slot_version(*number));
        let record = self.records.get(&page).and_then(|at| self.record_version(*at));
        slots.chain(record).chain(self.main_version(page)).collect()
    }

    /// Returns the version that the newest state uses of a page (from 1); `None` when it is missing.
    pub fn newest_version(&self, page: u32) -> Option<PageVersion<'a>> {
        if page > self.image.page_count() || self.image.is_missing(page) {
            return None;
        }
        self.version_as_of(page, u32::MAX)
    }

    /// Returns the file in which a version is stored and the offset of its first byte there.
    pub fn file_offset(&self, version: &PageVersion<'_>) -> Option<(FileRole, u64)> {
        Some(match version.source {
            VersionSource::Main => {
                let before = u64::from(version.page.checked_sub(1)?);
                (FileRole::Main, before * u64::from(self.image.page_size()))
            }
            VersionSource::Frame(number) | VersionSource::Leftover(number) => {
                let slot = self.image.log()?.slot_offset(number)?;
                (FileRole::Log, slot + offset(FRAME_HEADER_LEN))
            }
            VersionSource::Record(at) => (FileRole::Journal, self.image.journal()?.records().get(at)?.offset),
        })
    }

    /// Returns all versions of all pages: the main file's, the journal's, the log's, in file order.
    pub fn all_versions(&self) -> impl Iterator<Item = PageVersion<'a>> {
        let pages = self.image.main_len() / u64::from(self.image.page_size());
        let main = 1..=u32::try_from(pages).unwrap_or(u32::MAX);
        let records = self.image.journal().filter(|j| j.is_hot()).map_or(0, |j| j.records().len());
        let log = self.image.log();
        let left = log.map_or(&[][..], Log::leftovers).iter();
        main.filter_map(|page| self.main_version(page))
            .chain((0..records).filter_map(|at| self.record_version(at)))
            .chain(log.map_or(&[][..], Log::frames).iter().filter_map(|f| self.frame_version(f)))
            .chain(left.filter_map(|l| self.leftover_version(l.page, l.number)))
    }

    /// Returns the version of a page (from 1) in the main file, if the file holds all of it.
    pub fn main_version(&self, page: u32) -> Option<PageVersion<'a>> {
        let bytes = self.image.original_main_page(page)?;
        let standing = if page > self.image.page_count() {
            Standing::BehindEnd
        } else if self.records.contains_key(&page)
            || self.last_frame(page, u32::MAX).is_some()
            || self.image.is_missing(page)
        {
            Standing::Superseded
        } else {
            Standing::Newest
        };
        Some(PageVersion { page, source: VersionSource::Main, standing, bytes })
    }

    /// Returns the version that the slot `number` (from 1) of the log holds.
    pub fn slot_version(&self, number: u32) -> Option<PageVersion<'a>> {
        let log = self.image.log()?;
        let at = index(u64::from(number.checked_sub(1)?));
        match log.frames().get(at) {
            Some(frame) => self.frame_version(frame),
            None => {
                let left = log.leftovers().get(at - log.frames().len())?;
                self.leftover_version(left.page, left.number)
            }
        }
    }

    /// Returns the version that the record at a position (from 0) of a hot journal holds.
    pub fn record_version(&self, at: usize) -> Option<PageVersion<'a>> {
        let journal = self.image.journal().filter(|j| j.is_hot())?;
        let record = journal.records().get(at)?;
        let page = record.page;
        let standing = if page > self.image.page_count() {
            Standing::BehindEnd
        } else if self.records.get(&page) == Some(&at) && self.last_frame(page, u32::MAX).is_none() {
            Standing::Newest
        } else {
            Standing::Superseded
        };
        let bytes = journal.record_page(record)?;
        Some(PageVersion { page, source: VersionSource::Record(at), standing, bytes })
    }

    fn frame_version(&self, frame: &Frame) -> Option<PageVersion<'a>> {
        let Frame { number, page, .. } = *frame;
        let last_commit = self.commits().last().map_or(0, |commit| commit.frame);
        let standing = if used_log(self.image).is_none() {
            Standing::Ignored
        } else if number > last_commit {
            Standing::Uncommitted
        } else if page > self.image.page_count() {
            Standing::BehindEnd
        } else if self.last_frame(page, u32::MAX) == Some(number) {
            Standing::Newest
        } else {
            Standing::Superseded
        };
        let bytes = self.frame_page(number)?;
        Some(PageVersion { page, source: VersionSource::Frame(number), standing, bytes })
    }

    fn leftover_version(&self, page: u32, number: u32) -> Option<PageVersion<'a>> {
        let bytes = self.frame_page(number)?;
        let standing = Standing::Leftover;
        Some(PageVersion { page, source: VersionSource::Leftover(number), standing, bytes })
    }

    /// Returns the version of a page after a frame, without asking whether it is still what it was.
    pub(crate) fn version_as_of(&self, page: u32, frame: u32) -> Option<PageVersion<'a>> {
        match (self.last_frame(page, frame), self.records.get(&page)) {
            (Some(number), _) => self.slot_version(number),
            (None, Some(at)) => self.record_version(*at),
            (None, None) => self.main_version(page),
        }
    }
}

/// Returns the part of a sorted list of slots that is about a page.
fn slots_of(slots: &[(u32, u32)], page: u32) -> &[(u32, u32)] {
    let from = slots.partition_point(|(other, _)| *other < page);
    let to = slots.partition_point(|(other, _)| *other <= page);
    slots.get(from..to).unwrap_or(&[])
}
