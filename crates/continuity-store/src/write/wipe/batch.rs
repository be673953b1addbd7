//! One transaction that overwrites unused bytes.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::judge::{Judged, State};
use super::pace::GOAL;
use super::pages::TransactionPages;
use super::search::Candidate;
use crate::error::StoreError;
use crate::write::checkpoint::write_back;
use crate::write::journal::has_log;
use crate::write::locked::{Locked, log_length};

/// Longest wait for the write lock.
const WAIT: Duration = Duration::from_secs(1);
/// Longest wait of a commit for readers of a store without a log, who are kept from beginning meanwhile.
const COMMIT_WAIT: Duration = Duration::from_millis(100);
/// Length of the log in bytes from which it is written back between two transactions.
const LONG_LOG: u64 = 8 << 20;

/// What one transaction did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Batch {
    /// Candidates that were judged; at least one.
    pub(super) taken: usize,
    /// Pages overwritten.
    pub(super) pages: u64,
    /// Bytes overwritten that were not zero.
    pub(super) bytes: u64,
    /// Candidates that could not be judged.
    pub(super) unclear: u64,
    /// How long the write lock was held.
    pub(super) held: Duration,
    /// Bytes of the log that others keep from being written back; 0 where that was not tried.
    pub(super) log_held: u64,
}

/// Judges candidates in order, overwrites what is unused and commits. Ends early when the lock has been held for a while.
///
/// # Errors
/// [`StoreError::Busy`] when others hold the lock, or readers keep the commit waiting. Nothing is written then.
pub(super) fn run(path: &Path, candidates: &[Candidate]) -> Result<Batch, StoreError> {
    let locked = Locked::wait_for(path, WAIT, prepare)?;
    let done = overwrite(&locked, candidates).and_then(|batch| commit(&locked, batch));
    let done = done.and_then(|batch| shorten_log(&locked.connection, path, batch));
    if done.is_err() {
        locked.roll_back();
    }
    locked.close();
    done
}

/// Sets the connection up, before the transaction.
fn prepare(connection: &Connection) -> Result<(), StoreError> {
    // `sqlite_dbpage` is read-only otherwise.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
    if has_log(connection)? {
        // Durable later: the log is synced before it is written back. A crash before that undoes whole transactions,
        // which the next erasure does again. Without a log, every commit syncs.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
    }
    // Pages are written at the commit and not before, so that readers of a store without a log wait for less.
    connection.pragma_update(None, "cache_spill", false)?;
    Ok(())
}

fn overwrite(locked: &Locked, candidates: &[Candidate]) -> Result<Batch, StoreError> {
    let mut batch = Batch { taken: candidates.len(), ..Batch::default() };
    let Some(pages) = TransactionPages::of(&locked.connection)? else { return Ok(batch) };
    let state = State::of(&pages, locked.since)?;
    for (number, candidate) in candidates.iter().enumerate() {
        if number > 0 && locked.since.elapsed() > GOAL / 2 {
            batch.taken = number;
            break;
        }
        match state.judge(*candidate)? {
            Judged::Overwrite { cleaned, bytes } => {
                pages.write(candidate.page, &cleaned)?;
                batch.pages += 1;
                batch.bytes += bytes;
            }
            Judged::Clean => {}
            Judged::Unclear => batch.unclear += 1,
        }
    }
    Ok(batch)
}

fn commit(locked: &Locked, mut batch: Batch) -> Result<Batch, StoreError> {
    if batch.pages == 0 {
        locked.roll_back();
        batch.held = locked.since.elapsed();
        return Ok(batch);
    }
    locked.connection.busy_timeout(COMMIT_WAIT)?;
    batch.held = locked.commit()?;
    Ok(batch)
}

/// Writes a long log back, which holds up nobody.
fn shorten_log(connection: &Connection, path: &Path, mut batch: Batch) -> Result<Batch, StoreError> {
    let length = log_length(path);
    if length > LONG_LOG && write_back(connection)? > 0 {
        batch.log_held = length;
    }
    Ok(batch)
}
