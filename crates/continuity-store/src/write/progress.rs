//! How far a long step is, and whether it shall go on.

use std::ops::ControlFlow;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The file is read and searched for pages to overwrite.
    Search,
    /// Unused bytes are overwritten, in small transactions.
    Overwrite,
    /// The log is written back and cut.
    CutLog,
    /// The whole file is rewritten. SQLite does not say how far it is: `done` stays 0.
    Rewrite,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub step: Step,
    /// Pages done.
    pub done: u64,
    /// Pages to do; 0 where that is not known yet.
    pub total: u64,
}

/// Is told how far a step is, and says whether to go on. What was done until then stays done, and the store is whole.
pub type Watch<'w> = dyn FnMut(Progress) -> ControlFlow<()> + 'w;

/// Tells how far a step is. Returns whether to stop.
pub(super) fn told(watch: &mut Watch<'_>, step: Step, done: usize, total: usize) -> bool {
    let count = |pages: usize| u64::try_from(pages).unwrap_or(u64::MAX);
    watch(Progress { step, done: count(done), total: count(total) }).is_break()
}
