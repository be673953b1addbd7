//! Payloads that go on over chains of overflow pages (file format, section 1.7): each begins with
//! the number of the next page, or 0 on the last.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::btree::Cell;
use crate::bytes::{be_u32, index};
use crate::fault::{Fault, PageFault};
use crate::pages::Pages;

/// One page of an overflow chain.
#[derive(Clone, Copy)]
pub struct OverflowPage<'a> {
    /// The page, counted from 1.
    pub page: u32,
    /// The part of the payload on it, without the pointer before and the rest behind.
    pub content: &'a [u8],
}

/// Walks the overflow pages of a cell. Ends with the payload, or with the damage that cuts it off;
/// a page that comes twice is damage, so the walk always ends.
pub struct OverflowChain<'a> {
    pages: &'a dyn Pages,
    next: Option<u32>,
    left: usize,
    last: u32,
    seen: HashSet<u32>,
}

impl<'a> OverflowChain<'a> {
    /// Begins with the first overflow page of a cell; without one the chain is empty.
    pub fn of(pages: &'a dyn Pages, cell: &Cell<'_>) -> OverflowChain<'a> {
        let left = index(u64::from(cell.payload_len)).saturating_sub(cell.local.len());
        OverflowChain { pages, next: cell.overflow, left, last: 0, seen: HashSet::new() }
    }
}

impl<'a> Iterator for OverflowChain<'a> {
    type Item = Result<OverflowPage<'a>, PageFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let page = self.next.take()?;
        if self.left == 0 {
            return None;
        }
        if page == 0 {
            return Some(Err(PageFault::new(self.last, Fault::ChainEnds)));
        }
        if !self.seen.insert(page) {
            return Some(Err(PageFault::new(page, Fault::UsedTwice)));
        }
        self.last = page;
        let bytes = match self.pages.known(page) {
            Ok(bytes) => bytes,
            Err(fault) => return Some(Err(fault)),
        };
        let usable = index(u64::from(self.pages.usable_size()));
        let room = bytes.get(4..usable.max(4)).unwrap_or(&[]);
        let content = room.get(..self.left.min(room.len())).unwrap_or(&[]);
        self.left -= content.len();
        self.next = be_u32(bytes, 0);
        Some(Ok(OverflowPage { page, content }))
    }
}

/// Reads the whole payload of a cell.
///
/// # Errors
/// Says on which page it is cut off.
pub fn read_payload<'a>(pages: &'a dyn Pages, cell: &Cell<'a>) -> Result<Cow<'a, [u8]>, PageFault> {
    match read_readable_payload(pages, cell) {
        (payload, None) => Ok(payload),
        (_, Some(fault)) => Err(fault),
    }
}

/// Reads as much of a payload as can be read, and says what cuts it off.
pub fn read_readable_payload<'a>(pages: &'a dyn Pages, cell: &Cell<'a>) -> (Cow<'a, [u8]>, Option<PageFault>) {
    let Some(first) = cell.overflow else { return (cell.local.into(), None) };
    // A payload that claims more than the database has is not even begun.
    let most = u64::from(pages.page_count()).saturating_mul(u64::from(pages.usable_size()));
    if u64::from(cell.payload_len) > most {
        return (cell.local.into(), Some(PageFault::new(first, Fault::PayloadLength)));
    }
    let mut payload = Vec::with_capacity(index(u64::from(cell.payload_len)));
    payload.extend_from_slice(cell.local);
    for page in OverflowChain::of(pages, cell) {
        match page {
            Ok(page) => payload.extend_from_slice(page.content),
            Err(fault) => return (payload.into(), Some(fault)),
        }
    }
    (payload.into(), None)
}
