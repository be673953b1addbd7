//! The bytes of a page that belong to nothing: where deleted text survives, and what may be overwritten.
//!
//! This is stricter than [`crate::layout`], which names bytes in damaged pages as well as it can. Here a page whose parts
//! do not add up as SQLite itself demands (`PRAGMA integrity_check`) has no answer, so that nobody overwrites what is
//! still needed.

#![allow(clippy::single_range_in_vec_init, reason = "a page often has one range of unused bytes")]

use std::ops::Range;

use crate::btree::{BTreePage, FreeBlock};
use crate::bytes::{be_u16, be_u32, index};
use crate::fault::Fault;
use crate::page_map::PageUse;

/// Bytes of a free block that SQLite needs: the next block and the length (file format, section 1.6).
const BLOCK_HEADER_LEN: usize = 4;

/// Returns the unused bytes of a page in order: ranges counted from the start of the page, none of them empty.
///
/// Unused are the gap between cell pointers and cells, free blocks without their header, fragments, what lies behind the
/// payload on an overflow page, free pages as a whole, and what lies behind the list on a trunk of the free list.
/// Reserved bytes, pointer maps, the page of the lock bytes and pages that nothing reaches have no unused bytes here.
///
/// `number` is the page's number (from 1), `usable` the page size less the reserved bytes.
///
/// # Errors
/// When the page is not what `page_use` says, or its parts do not add up.
pub fn unused_bytes(bytes: &[u8], number: u32, usable: u32, page_use: PageUse) -> Result<Vec<Range<usize>>, Fault> {
    let usable = index(u64::from(usable)).min(bytes.len());
    let mut ranges = match page_use {
        PageUse::BTree { .. } => in_btree(&BTreePage::parse(bytes, number, in_page(usable))?, usable)?,
        PageUse::Overflow { used, .. } => vec![index(u64::from(used)).saturating_add(4)..usable],
        PageUse::FreeTrunk => vec![behind_trunk_list(bytes, usable)?..usable],
        PageUse::FreeLeaf => vec![0..usable],
        PageUse::PointerMap | PageUse::LockByte | PageUse::Unreachable | PageUse::Missing => Vec::new(),
    };
    ranges.retain(|range| !range.is_empty());
    Ok(ranges)
}

/// Where the list of leaves on a trunk ends: next trunk, count, then the leaves (section 1.5).
fn behind_trunk_list(bytes: &[u8], usable: usize) -> Result<usize, Fault> {
    let leaves = be_u32(bytes, 4).ok_or(Fault::TrunkCount)?;
    let end = index(u64::from(leaves)).saturating_mul(4).saturating_add(8);
    if end > usable { Err(Fault::TrunkCount) } else { Ok(end) }
}

/// The unused bytes of a b-tree page, once all its bytes are accounted for.
fn in_btree(page: &BTreePage<'_>, usable: usize) -> Result<Vec<Range<usize>>, Fault> {
    let (gap_start, gap_end) = (page.pointers_end(), index(u64::from(page.content_start())));
    if gap_end < gap_start || gap_end > usable {
        return Err(Fault::FreeSpace);
    }
    let blocks = chain(page)?;
    let mut taken = Vec::with_capacity(usize::from(page.cell_count()) + blocks.len());
    for cell in page.cells() {
        let cell = cell?;
        taken.push((index(u64::from(cell.start)), index(u64::from(cell.len)), false));
    }
    taken.extend(blocks.iter().map(|block| (index(u64::from(block.start)), index(u64::from(block.len)), true)));
    taken.sort_unstable();

    let mut unused = vec![gap_start..gap_end];
    let (mut at, mut fragments) = (gap_end, 0);
    for (start, len, is_block) in taken {
        if start < at {
            return Err(Fault::FreeSpace);
        }
        fragments += start - at;
        unused.push(at..start);
        at = start + len;
        if is_block {
            unused.push(start + BLOCK_HEADER_LEN..at);
        }
    }
    if at > usable {
        return Err(Fault::FreeSpace);
    }
    fragments += usable - at;
    unused.push(at..usable);
    if fragments == usize::from(page.fragmented()) { Ok(unused) } else { Err(Fault::FreeSpace) }
}

/// The chain of free blocks, which must come to its end.
fn chain(page: &BTreePage<'_>) -> Result<Vec<FreeBlock>, Fault> {
    let blocks = page.free_blocks();
    let pointer = blocks.last().map_or(page.header_start() + 1, |block| index(u64::from(block.start)));
    if be_u16(page.bytes(), pointer) == Some(0) { Ok(blocks) } else { Err(Fault::FreeSpace) }
}

/// Takes a place in a page, at most 65536.
fn in_page(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
