//! Pages as an earlier generation of the log left them.

use std::collections::HashMap;

use sqlite_pages::{History, PageImage, PageView, Pages, Standing};

/// Leftover frames over the pages of the newest state. Which generation a frame is from is not always known, so what
/// is read through this is believed only when its digest verifies.
pub(super) struct LeftoverPages<'a> {
    image: &'a PageImage,
    /// The last leftover frame of each page.
    frames: HashMap<u32, &'a [u8]>,
}

impl<'a> LeftoverPages<'a> {
    pub(super) fn of(image: &'a PageImage, history: &History<'a>) -> Self {
        let versions = history.all_versions().filter(|version| version.standing == Standing::Leftover);
        Self { image, frames: versions.map(|version| (version.page, version.bytes)).collect() }
    }
}

impl Pages for LeftoverPages<'_> {
    fn page_size(&self) -> u32 {
        self.image.page_size()
    }

    fn usable_size(&self) -> u32 {
        self.image.header().usable_size()
    }

    fn page_count(&self) -> u32 {
        self.frames.keys().copied().max().unwrap_or(0).max(self.image.page_count())
    }

    fn view(&self, page: u32) -> PageView<'_> {
        let own = self.frames.get(&page).copied();
        let size = self.image.page_size() as usize;
        match own.filter(|bytes| bytes.len() == size).or_else(|| self.image.page(page)) {
            Some(bytes) => PageView::Known(bytes),
            None => PageView::Missing,
        }
    }
}
