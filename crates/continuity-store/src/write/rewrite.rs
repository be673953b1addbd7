//! Rewriting the whole file (`VACUUM`), for the little that overwriting cannot reach: pages that nothing reaches and
//! bytes behind the end of the database. It takes the write lock for as long as it lasts, so it happens only while
//! nobody else has the store open, or when the user agreed to the pause.

use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::checkpoint::{Cut, cut_log};
use super::journal::Journal;
use super::locked::{open, resolve};
use super::progress::{Step, Watch, told};
use crate::error::StoreError;
use crate::gate;

/// Largest file in bytes that is rewritten. The temporary copy is held in memory, because in a file it would be one more
/// place with the text; files above this do not fit there.
pub const MOST_IN_MEMORY: u64 = 256 << 20;

/// Wait for others when the user agreed to the pause.
const AGREED_WAIT: Duration = Duration::from_secs(5);
/// Wait for others otherwise.
const SHORT_WAIT: Duration = Duration::from_millis(250);
/// Bytes a second that rewriting reaches on a slow disk, where nothing was measured.
const SLOW: f64 = 25e6;
/// Disk space that is left free.
const SPARE: u64 = 16 << 20;
/// Time between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Whose pause it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Nobody's: only while no other process has the store open.
    OnlyAlone,
    /// The user agreed that others wait for as long as [`Estimate::seconds`] says.
    Agreed,
}

/// What rewriting would take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Size of the main file in bytes.
    pub bytes: u64,
    /// Time for which others would wait, in seconds.
    pub seconds: f64,
    /// Memory for the temporary copy, in bytes; above [`MOST_IN_MEMORY`] the file is not rewritten.
    pub temp_bytes: u64,
    /// Disk space that the log or the journal takes meanwhile, in bytes.
    pub disk_bytes: u64,
    /// Disk space that is free for it, in bytes.
    pub free_bytes: u64,
}

/// How rewriting ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rewritten {
    /// The file was rewritten.
    Done {
        /// How long others had to wait.
        held: Duration,
        /// What became of the log.
        cut: Cut,
    },
    /// Another process has the store open. Nothing was changed.
    NotAlone,
    /// The file is too large, or there is too little disk space. Nothing was changed.
    NoRoom(Estimate),
    /// The one who watches wanted to stop. Nothing was changed.
    Stopped,
}

/// Says what rewriting the file would take. `speed` is what was measured on this disk, in bytes a second.
///
/// # Errors
/// When file or disk cannot be looked at.
pub fn estimate(path: &Path, speed: Option<f64>) -> Result<Estimate, StoreError> {
    let path = resolve(path)?;
    let io = |source| StoreError::Io { path: path.clone(), source };
    let bytes = std::fs::metadata(&path).map_err(io)?.len();
    let free_bytes = fs4::available_space(path.parent().unwrap_or(&path)).map_err(io)?;
    let speed = speed.filter(|speed| speed.is_finite() && *speed >= 1.0).unwrap_or(SLOW);
    Ok(Estimate { bytes, seconds: bytes as f64 / speed, temp_bytes: bytes, disk_bytes: bytes, free_bytes })
}

/// Rewrites the whole file and cuts the log. Page size, encoding, journal mode, auto-vacuum mode, file mode and owner
/// stay. Nothing of it goes to a temporary file, and a crash leaves the file as it was.
///
/// # Errors
/// When the store cannot be opened for writing, or SQLite cannot rewrite it: it refuses damaged ones.
pub fn rewrite(path: &Path, consent: Consent, watch: &mut Watch<'_>) -> Result<Rewritten, StoreError> {
    let path = resolve(path)?;
    let room = estimate(&path, None)?;
    if room.temp_bytes > MOST_IN_MEMORY || room.disk_bytes.saturating_add(SPARE) > room.free_bytes {
        return Ok(Rewritten::NoRoom(room));
    }
    let held = {
        let _guard = gate::writing();
        let mut connection = open(&path, if consent == Consent::Agreed { AGREED_WAIT } else { SHORT_WAIT })?;
        if consent == Consent::OnlyAlone && !is_alone(&connection)? {
            return Ok(Rewritten::NotAlone);
        }
        let journal = kept_journal(&connection, &path)?;
        let held = match vacuum(&mut connection, watch) {
            Ok(Some(held)) => held,
            Ok(None) => return Ok(Rewritten::Stopped),
            Err(StoreError::Busy) => return Ok(Rewritten::NotAlone),
            Err(error) => return Err(error),
        };
        if let Some(journal) = journal {
            // Exclusive locking ends with the next read.
            connection.pragma_update(None, "locking_mode", "normal")?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            // What cannot be zeroed now is found by whoever searches the journal, and by the next erasure.
            let _ = journal.zero(&connection);
        }
        held
    };
    Ok(Rewritten::Done { held, cut: cut_log(&path)? })
}

/// Takes the file for this connection alone. Returns false at once when somebody else has it open.
fn is_alone(connection: &Connection) -> Result<bool, StoreError> {
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    match connection.execute_batch("BEGIN EXCLUSIVE; COMMIT").map_err(StoreError::from) {
        Ok(()) => Ok(true),
        Err(StoreError::Busy) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Has the journal of a store without a log kept, to be zeroed afterwards: it will hold every page of the file.
fn kept_journal(connection: &Connection, path: &Path) -> Result<Option<Journal>, StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let journal = Journal::keep(connection, path);
    connection.execute_batch("ROLLBACK")?;
    journal
}

/// Runs the rewrite, asking now and then whether to stop. Returns how long it took, `None` when it was stopped.
fn vacuum(connection: &mut Connection, watch: &mut Watch<'_>) -> Result<Option<Duration>, StoreError> {
    let interrupt = connection.get_interrupt_handle();
    let (ended, end) = mpsc::channel();
    let since = Instant::now();
    let mut stop = false;
    std::thread::scope(|scope| {
        scope.spawn(move || ended.send(connection.execute_batch("PRAGMA secure_delete = ON; VACUUM")));
        loop {
            match end.recv_timeout(LOOK) {
                Ok(Ok(())) => return Ok(Some(since.elapsed())),
                Ok(Err(error)) if stop && error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                    return Ok(None);
                }
                Ok(Err(error)) => return Err(error.into()),
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    stop = stop || told(watch, Step::Rewrite, 0, 0);
                    if stop {
                        interrupt.interrupt();
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(StoreError::Sqlite { what: "the rewrite ended without an answer".into() });
                }
            }
        }
    })
}
