//! Which pages are worth a look, found out without a lock.

use std::ops::Range;
use std::path::Path;

use sqlite_pages::{PageImage, PageMap, PageUse, unused_bytes};

use super::What;
use crate::error::StoreError;
use crate::gate;
use crate::search::{Pieces, Stretch, WINDOW};

/// A page that held something to overwrite when it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The page, from 1.
    pub(super) page: u32,
    /// For an overflow page: the b-tree page with its cell.
    pub(super) owner: Option<u32>,
}

/// What a search found.
pub(super) struct Found {
    /// Pages to overwrite, in order.
    pub(super) candidates: Vec<Candidate>,
    /// Pages that hold something but are damaged, so that it cannot be overwritten alone.
    pub(super) unclear: u64,
    /// Page size in bytes.
    pub(super) page_size: usize,
}

/// Reads the store and finds the pages whose unused bytes are to be overwritten.
///
/// # Errors
/// When the store cannot be read.
pub(super) fn find(path: &Path, what: What<'_>) -> Result<Found, StoreError> {
    let image = {
        let _guard = gate::reading();
        PageImage::read(path)?
    };
    let mut found = Found { candidates: Vec::new(), unclear: 0, page_size: image.page_size() as usize };
    let wanted = match what {
        What::AllUnused => Wanted::Any,
        What::Holding(pieces) if pieces.is_empty() => return Ok(found),
        What::Holding(pieces) => Wanted::Pieces(pieces),
    };
    let usable = image.header().usable_size();
    let size = found.page_size;
    for (page, page_use) in PageMap::of(&image).iter() {
        let Some(bytes) = image.page(page) else { continue };
        let start = (page as usize - 1) * size;
        let holds = |range: &Range<usize>| wanted.stands_in(image.newest(), start + range.start..start + range.end);
        match (page_use, unused_bytes(bytes, page, usable, page_use)) {
            (PageUse::Unreachable, _) | (_, Err(_)) => found.unclear += u64::from(holds(&(0..size))),
            (_, Ok(ranges)) if ranges.iter().any(holds) => {
                let owner = match page_use {
                    PageUse::Overflow { owner, .. } => Some(owner),
                    _ => None,
                };
                found.candidates.push(Candidate { page, owner });
            }
            _ => {}
        }
    }
    Ok(found)
}

/// What makes a page worth a look.
enum Wanted<'p> {
    /// Any byte that is not zero.
    Any,
    /// Pieces.
    Pieces(&'p Pieces),
}

impl Wanted<'_> {
    /// Whether it stands in a range of `bytes`, as a whole or in part.
    fn stands_in(&self, bytes: &[u8], range: Range<usize>) -> bool {
        let inside = bytes.get(range.clone()).unwrap_or_default();
        if inside.iter().all(|byte| *byte == 0) {
            return false;
        }
        let Self::Pieces(pieces) = self else { return true };
        // A piece can begin before the range or end behind it: what stands there now may be a part of it by chance.
        let from = range.start.saturating_sub(WINDOW - 1);
        let around = bytes.get(from..(range.end + WINDOW - 1).min(bytes.len())).unwrap_or_default();
        let (start, end) = ((range.start - from) as u64, (range.end - from) as u64);
        let touches = |stretch: &Stretch| stretch.offset < end && stretch.offset + stretch.length > start;
        pieces.find(around).iter().any(touches) || pieces.find_across([inside]).short > 0
    }
}
