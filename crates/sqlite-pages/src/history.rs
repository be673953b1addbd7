//! Earlier states: the database as of every commit that the log still holds, and every version of a
//! page that is in the files.
//!
//! A page as of an earlier commit is its last frame up to that commit. Where there is none, it is the
//! main file's page, unless a later frame of the page exists and the main file's page equals one of
//! the later ones: then a checkpoint has overwritten it and it is unknown. A state with an unknown
//! page can look sound and must not be offered as whole.

use std::collections::HashMap;

use crate::bytes::{index, offset};
use crate::error::FileRole;
use crate::header::Header;
use crate::image::PageImage;
use crate::log::{Commit, FRAME_HEADER_LEN, Frame, Log};
use crate::pages::{PageView, Pages};

/// The earlier states of an image.
pub struct History<'a> {
    image: &'a PageImage,
    /// Page and number of every committed frame, ascending.
    frames: Vec<(u32, u32)>,
    /// Page and number of every other slot of the log, ascending.
    other_slots: Vec<(u32, u32)>,
    /// The last committed frame of a page whose content the main file has.
    checkpointed: HashMap<u32, u32>,
    /// Position of the last record of a page in a hot journal.
    records: HashMap<u32, usize>,
    most_pages: u32,
}

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
    /// Looks through the log of an image. Compares each logged page with the main file's.
    pub fn of(image: &'a PageImage) -> History<'a> {
        let committed = used_log(image).map_or(&[][..], Log::committed_frames);
        let mut frames: Vec<_> = committed.iter().map(|f| (f.page, f.number)).collect();
        frames.sort_unstable();
        let valid = image.log().map_or(&[][..], Log::frames).iter().skip(frames.len());
        let left = image.log().map_or(&[][..], Log::leftovers).iter();
        let mut other_slots: Vec<_> =
            valid.map(|frame| (frame.page, frame.number)).chain(left.map(|left| (left.page, left.number))).collect();
        other_slots.sort_unstable();
        let mut records = HashMap::new();
        for (at, record) in image.journal().map_or(&[][..], |j| j.records()).iter().enumerate() {
            records.insert(record.page, at);
        }
        let logs = image.log().map_or(0, |l| l.file_len());
        let journals = image.journal().map_or(0, |j| j.file_len());
        let most = (image.main_len() + logs + journals) * 2 / u64::from(image.page_size());
        let mut history = History {
            image,
            frames,
            other_slots,
            checkpointed: HashMap::new(),
            records,
            most_pages: u32::try_from(most).unwrap_or(u32::MAX),
        };
        // Frames ascend within a page, so the last equal one stays.
        for &(page, number) in &history.frames {
            let base = history.base_page(page);
            if base.is_some() && base == history.frame_page(number) {
                history.checkpointed.insert(page, number);
            }
        }
        history
    }

    /// Returns the commits of the log that are part of the newest state, oldest first.
    pub fn commits(&self) -> &'a [Commit] {
        used_log(self.image).map_or(&[], Log::commits)
    }

    /// Returns the state after the commit at a position (from 0), or `None` when there is none.
    pub fn as_of(&self, commit: usize) -> Option<State<'_>> {
        let commit = *self.commits().get(commit)?;
        Some(State {
            history: self,
            last_frame: commit.frame,
            expected: commit.db_size,
            count: commit.db_size.min(self.most_pages),
            commit: Some(commit),
        })
    }

    /// Returns the state before the first commit of the log: what the main file was when this
    /// generation of the log began.
    pub fn before_log(&self) -> State<'_> {
        let mut state = State { history: self, last_frame: 0, expected: 0, count: 1, commit: None };
        let header = state.state_header();
        let page_size = u64::from(self.image.page_size());
        let stored = self.image.main_len().div_ceil(page_size);
        let stored = u32::try_from(stored).unwrap_or(u32::MAX);
        let restored = self.image.journal().and_then(|j| j.db_size());
        state.expected = header.and_then(|h| h.valid_db_size()).or(restored).unwrap_or(stored);
        state.count = state.expected.min(self.most_pages);
        state
    }

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

    /// Returns the last committed frame of a page up to a frame.
    fn last_frame(&self, page: u32, up_to: u32) -> Option<u32> {
        let behind = self.frames.partition_point(|entry| *entry <= (page, up_to));
        let (found, number) = *self.frames.get(behind.checked_sub(1)?)?;
        (found == page).then_some(number)
    }

    /// Returns the version of a page after a frame, without asking whether it is still what it was.
    fn version_as_of(&self, page: u32, frame: u32) -> Option<PageVersion<'a>> {
        match (self.last_frame(page, frame), self.records.get(&page)) {
            (Some(number), _) => self.slot_version(number),
            (None, Some(at)) => self.record_version(*at),
            (None, None) => self.main_version(page),
        }
    }

    fn frame_page(&self, number: u32) -> Option<&'a [u8]> {
        self.image.log()?.slot_page(number)
    }

    /// Returns the page on which the log builds: the main file's, or the one that a hot journal
    /// puts back.
    fn base_page(&self, page: u32) -> Option<&'a [u8]> {
        let Some(journal) = self.image.journal().filter(|j| j.is_hot()) else {
            return self.image.original_main_page(page);
        };
        if page > journal.db_size()? {
            return None;
        }
        match self.records.get(&page) {
            Some(at) => journal.record_page(journal.records().get(*at)?),
            None => self.image.original_main_page(page),
        }
    }
}

