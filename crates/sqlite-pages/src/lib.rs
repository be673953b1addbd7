//! Reads SQLite files page by page, as the [file-format document] describes them: the database file,
//! the write-ahead log and the rollback journal; b-trees, records, overflow chains, free lists,
//! pointer maps, and the space where deleted text survives.
//!
//! SQLite itself shows one state of a database: the newest. This crate shows what else is in the
//! files, and does so without a trace: no lock, no file beside the database, no changed byte or time.
//! It knows no SQL and nothing of what the tables mean. It is written in safe Rust, does not panic
//! on any input, and takes memory in proportion to its input.
//!
//! [file-format document]: https://www.sqlite.org/fileformat2.html
//!
//! # Example
//!
//! ```
//! use sqlite_pages::{History, Locator, PageImage, Record, Schema, Value, entries};
//!
//! # let dir = tempfile::tempdir()?;
//! # let path = dir.path().join("notes.db");
//! # let sql = rusqlite::Connection::open(&path)?;
//! # sql.execute_batch("PRAGMA journal_mode=WAL; CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT);
//! #     INSERT INTO note VALUES(7, 'first draft'); UPDATE note SET body='final text'")?;
//! let image = PageImage::read(&path)?;
//!
//! // The newest committed state, row by row. `image.newest()` is the same for SQLite to open.
//! let root = Schema::read(&image).table_root("note").ok_or("no such table")?;
//! for entry in entries(&image, root) {
//!     let entry = entry?;
//!     let payload = entry.payload()?;
//!     let record = Record::parse(&payload)?;
//!     assert_eq!((entry.rowid(), record.value(1)), (7, Some(Value::Text(b"final text"))));
//! }
//!
//! // The state before: the log still holds it.
//! let history = History::of(&image);
//! let before = history.as_of(history.commits().len() - 2).ok_or("no earlier commit")?;
//! assert!(before.is_whole());
//! let old = entries(&before, root).next().ok_or("no row")??.payload()?;
//! assert_eq!(Record::parse(&old)?.value(1), Some(Value::Text(b"first draft")));
//!
//! // Every place in the files where the replaced text still stands, with its name.
//! for place in Locator::new(&image).find(b"first draft", 100) {
//!     println!("{:?} at byte {}: {:?}", place.file, place.offset, place.part);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! | Type | What it is |
//! |---|---|
//! | [`PageImage`] | One database, read once; its newest committed state and the files as stored. |
//! | [`Stamp`] | A cheap fingerprint to see whether the files changed since. |
//! | [`Log`], [`Journal`] | The file beside the database: frames, commits, leftovers; restored pages. |
//! | [`Pages`] | Any state, page by page; [`PageImage`] and [`State`] are such. |
//! | [`entries`], [`TreeWalk`] | A walk over a table or an index; damage is an item, not the end. |
//! | [`Record`] | The values of a row. |
//! | [`History`] | Earlier states, and every version of a page that is in the files. |
//! | [`PageMap`] | What every page is for. |
//! | [`layout`] | What every byte of a page is for. |
//! | [`unused_bytes`], [`Unused`] | What may be overwritten, and whether anything still stands there. |
//! | [`Locator`] | Names a byte of a file; searches for text and names where it stands. |
//!
//! # Without a lock
//!
//! [`PageImage::read`] gives a committed state beside a writer at work: with a log by the order in which
//! the files are read, otherwise by looking again. The argument is in the source, `source.rs`. One case
//! cannot be told: a writer without any journal that pauses in the middle of its writes.
//!
//! # Locks of the same process
//!
//! On Unix a process loses its POSIX locks on a file when it closes *any* descriptor of that file. A
//! process that has a database open in SQLite itself must therefore not call [`PageImage::read`] or
//! [`Stamp::of`] for the same file meanwhile: SQLite would go on without the locks that it believes to
//! hold. Other processes are not concerned.
#![forbid(unsafe_code)]

mod aside;
mod assemble;
mod btree;
mod buffer;
mod bytes;
mod checksum;
mod error;
mod extents;
mod fault;
mod files;
mod freelist;
mod header;
mod history;
mod image;
mod journal;
mod layout;
mod locate;
mod log;
mod log_header;
mod page_map;
mod pages;
mod payload;
mod pointer_map;
mod record;
mod schema;
mod search;
#[cfg(any(unix, windows))]
mod shared_read;
mod source;
mod split;
mod stamp;
mod state;
mod text;
mod unused;
mod unused_report;
mod varint;
mod versions;
mod walk;

pub use btree::{BTreePage, Cell, FreeBlock, PageKind, local_payload};
pub use error::{Damage, FileKind, FileRole, ImageError, ReadError, ReadErrorKind};
pub use fault::{Fault, PageFault};
pub use files::{MAX_FILE_LEN, open_quietly};
pub use freelist::{FreeList, Trunk};
pub use header::{AutoVacuum, HEADER_LEN, Header, HeaderError, MAGIC, PENDING_BYTE, TextEncoding};
pub use history::History;
pub use image::PageImage;
pub use journal::{JOURNAL_HEADER_LEN, JOURNAL_MAGIC, Journal, JournalHeader, JournalRecord, JournalStatus};
pub use layout::{Region, Span, layout};
pub use locate::{Locator, PagePart, Part, Place};
pub use log::{Commit, FRAME_HEADER_LEN, Frame, LeftoverFrame, LeftoverKind, Log, LogStatus};
pub use log_header::{LOG_HEADER_LEN, LOG_VERSION, LogHeader, LogReject};
pub use page_map::{PageMap, PageUse};
pub use pages::{PageView, Pages};
pub use payload::{OverflowChain, OverflowPage, read_payload, read_readable_payload};
pub use pointer_map::{Pointer, is_pointer_map, pointer_map_page, read_pointer};
pub use record::{Record, RecordError, Value};
pub use schema::{Schema, SchemaEntry};
pub use search::Hit;
pub use split::Split;
pub use stamp::Stamp;
pub use state::State;
pub use unused::unused_bytes;
pub use unused_report::Unused;
pub use varint::read_varint;
pub use versions::{PageVersion, Standing, VersionSource};
pub use walk::{Entry, Step, TreeWalk, entries};
