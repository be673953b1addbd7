//! The rollback journal of a store without a log. It holds the pages as they were, so a delete puts the deleted text
//! there once more, and deleting the file only gives its blocks back.
//!
//! So the journal is kept when the transaction ends (`journal_mode=PERSIST`: SQLite zeroes its header and syncs, which
//! ends the transaction), and then its content is overwritten with zeros, under the write lock. Under that lock nobody
//! has the journal in use: a writer needs the lock before it opens one, and SQLite closes it before it lets the lock go.
//! Readers look at its first byte only, which stays zero.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::locked::{open, resolve};
use crate::error::StoreError;
use crate::gate;

/// Longest wait for the lock: an agent must not notice.
const WAIT: Duration = Duration::from_millis(250);
/// Bytes written at once.
const PART: usize = 64 << 10;

/// The journal of a transaction in a store without a log.
pub(super) struct Journal {
    path: PathBuf,
    /// Whether there was a journal file before.
    stays: bool,
}

impl Journal {
    /// Has the journal kept when the transaction ends, which has begun and written nothing yet. `None` in a store with
    /// a log, which has no journal.
    ///
    /// # Errors
    /// What SQLite answers.
    pub(super) fn keep(connection: &Connection, store: &Path) -> Result<Option<Self>, StoreError> {
        if has_log(connection)? {
            return Ok(None);
        }
        let path = beside(store);
        let stays = path.symlink_metadata().is_ok();
        connection.pragma_update_and_check(None, "journal_mode", "PERSIST", |_| Ok(()))?;
        Ok(Some(Self { path, stays }))
    }

    /// Overwrites the journal with zeros and cuts it to nothing; one that was not there before is removed. Does nothing
    /// to one that is still needed. Returns how long the write lock was held.
    ///
    /// # Errors
    /// When the lock is not had, or the file cannot be written.
    pub(super) fn zero(&self, connection: &Connection) -> Result<Duration, StoreError> {
        connection.busy_timeout(WAIT)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        let since = Instant::now();
        let zeroed = self.zero_file();
        connection.execute_batch("ROLLBACK")?;
        zeroed.map_err(|source| StoreError::Io { path: self.path.clone(), source })?;
        Ok(since.elapsed())
    }

    fn zero_file(&self) -> io::Result<()> {
        match self.path.symlink_metadata() {
            Ok(file) if file.is_file() => {}
            // SQLite follows no link here either.
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        }
        let mut file = OpenOptions::new().read(true).write(true).open(&self.path)?;
        if !has_ended(&mut file)? {
            return Ok(());
        }
        fill_with_zeros(&mut file)?;
        file.set_len(0)?;
        drop(file);
        if self.stays { Ok(()) } else { std::fs::remove_file(&self.path) }
    }
}

/// Overwrites a journal that an ended transaction of anybody left behind, if there is one. Returns how long the write
/// lock was held.
///
/// # Errors
/// [`StoreError::Busy`] when another process is writing; when the store or its journal cannot be written.
pub(super) fn zero_leftover(store: &Path) -> Result<Duration, StoreError> {
    let store = resolve(store)?;
    let path = beside(&store);
    if path.metadata().is_ok_and(|file| file.len() == 0) || !path.exists() {
        return Ok(Duration::ZERO);
    }
    let _guard = gate::writing();
    // Opening rolls an unfinished transaction back, as whoever opens the store next would.
    Journal { path, stays: false }.zero(&open(&store, WAIT)?)
}

/// Whether the store keeps a log and no journal.
pub(super) fn has_log(connection: &Connection) -> Result<bool, StoreError> {
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    Ok(mode == "wal")
}

/// Whether the journal's transaction has ended: it is empty, or its first byte is zero (file format, section 3).
fn has_ended(file: &mut File) -> io::Result<bool> {
    let mut first = [0];
    Ok(file.read(&mut first)? == 0 || first == [0])
}

fn fill_with_zeros(file: &mut File) -> io::Result<()> {
    let mut left = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let zeros = vec![0; PART];
    while left > 0 {
        let part = usize::try_from(left).unwrap_or(PART).min(PART);
        file.write_all(zeros.get(..part).unwrap_or(&zeros))?;
        left -= part as u64;
    }
    file.sync_data()
}

fn beside(store: &Path) -> PathBuf {
    let mut name = OsString::from(store.as_os_str());
    name.push("-journal");
    PathBuf::from(name)
}
