//! The parts of a page: what each of its bytes is for.

use crate::btree::BTreePage;
use crate::bytes::{be_u32, index};
use crate::header::HEADER_LEN;
use crate::page_map::PageUse;

/// What bytes inside a page are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The database header on page 1 (file format, section 1.3).
    DatabaseHeader,
    /// The header of a b-tree page (section 1.6).
    PageHeader,
    /// The cell pointers of a b-tree page.
    CellPointers,
    /// Between the cell pointers and the cells; old cells can survive here.
    Unallocated,
    /// A block of free bytes between cells; all but its first 4 bytes survive from old cells.
    FreeBlock,
    /// The cell at this position.
    Cell(u16),
    /// Bytes between cells that belong to nothing.
    Fragment,
    /// The number of the next overflow page (section 1.7).
    NextPage,
    /// A part of a payload on an overflow page.
    OverflowContent,
    /// Behind the end of the payload on the last overflow page; old text can survive here.
    OverflowSlack,
    /// The list of leaves on a trunk of the free list (section 1.5).
    TrunkList,
    /// The entries of a pointer map (section 1.8).
    PointerMap,
    /// Bytes of a page that is free, reached by nothing, or older than the newest state, and does not
    /// look like a b-tree page: often an old overflow page.
    Content,
    /// The reserved bytes at the end of every page (section 1.3.4).
    Reserved,
    /// The page of the lock bytes (section 1.4).
    LockBytes,
}

/// A region of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte, counted from the start of the page.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
    /// What the bytes are for.
    pub region: Region,
}

/// Divides a page into its regions, in order and without gaps. `number` is the page's number (from
/// 1), `usable` the page size less the reserved bytes, and `page_use` what the page is for; where
/// that is not known, free pages among them, the page's own bytes decide.
pub fn layout(bytes: &[u8], number: u32, usable: u32, page_use: Option<PageUse>) -> Vec<Span> {
    let end = in_page(bytes.len());
    let usable = usable.min(end);
    let mut parts = match page_use {
        Some(PageUse::Overflow { used, .. }) => {
            let content_end = used.saturating_add(4);
            vec![
                span(0, 4, Region::NextPage),
                span(4, content_end, Region::OverflowContent),
                span(content_end, usable, Region::OverflowSlack),
            ]
        }
        Some(PageUse::FreeTrunk) => {
            let leaves = be_u32(bytes, 4).unwrap_or(0);
            let list_end = leaves.saturating_mul(4).saturating_add(8).min(usable);
            vec![span(0, list_end, Region::TrunkList), span(list_end, usable, Region::Content)]
        }
        Some(PageUse::PointerMap) => vec![span(0, usable, Region::PointerMap)],
        Some(PageUse::LockByte) => vec![span(0, usable, Region::LockBytes)],
        Some(PageUse::BTree { .. }) => match BTreePage::parse(bytes, number, usable) {
            Ok(page) => btree_parts(&page, usable),
            Err(_) => vec![span(0, usable, Region::Content)],
        },
        Some(PageUse::FreeLeaf | PageUse::Unreachable | PageUse::Missing) | None => {
            match BTreePage::parse(bytes, number, usable) {
                Ok(page) if is_plausible(&page, usable) => btree_parts(&page, usable),
                _ => vec![span(0, usable, Region::Content)],
            }
        }
    };
    parts.push(span(usable, end, Region::Reserved));
    parts.iter_mut().for_each(|part| part.end = part.end.min(end));
    parts.retain(|part| part.start < part.end);
    parts
}

/// Returns the region in which a byte of the page lies.
pub(crate) fn region_at(spans: &[Span], at: u32) -> Option<Span> {
    let behind = spans.partition_point(|span| span.end <= at);
    spans.get(behind).copied()
}

/// Divides a b-tree page. Where damage makes parts overlap, the part that begins first has the
/// bytes; what no part has is a fragment.
fn btree_parts(page: &BTreePage<'_>, usable: u32) -> Vec<Span> {
    let pointers_end = in_page(page.pointers_end());
    let content_start = page.content_start().clamp(pointers_end, usable.max(pointers_end));
    let mut fixed = Vec::new();
    if page.number() == 1 {
        fixed.push(span(0, in_page(HEADER_LEN), Region::DatabaseHeader));
    }
    let header_start = in_page(page.header_start());
    let pointers_start = in_page(page.pointers_start());
    fixed.push(span(header_start, pointers_start, Region::PageHeader));
    fixed.push(span(pointers_start, pointers_end, Region::CellPointers));
    fixed.push(span(pointers_end, content_start, Region::Unallocated));

    let cells = (0u16..).zip(page.cells()).filter_map(|(position, cell)| {
        let cell = cell.ok()?;
        Some(span(cell.start, cell.start + cell.len, Region::Cell(position)))
    });
    let blocks = page.free_blocks();
    let blocks = blocks.iter().map(|b| span(b.start, b.start + b.len, Region::FreeBlock));
    let mut content: Vec<Span> = cells.chain(blocks).collect();
    content.sort_by_key(|part| (part.start, part.end));

    let mut parts: Vec<Span> = Vec::with_capacity(fixed.len() + content.len() + 1);
    let mut at = 0;
    for part in fixed.into_iter().chain(content).chain([span(usable, usable, Region::Reserved)]) {
        if at < part.start {
            parts.push(span(at, part.start, Region::Fragment));
        }
        if at.max(part.start) < part.end {
            parts.push(span(at.max(part.start), part.end, part.region));
        }
        at = at.max(part.end);
    }
    parts
}

/// Tells whether bytes of unknown use are likely to be a b-tree page.
fn is_plausible(page: &BTreePage<'_>, usable: u32) -> bool {
    let start = page.content_start();
    let fits = index(u64::from(start)) >= page.pointers_end() && start <= usable;
    fits && page.fragmented() <= 60 && page.cell(0).is_ok()
}

fn span(start: u32, end: u32, region: Region) -> Span {
    Span { start, end, region }
}

/// Takes a place in a page, at most 65536.
fn in_page(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
