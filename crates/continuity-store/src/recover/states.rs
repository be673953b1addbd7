//! States by number, and which version of a page each of them uses.
//!
//! State 0 is the database before the log, state `n` the one after its commit `n` (from 1); the last one is the newest.

use std::collections::HashSet;

use sqlite_pages::{Commit, History, PageImage, PageVersion, Standing, State, VersionSource};

use super::leftover::Leftovers;

/// Number of a state.
pub(super) type StateNo = u32;

/// Number of a version of a page among all that the files hold: the main file's, the journal's, the log's slots.
pub(super) type VersionNo = u32;

/// In which states a version of a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// In each from the first to the last, both included.
    From(StateNo, StateNo),
    /// In none, but it was written on the way to this one.
    OnTheWayTo(StateNo),
    /// In a state of an earlier generation of the log, as of this slot.
    Earlier(u32),
    /// In none: the transaction that wrote it has not ended.
    Nowhere,
}

/// What the pages of an overflow chain are looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// A state.
    State(StateNo),
    /// A state of an earlier generation of the log, as of this slot.
    Earlier(u32),
}

/// The states of an image.
pub(super) struct States<'a> {
    image: &'a PageImage,
    history: &'a History<'a>,
    commits: &'a [Commit],
    before: State<'a>,
    /// Page and number of every committed frame, ascending.
    frames: Vec<(u32, u32)>,
    leftovers: Leftovers,
    /// Pages that a hot journal puts back, and the size of the database in pages that it restores.
    put_back: Option<(HashSet<u32>, u32)>,
    main_pages: u32,
    records: u32,
}

impl<'a> States<'a> {
    pub(super) fn of(image: &'a PageImage, history: &'a History<'a>) -> Self {
        let log = image.log().filter(|log| log.is_used());
        let committed = log.map_or(&[][..], |log| log.committed_frames());
        let mut frames: Vec<_> = committed.iter().map(|frame| (frame.page, frame.number)).collect();
        frames.sort_unstable();
        let hot = image.journal().filter(|journal| journal.is_hot());
        Self {
            image,
            history,
            commits: history.commits(),
            before: history.before_log(),
            frames,
            leftovers: Leftovers::of(image),
            put_back: hot.and_then(|journal| {
                Some((journal.records().iter().map(|record| record.page).collect(), journal.db_size()?))
            }),
            main_pages: number(image.main_len() / u64::from(image.page_size())),
            records: hot.map_or(0, |journal| number(journal.records().len() as u64)),
        }
    }

    /// Returns the newest state.
    pub(super) fn newest(&self) -> StateNo {
        number(self.commits.len() as u64)
    }

    /// Returns how many versions there are, at most.
    pub(super) fn versions(&self) -> u32 {
        let slots = self.image.log().map_or(0, |log| log.frames().len() + log.leftovers().len());
        self.main_pages.saturating_add(self.records).saturating_add(number(slots as u64))
    }

    /// Returns the number of a version.
    pub(super) fn number(&self, version: &PageVersion<'_>) -> VersionNo {
        match version.source {
            VersionSource::Main => version.page.saturating_sub(1),
            VersionSource::Record(at) => self.main_pages.saturating_add(number(at as u64)),
            VersionSource::Frame(slot) | VersionSource::Leftover(slot) => {
                self.main_pages.saturating_add(self.records).saturating_add(slot.saturating_sub(1))
            }
        }
    }

