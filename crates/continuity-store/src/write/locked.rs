//! The write lock: had for one transaction, never for longer.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::journal::Journal;
use crate::error::StoreError;
use crate::gate;

/// Longest part of the wait for the lock during which this process reads nothing.
const SLICE: Duration = Duration::from_millis(40);
/// Longest wait of a commit for readers of a store without a log, in which no new reader can begin.
const COMMIT_WAIT: Duration = Duration::from_millis(200);
/// Time between two tries for the lock.
const PAUSE: Duration = Duration::from_millis(15);

/// A connection inside its write transaction, with the gate that keeps this process's reads away from it.
pub(super) struct Locked {
    pub(super) connection: Connection,
    /// When the lock was had.
    pub(super) since: Instant,
    /// The rollback journal; `None` in a store with a log.
    journal: Option<Journal>,
    gate: gate::Writing,
}

impl Locked {
    /// Takes the write lock of the store at `path`, which has no symbolic link in it. The wait is cut into slices, and
    /// between two of them the gate is open, so that this process's reads go on while another process holds the lock.
    /// `prepare` is called on each new connection before it begins its transaction.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when the lock is not had within `wait`; every other [`StoreError`] of opening for writing.
    pub(super) fn wait_for(
        path: &Path,
        wait: Duration,
        prepare: impl Fn(&Connection) -> Result<(), StoreError>,
    ) -> Result<Self, StoreError> {
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
            let begun =
                prepare(&connection).and_then(|()| connection.execute_batch("BEGIN IMMEDIATE").map_err(opening));
            match begun {
                Ok(()) => {
                    let since = Instant::now();
                    let journal = Journal::keep(&connection, path)?;
                    // From here on only a commit can meet others: readers of a store without a log.
                    connection.busy_timeout(deadline.saturating_duration_since(since).clamp(SLICE, COMMIT_WAIT))?;
                    return Ok(Self { connection, since, journal, gate });
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

    /// Commits. When that is not possible nothing is written. Returns how long the lock was held.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when readers of a store without a log keep the commit waiting; what SQLite answers.
    pub(super) fn commit(&self) -> Result<Duration, StoreError> {
        let committed = self.connection.execute_batch("COMMIT").map_err(StoreError::from);
        let held = self.since.elapsed();
        match committed {
            Ok(()) => {
                // What cannot be zeroed now is found by whoever searches the journal, and by the next erasure.
                let zeroed = self.journal.as_ref().and_then(|journal| journal.zero(&self.connection).ok());
                Ok(held.max(zeroed.unwrap_or_default()))
            }
            Err(error) => {
                self.roll_back();
                Err(error)
            }
        }
    }

    /// Ends the transaction without a change.
    pub(super) fn roll_back(&self) {
        // SQLite may have rolled back already, and closing does it at the latest.
        let _ = self.connection.execute_batch("ROLLBACK");
    }

    /// Closes. A close that fails leaves nothing undone: what has not been committed is rolled back.
    pub(super) fn close(self) {
        let _ = self.connection.close();
        drop(self.gate);
    }
}

/// Opens for writing what is there, and never creates. Triggers stay on, as they are for AGS: an index that somebody
/// hung on the snapshot table would otherwise keep the text.
pub(super) fn open(path: &Path, wait: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(opening)?;
    connection.busy_timeout(wait)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // A commit shall not begin to write the log back as a side effect.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // No text goes to a temporary file.
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}

/// Follows symbolic links, as SQLite's own files lie beside the file that a link leads to.
pub(super) fn resolve(path: &Path) -> Result<std::path::PathBuf, StoreError> {
    let io = |source| StoreError::Io { path: path.to_owned(), source };
    let path = path.canonicalize().map_err(io)?;
    if path.metadata().map_err(io)?.is_file() { Ok(path) } else { Err(StoreError::Replaced) }
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
pub(super) fn log_length(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).map_or(0, |file| file.len())
}
