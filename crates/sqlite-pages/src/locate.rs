//! Names the place of a byte: which file, which version of which page, and what it is for there.

use std::ops::ControlFlow;

use crate::bytes::{index, offset};
use crate::error::FileRole;
use crate::history::History;
use crate::image::PageImage;
use crate::layout::{Region, Span, layout, region_at};
use crate::log::FRAME_HEADER_LEN;
use crate::log_header::LOG_HEADER_LEN;
use crate::page_map::{PageMap, PageUse};
use crate::versions::{PageVersion, Standing, VersionSource};

/// What a byte of a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A version of a page.
    Page(PagePart),
    /// The rest of the main file behind its last whole page.
    MainRest,
    /// The header of the log.
    LogHeader,
    /// The header of the log frame of this number.
    FrameHeader(u32),
    /// The rest of the log behind its last whole frame, or a log whose frames cannot be told apart.
    LogRest,
    /// A header of the journal, with the rest of its sector.
    JournalHeader,
    /// Page number or checksum of the record at this position in the journal.
    RecordFrame(usize),
    /// What the journal holds besides: all of it when it is not hot.
    JournalRest,
}

/// A place inside a version of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePart {
    /// The page, counted from 1.
    pub page: u32,
    /// Offset in the page, in bytes.
    pub offset: u32,
    /// Where the version is stored.
    pub source: VersionSource,
    /// How the version stands to the newest state.
    pub standing: Standing,
    /// What the page is for; `None` for versions other than the newest, whose use is not known.
    pub page_use: Option<PageUse>,
    /// What the bytes around this one are for.
    pub region: Region,
    /// First byte of the region, counted from the start of the page.
    pub region_start: u32,
    /// The byte behind the region.
    pub region_end: u32,
}

/// A byte of a file with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: FileRole,
    /// Offset in the file, in bytes.
    pub offset: u64,
    /// What it belongs to.
    pub part: Part,
}

/// Names places in the files of an image.
pub struct Locator<'a> {
    image: &'a PageImage,
    history: History<'a>,
    map: PageMap,
}

impl<'a> Locator<'a> {
    /// Makes the map of all pages of the newest state.
    pub fn new(image: &'a PageImage) -> Locator<'a> {
        Locator { image, history: History::of(image), map: PageMap::of(image) }
    }

    /// Returns the bytes of a page that are used: its size less the reserved bytes.
    pub(crate) fn usable_size(&self) -> u32 {
        self.image.header().usable_size()
    }

    /// Returns the versions and earlier states.
    pub fn history(&self) -> &History<'a> {
        &self.history
    }

    /// Returns what every page of the newest state is for.
    pub fn map(&self) -> &PageMap {
        &self.map
    }

    /// Names a byte; `None` when the file does not exist or ends before it.
    pub fn locate(&self, file: FileRole, offset: u64) -> Option<Place> {
        self.locate_near(&mut None, file, offset)
    }

