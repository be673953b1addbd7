//! A SQLite connection that reads a page image.

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use sqlite_pages::PageImage;

use crate::error::StoreError;

/// Largest value that SQLite may hand out, in bytes; a longer body is damage by name, not a hang.
const MAX_VALUE: i32 = 1_000_000_000;

/// Opens a connection over the newest committed state of `image`. It cannot write: the memory is marked read-only,
/// and `query_only` is on. The caller keeps `image` alive for as long as the connection lives.
pub(super) fn over_image(image: &Arc<PageImage>) -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    if !image.is_empty() {
        let bytes: &[u8] = image.newest();
        // SAFETY: `Store` keeps the `Arc` next to the connection and drops the connection first, the image never
        // changes after it was read, and SQLITE_DESERIALIZE_READONLY keeps SQLite from writing to the memory.
        #[allow(unsafe_code)]
        let bytes: &'static [u8] = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) };
        connection.deserialize_bytes("main", bytes)?;
    }
    harden(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Sets what a database of unknown origin must not be able to use, as SQLite's "Defense Against The Dark Arts" lists.
fn harden(connection: &Connection) -> Result<(), StoreError> {
    for (option, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    ] {
        connection.set_db_config(option, on)?;
    }
    for (limit, value) in [
        (Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ] {
        connection.set_limit(limit, value)?;
    }
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(())
}
