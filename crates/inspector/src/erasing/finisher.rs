//! Finishing deletes by itself, where the user said so.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use wire::ErrorBody;

use super::unfinished;
use crate::failure;
use crate::inspector::Inspector;

/// Time between two tries. A try reads one small file, and does nothing more while no delete is unfinished.
const INTERVAL: Duration = Duration::from_secs(5);

/// Tries again and again to finish deletes that something held up; dropping it ends that.
pub struct Finisher {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Inspector {
    /// Starts to finish, in a thread of its own, the deletes for which the user wanted that.
    ///
    /// # Errors
    /// `io-error` when no thread can be started.
    pub fn keep_finishing(self: &Arc<Self>) -> Result<Finisher, ErrorBody> {
        let inspector = Arc::clone(self);
        let (stop, stopped) = channel::<()>();
        let thread = std::thread::Builder::new().name("finish".to_owned()).spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                inspector.finish_unfinished();
            }
        });
        let thread =
            thread.map_err(|error| failure::error("io-error", format!("No thread can be started: {error}."), None))?;
        Ok(Finisher { stop: Some(stop), thread: Some(thread) })
    }

    /// Tries once to finish every delete for which the user wanted that. What cannot be finished is tried again later.
    pub fn finish_unfinished(&self) {
        for store in unfinished::to_finish(&self.environment) {
            // A store that is gone has nothing left to erase, and nobody is served by trying for ever.
            if !store.exists() {
                unfinished::clear(&self.environment, &store);
            } else {
                let done = self.erase_once(&store, &|_| true);
                // A try that brought nothing is no news.
                if done.as_ref().is_ok_and(|done| done.proof.erased) {
                    self.record_erase(&store, &done);
                }
            }
        }
    }
}

impl Drop for Finisher {
    fn drop(&mut self) {
        // Dropping the sender wakes the thread, which then ends.
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
