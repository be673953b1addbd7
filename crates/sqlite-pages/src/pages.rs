//! Any state of a database, seen as numbered pages.

use crate::fault::{Fault, PageFault};
use crate::header::{Header, lock_byte_page};
use crate::image::PageImage;

/// A page of some state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PageView<'a> {
    /// The page's bytes, as long as a page.
    Known(&'a [u8]),
    /// The page was different in this state, and how is not known.
    Unknown,
    /// No file holds the page, or the state has no such page.
    Missing,
}

/// A state of a database: what the walks over b-trees and lists read from.
pub trait Pages {
    /// Returns the page size in bytes.
    fn page_size(&self) -> u32;

    /// Returns the bytes of a page that b-trees use: the page size less the reserved bytes.
    fn usable_size(&self) -> u32;

    /// Returns the number of pages that can be asked for; page numbers begin with 1.
    fn page_count(&self) -> u32;

    /// Returns a page (from 1).
    fn view(&self, page: u32) -> PageView<'_>;

    /// Reads the header of this state; `None` when page 1 is not known or no header.
    fn state_header(&self) -> Option<Header> {
        match self.view(1) {
            PageView::Known(bytes) => Header::parse(bytes).ok(),
            _ => None,
        }
    }

    /// Returns a page's bytes.
    ///
    /// # Errors
    /// Says why there are none.
    fn known(&self, page: u32) -> Result<&[u8], PageFault> {
        if page == 0 || page > self.page_count() {
            return Err(PageFault::new(page, Fault::OutOfRange));
        }
        match self.view(page) {
            PageView::Known(bytes) => Ok(bytes),
            PageView::Unknown => Err(PageFault::new(page, Fault::Unknown)),
            PageView::Missing => Err(PageFault::new(page, Fault::Missing)),
        }
    }

    /// Returns the page that holds the lock bytes; it is never used (file format, section 1.4).
    fn lock_byte_page(&self) -> u32 {
        lock_byte_page(self.page_size())
    }
}

/// The newest committed state.
impl Pages for PageImage {
    fn page_size(&self) -> u32 {
        PageImage::page_size(self)
    }

    fn usable_size(&self) -> u32 {
        self.header().usable_size()
    }

    fn page_count(&self) -> u32 {
        PageImage::page_count(self)
    }

    fn view(&self, page: u32) -> PageView<'_> {
        self.page(page).map_or(PageView::Missing, PageView::Known)
    }

    fn state_header(&self) -> Option<Header> {
        (!self.is_empty()).then(|| self.header().clone())
    }
}
