//! The tables of the history, and how its file is known again.

use rusqlite::Connection;

use super::error::HistoryError;

/// `CIHS`: the application id of the history (file format, section 1.3, offset 68).
pub(super) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"CIHS");

/// The format that this version of the program reads and writes (`user_version`, offset 60).
pub(super) const FORMAT: i64 = 1;

/// Bytes of a page. Small, because each body has a padding of nearly a page.
pub(super) const PAGE: u32 = 1024;

/// Bytes before each body: the longest part of a row that a leaf page of a table holds is `U - 35` bytes, where `U` is
/// the page without its reserved bytes (file format, section 1.6). We reserve none.
pub(super) const PADDING: u32 = PAGE - 35;

/// A copy whose body was removed keeps its row and hash while recording is on, with `removed` set, so that the same body
/// is not recorded again at the next look.
const TABLES: &str = "
CREATE TABLE stores (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL UNIQUE
);
CREATE TABLE copies (
    id INTEGER PRIMARY KEY,
    store INTEGER NOT NULL REFERENCES stores (id),
    task TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    blob INTEGER NOT NULL,
    hash BLOB NOT NULL,
    revision REAL,
    digest TEXT,
    bytes INTEGER NOT NULL,
    masked INTEGER NOT NULL,
    recorded_at TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (store, task, epoch, blob, hash)
);
CREATE TABLE bodies (
    copy INTEGER PRIMARY KEY REFERENCES copies (id),
    padding BLOB NOT NULL,
    body BLOB NOT NULL
);
";

/// What a database file is, by its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It has no byte yet.
    Empty,
    /// It is a history that this version reads.
    Ours,
}

/// Says what a file is by its first bytes (`header`: at most 100 of them; file format, section 1.3).
pub(super) fn kind_of(header: &[u8]) -> Result<Kind, HistoryError> {
    if header.is_empty() {
        return Ok(Kind::Empty);
    }
    let word = |at: usize| header.get(at..at + 4).and_then(|word| word.try_into().ok()).map(u32::from_be_bytes);
    let (Some(version), Some(application)) = (word(60), word(68)) else {
        return Err(HistoryError::Foreign);
    };
    if !header.starts_with(b"SQLite format 3\0") || application != APPLICATION_ID {
        return Err(HistoryError::Foreign);
    }
    match i64::from(version) {
        FORMAT => Ok(Kind::Ours),
        version if version > FORMAT => Err(HistoryError::Newer { version }),
        version => Err(HistoryError::Damaged { what: format!("there is no format {version}") }),
    }
}

/// Makes a history in an empty file, inside a write transaction that this begins. Where another process made one
/// meanwhile, that one stays.
pub(super) fn begin_new(connection: &Connection) -> Result<(), HistoryError> {
    connection.pragma_update(None, "page_size", PAGE)?;
    // The pragma is a write of its own. Outside of the transaction there would be a database for a moment that does not
    // say whose it is.
    connection.execute_batch("BEGIN")?;
    connection.pragma_update(None, "auto_vacuum", "full")?;
    if is_new(connection)? {
        connection.execute_batch(TABLES)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", FORMAT)?;
    }
    check(connection)
}

/// Whether nothing was ever written to the database.
pub(super) fn is_new(connection: &Connection) -> Result<bool, HistoryError> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok(version == 0 && tables(connection)? == 0)
}

/// Checks that the tables are there, and that the file is laid out so that what is removed is gone from it.
pub(super) fn check(connection: &Connection) -> Result<(), HistoryError> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    if tables(connection)? != 3 {
        return Err(HistoryError::Damaged { what: "tables are missing".to_owned() });
    }
    if number("PRAGMA page_size")? != i64::from(PAGE) || number("PRAGMA auto_vacuum")? != FULL {
        return Err(HistoryError::Damaged { what: "it is laid out differently".to_owned() });
    }
    Ok(())
}

/// What `PRAGMA auto_vacuum` answers for `full`.
const FULL: i64 = 1;

fn tables(connection: &Connection) -> Result<i64, HistoryError> {
    let names = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('stores', 'copies', 'bodies')";
    Ok(connection.query_row(names, [], |row| row.get(0))?)
}
