//! How much one transaction does, so that others do not notice it.

use std::time::Duration;

/// How long a transaction may hold the write lock, as a goal. The limit is 250 ms; a disk that syncs slowly can take
/// most of it for the commit alone.
pub(super) const GOAL: Duration = Duration::from_millis(30);
/// From here on a transaction is so slow that it must be as small as can be.
const SLOW: Duration = Duration::from_millis(120);
/// Bytes that a transaction writes at most.
const MOST_BYTES: usize = 4 << 20;
/// Pages of the first transaction.
const FIRST: usize = 16;
/// Shortest pause between two transactions.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// Sizes the next transaction by how long the last one took.
pub(super) struct Pace {
    pages: usize,
    most: usize,
}

impl Pace {
    /// Begins small. `page_size` is in bytes.
    pub(super) fn new(page_size: usize) -> Self {
        let most = (MOST_BYTES / page_size.max(1)).max(1);
        Self { pages: FIRST.min(most), most }
    }

    /// Returns how many pages the next transaction may take.
    pub(super) fn pages(&self) -> usize {
        self.pages
    }

    /// Learns from a transaction that took `pages` and held the lock for `held`. Grows to twice as much at most.
    pub(super) fn learn(&mut self, pages: usize, held: Duration) {
        let fits = pages as f64 * GOAL.as_secs_f64() / held.as_secs_f64().max(0.000_1);
        // A transaction that was not full says nothing about larger ones; one that took too long says everything.
        // The commit's sync takes the same time for one page as for a few: fewer bring nothing, unless it is very slow.
        let least = if held < SLOW { FIRST.min(self.most) } else { 1 };
        let fits = (fits as usize).clamp(least, (self.pages * 2).max(least));
        if held > GOAL || pages >= self.pages {
            self.pages = fits.min(self.most);
        }
    }

    /// Returns how long to leave the lock to others: twice as long as it was held, as they try for it at intervals.
    pub(super) fn pause(held: Duration) -> Duration {
        (held * 2).max(SHORTEST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GOAL, Pace};

    #[test]
    fn a_slow_disk_gets_small_transactions_and_a_fast_one_large_ones() {
        let mut slow = Pace::new(4_096);
        slow.learn(slow.pages(), Duration::from_millis(480));
        assert_eq!(slow.pages(), 1);
        slow.learn(1, Duration::from_secs(9));
        assert_eq!(slow.pages(), 1);
        let mut fast = Pace::new(4_096);
        for _ in 0..20 {
            fast.learn(fast.pages(), Duration::from_micros(10));
        }
        assert_eq!(fast.pages(), 1_024, "4 MiB of pages of 4 KiB");
        fast.learn(1_024, GOAL * 4);
        assert_eq!(fast.pages(), 256);
        // The rest of a list, done in no time, says nothing.
        fast.learn(3, Duration::from_micros(1));
        assert_eq!(fast.pages(), 256);
        assert_eq!(Pace::new(65_536).pages(), 16);
    }
}
