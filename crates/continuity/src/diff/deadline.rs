//! When the fine work has to stop.

use std::time::Instant;

/// A point in time after which only coarse work is done. The clock is the caller's.
#[derive(Clone, Copy)]
pub struct Deadline<'clock> {
    limit: Option<(Instant, &'clock dyn Fn() -> Instant)>,
}

impl<'clock> Deadline<'clock> {
    /// Makes a deadline at `at`, judged by `now`; pass `&Instant::now` for the machine's clock.
    pub fn new(at: Instant, now: &'clock dyn Fn() -> Instant) -> Self {
        Self { limit: Some((at, now)) }
    }

    /// Makes a deadline that never passes: the result is then the same on every machine.
    pub const fn never() -> Self {
        Self { limit: None }
    }

    /// Returns whether the deadline has passed.
    pub fn passed(&self) -> bool {
        self.limit.is_some_and(|(at, now)| now() > at)
    }

    /// Returns the point in time, for algorithms that watch it themselves; `None` when it never passes.
    pub(crate) fn at(&self) -> Option<Instant> {
        self.limit.map(|(at, _)| at)
    }
}

impl std::fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Deadline").field(&self.at()).finish()
    }
}
