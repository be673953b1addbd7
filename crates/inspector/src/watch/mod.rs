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
mod watcher;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use wire::ErrorBody;
use wire::commands::StoreChanged;

use self::files::{Change, Files};
use self::recorder::Recorder;
use self::watcher::Watcher;
use crate::failure;
use crate::inspector::Inspector;

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
        let files = Files::of(self, &path);
        let mut watcher = Watcher::new(Arc::clone(self), files, way, wake.clone(), recorder, changed);
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(move || watcher.run(&woken));
        Ok(Watch { wake, thread: Some(thread.map_err(failed)?) })
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
