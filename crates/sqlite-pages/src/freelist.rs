//! The list of free pages (file format, section 1.5): trunk pages in a chain, each naming leaf pages.
//! Free pages keep what was on them, leaves all of it and trunks what the list does not overwrite.

use std::collections::HashSet;

use crate::bytes::be_u32;
use crate::fault::{Fault, PageFault};
use crate::pages::Pages;

/// One trunk of the free list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trunk {
    /// The trunk's page, counted from 1.
    pub page: u32,
    /// The leaf pages that it names.
    pub leaves: Vec<u32>,
}

/// The free list of a state, with what could not be read of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeList {
    /// The trunks in chain order.
    pub trunks: Vec<Trunk>,
    /// Damage that may hide further free pages.
    pub faults: Vec<PageFault>,
}

impl FreeList {
    /// Reads the free list; a database without free pages has an empty one.
    pub fn read(pages: &dyn Pages) -> FreeList {
        let mut list = FreeList::default();
        let mut seen = HashSet::new();
        let mut next = pages.state_header().map_or(0, |header| header.first_trunk);
        while next != 0 {
            if !seen.insert(next) {
                list.faults.push(PageFault::new(next, Fault::UsedTwice));
                break;
            }
            let bytes = match pages.known(next) {
                Ok(bytes) => bytes,
                Err(fault) => {
                    list.faults.push(fault);
                    break;
                }
            };
            let count = be_u32(bytes, 4).unwrap_or(0);
            let most = (pages.usable_size() / 4).saturating_sub(2);
            if count > most {
                list.faults.push(PageFault::new(next, Fault::TrunkCount));
            }
            let mut leaves = Vec::new();
            for at in 0..count.min(most) {
                let leaf = be_u32(bytes, 8 + 4 * usize::try_from(at).unwrap_or(usize::MAX / 8));
                match leaf {
                    Some(leaf) if leaf == 0 || leaf > pages.page_count() => {
                        list.faults.push(PageFault::new(leaf, Fault::OutOfRange));
                    }
                    Some(leaf) => leaves.push(leaf),
                    None => break,
                }
            }
            list.trunks.push(Trunk { page: next, leaves });
            next = be_u32(bytes, 0).unwrap_or(0);
        }
        list
    }

    /// Returns all pages of the list: each trunk, then its leaves.
    pub fn pages(&self) -> impl Iterator<Item = u32> {
        self.trunks.iter().flat_map(|trunk| std::iter::once(trunk.page).chain(trunk.leaves.iter().copied()))
    }
}
