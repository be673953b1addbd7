//! One earlier state, page by page; the rule is told in `history.rs`.

use crate::bytes::index;
use crate::header::Header;
use crate::history::History;
use crate::log::Commit;
use crate::pages::{PageView, Pages};
use crate::versions::PageVersion;

/// The database as of a commit.
#[derive(Clone, Copy)]
pub struct State<'a> {
    pub(crate) history: &'a History<'a>,
    pub(crate) last_frame: u32,
    pub(crate) expected: u32,
    pub(crate) count: u32,
    pub(crate) commit: Option<Commit>,
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
