//! What of a page is unused, judged inside the transaction that overwrites it.
//!
//! Which pages are worth a look was found out before, without a lock, and may be wrong by now. So everything that the
//! answer rests on is read again under the lock:
//!
//! - A page is free when the free list names it, which is walked anew.
//! - A page that begins like a b-tree page and is not free is one: an overflow page begins with the number of the next
//!   page, whose first byte is 0 or 1 in every database of fewer than 2^25 pages; larger ones get no answer here. What is
//!   unused on it follows from its own bytes, and only when they add up.
//! - What is unused on an overflow page follows from the cell whose chain it ends. That chain is walked anew.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use sqlite_pages::{
    AutoVacuum, BTreePage, FreeList, HEADER_LEN, OverflowChain, PageKind, PageUse, Pages, is_pointer_map, unused_bytes,
};

use super::pages::TransactionPages;
use super::search::Candidate;
use crate::error::StoreError;

/// Number of pages from which the first byte does not tell b-tree pages from overflow pages.
const TOO_MANY_PAGES: u32 = 0x0200_0000;
/// Time under the lock after which no further page of a chain is read: a body of hundreds of megabytes.
const CHAIN_LIMIT: Duration = Duration::from_millis(120);
/// Overflow pages after which the clock is asked.
const CHAIN_PART: usize = 256;

/// What a page turned out to be.
pub(super) enum Judged {
    /// These bytes are unused, some of them not zero; here is the page without them, and how many bytes were not zero.
    Overwrite { cleaned: Vec<u8>, bytes: u64 },
    /// Nothing unused stands on it.
    Clean,
    /// What is unused cannot be told: damage, or a body too long to follow.
    Unclear,
}

/// The state that a transaction sees, as far as judging needs it.
pub(super) struct State<'p> {
    pages: &'p TransactionPages<'p>,
    since: Instant,
    has_maps: bool,
    trunks: HashSet<u32>,
    leaves: Leaves,
    /// Whether the free list is as the header says. Otherwise no page counts as free, and none as an overflow page.
    sound: bool,
}

impl<'p> State<'p> {
    /// Reads the free list. `since` is when the lock was had.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub(super) fn of(pages: &'p TransactionPages<'p>, since: Instant) -> Result<Self, StoreError> {
        let list = FreeList::read(pages);
        pages.check()?;
        let mut leaves = Leaves::new(pages.page_count());
        let (mut trunks, mut count, mut sound) = (HashSet::new(), 0_u32, list.faults.is_empty());
        for trunk in &list.trunks {
            trunks.insert(trunk.page);
            count = count.saturating_add(1);
            for leaf in &trunk.leaves {
                sound &= leaves.add(*leaf);
                count = count.saturating_add(1);
            }
        }
        sound &= count == pages.header().free_pages && trunks.iter().all(|trunk| !leaves.has(*trunk));
        let has_maps = pages.header().auto_vacuum() != AutoVacuum::None;
        Ok(Self { pages, since, has_maps, trunks, leaves, sound })
    }

    /// Judges a page.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub(super) fn judge(&self, candidate: Candidate) -> Result<Judged, StoreError> {
        let Some(mut bytes) = self.pages.read(candidate.page)? else { return Ok(Judged::Clean) };
        let page_use = match self.page_use(candidate, &bytes)? {
            Use::Known(page_use) => page_use,
            Use::Other => return Ok(Judged::Clean),
            Use::Unclear => return Ok(Judged::Unclear),
        };
        let usable = self.pages.usable_size();
        let Ok(ranges) = unused_bytes(&bytes, candidate.page, usable, page_use) else { return Ok(Judged::Unclear) };
        let mut count = 0;
        for range in ranges {
            for byte in bytes.get_mut(range).unwrap_or_default() {
                count += u64::from(*byte != 0);
                *byte = 0;
            }
        }
        Ok(if count == 0 { Judged::Clean } else { Judged::Overwrite { cleaned: bytes, bytes: count } })
    }

    fn page_use(&self, candidate: Candidate, bytes: &[u8]) -> Result<Use, StoreError> {
        let page = candidate.page;
        if self.is_fixed(page) {
            return Ok(Use::Other);
        }
        if self.is_free(page) {
            let page_use = if self.trunks.contains(&page) { PageUse::FreeTrunk } else { PageUse::FreeLeaf };
            return Ok(if self.sound { Use::Known(page_use) } else { Use::Unclear });
        }
        if self.pages.page_count() >= TOO_MANY_PAGES {
            return Ok(Use::Unclear);
        }
        if begins_as_btree(bytes, page) {
            return Ok(Use::Known(PageUse::BTree { root: 0 }));
        }
        match candidate.owner {
            Some(owner) if self.sound => self.overflow(page, owner),
            Some(_) => Ok(Use::Unclear),
            None => Ok(Use::Other),
        }
    }

    /// Looks for the cell on the page `owner` whose payload goes on to `page`.
    fn overflow(&self, page: u32, owner: u32) -> Result<Use, StoreError> {
        if self.is_fixed(owner) || self.is_free(owner) {
            return Ok(Use::Other);
        }
        let usable = self.pages.usable_size();
        let parsed = self.pages.known(owner).ok().and_then(|bytes| {
            let is_whole = unused_bytes(bytes, owner, usable, PageUse::BTree { root: 0 }).is_ok();
            is_whole.then(|| BTreePage::parse(bytes, owner, usable).ok()).flatten()
        });
        self.pages.check()?;
        let Some(tree) = parsed else { return Ok(Use::Other) };
        for cell in tree.cells().filter_map(Result::ok).filter(|cell| cell.overflow.is_some()) {
            for (number, link) in OverflowChain::of(self.pages, &cell).enumerate() {
                let Ok(link) = link else {
                    self.pages.check()?;
                    break;
                };
                if link.page == page {
                    let used = u32::try_from(link.content.len()).unwrap_or(u32::MAX);
                    return Ok(Use::Known(PageUse::Overflow { root: 0, owner, used }));
                }
                if number % CHAIN_PART == CHAIN_PART - 1 && self.since.elapsed() > CHAIN_LIMIT {
                    return Ok(Use::Unclear);
                }
            }
        }
        Ok(Use::Other)
    }

    /// Whether the use of a page follows from its number.
    fn is_fixed(&self, page: u32) -> bool {
        let lock = self.pages.lock_byte_page();
        page == lock || (self.has_maps && is_pointer_map(page, self.pages.usable_size(), lock))
    }

    fn is_free(&self, page: u32) -> bool {
        self.trunks.contains(&page) || self.leaves.has(page)
    }
}

/// What a page is for.
enum Use {
    Known(PageUse),
    /// It has become something that has no unused bytes, or that another page answers for.
    Other,
    Unclear,
}

fn begins_as_btree(bytes: &[u8], page: u32) -> bool {
    let at = if page == 1 { HEADER_LEN } else { 0 };
    bytes.get(at).copied().and_then(PageKind::from_byte).is_some()
}

/// The leaves of the free list, a bit a page.
struct Leaves(Vec<u64>);

impl Leaves {
    fn new(page_count: u32) -> Self {
        Self(vec![0; page_count as usize / 64 + 1])
    }

    /// Adds a page. Returns false when it is there already.
    fn add(&mut self, page: u32) -> bool {
        let bit = 1_u64 << (page % 64);
        match self.0.get_mut(page as usize / 64) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }

    fn has(&self, page: u32) -> bool {
        self.0.get(page as usize / 64).is_some_and(|word| word & (1 << (page % 64)) != 0)
    }
}
