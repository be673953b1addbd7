//! Recording what a watch sees, on a thread of its own: a change is told at once, however long its recording takes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::watcher::rest;
use crate::inspector::Inspector;

/// How often the history is looked at while nothing happens, so that copies go when they are too old.
const AT_LEAST: Duration = Duration::from_secs(3_600);

/// How long it is until the next try where something kept it from recording.
const AGAIN: Duration = Duration::from_secs(10);

/// Records one store's revisions when it is told to. Dropping it ends it soon, without waiting.
pub(super) struct Recorder {
    ask: Sender<()>,
    ended: Arc<AtomicBool>,
}

impl Recorder {
    /// Starts the thread, and records what is there.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn start(inspector: Arc<Inspector>, store: PathBuf) -> std::io::Result<Self> {
        let (ask, asked) = channel();
        let ended = Arc::new(AtomicBool::new(false));
        let end = ended.clone();
        std::thread::Builder::new().name("record".to_owned()).spawn(move || {
            let mut wait = AT_LEAST;
            while !matches!(asked.recv_timeout(wait), Err(RecvTimeoutError::Disconnected)) {
                // Whatever was asked meanwhile is answered by the same look.
                while asked.try_recv().is_ok() {}
                let begun = Instant::now();
                // What keeps it from recording is kept by the inspector; a store that cannot be read says so itself.
                let recorded = inspector.record_while(&store, &|| !end.load(Ordering::Relaxed));
                wait = if recorded.is_ok() { AT_LEAST } else { AGAIN };
                // What is stored and replaced meanwhile is in the log.
                std::thread::sleep(rest(begun.elapsed()));
            }
        })?;
        let recorder = Self { ask, ended };
        recorder.record();
        Ok(recorder)
    }

    /// Asks for what is new to be recorded, if recording is on.
    pub(super) fn record(&self) {
        // The thread ends only after this is dropped.
        let _ = self.ask.send(());
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}
