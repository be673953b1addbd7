//! Seeing that a store changed on disk, and recording what appeared in it.
//!
//! The operating system tells that something happened in the folders on the way to the store; then the files' stamps are
//! compared, so that nothing is told that is no change. Where the system tells nothing (a network file system, too many
//! watches) the stamps are looked at twice a second; where it does, once in a while all the same.

mod events;
mod files;
mod follow;
mod network;
mod recorder;
mod route;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use wire::ErrorBody;
use wire::commands::StoreChanged;

use self::events::Events;
use self::files::{Change, Files};
use self::recorder::Recorder;
use crate::failure;
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

/// How changes come to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// The operating system tells, as far as it can.
    #[default]
    Events,
    /// The files are looked at in short intervals: for file systems of which the system tells nothing.
    Polling,
}

/// A watch on one store; dropping it ends it.
pub struct Watch {
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
}

/// Why the thread of a watch goes on.
enum Wake {
    /// Something happened to the files, perhaps.
    Touched,
    /// The watch is over.
    End,
}

impl Inspector {
    /// Calls `changed` whenever main file, log or ledger of a store differ from the last look: written to, replaced,
    /// removed, or back again. The call comes from a thread of its own, at most about ten times a second, and after the
    /// last change in any case. While recording is on, what appears in the store is recorded; that this fails ends
    /// nothing (see [`Inspector::history_problem`]).
    ///
    /// # Errors
    /// `unknown-source` for a name that is none, `io-error` when no thread can be started.
    pub fn watch(
        self: &Arc<Self>,
        source: &str,
        changed: Box<dyn Fn(StoreChanged) + Send>,
    ) -> Result<Watch, ErrorBody> {
        self.watch_by(Way::Events, source, changed)
    }

    /// As [`Inspector::watch`], in a way of the caller's choice.
    ///
    /// # Errors
    /// As [`Inspector::watch`].
    pub fn watch_by(
        self: &Arc<Self>,
        way: Way,
        source: &str,
        changed: Box<dyn Fn(StoreChanged) + Send>,
    ) -> Result<Watch, ErrorBody> {
        let path = self.path_of(source)?;
        let source = source.to_owned();
        let changed = move |change: Change| changed(StoreChanged { source: source.clone(), at: change.at });
        self.watch_path(path, way, Box::new(changed))
    }

    fn watch_path(
        self: &Arc<Self>,
        path: PathBuf,
        way: Way,
        changed: Box<dyn FnMut(Change) + Send>,
    ) -> Result<Watch, ErrorBody> {
        let failed = |error| failure::error("io-error", format!("The store cannot be watched: {error}."), None);
        let recorder = Recorder::start(Arc::clone(self), path.clone()).map_err(failed)?;
        let (wake, woken) = channel();
        let mut watcher = Watcher {
            files: Files::of(self, &path),
            inspector: Arc::clone(self),
            events: None,
            refused: None,
            way,
            wake: wake.clone(),
            recorder,
            changed,
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(move || watcher.run(&woken));
        Ok(Watch { wake, thread: Some(thread.map_err(failed)?) })
    }
}

/// What the thread of a watch works with.
struct Watcher {
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
    fn run(&mut self, woken: &Receiver<Wake>) {
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
fn rest(took: Duration) -> Duration {
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

impl Drop for Watch {
    fn drop(&mut self) {
        // Nobody listens where the thread has ended by itself.
        let _ = self.wake.send(Wake::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
