//! Seeing that a store changed on disk.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use wire::ErrorBody;
use wire::commands::StoreChanged;

use crate::inspector::Inspector;
use crate::loaded::Stamps;
use crate::{clock, failure};

/// How often the files are looked at. A look is a few `stat` calls and two short reads.
const INTERVAL: Duration = Duration::from_millis(500);

/// A watch on one store; dropping it ends it.
pub struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Inspector {
    /// Calls `changed` whenever main file, log or ledger of a store differ from the last look: written to, replaced,
    /// removed, or back again. The call comes from a thread of its own.
    ///
    /// # Errors
    /// `unknown-source` for a name that is none, `io-error` when no thread can be started.
    pub fn watch(
        self: &Arc<Self>,
        source: &str,
        changed: Box<dyn Fn(StoreChanged) + Send>,
    ) -> Result<Watch, ErrorBody> {
        let path = self.path_of(source)?;
        let inspector = Arc::clone(self);
        let source = source.to_owned();
        let (stop, stopped) = channel();
        let look = move || inspector.look(&path);
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let mut last = look();
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let (stamps, at) = look();
                if stamps != last.0 {
                    last = (stamps, at.clone());
                    changed(StoreChanged { source: source.clone(), at });
                }
            }
        });
        let thread = thread
            .map_err(|error| failure::error("io-error", format!("The store cannot be watched: {error}."), None))?;
        Ok(Watch { stop: Some(stop), thread: Some(thread) })
    }

    /// Fingerprints of a store now, `None` while it cannot be looked at, and the time of the look.
    fn look(&self, path: &Path) -> (Option<Stamps>, String) {
        let stamps = Stamps::of(path, &self.ledger_of(path)).ok();
        (stamps, clock::iso(clock::now(&self.environment)))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Dropping the sender wakes the thread, which then ends.
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
