//! The thread of a watch: it waits, looks and tells.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::events::Events;
use super::files::{Change, Files};
use super::recorder::Recorder;
use super::{Wake, Way};
use crate::inspector::Inspector;

/// How often the files are looked at where nobody tells of changes. A look is a few `stat` calls and short reads.
const POLL: Duration = Duration::from_millis(500);
/// How often they are looked at where somebody does.
const SAFETY: Duration = Duration::from_secs(5);
/// How long the system is not asked again after it refused to tell.
const AGAIN: Duration = Duration::from_secs(30);
/// Shortest time between two looks: an agent that writes all the time is told of ten times a second.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest time between two looks while changes come.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How many times as long as a look took the next one is put off, so that a large store that is written to all the time
/// takes a fifth of a core at most.
const REST: u32 = 4;

/// What the thread of a watch works with.
pub(super) struct Watcher {
    inspector: Arc<Inspector>,
    files: Files,
    /// The notices of the system, where it gives any.
    events: Option<Events>,
    /// When it last refused to.
    refused: Option<Instant>,
    way: Way,
    wake: Sender<Wake>,
    recorder: Recorder,
    changed: Box<dyn FnMut(Change) + Send>,
}

impl Watcher {
    /// Makes one that has not looked yet since `files` did.
    pub(super) fn new(
        inspector: Arc<Inspector>,
        files: Files,
        way: Way,
        wake: Sender<Wake>,
        recorder: Recorder,
        changed: Box<dyn FnMut(Change) + Send>,
    ) -> Self {
        Self { inspector, files, events: None, refused: None, way, wake, recorder, changed }
    }

    /// Goes on until the watch is over.
    pub(super) fn run(&mut self, woken: &Receiver<Wake>) {
        self.listen();
        loop {
            // Whatever happens from here on wakes again, so no change is missed by a look that came too early.
            if let Some(events) = &self.events {
                events.awake();
            }
            let begun = Instant::now();
            self.look();
            let looked = Instant::now();
            match woken.recv_timeout(if self.events.is_some() { SAFETY } else { POLL }) {
                Ok(Wake::Touched) => {
                    if !pause(woken, looked + rest(looked - begun)) {
                        return;
                    }
                    if self.events.as_ref().is_some_and(Events::route_moved) {
                        self.listen();
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.listen(),
                Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Asks the system to tell what happens on the way to the store as it is now.
    fn listen(&mut self) {
        if self.way == Way::Polling || self.refused.is_some_and(|refused| refused.elapsed() < AGAIN) {
            return;
        }
        let events = self.events.take().map_or_else(|| Events::open(self.wake.clone()), Ok);
        self.events = events.and_then(|events| self.follow(events)).ok();
        self.refused = self.events.is_none().then(Instant::now);
    }

    /// Follows the way to the store until it stays the same for a moment; what moves on and on is seen by slow looks.
    fn follow(&self, mut events: Events) -> notify::Result<Events> {
        for _ in 0..3 {
            if events.follow(self.files.route(&self.inspector))? {
                break;
            }
        }
        Ok(events)
    }

    fn look(&mut self) {
        let settings_changed = self.files.settings_changed(&self.inspector);
        let change = self.files.look(&self.inspector);
        let told = change.is_some();
        if let Some(change) = change {
            (self.changed)(change);
        }
        if told || settings_changed {
            self.recorder.record();
        }
    }
}

/// How long to wait after work that took so long.
pub(super) fn rest(took: Duration) -> Duration {
    took.saturating_mul(REST).clamp(PAUSE, LONGEST_PAUSE)
}

/// Waits until a time; false when the watch is over. Whatever happens meanwhile is seen by the look that follows.
fn pause(woken: &Receiver<Wake>, until: Instant) -> bool {
    loop {
        match woken.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) => return true,
            Ok(Wake::Touched) => {}
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}
