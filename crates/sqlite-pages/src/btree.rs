//! B-tree pages and their cells (file format, section 1.6).

use crate::bytes::{be_u16, be_u32, index};
use crate::fault::Fault;
use crate::header::HEADER_LEN;
use crate::varint::read_varint;

/// The four kinds of b-tree pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageKind {
    /// First byte 2.
    InteriorIndex,
    /// First byte 5.
    InteriorTable,
    /// First byte 10.
    LeafIndex,
    /// First byte 13.
    LeafTable,
}

impl PageKind {
    /// Takes the first byte of a page; `None` when it begins like no b-tree page.
    pub fn from_byte(byte: u8) -> Option<PageKind> {
        match byte {
            2 => Some(PageKind::InteriorIndex),
            5 => Some(PageKind::InteriorTable),
            10 => Some(PageKind::LeafIndex),
            13 => Some(PageKind::LeafTable),
            _ => None,
        }
    }

    /// Returns whether pages of this kind have no children.
    pub fn is_leaf(self) -> bool {
        matches!(self, PageKind::LeafIndex | PageKind::LeafTable)
    }

    /// Returns whether pages of this kind belong to a table with row ids. Tables without row ids are
    /// kept in index b-trees.
    pub fn is_table(self) -> bool {
        matches!(self, PageKind::InteriorTable | PageKind::LeafTable)
    }
}

/// A b-tree page over its bytes.
#[derive(Clone, Copy)]
pub struct BTreePage<'a> {
    bytes: &'a [u8],
    number: u32,
    usable: usize,
    kind: PageKind,
}

/// One cell of a b-tree page.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    /// Where the cell begins in the page, in bytes.
    pub start: u32,
    /// Length of the cell in the page, in bytes.
    pub len: u32,
    /// The page with smaller keys; interior pages only.
    pub left_child: Option<u32>,
    /// The row id; table pages only.
    pub rowid: Option<i64>,
    /// Length of the whole payload in bytes, 0 where there is none (interior pages of tables).
    pub payload_len: u32,
    /// The part of the payload that lies in the page.
    pub local: &'a [u8],
    /// The first overflow page, where the payload goes on.
    pub overflow: Option<u32>,
}

/// A block of free bytes inside the cell area of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeBlock {
    /// Where the block begins in the page, in bytes; its own header of 4 bytes counts.
    pub start: u32,
    /// Length in bytes.
    pub len: u32,
}

impl<'a> BTreePage<'a> {
    /// Takes the bytes of page `number` (from 1) as a b-tree page. `usable` is the page size less
    /// the reserved bytes.
    ///
    /// # Errors
    /// [`Fault::NotABTree`] or [`Fault::CellCount`].
    pub fn parse(bytes: &'a [u8], number: u32, usable: u32) -> Result<BTreePage<'a>, Fault> {
        let at = header_start(number);
        let kind = bytes.get(at).and_then(|byte| PageKind::from_byte(*byte));
        let kind = kind.ok_or(Fault::NotABTree)?;
        let usable = index(u64::from(usable)).min(bytes.len());
        let page = BTreePage { bytes, number, usable, kind };
        if page.pointers_end() > usable {
            return Err(Fault::CellCount);
        }
        Ok(page)
    }

    /// Returns the number of the page, counted from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the kind of the page.
    pub fn kind(&self) -> PageKind {
        self.kind
    }

    /// Returns the page's bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the number of cells (offset 3 of the page header).
    pub fn cell_count(&self) -> u16 {
        self.field(3)
    }

    /// Returns where the area of the cells begins (offset 5; stored 0 means 65536).
    pub fn content_start(&self) -> u32 {
        match self.field(5) {
            0 => 65_536,
            start => u32::from(start),
        }
    }

    /// Returns the number of bytes in the cell area that belong to nothing (offset 7).
    pub fn fragmented(&self) -> u8 {
        self.bytes.get(header_start(self.number) + 7).copied().unwrap_or(0)
    }

    /// Returns the child with the greatest keys (offset 8); interior pages only.
    pub fn right_child(&self) -> Option<u32> {
        if self.kind.is_leaf() {
            return None;
        }
        be_u32(self.bytes, header_start(self.number) + 8)
    }

    /// Returns the child at a position from 0 to `cell_count`; the last one is the right child.
    /// `None` for leaves and when the cell lies outside the page.
    pub fn child(&self, position: u16) -> Option<u32> {
        match self.kind.is_leaf() {
            true => None,
            false if position == self.cell_count() => self.right_child(),
            false => {
                let start = usize::from(self.cell_pointer(position)?);
                (start >= self.pointers_end()).then(|| be_u32(self.used(), start)).flatten()
            }
        }
    }

    /// Returns where the cell at a position (from 0) begins.
    pub fn cell_pointer(&self, position: u16) -> Option<u16> {
        if position >= self.cell_count() {
            return None;
        }
        be_u16(self.bytes, self.pointers_start() + 2 * usize::from(position))
    }

    /// Reads the cell at a position (from 0).
    ///
    /// # Errors
    /// [`Fault::Cell`] when there is none, or it does not lie inside the page.
    pub fn cell(&self, position: u16) -> Result<Cell<'a>, Fault> {
        let start = self.cell_pointer(position).map(usize::from);
        start
            .filter(|start| *start >= self.pointers_end())
            .and_then(|start| Cell::parse(self.used(), start, self.kind))
            .ok_or(Fault::Cell(position))
    }

