//! Bringing a file to a state without the text that was deleted from it, and the proof that it is in one.
//!
//! `secure_delete` overwrites what a delete frees, but pages that were freed before keep their bytes, balancing a b-tree
//! leaves copies of cells in the gaps, and the log still holds the pages as they were. So after a delete unused bytes
//! are overwritten, then the log is written back and cut to nothing.
//!
//! What must be remembered to finish later is nothing: overwriting *all* unused bytes needs no knowledge of the text, and
//! when no unused byte is left, and no log and no journal, then no deleted text is.

use std::path::Path;
use std::time::Duration;

use sqlite_pages::{PageImage, PageMap, Unused};

use super::checkpoint::{Cut, CutEnd, cut_log};
use super::journal::zero_leftover;
use super::progress::{Step, Watch, told};
use super::wipe::{What, WipeReport, wipe};
use crate::error::StoreError;
use crate::gate;

/// What an erasure did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// What became of unused bytes.
    pub wipe: WipeReport,
    /// What became of the log.
    pub cut: Cut,
}

impl Erasure {
    /// Returns whether nothing kept it from its end. What is in the files then says [`unused`], or a search.
    pub fn is_done(&self) -> bool {
        self.wipe.is_done() && self.cut.is_cut()
    }

    /// Returns the longest time for which the write lock was held.
    pub fn longest_lock(&self) -> Duration {
        self.wipe.longest_lock.max(self.cut.longest_lock)
    }
}

/// Overwrites unused bytes of the store at `path`, zeroes a journal that was left behind, writes the log back and cuts
/// it. Others go on using the store: the write lock is held for a moment at a time.
///
/// # Errors
/// Every [`StoreError`] of reading and writing but `busy`. The log is cut also when overwriting failed.
pub fn erase(path: &Path, what: What<'_>, watch: &mut Watch<'_>) -> Result<Erasure, StoreError> {
    let wiped = wipe(path, what, watch);
    let stopped = matches!(&wiped, Ok(report) if report.end == super::WipeEnd::Stopped);
    if stopped || told(watch, Step::CutLog, 0, 0) {
        let cut = Cut { end: CutEnd::Held, frames_held: 0, longest_lock: Duration::ZERO };
        return Ok(Erasure { wipe: wiped?, cut });
    }
    let zeroed = match zero_leftover(path) {
        Err(StoreError::Busy) => Ok(Duration::ZERO),
        other => other,
    };
    let cut = cut_log(path);
    let (mut wipe, cut) = (wiped?, cut?);
    wipe.longest_lock = wipe.longest_lock.max(zeroed?);
    Ok(Erasure { wipe, cut })
}

/// What finishing did, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What was done.
    pub erasure: Erasure,
    /// What the files hold now besides the rows.
    pub unused: Unused,
}

/// Finishes an erasure that something held up, in this process or an earlier one, without knowing what was deleted:
/// overwrites all unused bytes, cuts the log, and counts what is left. This destroys every earlier revision that could
/// still be recovered from the file.
///
/// # Errors
/// As [`erase`].
pub fn finish(path: &Path, watch: &mut Watch<'_>) -> Result<Finished, StoreError> {
    let erasure = erase(path, What::AllUnused, watch)?;
    Ok(Finished { erasure, unused: unused(path)? })
}

/// Counts what the main file, the log and the journal hold besides the rows of the newest state. Only reads. When
/// [`Unused::is_clean`] says so, no deleted text is in them.
///
/// # Errors
/// When the store cannot be read.
pub fn unused(path: &Path) -> Result<Unused, StoreError> {
    let image = {
        let _guard = gate::reading();
        PageImage::read(path)?
    };
    Ok(Unused::of(&image, &PageMap::of(&image)))
}