/// Returns the part of a sorted list of slots that is about a page.
fn slots_of(slots: &[(u32, u32)], page: u32) -> &[(u32, u32)] {
    let from = slots.partition_point(|(other, _)| *other < page);
    let to = slots.partition_point(|(other, _)| *other <= page);
    slots.get(from..to).unwrap_or(&[])
}

fn used_log(image: &PageImage) -> Option<&Log> {
    image.log().filter(|log| log.is_used())
}

/// The database as of a commit.
#[derive(Clone, Copy)]
pub struct State<'a> {
    history: &'a History<'a>,
    last_frame: u32,
    expected: u32,
    count: u32,
    commit: Option<Commit>,
}

impl<'a> State<'a> {
    /// Returns the commit; `None` for the state before the log.
    pub fn commit(&self) -> Option<Commit> {
        self.commit
    }

    /// Returns the pages that a checkpoint has overwritten since, ascending.
    pub fn unknown_pages(&self) -> Vec<u32> {
        let logged = self.history.checkpointed.keys();
        let mut pages: Vec<u32> =
            logged.copied().filter(|page| *page <= self.count && self.view(*page) == PageView::Unknown).collect();
        pages.sort_unstable();
        pages
    }

    /// Returns whether every page of the state is known. Only then may it be offered as a whole.
    pub fn is_whole(&self) -> bool {
        let lock = self.lock_byte_page();
        self.expected == self.count
            && (1..=self.count).all(|page| page == lock || matches!(self.view(page), PageView::Known(_)))
    }

    /// Returns the state as a database that SQLite accepts without a log (bytes 18 and 19 of the
    /// header are 1), or `None` when it is not whole or does not fit into memory.
    pub fn to_database(&self) -> Option<Vec<u8>> {
        if !self.is_whole() {
            return None;
        }
        let size = index(u64::from(self.page_size()));
        let mut database = Vec::new();
        database.try_reserve_exact(index(u64::from(self.count)).checked_mul(size)?).ok()?;
        for page in 1..=self.count {
            match self.view(page) {
                PageView::Known(bytes) => database.extend_from_slice(bytes),
                // Only the lock-byte page is left.
                _ => database.resize(database.len() + size, 0),
            }
        }
        if let Some(versions) = database.get_mut(18..20) {
            versions.fill(1);
        }
        Some(database)
    }

    /// Returns the number of pages that the state says it has.
    pub fn expected_page_count(&self) -> u32 {
        self.expected
    }

    /// Returns the version of a page (from 1) that this state uses; `None` when it is unknown or
    /// missing.
    pub fn version(&self, page: u32) -> Option<PageVersion<'a>> {
        match self.page_view(page) {
            PageView::Known(_) => self.history.version_as_of(page, self.last_frame),
            PageView::Unknown | PageView::Missing => None,
        }
    }

    fn page_view(&self, page: u32) -> PageView<'a> {
        if page == 0 || page > self.count {
            return PageView::Missing;
        }
        if let Some(number) = self.history.last_frame(page, self.last_frame) {
            return self.history.frame_page(number).map_or(PageView::Missing, PageView::Known);
        }
        let checkpointed = self.history.checkpointed.get(&page);
        if checkpointed.is_some_and(|number| *number > self.last_frame) {
            return PageView::Unknown;
        }
        self.history.base_page(page).map_or(PageView::Missing, PageView::Known)
    }
}

impl Pages for State<'_> {
    fn page_size(&self) -> u32 {
        self.history.image.page_size()
    }

    fn usable_size(&self) -> u32 {
        // The reserved bytes do not change while a log is in use.
        self.history.image.header().usable_size()
    }

    fn page_count(&self) -> u32 {
        self.count
    }

    fn view(&self, page: u32) -> PageView<'_> {
        self.page_view(page)
    }

    fn state_header(&self) -> Option<Header> {
        match self.view(1) {
            PageView::Known(bytes) => Header::parse(bytes).ok(),
            _ => None,
        }
    }
}
