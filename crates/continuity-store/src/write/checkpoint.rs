//! Writing the log back and cutting it to nothing.
//!
//! A checkpoint that truncates holds the write lock all the while, also while it waits for readers. So the log is first
//! written back passively, which holds up nobody, and cut only when nothing is left to write back: then the write lock
//! is held for the moment that cutting takes, and given up at once when somebody still reads from the log.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::journal::has_log;
use super::locked::{open, resolve};
use crate::error::StoreError;
use crate::gate;

/// Longest wait for others until the log is left to them.
const PATIENCE: Duration = Duration::from_millis(1_000);
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(20);
/// Longest wait for what another process holds for a moment: opening, and recovering the log's index.
const OPENING: Duration = Duration::from_millis(250);
/// Frames that cutting may write back under the write lock: those that came since the passive checkpoint.
const FEW: i64 = 64;

/// How cutting the log ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutEnd {
    /// The log was emptied, or there is none. What is in it now was written since.
    Cut,
    /// A reader still needs an earlier state, or a writer was always there: the log stays.
    Held,
}

/// What became of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// How it ended.
    pub end: CutEnd,
    /// Frames that are not in the main file yet, because somebody reads an earlier state. With 0 the main file is as new
    /// as the store.
    pub frames_held: u64,
    /// Longest time for which the write lock was held.
    pub longest_lock: Duration,
}

impl Cut {
    /// Returns whether nothing of what the log held is left.
    pub fn is_cut(&self) -> bool {
        self.end == CutEnd::Cut
    }
}

/// Writes the log back into the main file and cuts it to nothing. Tries for a second; a reader that still needs an
/// earlier state, or a writer that is always there, keeps the log. Nothing happens to a store without a log.
///
/// # Errors
/// When the store cannot be opened for writing, or the disk is full.
pub fn cut_log(path: &Path) -> Result<Cut, StoreError> {
    let path = resolve(path)?;
    let deadline = Instant::now() + PATIENCE;
    let mut cut = Cut { end: CutEnd::Held, frames_held: 0, longest_lock: Duration::ZERO };
    loop {
        match attempt(&path, &mut cut) {
            Ok(()) | Err(StoreError::Busy) => {}
            Err(error) => return Err(error),
        }
        if cut.is_cut() || Instant::now() >= deadline {
            return Ok(cut);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Tries once. A new connection each time: between two tries this process may read.
fn attempt(path: &Path, cut: &mut Cut) -> Result<(), StoreError> {
    let _guard = gate::writing();
    let connection = open(path, OPENING)?;
    if !has_log(&connection)? {
        cut.end = CutEnd::Cut;
        return Ok(());
    }
    let left = write_back(&connection)?;
    cut.frames_held = u64::try_from(left).unwrap_or(0);
    // A reader at the very end of the log lets it be written back, but not cut; only trying tells.
    if left <= FEW {
        connection.busy_timeout(Duration::ZERO)?;
        let since = Instant::now();
        let (busy, ..) = checkpoint(&connection, "TRUNCATE")?;
        cut.longest_lock = cut.longest_lock.max(since.elapsed());
        if busy == 0 {
            (cut.end, cut.frames_held) = (CutEnd::Cut, 0);
        }
    }
    Ok(())
}

/// Writes back as much of the log as its readers allow, without holding up anybody. Returns the number of frames that
/// could not be written back.
///
/// # Errors
/// When the disk is full or cannot be written.
pub(super) fn write_back(connection: &Connection) -> Result<i64, StoreError> {
    let (_, frames, done) = checkpoint(connection, "PASSIVE")?;
    Ok(frames.saturating_sub(done).max(0))
}

/// Runs a checkpoint. Returns whether somebody kept it from ending (1), the frames of the log, and those written back;
/// both are -1 in a store without a log.
fn checkpoint(connection: &Connection, mode: &str) -> Result<(i64, i64, i64), StoreError> {
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    Ok(connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?)
}
