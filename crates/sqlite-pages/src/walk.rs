//! Walks a b-tree in key order (file format, section 1.6). Damage is reported page by page and the
//! walk goes on behind it.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::btree::{BTreePage, Cell};
use crate::fault::{Fault, PageFault};
use crate::pages::Pages;
use crate::payload::{read_payload, read_readable_payload};

/// An entry of a table or an index, where it lies.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The page, counted from 1.
    pub page: u32,
    /// The position of the cell on the page, from 0.
    pub position: u16,
    /// The cell.
    pub cell: Cell<'a>,
    pages: &'a dyn Pages,
}

impl<'a> Entry<'a> {
    /// Returns the row id; 0 for entries of an index or of a table without row ids.
    pub fn rowid(&self) -> i64 {
        self.cell.rowid.unwrap_or(0)
    }

    /// Reads the payload, a record, with what lies on overflow pages.
    ///
    /// # Errors
    /// Says on which page it is cut off.
    pub fn payload(&self) -> Result<Cow<'a, [u8]>, PageFault> {
        read_payload(self.pages, &self.cell)
    }

    /// Reads as much of the payload as can be read, and says what cuts it off.
    pub fn readable_payload(&self) -> (Cow<'a, [u8]>, Option<PageFault>) {
        read_readable_payload(self.pages, &self.cell)
    }
}

/// What a walk comes across.
pub enum Step<'a> {
    /// A page, before its entries.
    Page(BTreePage<'a>),
    /// An entry that holds a record.
    Entry(Entry<'a>),
}

/// A walk over a b-tree: pages and entries, or damage.
pub struct TreeWalk<'a> {
    pages: &'a dyn Pages,
    /// Whether the tree is a table's, known from the first page.
    is_table: Option<bool>,
    begin: Option<u32>,
    levels: Vec<Level<'a>>,
    seen: HashSet<u32>,
}

struct Level<'a> {
    page: BTreePage<'a>,
    /// Child, cell, child, cell, …, child: on interior pages every second step is a cell.
    step: u32,
}

impl<'a> TreeWalk<'a> {
    /// Begins at a root page. The kind of the root decides which pages belong to the tree.
    pub fn new(pages: &'a dyn Pages, root: u32) -> TreeWalk<'a> {
        TreeWalk { pages, is_table: None, begin: Some(root), levels: Vec::new(), seen: HashSet::new() }
    }

    /// Returns whether the tree is a table's with row ids; `None` before its root was read.
    pub fn is_table(&self) -> Option<bool> {
        self.is_table
    }

    fn enter(&mut self, number: u32) -> Result<Step<'a>, PageFault> {
        let fault = |fault| PageFault::new(number, fault);
        let bytes = self.pages.known(number)?;
        if !self.seen.insert(number) {
            return Err(fault(Fault::UsedTwice));
        }
        let page = BTreePage::parse(bytes, number, self.pages.usable_size()).map_err(fault)?;
        if *self.is_table.get_or_insert(page.kind().is_table()) != page.kind().is_table() {
            return Err(fault(Fault::OtherTree));
        }
        self.levels.push(Level { page, step: 0 });
        Ok(Step::Page(page))
    }
}

impl<'a> Iterator for TreeWalk<'a> {
    type Item = Result<Step<'a>, PageFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(root) = self.begin.take() {
            return Some(self.enter(root));
        }
        loop {
            let level = self.levels.last_mut()?;
            let page = level.page;
            let step = level.step;
            level.step += 1;
            let count = u32::from(page.cell_count());
            let is_leaf = page.kind().is_leaf();
            if step >= if is_leaf { count } else { 2 * count + 1 } {
                self.levels.pop();
                continue;
            }
            let position = u16::try_from(if is_leaf { step } else { step / 2 }).unwrap_or(u16::MAX);
            let fault = |fault| PageFault::new(page.number(), fault);
            if !is_leaf && step % 2 == 0 {
                return Some(match page.child(position) {
                    Some(child) => self.enter(child),
                    None => Err(fault(Fault::Cell(position))),
                });
            }
            if !is_leaf && page.kind().is_table() {
                continue;
            }
            let entry = page
                .cell(position)
                .map_err(fault)
                .map(|cell| Step::Entry(Entry { page: page.number(), position, cell, pages: self.pages }));
            return Some(entry);
        }
    }
}

/// Walks the entries of the b-tree at a root page, in key order: rows of a table, or entries of an
/// index or of a table without row ids.
pub fn entries<'a>(pages: &'a dyn Pages, root: u32) -> impl Iterator<Item = Result<Entry<'a>, PageFault>> {
    TreeWalk::new(pages, root).filter_map(|step| match step {
        Ok(Step::Entry(entry)) => Some(Ok(entry)),
        Ok(Step::Page(_)) => None,
        Err(fault) => Some(Err(fault)),
    })
}