    /// Reads all cells in order; a damaged one does not hide those behind it.
    pub fn cells(&self) -> impl Iterator<Item = Result<Cell<'a>, Fault>> {
        let page = *self;
        (0..page.cell_count()).map(move |position| page.cell(position))
    }

    /// Returns the chain of free blocks (offset 1 of the page header); it ends where the next block
    /// would not lie behind the one before, as it must.
    pub fn free_blocks(&self) -> Vec<FreeBlock> {
        let mut blocks = Vec::new();
        let mut at = usize::from(self.field(1));
        let mut lowest = self.pointers_end();
        while at >= lowest.max(1) {
            let (Some(next), Some(len)) = (be_u16(self.used(), at), be_u16(self.used(), at + 2)) else {
                break;
            };
            let end = at + usize::from(len);
            if len < 4 || end > self.usable {
                break;
            }
            blocks.push(FreeBlock { start: in_page(at), len: u32::from(len) });
            (at, lowest) = (usize::from(next), end);
        }
        blocks
    }

    /// Returns where the page header begins: behind the database header on page 1.
    pub(crate) fn header_start(&self) -> usize {
        header_start(self.number)
    }

    /// Returns where the cell pointers begin.
    pub(crate) fn pointers_start(&self) -> usize {
        self.header_start() + if self.kind.is_leaf() { 8 } else { 12 }
    }

    /// Returns where the cell pointers end.
    pub(crate) fn pointers_end(&self) -> usize {
        self.pointers_start() + 2 * usize::from(self.cell_count())
    }

    /// Returns the bytes without the reserved ones.
    fn used(&self) -> &'a [u8] {
        self.bytes.get(..self.usable).unwrap_or(self.bytes)
    }

    fn field(&self, at: usize) -> u16 {
        be_u16(self.bytes, header_start(self.number) + at).unwrap_or(0)
    }
}

impl<'a> Cell<'a> {
    /// Reads a cell that begins at `start` in the usable bytes of a page (all bytes but the
    /// reserved ones). Works at any place, so that cells can be looked for in free space too.
    /// `None` when the cell would not fit.
    pub fn parse(used: &'a [u8], start: usize, kind: PageKind) -> Option<Cell<'a>> {
        let mut at = start;
        let mut left_child = None;
        if !kind.is_leaf() {
            left_child = Some(be_u32(used, at)?);
            at += 4;
        }
        let mut payload_len = 0;
        if kind != PageKind::InteriorTable {
            let (len, used_len) = read_varint(used, at)?;
            payload_len = u32::try_from(len).ok().filter(|len| *len <= i32::MAX.unsigned_abs())?;
            at += used_len;
        }
        let mut rowid = None;
        if kind.is_table() {
            let (id, used_len) = read_varint(used, at)?;
            rowid = Some(id as i64);
            at += used_len;
        }
        let local_len = local_payload(payload_len, in_page(used.len()), kind);
        let local = used.get(at..at.checked_add(index(u64::from(local_len)))?)?;
        at += local.len();
        let mut overflow = None;
        if local_len < payload_len {
            overflow = Some(be_u32(used, at)?);
            at += 4;
        }
        // No cell takes fewer than 4 bytes, so that it can become a free block.
        let len = in_page((at - start).max(4).min(used.len() - start));
        Some(Cell { start: in_page(start), len, left_child, rowid, payload_len, local, overflow })
    }
}

/// Returns how many bytes of a payload lie in the page; the rest lies on overflow pages (the
/// formulas of section 1.6, with `usable` for U and `payload` for P).
pub fn local_payload(payload: u32, usable: u32, kind: PageKind) -> u32 {
    let share = |part: u32| (usable.saturating_sub(12) * part / 255).saturating_sub(23);
    let most = if kind.is_table() { usable.saturating_sub(35) } else { share(64) };
    if payload <= most {
        return payload;
    }
    let least = share(32);
    let rest = usable.saturating_sub(4).max(1);
    let local = least + (payload.saturating_sub(least)) % rest;
    if local <= most { local } else { least }
}

/// Page 1 begins with the database header.
fn header_start(number: u32) -> usize {
    if number == 1 { HEADER_LEN } else { 0 }
}

/// Takes a place in a page, at most 65536.
fn in_page(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
