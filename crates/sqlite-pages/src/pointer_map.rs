//! Pointer maps (file format, section 1.8): in databases that can shrink, some pages say for every
//! other page what it is and who points to it.

use crate::bytes::be_u32;
use crate::header::AutoVacuum;
use crate::pages::{PageView, Pages};

/// What a pointer map says about a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointer {
    /// 1: a root page.
    Root,
    /// 2: a free page.
    Free,
    /// 3: the first overflow page of a cell on the page `on`.
    FirstOverflow {
        /// The b-tree page with the cell.
        on: u32,
    },
    /// 4: an overflow page behind the page `after`.
    NextOverflow {
        /// The overflow page before.
        after: u32,
    },
    /// 5: a b-tree page whose parent is the page `parent`.
    BTree {
        /// The parent.
        parent: u32,
    },
}

/// Returns the pointer-map page that speaks of a page (from 3), for a database that has them.
/// For a pointer-map page itself that is the page itself; page 1 has none.
pub fn pointer_map_page(page: u32, usable_size: u32, lock_byte_page: u32) -> Option<u32> {
    if page < 2 {
        return None;
    }
    let stride = usable_size / 5 + 1;
    let map = (page - 2) / stride * stride + 2;
    // The lock-byte page is passed over.
    Some(if map == lock_byte_page { map + 1 } else { map })
}

/// Returns whether a page is a pointer map in a database that has them.
pub fn is_pointer_map(page: u32, usable_size: u32, lock_byte_page: u32) -> bool {
    pointer_map_page(page, usable_size, lock_byte_page) == Some(page)
}

/// Reads what the pointer map says about a page; `None` when the database has no pointer maps, the
/// map does not cover the page, or the entry is damaged.
pub fn read_pointer(pages: &dyn Pages, page: u32) -> Option<Pointer> {
    if pages.state_header()?.auto_vacuum() == AutoVacuum::None {
        return None;
    }
    let map = pointer_map_page(page, pages.usable_size(), pages.lock_byte_page())?;
    let PageView::Known(bytes) = pages.view(map) else { return None };
    let at = usize::try_from(page.checked_sub(map + 1)?).ok()?.checked_mul(5)?;
    let number = be_u32(bytes, at.checked_add(1)?)?;
    match *bytes.get(at)? {
        1 => Some(Pointer::Root),
        2 => Some(Pointer::Free),
        3 => Some(Pointer::FirstOverflow { on: number }),
        4 => Some(Pointer::NextOverflow { after: number }),
        5 => Some(Pointer::BTree { parent: number }),
        _ => None,
    }
}
