//! Writing: one short transaction for one action, and the erasure of what deleting leaves behind.
//!
//! [`transact`] opens the file, takes the write lock, lets the caller judge the rows as they are *now*, applies the row
//! changes of a transition, commits and closes. There is no way to get a write handle that lives longer.
//!
//! [`erase`] overwrites what is unused ([`wipe`]) and cuts the log ([`cut_log`]), in transactions so short that nobody
//! notices. [`finish`] does so later, without knowing what was deleted; [`unused`] is the proof. [`rewrite`] is for what
//! overwriting cannot reach.

mod apply;
mod checkpoint;
mod erase;
mod full_text;
mod journal;
mod locked;
mod progress;
mod remove;
mod rewrite;
mod transaction;
mod wipe;

use std::path::Path;
use std::time::{Duration, Instant};

use continuity::transition::RowChange;

use crate::error::StoreError;
use crate::read::identity;
use locked::Locked;

pub use checkpoint::{Cut, CutEnd, cut_log};
pub use erase::{Erasure, Finished, erase, finish, unused};
pub use full_text::{FullText, merge_full_text};
pub use progress::{Progress, Step, Watch};
pub use remove::remove_file;
pub use rewrite::{Consent, Estimate, MOST_IN_MEMORY, Rewritten, estimate, rewrite};
pub use transaction::Transaction;
pub use wipe::{What, WipeEnd, WipeReport, can_wipe, wipe};

/// How long an action waits for the write lock.
pub const LOCK_WAIT: Duration = Duration::from_secs(5);

/// Pause after a commit that readers of a store without a log kept waiting: time for others to read and write.
const AFTER_COMMIT: Duration = Duration::from_millis(250);

/// Runs `act` inside one `BEGIN IMMEDIATE` transaction on the store at `path` and applies the row changes that it
/// returns. When there are none, or `act` fails, nothing is written.
///
/// The log is left as it was found: a log that held frames is neither checkpointed nor cut, so earlier states that
/// others may still want to see do not vanish as a side effect.
///
/// In a store without a log a commit waits for its readers, and while it waits no new one can begin. So it waits a moment
/// at a time: then everything is rolled back and `act` judges anew later, until `wait` has passed.
///
/// # Errors
/// [`StoreError::Busy`] when the lock is not had within `wait`, or readers keep the commit waiting for so long; every other [`StoreError`] of opening and writing;
/// whatever `act` answers.
pub fn transact<T, E: From<StoreError>>(
    path: &Path,
    wait: Duration,
    mut act: impl FnMut(&Transaction<'_>) -> Result<(Vec<RowChange>, T), E>,
) -> Result<T, E> {
    let deadline = Instant::now() + wait;
    let path = locked::resolve(path)?;
    let size = std::fs::metadata(&path).map_err(|source| StoreError::Io { path: path.clone(), source })?.len();
    loop {
        let locked = Locked::wait_for(&path, deadline.saturating_duration_since(Instant::now()), |_| Ok(()))?;
        let answer = run(&locked, size, &mut act);
        locked.close();
        if let Some(answer) = answer? {
            return Ok(answer);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        std::thread::sleep(left.min(AFTER_COMMIT));
        if left <= AFTER_COMMIT {
            return Err(StoreError::Busy.into());
        }
    }
}

/// Runs `act` and commits. `None` when readers kept the commit waiting: nothing was written.
fn run<T, E: From<StoreError>>(
    locked: &Locked,
    size: u64,
    act: &mut impl FnMut(&Transaction<'_>) -> Result<(Vec<RowChange>, T), E>,
) -> Result<Option<T>, E> {
    let connection = &locked.connection;
    connection.pragma_update(None, "secure_delete", true).map_err(StoreError::from)?;
    connection.pragma_update(None, "cell_size_check", true).map_err(StoreError::from)?;
    let identity = identity::identify(connection, size, false)?;
    let (changes, answer) = act(&Transaction { connection, identity: &identity })?;
    if changes.is_empty() {
        locked.roll_back();
        return Ok(Some(answer));
    }
    for change in &changes {
        apply::apply(connection, change)?;
    }
    match locked.commit() {
        Ok(_) => Ok(Some(answer)),
        Err(StoreError::Busy) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
