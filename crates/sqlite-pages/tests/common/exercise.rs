//! Calls everything that reads an image, to show that nothing panics or runs on for ever.

use sqlite_pages::{
    BTreePage, FileRole, History, Locator, OverflowChain, PageImage, PageMap, Pages, Record, Schema, Step, TreeWalk,
    layout, read_pointer,
};

/// Walks an image in every way there is. Returns how much was seen.
pub(crate) fn exercise(image: &PageImage) -> usize {
    let mut seen = image.newest().len();
    seen += image.original_main_pieces().map(<[u8]>::len).sum::<usize>();
    assert_eq!(seen - image.newest().len(), image.main_len() as usize);
    let locator = Locator::new(image);
    for (file, len) in [
        (FileRole::Main, image.main_len()),
        (FileRole::Log, image.log().map_or(0, |l| l.file_len())),
        (FileRole::Journal, image.journal().map_or(0, |j| j.file_len())),
    ] {
        assert!(locator.locate(file, len).is_none());
        for at in (0..len).step_by((len as usize / 16).max(1)) {
            assert!(locator.locate(file, at).is_some());
        }
    }
    seen += locator.find(b"a", 40).len() + image.find(b"SQLite", 20).len();
    seen += state(image, locator.map());
    let history = History::of(image);
    for version in history.all_versions() {
        seen += layout(version.bytes, version.page, image.header().usable_size(), None).len();
        seen += history.versions(version.page).len().min(3);
        cells(version.bytes, version.page, image);
    }
    let commits = history.commits().len();
    for at in (0..commits).step_by((commits / 4).max(1)) {
        let earlier = history.as_of(at).expect("there is such a commit");
        seen += state(&earlier, &PageMap::of(&earlier)) + earlier.unknown_pages().len();
        seen += earlier.to_database().map_or(0, |d| d.len());
    }
    let before = history.before_log();
    seen + state(&before, &PageMap::of(&before)) + before.to_database().map_or(0, |d| d.len())
}

fn state(pages: &dyn Pages, map: &PageMap) -> usize {
    let mut seen = map.faults().len() + map.free_list().pages().count();
    for (page, page_use) in map.iter() {
        seen += usize::from(read_pointer(pages, page).is_some());
        if let Ok(bytes) = pages.known(page) {
            let spans = layout(bytes, page, pages.usable_size(), Some(page_use));
            let mut at = 0;
            for span in &spans {
                assert_eq!(span.start, at);
                assert!(span.end > at);
                at = span.end;
            }
            assert_eq!(at, pages.page_size());
        }
    }
    let schema = Schema::read(pages);
    let roots = schema.entries.iter().filter_map(|entry| entry.root).take(8).chain([1, 2]);
    for root in roots {
        // Damaged trees can claim the same long payload in every cell.
        let mut budget = 4 << 20;
        for step in TreeWalk::new(pages, root) {
            let Ok(Step::Entry(entry)) = step else { continue };
            seen += 1;
            if budget > 0 {
                let (payload, _) = entry.readable_payload();
                budget -= (payload.len() as i64).min(budget);
                seen += record(&payload);
            }
        }
    }
    seen
}

fn cells(bytes: &[u8], page: u32, image: &PageImage) {
    let Ok(page) = BTreePage::parse(bytes, page, image.header().usable_size()) else { return };
    page.free_blocks();
    for cell in page.cells().flatten() {
        record(cell.local);
        OverflowChain::of(image, &cell).take(3).for_each(drop);
    }
}

/// Reads a record in every way there is.
pub(crate) fn record(payload: &[u8]) -> usize {
    let Ok(record) = Record::parse(payload) else { return 0 };
    for position in 0..=record.len() {
        let whole = record.value(position).is_some();
        assert!(!record.is_whole() || whole == (position < record.len()));
        assert!(record.available(position).len() <= payload.len());
    }
    record.values().flatten().count()
}
