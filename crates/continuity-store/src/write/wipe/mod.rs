//! Overwriting unused bytes with zeros, while others use the store.
//!
//! Pages worth a look are found without a lock. Then they are judged again and overwritten in small transactions, with
//! pauses in which others get the lock. What is written goes through SQLite's pager, so journals, locks and recovery
//! after a crash are SQLite's own, and a page that is overwritten holds exactly the same cells.

mod batch;
mod judge;
mod pace;
mod pages;
mod search;

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sqlite_pages::ReadErrorKind;

use super::locked::resolve;
use super::progress::{Step, Watch, told};
use crate::error::StoreError;
use crate::search::Pieces;
use batch::Batch;
use pace::Pace;
use search::Found;

/// Times that the store is searched again after something was overwritten: others move pages meanwhile.
const ROUNDS: usize = 6;
/// Time without any progress after which others are left alone.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause after a try that met others: twice as long as a commit may keep readers from beginning.
const BUSY_PAUSE: Duration = Duration::from_millis(200);
/// Bytes of a log that others hold, from which overwriting everything waits for them: it only makes the log longer.
const MOST_HELD_LOG: u64 = 64 << 20;

/// What to overwrite.
#[derive(Clone, Copy, Debug)]
pub enum What<'p> {
    /// The unused bytes of every page on whose unused bytes a piece stands.
    Holding(&'p Pieces),
    /// All unused bytes. Needs no knowledge of any text.
    AllUnused,
}

/// Why overwriting ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WipeEnd {
    /// Nothing is left to overwrite.
    #[default]
    Done,
    /// The one who watches wanted to stop.
    Stopped,
    /// Others held the write lock, read from a store without a log for too long, or wrote to one all the time.
    Busy,
    /// A reader keeps a long log from being written back. Once it is gone, start again.
    LogHeld,
    /// What is left cannot be told from what is used, or others go on leaving unused bytes.
    Left,
}

/// What overwriting did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WipeReport {
    /// Why it ended.
    pub end: WipeEnd,
    /// Pages overwritten.
    pub pages: u64,
    /// Bytes overwritten that were not zero.
    pub bytes: u64,
    /// Transactions that wrote.
    pub transactions: u64,
    /// Pages that held what was to be overwritten when it was last looked, and were not overwritten since.
    pub left: u64,
    /// Pages that hold it but are damaged, or belong to a body too long to follow.
    pub unclear: u64,
    /// Longest time for which a transaction held the write lock.
    pub longest_lock: Duration,
    /// Time for which the write lock was held in all.
    pub locked: Duration,
}

impl WipeReport {
    /// Returns whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.end == WipeEnd::Done
    }

    fn add(&mut self, batch: &Batch) {
        self.pages += batch.pages;
        self.bytes += batch.bytes;
        self.transactions += u64::from(batch.pages > 0);
        self.unclear += batch.unclear;
        self.left = self.left.saturating_sub(batch.taken as u64);
        self.longest_lock = self.longest_lock.max(batch.held);
        self.locked += batch.held;
    }
}

/// Returns whether this program's SQLite can overwrite pages; without `sqlite_dbpage` compiled in, it cannot.
pub fn can_wipe() -> bool {
    let asked = Connection::open_in_memory()
        .and_then(|memory| memory.query_row("SELECT count(*) FROM sqlite_dbpage", [], |row| row.get::<_, i64>(0)));
    asked.is_ok()
}

/// Overwrites unused bytes of the store at `path` with zeros. Rows, schema, free list and sizes stay as they are. The
/// log still holds the pages as they were, and in a store with a log the main file too, until [`super::cut_log`].
///
/// # Errors
/// Every [`StoreError`] of reading and writing but `busy`. What was overwritten until then stays overwritten.
pub fn wipe(path: &Path, what: What<'_>, watch: &mut Watch<'_>) -> Result<WipeReport, StoreError> {
    let path = resolve(path)?;
    let mut report = WipeReport::default();
    let mut useless = false;
    for round in 0..=ROUNDS {
        if told(watch, Step::Search, 0, 0) {
            report.end = WipeEnd::Stopped;
            return Ok(report);
        }
        let found = match search::find(&path, what) {
            Err(StoreError::Read(error)) if matches!(error.kind, ReadErrorKind::ChangedWhileReading) => {
                report.end = WipeEnd::Busy;
                return Ok(report);
            }
            found => found?,
        };
        (report.left, report.unclear) = (found.candidates.len() as u64, found.unclear);
        if found.candidates.is_empty() || useless || round == ROUNDS {
            let is_done = found.candidates.is_empty() && found.unclear == 0;
            report.end = if is_done { WipeEnd::Done } else { WipeEnd::Left };
            return Ok(report);
        }
        report.end = overwrite(&path, &found, &mut report, what, watch)?;
        if !report.is_done() {
            return Ok(report);
        }
        // Every page was looked at, and none could be told: another look changes nothing.
        useless = report.unclear - found.unclear == found.candidates.len() as u64;
    }
    Ok(report)
}

fn overwrite(
    path: &Path,
    found: &Found,
    report: &mut WipeReport,
    what: What<'_>,
    watch: &mut Watch<'_>,
) -> Result<WipeEnd, StoreError> {
    let mut pace = Pace::new(found.page_size);
    let candidates = found.candidates.as_slice();
    let mut rest = candidates;
    let mut waiting = None;
    while !rest.is_empty() {
        if told(watch, Step::Overwrite, candidates.len() - rest.len(), candidates.len()) {
            return Ok(WipeEnd::Stopped);
        }
        let next = rest.get(..pace.pages()).unwrap_or(rest);
        let batch = match batch::run(path, next) {
            Ok(batch) => batch,
            Err(StoreError::Busy) if waiting.get_or_insert_with(Instant::now).elapsed() < PATIENCE => {
                std::thread::sleep(BUSY_PAUSE);
                continue;
            }
            Err(StoreError::Busy) => return Ok(WipeEnd::Busy),
            Err(error) => return Err(error),
        };
        waiting = None;
        report.add(&batch);
        pace.learn(batch.taken, batch.held);
        rest = rest.get(batch.taken..).unwrap_or_default();
        if matches!(what, What::AllUnused) && batch.log_held > MOST_HELD_LOG {
            return Ok(WipeEnd::LogHeld);
        }
        if !rest.is_empty() {
            std::thread::sleep(Pace::pause(batch.held));
        }
    }
    told(watch, Step::Overwrite, candidates.len(), candidates.len());
    Ok(WipeEnd::Done)
}
