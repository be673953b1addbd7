//! Puts an image together from the bytes of the files, as SQLite would: first the hot journal, then
//! the log.

use std::collections::BTreeMap;

use crate::aside::Aside;
use crate::buffer::Buffer;
use crate::bytes::index;
use crate::error::{Damage, ImageError};
use crate::header::{Header, lock_byte_page, stored_page_size};
use crate::image::PageImage;
use crate::journal::{Journal, JournalStatus};
use crate::log::{Log, LogStatus};
use crate::log_header::{LOG_VERSION, LogReject};
use crate::stamp::Stamp;

/// Where the newest version of a page comes from when it is not simply the main file's.
#[derive(Clone, Copy)]
enum Newest {
    /// The log's frame of that number.
    Frame(u32),
    /// The journal's record at that position.
    Record(usize),
    /// The main file, with two bytes of the header changed: page 1 only.
    Patched,
    /// No file, although the main file has bytes at this place.
    Nowhere,
}

/// Puts an image together. Its stamp is left empty.
pub(crate) fn assemble(
    main: Buffer,
    log: Option<Buffer>,
    journal: Option<Buffer>,
    super_journal_exists: &dyn Fn(&[u8]) -> bool,
) -> Result<PageImage, ImageError> {
    let main_page_size = stored_page_size(&main);
    let journal = journal.map(|j| Journal::from_buffer(j, main_page_size, super_journal_exists));
    let mut log = log.map(|l| Log::from_buffer(l, main_page_size));
    let restored = journal.as_ref().and_then(Journal::db_size);
    if main.is_empty() || restored == Some(0) {
        return Ok(empty_store(main, log, journal));
    }
    if let Some(header) = log.as_ref().and_then(Log::header)
        && header.version != LOG_VERSION
    {
        return Err(ImageError::Corrupt(Damage::LogVersion));
    }

    let mut replaced = replacements(log.as_ref(), journal.as_ref());
    let header = Header::parse(match replaced.get(&1) {
        Some(source) => bytes_of(*source, log.as_ref(), journal.as_ref()).unwrap_or(&[]),
        None => &main,
    })?;
    let page_size = header.page_size;
    if journal.as_ref().is_some_and(|j| j.is_hot() && j.page_size() != page_size) {
        return Err(ImageError::Corrupt(Damage::JournalPageSize));
    }
    if let Some(used) = log.as_mut().filter(|l| l.is_used())
        && used.slot_page_size() != Some(page_size)
    {
        if matches!(replaced.get(&1), Some(Newest::Frame(_))) {
            return Err(ImageError::Corrupt(Damage::LogPageSize));
        }
        used.set_status(LogStatus::Foreign(LogReject::OtherPageSize));
        replaced = replacements(log.as_ref(), journal.as_ref());
    }

    let size = index(u64::from(page_size));
    let main_len = main.len();
    let committed = log.as_ref().filter(|l| l.is_used()).and_then(|l| l.commits().last());
    let stored_pages =
        committed.map(|commit| commit.db_size).or(restored).unwrap_or_else(|| pages(main_len.div_ceil(size)));
    let expected_pages = header.valid_db_size().unwrap_or(stored_pages);
    let readable = expected_pages.min(stored_pages);

    // Pages far behind everything else would make the image many times larger than its sources.
    let log_len = log.as_ref().map_or(0, |l| l.bytes().len());
    let journal_len = journal.as_ref().map_or(0, |j| j.bytes().len());
    let input = main_len.saturating_add(log_len).saturating_add(journal_len);
    let readable = readable.min(pages(input.saturating_mul(2) / size));
    replaced.retain(|page, _| *page <= readable);

    let main_pages = pages(main_len / size).min(restored.unwrap_or(u32::MAX)).min(readable);
    let last = replaced.last_key_value().map_or(0, |(page, _)| *page).max(main_pages);
    let holes = holes(main_pages, last, &replaced, lock_byte_page(page_size));
    for &(from, to) in &holes {
        // A page that the main file holds in part, or that the journal cut off.
        let touched = from..=to.min(pages(main_len.div_ceil(size)));
        replaced.extend(touched.map(|page| (page, Newest::Nowhere)));
    }
    if last > 0 && (header.write_version, header.read_version) != (1, 1) {
        replaced.entry(1).or_insert(Newest::Patched);
    }

    let mut image = PageImage {
        buffer: main,
        newest_len: index(u64::from(last)).saturating_mul(size),
        main_len,
        aside: Aside::default(),
        header,
        expected_pages,
        holes,
        log,
        journal,
        stamp: Stamp::default(),
    };
    fill(&mut image, &replaced)?;
    Ok(image)
}

