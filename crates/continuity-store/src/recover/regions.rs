//! What the bytes of a version of a page are for, and which of them no row of the newest state uses.

use std::ops::Range;

use sqlite_pages::{Locator, PageImage, PageUse, PageVersion, Region, Span, Standing, layout};

use super::place::FoundIn;

/// A version of a page, divided.
pub(super) struct Divided {
    page_use: Option<PageUse>,
    spans: Vec<Span>,
}

/// Divides a version of a page. What versions other than the newest are for is not known; their own bytes decide.
pub(super) fn divide(image: &PageImage, locator: &Locator<'_>, version: &PageVersion<'_>) -> Divided {
    let newest = version.standing == Standing::Newest;
    let page_use = newest.then(|| locator.map().page_use(version.page)).flatten();
    let length = u32::try_from(version.bytes.len()).unwrap_or(u32::MAX);
    let usable = if length == image.page_size() { image.header().usable_size() } else { length };
    Divided { page_use, spans: layout(version.bytes, version.page, usable, page_use) }
}

impl Divided {
    /// Returns what the byte at an offset is for.
    pub(super) fn region(&self, at: usize) -> Option<Region> {
        let behind = self.spans.partition_point(|span| span.end as usize <= at);
        self.spans.get(behind).map(|span| span.region)
    }

    /// Whether rows of the newest state use the byte at an offset.
    pub(super) fn is_live(&self, at: usize) -> bool {
        matches!(
            (self.page_use, self.region(at)),
            (Some(PageUse::BTree { .. }), Some(Region::Cell(_)))
                | (Some(PageUse::Overflow { .. }), Some(Region::OverflowContent))
        )
    }

    /// Whether the page belongs to the b-tree with this root page.
    pub(super) fn is_of(&self, tree: u32) -> bool {
        matches!(self.page_use, Some(PageUse::BTree { root }) if root == tree)
    }

    /// Whether rows of the newest state use the page.
    pub(super) fn is_in_use(&self) -> bool {
        matches!(self.page_use, Some(PageUse::BTree { .. } | PageUse::Overflow { .. }))
    }

    /// Names the kind of place of a byte of the newest version of a page.
    pub(super) fn found_in(&self, at: usize) -> FoundIn {
        match self.page_use {
            _ if self.is_live(at) => FoundIn::Row,
            Some(PageUse::BTree { .. } | PageUse::Overflow { .. }) => FoundIn::PageSlack,
            _ => FoundIn::FreePage,
        }
    }

    /// Returns the stretches in which deleted text can stand, ascending, neighbours joined. `skips` names the cells that
    /// are rows of other tables.
    pub(super) fn unused(&self, skips: impl Fn(u16) -> bool) -> Vec<Range<usize>> {
        let mut unused: Vec<Range<usize>> = Vec::new();
        for span in &self.spans {
            let (mut start, end) = (span.start as usize, span.end as usize);
            match span.region {
                Region::Cell(position) if self.is_live(start) || skips(position) => continue,
                Region::Cell(_) | Region::Unallocated | Region::Fragment | Region::OverflowSlack | Region::Reserved => {
                }
                // The first four bytes were overwritten when the block was freed.
                Region::FreeBlock => start = end.min(start + 4),
                // An overflow page begins with the number of the next one; a trunk has its list before its content.
                Region::Content if start == 0 => start = end.min(4),
                Region::Content => {}
                _ => continue,
            }
            match unused.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => unused.push(start..end),
            }
        }
        unused.retain(|range| !range.is_empty());
        unused
    }

    /// Whether the version can be an overflow page: its first four bytes then name the next one.
    pub(super) fn may_be_overflow(&self) -> bool {
        matches!(self.spans.first(), Some(Span { start: 0, region: Region::Content | Region::NextPage, .. }))
    }
}
