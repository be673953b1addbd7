//! Which pages are worth a look, found out without a lock.

use std::ops::Range;
use std::path::Path;

use sqlite_pages::{PageImage, PageMap, PageUse, unused_bytes};

use super::What;
use crate::error::StoreError;
use crate::gate;
use crate::search::{Pieces, Stretch};

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
        What::Holding(pieces) => Wanted::Pieces { pieces, stretches: pieces.find(image.newest()) },
    };
    if wanted.finds_nothing() {
        return Ok(found);
    }
    let usable = image.header().usable_size();
    for (page, page_use) in PageMap::of(&image).iter() {
        let Some(bytes) = image.page(page) else { continue };
        let start = u64::from(page - 1) * u64::from(image.page_size());
        match (page_use, unused_bytes(bytes, page, usable, page_use)) {
            (PageUse::Unreachable, _) | (_, Err(_)) => {
                found.unclear += u64::from(wanted.stands_in(bytes, start, 0..bytes.len()));
            }
            (_, Ok(ranges)) => {
                if ranges.into_iter().any(|range| wanted.stands_in(bytes, start, range)) {
                    let owner = match page_use {
                        PageUse::Overflow { owner, .. } => Some(owner),
                        _ => None,
                    };
                    found.candidates.push(Candidate { page, owner });
                }
            }
        }
    }
    Ok(found)
}

/// What makes a page worth a look.
enum Wanted<'p> {
    /// Any byte that is not zero.
    Any,
    /// Pieces, and where stretches of them stand in the newest state.
    Pieces { pieces: &'p Pieces, stretches: Vec<Stretch> },
}

impl Wanted<'_> {
    /// Whether no page can be worth a look.
    fn finds_nothing(&self) -> bool {
        matches!(self, Self::Pieces { pieces, stretches } if stretches.is_empty() && !pieces.has_short())
    }

    /// Whether it stands in a range of a page that begins at `start` in the file.
    fn stands_in(&self, page: &[u8], start: u64, range: Range<usize>) -> bool {
        let bytes = page.get(range.clone()).unwrap_or_default();
        if bytes.iter().all(|byte| *byte == 0) {
            return false;
        }
        match self {
            Self::Any => true,
            Self::Pieces { pieces, stretches } => {
                let (from, to) = (start + range.start as u64, start + range.end as u64);
                let behind = stretches.partition_point(|stretch| stretch.offset + stretch.length <= from);
                stretches.get(behind).is_some_and(|stretch| stretch.offset < to)
                    || (pieces.has_short() && pieces.find_across([bytes]).short > 0)
            }
        }
    }
}