/// Counts pages; more than the format can number become the highest number.
fn pages(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the newest source of every page that a journal or a log replaces.
fn replacements(log: Option<&Log>, journal: Option<&Journal>) -> BTreeMap<u32, Newest> {
    let mut newest = BTreeMap::new();
    // Later ones replace earlier ones.
    for (at, record) in journal.map_or(&[][..], Journal::records).iter().enumerate() {
        newest.insert(record.page, Newest::Record(at));
    }
    for frame in log.filter(|l| l.is_used()).map_or(&[][..], Log::committed_frames) {
        newest.insert(frame.page, Newest::Frame(frame.number));
    }
    newest
}

/// Returns the bytes of a page from the log or the journal.
fn bytes_of<'a>(source: Newest, log: Option<&'a Log>, journal: Option<&'a Journal>) -> Option<&'a [u8]> {
    match source {
        Newest::Frame(number) => log?.slot_page(number),
        Newest::Record(at) => journal?.record_page(journal?.records().get(at)?),
        Newest::Patched | Newest::Nowhere => None,
    }
}

/// Finds the pages up to `last` that neither the main file (its first `main_pages`) nor a
/// replacement holds. The lock-byte page is never written and is no hole.
fn holes(main_pages: u32, last: u32, replaced: &BTreeMap<u32, Newest>, lock_byte_page: u32) -> Vec<(u32, u32)> {
    let mut holes = Vec::new();
    let mut push = |from: u32, to: u32| {
        if from <= to {
            holes.push((from, to));
        }
    };
    let mut next = main_pages.saturating_add(1);
    for &page in replaced.range(next..=last.max(next)).map(|(page, _)| page) {
        if (next..page).contains(&lock_byte_page) {
            push(next, lock_byte_page - 1);
            push(lock_byte_page + 1, page - 1);
        } else if page > 0 {
            push(next, page - 1);
        }
        next = page.saturating_add(1);
    }
    holes
}

/// Makes the buffer the newest state and sets aside what it replaces.
fn fill(image: &mut PageImage, replaced: &BTreeMap<u32, Newest>) -> Result<(), ImageError> {
    let size = index(u64::from(image.page_size()));
    let main_len = image.main_len;
    let starts_inside = |page: u32| index(u64::from(page.saturating_sub(1))) < main_len.div_ceil(size);
    let inside = replaced.keys().filter(|page| starts_inside(**page)).count();
    image.aside = Aside::with_room(inside, size).map_err(|_| ImageError::TooLarge)?;
    if image.newest_len > image.buffer.len() {
        image.buffer.grow(image.newest_len).map_err(|_| ImageError::TooLarge)?;
    }
    for (&page, &source) in replaced {
        let Some(span) = image.span(page) else { continue };
        let original = image.buffer.get(span.start..span.end.min(main_len)).unwrap_or(&[]);
        if !original.is_empty() {
            image.aside.keep(page, original);
        }
        let Some(place) = image.buffer.get_mut(span) else { continue };
        match (source, bytes_of(source, image.log.as_ref(), image.journal.as_ref())) {
            (_, Some(data)) if data.len() == place.len() => place.copy_from_slice(data),
            (Newest::Patched, _) => {}
            _ => place.fill(0),
        }
    }
    if image.newest_len > 0
        && let Some(versions) = image.buffer.get_mut(18..20)
    {
        versions.fill(1);
    }
    Ok(())
}

/// An image without pages. The bytes of the main file are kept as they are: a journal may say that
/// they belong to a transaction that never ended.
fn empty_store(main: Buffer, mut log: Option<Log>, mut journal: Option<Journal>) -> PageImage {
    let mut header = Header::of_empty_store();
    header.page_size = stored_page_size(&main).unwrap_or(header.page_size);
    if let Some(log) = log.as_mut().filter(|l| l.status() != LogStatus::Empty) {
        log.set_status(LogStatus::EmptyStore);
    }
    if let Some(journal) = journal.as_mut().filter(|j| main.is_empty() && !j.bytes().is_empty()) {
        journal.set_status(JournalStatus::EmptyStore);
    }
    PageImage {
        newest_len: 0,
        main_len: main.len(),
        buffer: main,
        aside: Aside::default(),
        header,
        expected_pages: 0,
        holes: Vec::new(),
        log,
        journal,
        stamp: Stamp::default(),
    }
}
