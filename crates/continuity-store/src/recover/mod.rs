//! Snapshot bodies that are still in the files, whether or not a table holds them: whole, or in pieces.
//!
//! **Rows.** Every version of every page is searched for the beginning of a snapshot row's record: a header of the right
//! shape in front of a correlation. Where one stands, the record is read: from the page, and on through its overflow
//! pages as they were in the same state. The search goes by the record and not by the b-tree, because a deleted row has
//! lost its cell header (the first four bytes of a free block) and often its page, but seldom its record header. A body
//! is whole when a row of the newest state holds it, or when its digest verifies; of any other, as much is handed out as
//! surely belongs to it, as a fragment.
//!
//! **Pieces.** What is left are bytes that no row of the newest state uses and no record has: a middle page of a deleted
//! body whose first page was used again, the end of a cell whose beginning was, the rest of a log. Of these a run of
//! text is a piece when it holds at least [`LEAST_TEXT`] bytes beside the facts that other rows keep too: see `text` and
//! `facts` for what is text and what is a fact. A piece is a fragment and never a revision. It belongs to a task when it
//! names the task's correlation, or when three quarters of its text stand in bodies of that task that were found whole
//! and less in those of any other, or when it is joined to such a piece by the number of an overflow page and one
//! transaction wrote both pages; otherwise to none. Rows of other tables in states that the log still holds are left
//! out.
//!
//! Not searched: the transaction at the end of a log or journal that has not been committed; and databases in UTF-16, which
//! AGS does not make, for pieces.
//!
//! The time is in proportion to the size of the files, whatever is in them, and so is the memory: of bodies one is held
//! at a time, of pieces their places.

mod chain;
mod cover;
mod facts;
mod fragments;
mod head;
mod known;
mod leftover;
mod orphans;
mod others;
mod owners;
mod place;
mod regions;
mod rest;
mod rows;
mod scan;
mod schema;
mod stated;
mod states;
mod superseded;
mod text;
mod windows;

use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use sqlite_pages::{Locator, PageImage, TextEncoding};
use std::cell::OnceCell;

pub use head::AGS_PREFIX;
pub use orphans::LEAST_TEXT;
pub use place::{FoundIn, Place};
pub use superseded::{LogMark, superseded};

use rows::Rows;
use states::States;

/// A snapshot row that was found.
#[derive(Debug)]
pub struct Recovered {
    /// Number of the row among those of one search, by which [`Found::Again`] names it.
    pub number: usize,
    /// The row; the body is as much as surely belongs to it.
    pub row: SnapshotRow,
    /// The body, once it was read.
    read: OnceCell<Body>,
    /// Whether the whole record could be read. Whether it is what was stored, only its digest says.
    pub whole: bool,
    /// Where it was found first.
    pub place: Place,
}

impl Recovered {
    /// Returns the body as the real server reads it. It is read at the first call: who knows the row already has no need.
    pub fn body(&self) -> &Body {
        self.read.get_or_init(|| Body::read(&self.row.body))
    }

    /// Returns the row with its body as the real server reads it.
    pub fn into_read(self) -> (SnapshotRow, Body) {
        let read = self.read.into_inner().unwrap_or_else(|| Body::read(&self.row.body));
        (self.row, read)
    }
}

/// A piece of a body without the beginning of its record. Its `Debug` output holds no text.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    /// The task it belongs to, or `None` when that cannot be told.
    pub correlation: Option<String>,
    /// The epoch, where the piece or the body that it shares text with says so.
    pub epoch: Option<i64>,
    /// The revision, where the piece says so.
    pub revision: Option<i64>,
    /// The snapshot digest, where the piece states it.
    pub digest: Option<String>,
    /// Whether all its text stands in a body of the task that was found whole, so that it says nothing new.
    pub in_whole: bool,
    /// The bytes, as they stand in the file.
    pub bytes: Vec<u8>,
    /// Where it stands; equal pieces are one with several places. Never empty.
    pub places: Vec<Place>,
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Piece").field("bytes", &self.bytes.len()).field("places", &self.places).finish_non_exhaustive()
    }
}

/// Something that was found.
#[derive(Debug)]
pub enum Found {
    /// A row, at its first place.
    Row(Box<Recovered>),
    /// One more place of a row.
    Again {
        /// Number of the row.
        number: usize,
        /// The place.
        place: Place,
    },
    /// A piece without a row.
    Piece(Piece),
}

/// Calls `each` with every snapshot row that is still in the files of an image, at the first place where it was found: of
/// one task, or of every task whose correlation AGS made.
pub fn recover(image: &PageImage, correlation: Option<&str>, mut each: impl FnMut(Recovered)) {
    search(image, correlation, false, &mut |found| {
        if let Found::Row(row) = found {
            each(*row);
        }
    });
}

/// Calls `each` with everything that is still in the files of an image: of one task, or of every task whose correlation
/// AGS made, and then also pieces that belong to no task.
pub fn recover_all(image: &PageImage, correlation: Option<&str>, mut each: impl FnMut(Found)) {
    search(image, correlation, true, &mut each);
}

fn search(image: &PageImage, correlation: Option<&str>, pieces: bool, each: &mut dyn FnMut(Found)) {
    let locator = Locator::new(image);
    let states = States::of(image, locator.history());
    let mut rows = Rows::new(image, &locator, &states, correlation);
    rows.search(each);
    let leads = rows.fragments(each);
    if pieces && image.header().text_encoding == TextEncoding::Utf8 {
        orphans::find(&mut rows, &leads, correlation, each);
    }
}
