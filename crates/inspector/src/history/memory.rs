//! What is remembered of the history between two calls.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use continuity_store::recover::LogMark;
use wire::ErrorBody;

use crate::inspector::Inspector;
use crate::lock::lock;

/// What an inspector remembers of the history.
#[derive(Default)]
pub(crate) struct Noted {
    /// How far the log of each store was looked through. Held while something is recorded.
    pub(super) looked: Mutex<HashMap<PathBuf, Option<LogMark>>>,
    /// Why nothing was recorded the last time.
    problem: Mutex<Option<ErrorBody>>,
    /// Number of changes by this process.
    changes: AtomicU64,
}

/// Tells two states of the history apart.
pub(crate) type HistoryStamp = (u64, Option<(u64, Option<SystemTime>)>);

impl Noted {
    /// Keeps why nothing could be recorded, until something can be.
    pub(super) fn note(&self, problem: Option<ErrorBody>) {
        *lock(&self.problem) = problem;
    }

    pub(super) fn problem(&self) -> Option<ErrorBody> {
        lock(&self.problem).clone()
    }

    pub(super) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }
}

impl Inspector {
    /// Whether the history is as it was: changes of this process, then size and time of the file.
    pub(crate) fn history_stamp(&self) -> HistoryStamp {
        let file = super::path(&self.environment).and_then(|path| path.metadata().ok());
        let facts = file.map(|file| (file.len(), file.modified().ok()));
        (self.memory.of::<Noted>().changes.load(Ordering::Relaxed), facts)
    }

    /// Why nothing could be recorded the last time somebody tried; `None` when it could.
    pub fn history_problem(&self) -> Option<ErrorBody> {
        self.memory.of::<Noted>().problem()
    }

    /// Waits until what is being recorded now is done.
    pub fn finish_recording(&self) {
        drop(lock(&self.memory.of::<Noted>().looked));
    }
}
