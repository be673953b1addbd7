//! Writing: one short transaction for one action, and nothing else.
//!
//! [`transact`] opens the file, takes the write lock, lets the caller judge the rows as they are *now*, applies the row
//! changes of a transition, commits and closes. There is no way to get a write handle that lives longer.

mod apply;
mod erase;
mod remove;
mod transaction;

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use continuity::transition::RowChange;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::gate;
use crate::read::identity;

pub use erase::{cut_log, rewrite};
pub use remove::remove_file;
pub use transaction::Transaction;

/// How long an action waits for the write lock.
pub const LOCK_WAIT: Duration = Duration::from_secs(5);

/// Longest part of that wait during which this process reads nothing.
const SLICE: Duration = Duration::from_millis(40);
/// Time between two tries for the lock.
const PAUSE: Duration = Duration::from_millis(15);

/// Runs `act` inside one `BEGIN IMMEDIATE` transaction on the store at `path` and applies the row changes that it
/// returns. When there are none, or `act` fails, nothing is written.
///
/// The log is left as it was found: a log that held frames is neither checkpointed nor cut by closing, so earlier states
/// that others may still want to see do not vanish as a side effect.
///
/// # Errors
/// [`StoreError::Busy`] when the lock is not had within `wait`; every other [`StoreError`] of opening and writing;
/// whatever `act` answers.
pub fn transact<T, E: From<StoreError>>(
    path: &Path,
    wait: Duration,
    act: impl FnOnce(&Transaction<'_>) -> Result<(Vec<RowChange>, T), E>,
) -> Result<T, E> {
    let path = path.canonicalize().map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
    let file = path.metadata().map_err(|source| StoreError::Io { path: path.clone(), source })?;
    if !file.is_file() {
        return Err(StoreError::Replaced.into());
    }
    let locked = Locked::wait_for(&path, wait)?;
    let answer = run(&locked.connection, file.len(), act);
    // A close that fails leaves nothing undone: the transaction has ended either way, and what has not is rolled back.
    locked.close();
    answer
}

/// A connection inside its write transaction, with the gate that keeps this process's reads away from it.
struct Locked {
    connection: Connection,
    gate: gate::Writing,
}

impl Locked {
    /// Takes the write lock. The wait is cut into slices, and between two of them the gate is open, so that this
    /// process's reads go on while another process holds the lock.
    fn wait_for(path: &Path, wait: Duration) -> Result<Self, StoreError> {
        let deadline = Instant::now() + wait;
        loop {
            let gate = gate::writing();
            // SQLite would make the files beside a database that it then cannot write to, and leave them read-only.
            if let Err(error) = OpenOptions::new().write(true).open(path) {
                return Err(not_writable(path, error));
            }
            let keep_log = log_length(path) > 0;
            let connection = open(path, SLICE)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep_log)?;
            match connection.execute_batch("BEGIN IMMEDIATE").map_err(opening) {
                Ok(()) => {
                    // From here on only a commit can meet others: readers of a store without a log.
                    connection.busy_timeout(deadline.saturating_duration_since(Instant::now()).max(SLICE))?;
                    return Ok(Self { connection, gate });
                }
                Err(StoreError::Busy) if Instant::now() < deadline => {
                    drop(connection);
                    drop(gate);
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn close(self) {
        let _ = self.connection.close();
        drop(self.gate);
    }
}

fn run<T, E: From<StoreError>>(
    connection: &Connection,
    size: u64,
    act: impl FnOnce(&Transaction<'_>) -> Result<(Vec<RowChange>, T), E>,
) -> Result<T, E> {
    connection.pragma_update(None, "secure_delete", true).map_err(StoreError::from)?;
    connection.pragma_update(None, "cell_size_check", true).map_err(StoreError::from)?;
    let identity = identity::identify(connection, size, false)?;
    let (changes, answer) = act(&Transaction { connection, identity: &identity })?;
    if changes.is_empty() {
        connection.execute_batch("ROLLBACK").map_err(StoreError::from)?;
        return Ok(answer);
    }
    for change in &changes {
        apply::apply(connection, change)?;
    }
    connection.execute_batch("COMMIT").map_err(StoreError::from)?;
    Ok(answer)
}

/// Opens for writing what is there, and never creates. Triggers stay on, as they are for AGS: an index that somebody
/// hung on the snapshot table would otherwise keep the text.
fn open(path: &Path, wait: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(opening)?;
    connection.busy_timeout(wait)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    Ok(connection)
}

/// Why a file cannot be opened for writing.
fn not_writable(path: &Path, source: std::io::Error) -> StoreError {
    match source.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
        _ => StoreError::Io { path: path.to_owned(), source },
    }
}

/// A file that can be read but not opened for writing is read-only to us, whatever the reason.
fn opening(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen) => StoreError::ReadOnly,
        _ => error.into(),
    }
}

/// Length of the write-ahead log in bytes; 0 when there is none.
fn log_length(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).map_or(0, |file| file.len())
}
