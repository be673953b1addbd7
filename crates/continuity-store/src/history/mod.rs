//! The recorded history: a database of this program's own with copies of stored bodies.
//!
//! It is the only database that this program makes. Everything in it is text that somebody may want gone, so it is built
//! in such a way that removed text is gone from the file when the change is committed:
//!
//! - `secure_delete` overwrites what a delete frees, and `auto_vacuum` cuts free pages off at every commit.
//! - What neither of them overwrites is what moves when SQLite balances a b-tree page: a copy can stay behind in unused
//!   bytes. So no byte of a body ever stands on a b-tree page. Each body follows a padding that is as long as the
//!   longest part of a row that SQLite keeps there (file format, section 1.6); the rest is on overflow pages, which
//!   belong to one row alone.
//! - A rollback journal is deleted with the change that made it, and is as private as the database. There is no log and
//!   no shared memory file.
//!
//! A change is one short transaction; nothing holds the file between two of them. Several processes may work on it.

mod change;
mod error;
mod file;
mod forget;
mod gate;
mod look;
mod schema;
mod searching;
mod types;

pub use change::Change;
pub use error::HistoryError;
pub use file::HistoryFile;
pub use forget::Scope;
pub use look::Look;
pub use types::{Copy, Key, NewCopy, StoreTotals};
