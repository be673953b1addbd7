//! Being told by the operating system that something happened in a folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Wake;
use super::network::is_on_network;
use super::route::Route;
use crate::lock::lock;

/// A connection to the operating system's notices. Dropping it ends them.
pub(super) struct Events {
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    shared: Arc<Shared>,
}

/// What the thread of the notices shares with the one that looks.
#[derive(Default)]
struct Shared {
    route: Mutex<Route>,
    /// Whether a wake is on its way already: one is enough, however much happens.
    waking: AtomicBool,
    /// Whether a folder or link on the way may be another by now.
    route_moved: AtomicBool,
}

impl Events {
    /// Opens the connection; whatever happens then is told to `wake`.
    ///
    /// # Errors
    /// When the system refuses, for example because it has too many.
    pub(super) fn open(wake: Sender<Wake>) -> notify::Result<Self> {
        let shared = Arc::new(Shared::default());
        let told = shared.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if told.matters(&event) && !told.waking.swap(true, Ordering::AcqRel) {
                // Nobody listens only when the watch has ended.
                let _ = wake.send(Wake::Touched);
            }
        })?;
        Ok(Self { watcher, watched: BTreeSet::new(), shared })
    }

    /// From here on, what happens wakes again. To be called before the look that a wake asks for.
    pub(super) fn awake(&self) {
        self.shared.waking.store(false, Ordering::Release);
    }

    /// Whether the ways to the files should be looked at again.
    pub(super) fn route_moved(&self) -> bool {
        self.shared.route_moved.swap(false, Ordering::AcqRel)
    }

    /// Watches the folders of a route and no others. Returns false when the route has become another meanwhile.
    ///
    /// # Errors
    /// When the system refuses one of the folders, or tells nothing of what happens in it.
    pub(super) fn follow(&mut self, route: Route) -> notify::Result<bool> {
        let (folders, above) = (route.folders.clone(), route.above.clone());
        *lock(&self.shared.route) = route;
        for gone in self.watched.iter().filter(|folder| !folders.contains(*folder) && !above.contains(*folder)) {
            // It fails where the folder is gone, and the watch with it.
            let _ = self.watcher.unwatch(gone);
        }
        self.watched.clear();
        // Folders are watched again also where they were before: each can be another by now.
        for folder in above {
            // Not everybody may look into every folder above. Then the slow looks see that one was moved.
            if self.watcher.watch(&folder, RecursiveMode::NonRecursive).is_ok() {
                self.watched.insert(folder);
            }
        }
        for folder in folders {
            if is_on_network(&folder) {
                return Err(notify::Error::generic("a network file system"));
            }
            match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => _ = self.watched.insert(folder),
                Err(error) if is_missing(&error) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

impl Shared {
    /// Whether a notice is worth a look. Our own looks cause notices of access; those are never.
    fn matters(&self, event: &notify::Result<notify::Event>) -> bool {
        let Ok(event) = event else {
            self.route_moved.store(true, Ordering::Release);
            return true;
        };
        if matches!(event.kind, EventKind::Access(_)) {
            return false;
        }
        let route = lock(&self.route);
        let about =
            event.need_rescan() || event.paths.is_empty() || event.paths.iter().any(|path| route.is_about(path));
        if about && !matches!(event.kind, EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_))) {
            self.route_moved.store(true, Ordering::Release);
        }
        about
    }
}

fn is_missing(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::PathNotFound => true,
        notify::ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::File;
    use std::path::Path;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
    use std::time::Duration;

    use super::{Events, Route};
    use crate::watch::Wake;

    fn is_woken(events: &Events, woken: &Receiver<Wake>, patience: Duration) -> bool {
        let wake = woken.recv_timeout(patience);
        events.awake();
        assert!(!matches!(wake, Err(RecvTimeoutError::Disconnected)));
        wake.is_ok()
    }

    fn follow(events: &mut Events, file: &Path) {
        assert!(events.follow(Route::to(&[file])).unwrap());
    }

    #[test]
    fn a_write_wakes_and_a_look_does_not() {
        let (soon, late) = (Duration::from_millis(300), Duration::from_secs(20));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        std::fs::write(&file, b"one").unwrap();
        let (wake, woken) = channel();
        let mut events = Events::open(wake).unwrap();
        follow(&mut events, &file);
        assert!(!is_woken(&events, &woken, soon), "nothing happened");
        std::fs::read(&file).unwrap();
        drop(File::open(&file).unwrap());
        file.metadata().unwrap();
        assert!(!is_woken(&events, &woken, soon), "it was only looked at");
        std::fs::write(folder.path().join("other"), b"x").unwrap();
        assert!(!is_woken(&events, &woken, soon), "another file");
        std::fs::write(folder.path().join("store-wal"), b"x").unwrap();
        assert!(is_woken(&events, &woken, late), "a log that came");
        assert!(events.route_moved());
        while is_woken(&events, &woken, soon) {}
        std::fs::write(&file, b"two").unwrap();
        assert!(is_woken(&events, &woken, late), "a write");
        while is_woken(&events, &woken, soon) {}
        std::fs::remove_dir_all(folder.path()).unwrap();
        assert!(is_woken(&events, &woken, late), "a folder that went");
        assert!(events.route_moved());
        while is_woken(&events, &woken, soon) {}
        std::fs::create_dir(folder.path()).unwrap();
        follow(&mut events, &file);
        std::fs::write(&file, b"three").unwrap();
        assert!(is_woken(&events, &woken, late), "a file in the folder that was made again");
    }
}
