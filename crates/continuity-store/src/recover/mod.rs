//! Snapshot rows that are still in the files, whether or not a table holds them.
//!
//! Every version of every page is searched for a correlation. Where one stands behind a record header of the shape of a
//! snapshot row, the record is read: from the page, and on through its overflow pages as they were in the same state. A
//! body that comes out whole is judged by its digest, by the caller; one that is cut off is a fragment.
//!
//! The search goes by the record and not by the b-tree, because a deleted row has lost its cell header (the first four
//! bytes of a free block) and often its page, but seldom its record header.

mod head;
mod leftover;
mod place;
mod scan;
mod superseded;

pub use place::{FoundIn, Place};
pub use scan::{Recovered, recover};
pub use superseded::{LogMark, superseded};
