//! Earlier states: the database as of every commit that the log still holds.
//!
//! A page as of an earlier commit is its last frame up to that commit. Where there is none, it is the
//! main file's page, unless a later frame of the page exists and the main file's page equals one of
//! the later ones: then a checkpoint has overwritten it and it is unknown. A state with an unknown
//! page can look sound and must not be offered as whole.

use std::collections::HashMap;

use crate::image::PageImage;
use crate::log::{Commit, Log};
use crate::pages::Pages;
use crate::state::State;

/// The earlier states of an image.
pub struct History<'a> {
    pub(crate) image: &'a PageImage,
    /// Page and number of every committed frame, ascending.
    pub(crate) frames: Vec<(u32, u32)>,
    /// Page and number of every other slot of the log, ascending.
    pub(crate) other_slots: Vec<(u32, u32)>,
    /// The last committed frame of a page whose content the main file has.
    pub(crate) checkpointed: HashMap<u32, u32>,
    /// Position of the last record of a page in a hot journal.
    pub(crate) records: HashMap<u32, usize>,
    most_pages: u32,
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

    /// Returns the number of the committed frame whose content the main file has by now for a page (from 1), because a
    /// checkpoint copied it there; `None` when the main file's page is older than the log.
    pub fn copied_frame(&self, page: u32) -> Option<u32> {
        self.checkpointed.get(&page).copied()
    }

    /// Returns the last committed frame of a page up to a frame.
    pub(crate) fn last_frame(&self, page: u32, up_to: u32) -> Option<u32> {
        let behind = self.frames.partition_point(|entry| *entry <= (page, up_to));
        let (found, number) = *self.frames.get(behind.checked_sub(1)?)?;
        (found == page).then_some(number)
    }

    /// Returns the page in a slot of the log.
    pub(crate) fn frame_page(&self, number: u32) -> Option<&'a [u8]> {
        self.image.log()?.slot_page(number)
    }

    /// Returns the page on which the log builds: the main file's, or the one that a hot journal
    /// puts back.
    pub(crate) fn base_page(&self, page: u32) -> Option<&'a [u8]> {
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

/// Returns the log where committed frames of it are part of the newest state.
pub(crate) fn used_log(image: &PageImage) -> Option<&Log> {
    image.log().filter(|log| log.is_used())
}
