//! Texts on their way through the threads that scan them.
//!
//! One thread reads and hands texts over, a few scan. What waits is bounded in bytes, so that memory does not grow with
//! the store; results are put in the order of the texts, so that every run gives the same answer.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex};

use super::origin::Origin;
use super::text::{Scanned, Scanner};
use crate::lock::lock;

/// Most bytes of texts that wait or are being scanned; one longer text passes alone.
const MOST_WAITING: usize = 16 << 20;
/// Bytes of small texts that travel together.
const BATCH: usize = 64 << 10;
/// Most threads that scan.
const MOST_THREADS: usize = 8;

/// A text to scan.
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) origin: Origin,
    pub(super) text: Vec<u8>,
    /// Whether the column's name may tell what the value is.
    pub(super) named: bool,
}

/// What was found in a text.
pub(super) struct Result {
    pub(super) origin: Origin,
    pub(super) scanned: Scanned,
}

/// The results so far, by the number of their text; texts without a find have none.
pub(super) type Results = BTreeMap<u64, Result>;

struct Shared {
    results: Mutex<Results>,
    waiting: Mutex<usize>,
    less: Condvar,
    found: AtomicU64,
    /// Texts at which this program failed.
    failed: AtomicU64,
    /// Set when nobody wants the answer any more.
    stopped: AtomicBool,
}

/// Hands texts over.
pub(super) struct Feeder<'p> {
    sender: SyncSender<Vec<Job>>,
    shared: &'p Shared,
    batch: Vec<Job>,
    batched: usize,
}

/// Runs `feed`, scanning what it hands over. Returns its answer, the results, and at how many texts this program failed.
pub(super) fn run<T>(scanner: &Scanner, feed: impl FnOnce(&mut Feeder<'_>) -> T) -> (T, Results, u64) {
    let shared = Shared {
        results: Mutex::default(),
        waiting: Mutex::new(0),
        less: Condvar::new(),
        found: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).clamp(1, MOST_THREADS);
    let (sender, receiver) = sync_channel(threads * 2);
    let receiver = Mutex::new(receiver);
    let answer = std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(scanner, &receiver, &shared));
        }
        let mut feeder = Feeder { sender, shared: &shared, batch: Vec::new(), batched: 0 };
        let answer = feed(&mut feeder);
        feeder.flush();
        answer
    });
    let failed = shared.failed.into_inner();
    (answer, shared.results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner), failed)
}

fn work(scanner: &Scanner, jobs: &Mutex<Receiver<Vec<Job>>>, shared: &Shared) {
    loop {
        let next = lock(jobs).recv();
        let Ok(batch) = next else { return };
        let size: usize = batch.iter().map(|job| job.text.len()).sum();
        for Job { number, origin, text, named } in batch {
            if shared.stopped.load(Ordering::Relaxed) {
                continue;
            }
            let name = origin.column.as_deref().filter(|_| named);
            // A fault of ours in one text must not end the threads, for which the reader would then wait for ever.
            let scanned = catch_unwind(AssertUnwindSafe(|| scanner.text(&text, name)));
            let Ok(scanned) = scanned else {
                shared.failed.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            if !scanned.hits.is_empty() {
                shared.found.fetch_add(scanned.hits.len() as u64, Ordering::Relaxed);
                lock(&shared.results).insert(number, Result { origin, scanned });
            }
        }
        *lock(&shared.waiting) -= size;
        shared.less.notify_all();
    }
}

impl Feeder<'_> {
    /// Hands a text over; waits while too much is on its way.
    pub(super) fn push(&mut self, job: Job) {
        self.batched += job.text.len();
        self.batch.push(job);
        if self.batched >= BATCH || self.batch.len() >= 1_024 {
            self.flush();
        }
    }

    /// Hands over what waits to travel together.
    fn flush(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        let size = std::mem::take(&mut self.batched);
        if batch.is_empty() {
            return;
        }
        let mut waiting = lock(&self.shared.waiting);
        while *waiting > 0 && *waiting + size > MOST_WAITING {
            waiting = self.shared.less.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        *waiting += size;
        drop(waiting);
        // Fails only when every thread is gone, which ends with this scope.
        let _ = self.sender.send(batch);
    }

    /// Number of values found so far.
    pub(super) fn found(&self) -> u64 {
        self.shared.found.load(Ordering::Relaxed)
    }

    /// Gives up: what is on its way is not scanned any more.
    pub(super) fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }

    /// Waits until everything handed over was scanned; then `keep` says for which texts something was found.
    pub(super) fn settle(&mut self) -> impl Fn(u64) -> bool + '_ {
        self.flush();
        let mut waiting = lock(&self.shared.waiting);
        while *waiting > 0 {
            waiting = self.shared.less.wait(waiting).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        drop(waiting);
        |number| lock(&self.shared.results).contains_key(&number)
    }
}
