//! Bytes of a store's files, with what each is for.

use std::path::Path;

use continuity_store::read::Store;
use sqlite_pages::{FileRole, Locator, PageImage, PagePart, PageUse, Part, Region, Standing, VersionSource};
use wire::bytes::{BytesKind, BytesSpan, BytesView};
use wire::commands::BytesRequest;
use wire::{ErrorBody, Text};

use crate::failure;
use crate::inspector::Inspector;
use crate::locations::backups_of;

/// Most bytes of one answer.
const MOST_BYTES: u64 = 65_536;

impl Inspector {
    /// Reads bytes of the main file, log or journal of a store or of a backup beside it. Nothing else can be named.
    ///
    /// # Errors
    /// When the store or the backup cannot be read, or `no-file` when the store has no such file.
    pub fn read_bytes(&self, request: BytesRequest) -> Result<BytesView, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        if let Some(role) = role_of(&loaded.path, &request.file) {
            return view(loaded.store().image(), role, request);
        }
        let folder = loaded.path.parent().unwrap_or(Path::new(""));
        let backup = backups_of(&loaded.path).into_iter().find_map(|path| {
            let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            let role = role_in(&name, &request.file)?;
            Some((path, role))
        });
        let (path, role) = backup.ok_or_else(no_file)?;
        view(Store::read(&path).map_err(failure::store)?.image(), role, request)
    }
}

fn no_file() -> ErrorBody {
    failure::error("no-file", "The store has no such file.", Some("Look at the revisions again."))
}

/// Which file of the database at `store` has this name in its folder.
fn role_of(store: &Path, name: &str) -> Option<FileRole> {
    role_in(&store.file_name()?.to_string_lossy(), name)
}

fn role_in(main: &str, name: &str) -> Option<FileRole> {
    match name.strip_prefix(main)? {
        "" => Some(FileRole::Main),
        "-wal" => Some(FileRole::Log),
        "-journal" => Some(FileRole::Journal),
        _ => None,
    }
}

fn view(image: &PageImage, role: FileRole, request: BytesRequest) -> Result<BytesView, ErrorBody> {
    let total = match role {
        FileRole::Main => image.main_len(),
        FileRole::Log => image.log().ok_or_else(no_file)?.file_len(),
        FileRole::Journal => image.journal().ok_or_else(no_file)?.file_len(),
    };
    let offset = request.offset.min(total);
    let end = offset.saturating_add(request.limit.min(MOST_BYTES)).min(total);
    let bytes = match role {
        FileRole::Main => main_bytes(image, offset, end),
        FileRole::Log => slice(image.log().ok_or_else(no_file)?.bytes(), offset, end),
        FileRole::Journal => slice(image.journal().ok_or_else(no_file)?.bytes(), offset, end),
    };
    Ok(BytesView {
        offset,
        length: bytes.len() as u64,
        total,
        page_size: image.page_size(),
        spans: spans(image, role, offset, offset + bytes.len() as u64),
        hex: Text(hex(&bytes)),
        file: request.file,
    })
}

fn slice(bytes: &[u8], offset: u64, end: u64) -> Vec<u8> {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(at(offset)..at(end)).unwrap_or_default().to_vec()
}

/// Bytes of the main file as it is on disk, which the image keeps in pieces.
fn main_bytes(image: &PageImage, offset: u64, end: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut start = 0u64;
    for piece in image.original_main_pieces() {
        let behind = start + piece.len() as u64;
        if behind > offset && start < end {
            bytes.extend(slice(piece, offset.saturating_sub(start), end - start));
        }
        start = behind;
    }
    bytes
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Divides a stretch by what its bytes are for; neighbours that are the same are one.
fn spans(image: &PageImage, role: FileRole, offset: u64, end: u64) -> Vec<BytesSpan> {
    let locator = Locator::new(image);
    let mut spans: Vec<BytesSpan> = Vec::new();
    let mut at = offset;
    while at < end {
        let (behind, span) = match locator.locate(role, at).map(|place| place.part) {
            Some(Part::Page(part)) => (at + u64::from(part.region_end - part.offset), page_span(&locator, &part, role)),
            // Headers are short, and what belongs to nothing is rare: byte by byte is quick enough.
            Some(Part::LogHeader | Part::FrameHeader(_) | Part::JournalHeader | Part::RecordFrame(_)) => {
                (at + 1, bare(BytesKind::Structure))
            }
            Some(Part::MainRest | Part::LogRest | Part::JournalRest) | None => (at + 1, bare(BytesKind::Other)),
        };
        let length = behind.min(end) - at;
        match spans.last_mut().filter(|last| (last.page, last.commit, last.kind, last.live) == key(&span)) {
            Some(last) => last.length += length,
            None => spans.push(BytesSpan { offset: at, length, ..span }),
        }
        at = behind;
    }
    spans
}

fn key(span: &BytesSpan) -> (Option<u32>, Option<u32>, BytesKind, bool) {
    (span.page, span.commit, span.kind, span.live)
}

fn bare(kind: BytesKind) -> BytesSpan {
    BytesSpan { offset: 0, length: 0, page: None, commit: None, kind, live: false }
}

fn page_span(locator: &Locator<'_>, part: &PagePart, role: FileRole) -> BytesSpan {
    let live = part.standing == Standing::Newest;
    let kind = match (part.standing, part.region) {
        (Standing::Newest, region) => newest(region, part.page_use),
        (Standing::BehindEnd, _) => BytesKind::FreePage,
        _ if role == FileRole::Journal => BytesKind::Journal,
        (Standing::Superseded, _) => BytesKind::Log,
        (Standing::Uncommitted | Standing::Leftover | Standing::Ignored, _) => BytesKind::LogLeftover,
    };
    let used = matches!(kind, BytesKind::Row | BytesKind::Structure);
    BytesSpan { page: Some(part.page), commit: commit_of(locator, part), live: live && used, ..bare(kind) }
}

/// What bytes of a page of the newest state are for.
fn newest(region: Region, page_use: Option<PageUse>) -> BytesKind {
    let in_use = matches!(
        page_use,
        Some(PageUse::BTree { .. } | PageUse::Overflow { .. } | PageUse::PointerMap | PageUse::LockByte)
    );
    match region {
        Region::Reserved | Region::LockBytes | Region::PointerMap | Region::TrunkList | Region::DatabaseHeader => {
            BytesKind::Structure
        }
        _ if !in_use => BytesKind::FreePage,
        Region::PageHeader | Region::CellPointers | Region::NextPage => BytesKind::Structure,
        Region::Cell(_) | Region::OverflowContent => BytesKind::Row,
        Region::Unallocated | Region::FreeBlock | Region::Fragment | Region::OverflowSlack | Region::Content => {
            BytesKind::PageSlack
        }
    }
}

/// Number of the commit that a frame belongs to, from 1.
fn commit_of(locator: &Locator<'_>, part: &PagePart) -> Option<u32> {
    let VersionSource::Frame(number) = part.source else { return None };
    let commits = locator.history().commits();
    let at = commits.partition_point(|commit| commit.frame < number);
    (at < commits.len()).then(|| u32::try_from(at + 1).ok()).flatten()
}
