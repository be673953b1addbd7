//! The pages of the main file that the newest state replaces.

/// Pages in ascending order, their bytes in one piece.
#[derive(Clone, Default)]
pub(crate) struct Aside {
    pages: Vec<Kept>,
    bytes: Vec<u8>,
}

/// One page set aside; shorter than a page when the file ends within it.
#[derive(Clone, Copy)]
struct Kept {
    page: u32,
    start: usize,
    len: usize,
}

impl Aside {
    /// Makes room for so many pages of so many bytes each.
    pub(crate) fn with_room(pages: usize, page_size: usize) -> Result<Aside, std::collections::TryReserveError> {
        let mut aside = Aside::default();
        aside.pages.try_reserve_exact(pages)?;
        aside.bytes.try_reserve_exact(pages.saturating_mul(page_size))?;
        Ok(aside)
    }

    /// Sets a page aside; pages come in ascending order.
    pub(crate) fn keep(&mut self, page: u32, original: &[u8]) {
        self.pages.push(Kept { page, start: self.bytes.len(), len: original.len() });
        self.bytes.extend_from_slice(original);
    }

    /// Returns the bytes of a page that was set aside.
    pub(crate) fn get(&self, page: u32) -> Option<&[u8]> {
        let at = self.pages.binary_search_by_key(&page, |kept| kept.page).ok()?;
        self.nth(at).map(|(_, bytes)| bytes)
    }

    /// Returns the page at a position (from 0) and its bytes.
    pub(crate) fn nth(&self, at: usize) -> Option<(u32, &[u8])> {
        let kept = self.pages.get(at)?;
        Some((kept.page, self.bytes.get(kept.start..kept.start.checked_add(kept.len)?)?))
    }
}
