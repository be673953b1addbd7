//! Damage on a page, named so that the walk can go on behind it.

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// The page is part of the database, but no file holds it.
    #[error("the page is missing")]
    Missing,
    /// The page of this earlier state has been overwritten by a checkpoint.
    #[error("the page as of that state is not known any more")]
    Unknown,
    /// The page number is 0 or lies behind the end of the database.
    #[error("the page number is not one of this database")]
    OutOfRange,
    /// The page begins like no b-tree page.
    #[error("the page is no b-tree page")]
    NotABTree,
    /// A page of a table in an index or the other way round.
    #[error("the page belongs to another kind of b-tree")]
    OtherTree,
    /// The page was reached before: a cycle, or two parents.
    #[error("the page is used twice")]
    UsedTwice,
    /// There are more cell pointers than the page has room for.
    #[error("the page has no room for its cells")]
    CellCount,
    /// Cells, free blocks and fragments of the page overlap or do not add up.
    #[error("the free space of the page does not add up")]
    FreeSpace,
    /// A cell does not lie inside the page, or its numbers are not possible.
    #[error("cell {0} is damaged")]
    Cell(u16),
    /// The chain of overflow pages ends before the payload does.
    #[error("the overflow chain ends early")]
    ChainEnds,
    /// A payload claims more bytes than the database has.
    #[error("the payload is longer than the database")]
    PayloadLength,
    /// A free-list trunk claims more leaves than a page can name.
    #[error("the free-list trunk has an impossible count")]
    TrunkCount,
    /// The record in the payload cannot be read.
    #[error("the record in cell {0} is damaged")]
    Record(u16),
}

/// Damage and the page (from 1) where it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("page {page}: {fault}")]
pub struct PageFault {
    /// The page, counted from 1; 0 when a page number of 0 was the damage.
    pub page: u32,
    /// What is wrong with it.
    pub fault: Fault,
}

impl PageFault {
    pub(crate) fn new(page: u32, fault: Fault) -> PageFault {
        PageFault { page, fault }
    }
}
