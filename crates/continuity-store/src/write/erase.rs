//! Bringing a file to a state without the text that was deleted from it.
//!
//! `secure_delete` overwrites what a delete frees, but the log still holds the pages as they were, and pages that were
//! freed before keep their bytes. So after a delete the log is written back and cut to nothing, and where unused bytes
//! still hold text the file is rewritten.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::open;
use crate::error::StoreError;
use crate::gate;

/// Longest time that a step waits for others: an agent must not notice.
const SHORT_WAIT: Duration = Duration::from_millis(250);

/// Writes the log back into the main file and cuts it to nothing. Returns whether the whole log is gone: a reader that
/// still needs an earlier state, or a writer, keeps it. Nothing happens to a store without a log.
///
/// # Errors
/// When the store cannot be opened for writing.
pub fn cut_log(path: &Path) -> Result<bool, StoreError> {
    let _guard = gate::writing();
    let connection = open(path, SHORT_WAIT)?;
    checkpoint(&connection)
}

/// Rewrites the whole file, so that no unused byte keeps old text, and cuts the log to nothing. Happens only while no
/// other process has the store open; returns false, and changes nothing, when one has. The temporary copy that this
/// needs is held in memory and never in a file.
///
/// # Errors
/// When the store cannot be opened for writing, or SQLite cannot rewrite it.
pub fn rewrite(path: &Path) -> Result<bool, StoreError> {
    let _guard = gate::writing();
    let connection = open(path, SHORT_WAIT)?;
    // Exclusive locking takes the file for this connection alone, and fails at once when somebody else has it open.
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    match connection.execute_batch("BEGIN EXCLUSIVE; COMMIT") {
        Ok(()) => {}
        Err(error) => {
            let error = StoreError::from(error);
            return if matches!(error, StoreError::Busy) { Ok(false) } else { Err(error) };
        }
    }
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.execute_batch("VACUUM")?;
    checkpoint(&connection)
}

/// Runs a checkpoint that truncates. The answer's first column says whether somebody kept it from ending.
fn checkpoint(connection: &Connection) -> Result<bool, StoreError> {
    let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(busy == 0)
}