    /// Returns the version with a number.
    pub(super) fn version(&self, version: VersionNo) -> Option<PageVersion<'a>> {
        if version < self.main_pages {
            return self.history.main_version(version + 1);
        }
        let behind = version - self.main_pages;
        match behind.checked_sub(self.records) {
            None => self.history.record_version(behind as usize),
            Some(slot) => self.history.slot_version(slot.checked_add(1)?),
        }
    }

    /// Returns the version whose bytes a version repeats, because a checkpoint copied them to the main file or the main
    /// file's page was never written again; otherwise its own number.
    pub(super) fn original(&self, version: &PageVersion<'_>) -> VersionNo {
        let same = match (version.source, version.standing) {
            (VersionSource::Main, Standing::Superseded) => {
                self.history.copied_frame(version.page).and_then(|frame| self.history.slot_version(frame))
            }
            (_, Standing::Leftover | Standing::Ignored) => {
                self.history.main_version(version.page).filter(|main| main.bytes == version.bytes)
            }
            _ => None,
        };
        match same {
            // The main file's page may itself be a copy.
            Some(main) if main.source == VersionSource::Main => self.original(&main),
            Some(frame) => self.number(&frame),
            None => self.number(version),
        }
    }

    /// Returns in which states a version stands.
    pub(super) fn stands(&self, version: &PageVersion<'_>) -> Stands {
        match (version.standing, version.source) {
            (Standing::Uncommitted, _) => Stands::Nowhere,
            (Standing::Leftover | Standing::Ignored, VersionSource::Frame(slot) | VersionSource::Leftover(slot)) => {
                Stands::Earlier(slot)
            }
            (_, VersionSource::Frame(slot)) => self.stands_in_frame(version.page, slot),
            (_, VersionSource::Main) if self.is_unfinished(version.page) => Stands::Nowhere,
            (_, VersionSource::Main) => match self.history.copied_frame(version.page) {
                Some(slot) => self.stands_in_frame(version.page, slot),
                None => Stands::From(0, self.until(version.page, 0) - 1),
            },
            _ => Stands::From(0, self.until(version.page, 0) - 1),
        }
    }

    fn stands_in_frame(&self, page: u32, slot: u32) -> Stands {
        let first = self.state_of(slot);
        if self.last_frame(page, first) == Some(slot) {
            Stands::From(first, self.until(page, first) - 1)
        } else {
            Stands::OnTheWayTo(first)
        }
    }

    /// Whether the main file's page was written by a transaction that a hot journal takes back.
    fn is_unfinished(&self, page: u32) -> bool {
        self.put_back.as_ref().is_some_and(|(pages, size)| page > *size || pages.contains(&page))
    }

    /// Returns the first state whose transaction wrote the frame.
    fn state_of(&self, slot: u32) -> StateNo {
        let before = self.commits.partition_point(|commit| commit.frame < slot);
        number(before as u64).saturating_add(1).min(self.newest())
    }

    /// Returns the last frame of a state.
    fn limit(&self, state: StateNo) -> u32 {
        let commit = (state as usize).checked_sub(1).and_then(|at| self.commits.get(at));
        commit.map_or(0, |commit| commit.frame)
    }

    /// Returns the last committed frame of a page in a state.
    fn last_frame(&self, page: u32, state: StateNo) -> Option<u32> {
        let behind = self.frames.partition_point(|entry| *entry <= (page, self.limit(state)));
        let (found, slot) = *self.frames.get(behind.checked_sub(1)?)?;
        (found == page).then_some(slot)
    }

    /// Returns the first state behind `state` that has another version of a page; one behind the newest when none has.
    pub(super) fn until(&self, page: u32, state: StateNo) -> StateNo {
        let next = self.frames.partition_point(|entry| *entry <= (page, self.limit(state)));
        match self.frames.get(next) {
            Some((found, slot)) if *found == page => self.state_of(*slot),
            _ => self.newest().saturating_add(1),
        }
    }

    /// Returns the first state from which on a version of a page was the same until a state that uses it.
    pub(super) fn since(&self, version: &PageVersion<'_>) -> StateNo {
        match version.source {
            VersionSource::Frame(slot) => self.state_of(slot),
            _ => 0,
        }
    }

    /// Returns the version of a page that a view uses; `None` where none is known. A page behind the end of a state is
    /// the one that was cut off last.
    pub(super) fn page(&self, page: u32, view: View) -> Option<PageVersion<'a>> {
        let state = match view {
            View::State(state) => state,
            View::Earlier(slot) => {
                let own = self.leftovers.page(page, slot).and_then(|slot| self.history.slot_version(slot));
                return own.or_else(|| self.history.main_version(page)).or_else(|| self.history.newest_version(page));
            }
        };
        if let Some(slot) = self.last_frame(page, state) {
            return self.history.slot_version(slot);
        }
        if self.history.copied_frame(page).is_some() {
            return None;
        }
        let cut_off = || self.history.main_version(page).filter(|version| version.standing == Standing::BehindEnd);
        self.before.version(page).or_else(cut_off)
    }

    /// Whether the same transaction wrote two versions, as far as the log says.
    pub(super) fn same_transaction(&self, a: &PageVersion<'_>, b: &PageVersion<'_>) -> bool {
        let written = |version: &PageVersion<'_>| match self.stands(version) {
            Stands::Earlier(slot) => self.leftovers.end(slot).map(|end| (true, end)),
            Stands::Nowhere => None,
            _ => match version.source {
                VersionSource::Frame(slot) => Some((false, self.state_of(slot))),
                _ => None,
            },
        };
        written(a).is_some_and(|a| written(b) == Some(a))
    }

    /// Returns the number of the commit in the log whose frame a version is, from 1.
    pub(super) fn commit(&self, version: &PageVersion<'_>) -> Option<u32> {
        match (version.standing, version.source) {
            (Standing::Leftover | Standing::Ignored | Standing::Uncommitted, _) => None,
            (_, VersionSource::Frame(slot)) => Some(self.state_of(slot)),
            _ => None,
        }
    }
}

/// Takes a count; more than can be numbered become the highest number.
fn number(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