    /// Names the first places, at most `limit`, at which `needle` begins in the files; see
    /// [`PageImage::find_each`].
    pub fn find(&self, needle: &[u8], limit: usize) -> Vec<Place> {
        let mut places = Vec::new();
        if limit == 0 {
            return places;
        }
        // Places come in order, many on one page.
        let mut last = None;
        self.image.find_each(needle, |hit| {
            places.extend(self.locate_near(&mut last, hit.file, hit.offset));
            if places.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        places
    }

    /// Names a byte of a version of a page.
    pub fn in_version(&self, version: &PageVersion<'_>, at: u32) -> Option<PagePart> {
        self.in_divided(&self.divide(version), version, at)
    }

    /// Names a byte. `last` keeps the page of the place before, divided into its regions.
    fn locate_near(&self, last: &mut Option<Divided>, file: FileRole, offset: u64) -> Option<Place> {
        let found = match file {
            FileRole::Main => self.in_main(offset)?,
            FileRole::Log => self.in_log(offset)?,
            FileRole::Journal => self.in_journal(offset)?,
        };
        let part = match found {
            Found::Part(part) => part,
            Found::InPage(version, at) => {
                let key = (version.page, version.source);
                let divided = match last.take().filter(|divided| divided.key == key) {
                    Some(divided) => last.insert(divided),
                    None => last.insert(self.divide(&version)),
                };
                Part::Page(self.in_divided(divided, &version, u32::try_from(index(at)).ok()?)?)
            }
        };
        Some(Place { file, offset, part })
    }

    /// Divides a version of a page into its regions.
    fn divide(&self, version: &PageVersion<'_>) -> Divided {
        let page_use = (version.standing == Standing::Newest).then(|| self.map.page_use(version.page)).flatten();
        // A log that is ignored may have another page size; its reserved bytes are not known.
        let len = u32::try_from(version.bytes.len()).unwrap_or(u32::MAX);
        let usable = if len == self.image.page_size() { self.image.header().usable_size() } else { len };
        let spans = layout(version.bytes, version.page, usable, page_use);
        Divided { key: (version.page, version.source), page_use, spans }
    }

    fn in_divided(&self, divided: &Divided, version: &PageVersion<'_>, at: u32) -> Option<PagePart> {
        let span = region_at(&divided.spans, at)?;
        Some(PagePart {
            page: version.page,
            offset: at,
            source: version.source,
            standing: version.standing,
            page_use: divided.page_use,
            region: span.region,
            region_start: span.start,
            region_end: span.end,
        })
    }

    fn in_main(&self, at: u64) -> Option<Found<'a>> {
        if at >= self.image.main_len() {
            return None;
        }
        let size = u64::from(self.image.page_size());
        let page = u32::try_from(at / size + 1).ok()?;
        match self.history.main_version(page) {
            Some(version) => Some(Found::InPage(version, at % size)),
            None => Some(Found::Part(Part::MainRest)),
        }
    }

    fn in_log(&self, at: u64) -> Option<Found<'a>> {
        let log = self.image.log()?;
        if at >= log.file_len() {
            return None;
        }
        let Some(behind_header) = at.checked_sub(offset(LOG_HEADER_LEN)) else {
            return Some(Found::Part(Part::LogHeader));
        };
        let Some(page_size) = log.slot_page_size() else { return Some(Found::Part(Part::LogRest)) };
        let slot_len = u64::from(page_size) + offset(FRAME_HEADER_LEN);
        let number = u32::try_from(behind_header / slot_len + 1).ok()?;
        let Some(version) = self.history.slot_version(number) else {
            return Some(Found::Part(Part::LogRest));
        };
        match (behind_header % slot_len).checked_sub(offset(FRAME_HEADER_LEN)) {
            Some(in_page) => Some(Found::InPage(version, in_page)),
            None => Some(Found::Part(Part::FrameHeader(number))),
        }
    }

    fn in_journal(&self, at: u64) -> Option<Found<'a>> {
        let journal = self.image.journal()?;
        if at >= journal.file_len() {
            return None;
        }
        let sector = u64::from(journal.sector_size());
        let headers = journal.headers();
        let header = headers.partition_point(|h| h.offset <= at).checked_sub(1);
        if header.and_then(|i| headers.get(i)).is_some_and(|h| at < h.offset + sector) {
            return Some(Found::Part(Part::JournalHeader));
        }
        let records = journal.records();
        let record = records.partition_point(|r| r.offset <= at + 4).checked_sub(1);
        let Some((position, record)) = record.and_then(|i| Some((i, records.get(i)?))) else {
            return Some(Found::Part(Part::JournalRest));
        };
        let size = u64::from(journal.page_size());
        match at.checked_sub(record.offset) {
            None => Some(Found::Part(Part::RecordFrame(position))),
            Some(in_page) if in_page < size => Some(Found::InPage(self.history.record_version(position)?, in_page)),
            Some(behind) if behind < size + 4 => Some(Found::Part(Part::RecordFrame(position))),
            Some(_) => Some(Found::Part(Part::JournalRest)),
        }
    }
}

/// What a place turned out to be, before its page is looked at.
enum Found<'a> {
    Part(Part),
    InPage(PageVersion<'a>, u64),
}

/// A version of a page, divided into its regions.
struct Divided {
    key: (u32, VersionSource),
    page_use: Option<PageUse>,
    spans: Vec<Span>,
}
