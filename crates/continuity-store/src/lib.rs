//! The only place that talks to SQLite.
//!
//! - [`read`]: a [`read::Store`] over a page image. It holds no file handle, takes no lock and has no method that
//!   could write.
//! - [`write`]: opened for one action, gone afterwards: one `BEGIN IMMEDIATE` transaction that applies the row changes
//!   of a transition.
//! - [`history`]: this program's own database of recorded revisions.
//! - [`recover`]: snapshot rows that no table holds any more.
//! - [`search`]: pieces of a deleted text, and where they can still be found.
//!
//! Knows the tables of the continuity schema and of the workflow ledger; judges nothing.

pub mod error;
mod gate;
pub mod history;
pub mod read;
pub mod recover;
pub mod search;
pub mod write;

pub use error::StoreError;
