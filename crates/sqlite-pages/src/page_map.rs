//! What every page of a database is for.

use crate::btree::BTreePage;
use crate::bytes::{index, offset};
use crate::fault::{Fault, PageFault};
use crate::freelist::FreeList;
use crate::header::AutoVacuum;
use crate::pages::{PageView, Pages};
use crate::payload::OverflowChain;
use crate::pointer_map::is_pointer_map;
use crate::schema::Schema;

/// What a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageUse {
    /// A page of the b-tree with this root page.
    BTree {
        /// The root page, counted from 1; 1 is the schema.
        root: u32,
    },
    /// A page of a payload that is too long for its b-tree page.
    Overflow {
        /// The root page of the b-tree.
        root: u32,
        /// The b-tree page with the cell.
        owner: u32,
        /// The bytes of the payload on this page; what follows them is slack.
        used: u32,
    },
    /// A trunk of the free list.
    FreeTrunk,
    /// A leaf of the free list.
    FreeLeaf,
    /// A pointer map.
    PointerMap,
    /// The page of the lock bytes.
    LockByte,
    /// Nothing reaches the page: damage, or what damage elsewhere hides.
    Unreachable,
    /// The page is not there, or not known in this state.
    Missing,
}

/// What every page of a state is for, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct PageMap {
    uses: Vec<PageUse>,
    schema: Schema,
    free_list: FreeList,
    faults: Vec<PageFault>,
}

impl PageMap {
    /// Walks all b-trees, overflow chains and lists of a state. Takes about as long as reading the
    /// b-tree pages once, and 16 bytes of memory a page.
    pub fn of(pages: &dyn Pages) -> PageMap {
        let count = pages.page_count();
        let mut map = PageMap {
            uses: vec![PageUse::Unreachable; index(u64::from(count))],
            schema: Schema::read(pages),
            free_list: FreeList::read(pages),
            faults: Vec::new(),
        };
        map.mark_fixed(pages);
        let mut roots: Vec<u32> = map.schema.entries.iter().filter_map(|entry| entry.root).collect();
        if count > 0 {
            roots.insert(0, 1);
        }
        for root in roots {
            map.mark_tree(pages, root);
        }
        for trunk in std::mem::take(&mut map.free_list.trunks) {
            map.claim(trunk.page, PageUse::FreeTrunk);
            for leaf in &trunk.leaves {
                map.claim(*leaf, PageUse::FreeLeaf);
            }
            map.free_list.trunks.push(trunk);
        }
        map.faults.extend(map.free_list.faults.iter());
        map
    }

    /// Returns what a page (from 1) is for; `None` behind the end of the database.
    pub fn page_use(&self, page: u32) -> Option<PageUse> {
        self.uses.get(index(u64::from(page.checked_sub(1)?))).copied()
    }

    /// Returns every page (from 1) with what it is for.
    pub fn iter(&self) -> impl Iterator<Item = (u32, PageUse)> {
        (1u32..).zip(self.uses.iter().copied())
    }

    /// Returns the schema that the map was made by.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the free list.
    pub fn free_list(&self) -> &FreeList {
        &self.free_list
    }

    /// Returns all damage that the walks came across. Values of cells are not judged.
    pub fn faults(&self) -> &[PageFault] {
        &self.faults
    }

    /// Marks the pages whose use follows from their number, and those that are not there.
    fn mark_fixed(&mut self, pages: &dyn Pages) {
        let (usable, lock) = (pages.usable_size(), pages.lock_byte_page());
        let header = pages.state_header();
        let has_maps = header.is_some_and(|header| header.auto_vacuum() != AutoVacuum::None);
        for (page, place) in (1u32..).zip(self.uses.iter_mut()) {
            if page == lock {
                *place = PageUse::LockByte;
            } else if has_maps && is_pointer_map(page, usable, lock) {
                *place = PageUse::PointerMap;
            } else if !matches!(pages.view(page), PageView::Known(_)) {
                *place = PageUse::Missing;
            }
        }
    }

    /// Gives a page its use. Returns false when it has one already.
    fn claim(&mut self, page: u32, page_use: PageUse) -> bool {
        let at = index(u64::from(page.wrapping_sub(1)));
        match self.uses.get_mut(at) {
            Some(free @ PageUse::Unreachable) => {
                *free = page_use;
                true
            }
            Some(PageUse::Missing) => {
                self.faults.push(PageFault::new(page, Fault::Missing));
                false
            }
            Some(_) => {
                self.faults.push(PageFault::new(page, Fault::UsedTwice));
                false
            }
            None => {
                self.faults.push(PageFault::new(page, Fault::OutOfRange));
                false
            }
        }
    }

    /// Marks the pages of a b-tree and of its payloads. No page is entered twice.
    fn mark_tree(&mut self, pages: &dyn Pages, root: u32) {
        let mut is_table = None;
        let mut waiting = vec![root];
        while let Some(number) = waiting.pop() {
            let fault = |fault| PageFault::new(number, fault);
            let parsed = pages
                .known(number)
                .and_then(|bytes| BTreePage::parse(bytes, number, pages.usable_size()).map_err(fault));
            let page = match parsed {
                Ok(page) => page,
                Err(fault) => {
                    self.faults.push(fault);
                    continue;
                }
            };
            if *is_table.get_or_insert(page.kind().is_table()) != page.kind().is_table() {
                self.faults.push(fault(Fault::OtherTree));
                continue;
            }
            if !self.claim(number, PageUse::BTree { root }) {
                continue;
            }
            for cell in page.cells() {
                match cell {
                    Ok(cell) => {
                        waiting.extend(cell.left_child);
                        self.mark_chain(root, number, OverflowChain::of(pages, &cell));
                    }
                    Err(damage) => self.faults.push(fault(damage)),
                }
            }
            waiting.extend(page.right_child());
        }
    }

    fn mark_chain(&mut self, root: u32, owner: u32, chain: OverflowChain<'_>) {
        for link in chain {
            match link {
                Ok(link) => {
                    let used = u32::try_from(offset(link.content.len())).unwrap_or(u32::MAX);
                    if !self.claim(link.page, PageUse::Overflow { root, owner, used }) {
                        return;
                    }
                }
                Err(fault) => self.faults.push(fault),
            }
        }
    }
}
