//! The inspector: which stores are known, and what was read of them last.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use wire::ErrorBody;

use crate::environment::Environment;
use crate::loaded::{Loaded, Stamps};
use crate::locations::ledger_of;
use crate::lock::lock;
use crate::memory::Memory;
use crate::{clock, failure, source_id};

/// Every use case of the program, over the stores of one machine. Calls block; share it between threads as you like.
pub struct Inspector {
    pub(crate) environment: Environment,
    given: Mutex<Vec<PathBuf>>,
    ledgers: Mutex<HashMap<PathBuf, PathBuf>>,
    demo: Mutex<Option<PathBuf>>,
    loaded: Mutex<HashMap<PathBuf, Arc<Loaded>>>,
    /// Held while a store is read, so that two who want it at the same time read it once.
    reading: Mutex<HashMap<PathBuf, Arc<Mutex<()>>>>,
    states: AtomicU64,
    /// Whether the delete that is going on should stop.
    pub(crate) stop: AtomicBool,
    pub(crate) memory: Memory,
    /// Whether the scan that is going on should stop.
    pub(crate) stop_scan: AtomicBool,
    pub(crate) scans_running: AtomicUsize,
}

impl Inspector {
    /// Makes an inspector for a machine. Nothing is read yet.
    pub fn new(environment: Environment) -> Self {
        Self {
            environment,
            given: Mutex::default(),
            ledgers: Mutex::default(),
            demo: Mutex::default(),
            loaded: Mutex::default(),
            reading: Mutex::default(),
            states: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            memory: Memory::default(),
            stop_scan: AtomicBool::new(false),
            scans_running: AtomicUsize::new(0),
        }
    }

    /// Names the workflow ledger of a store, instead of the one beside it.
    ///
    /// # Errors
    /// `missing` when there is no such file: verdicts without the ledger that was meant would be wrong.
    pub fn use_ledger(&self, store: &Path, ledger: &Path) -> Result<(), ErrorBody> {
        let ledger = self.absolute(ledger);
        if !ledger.exists() {
            let message = format!("There is no workflow ledger at {}.", ledger.display());
            return Err(failure::error("missing", message, Some("Check the path that --workflows names.")));
        }
        lock(&self.ledgers).insert(self.absolute(store), ledger);
        Ok(())
    }

    /// Marks a store as the demonstration store.
    pub fn mark_demo(&self, store: &Path) {
        *lock(&self.demo) = Some(self.absolute(store));
    }

    pub(crate) fn is_demo(&self, path: &Path) -> bool {
        lock(&self.demo).as_deref() == Some(path)
    }

    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        self.environment.current_dir.join(path)
    }

    pub(crate) fn given(&self) -> Vec<PathBuf> {
        lock(&self.given).clone()
    }

    pub(crate) fn give(&self, path: PathBuf) {
        let mut given = lock(&self.given);
        if !given.contains(&path) {
            given.push(path);
        }
    }

    pub(crate) fn take_back(&self, path: &Path) {
        lock(&self.given).retain(|given| given != path);
    }

    pub(crate) fn ledger_of(&self, store: &Path) -> PathBuf {
        let named = lock(&self.ledgers).get(store).cloned();
        named.unwrap_or_else(|| ledger_of(&self.environment, store))
    }

    /// Returns the path behind the name of a store.
    pub(crate) fn path_of(&self, source: &str) -> Result<PathBuf, ErrorBody> {
        source_id::path(source).ok_or_else(|| failure::error("unknown-source", "There is no such store.", None))
    }

    /// Forgets the state of a store that was read before.
    pub(crate) fn let_go(&self, path: &Path) {
        lock(&self.loaded).remove(path);
    }

    /// Returns the newest state of the store with this name.
    pub(crate) fn load_source(&self, source: &str) -> Result<Arc<Loaded>, ErrorBody> {
        self.load(&self.path_of(source)?)
    }

    /// Returns the newest state of a store: the one read before while the files have not changed, else read again.
    pub(crate) fn load(&self, path: &Path) -> Result<Arc<Loaded>, ErrorBody> {
        let ledger = self.ledger_of(path);
        let reading = lock(&self.reading).entry(path.to_owned()).or_default().clone();
        let _reading = lock(&reading);
        let before = lock(&self.loaded).get(path).cloned();
        if let Some(before) = &before
            && Stamps::of(path, &ledger).is_ok_and(|stamps| stamps == before.stamps)
        {
            return Ok(before.clone());
        }
        let state = self.states.fetch_add(1, Ordering::Relaxed) + 1;
        let read = Loaded::read(path, &ledger, state, clock::now(&self.environment)).map_err(failure::store);
        match read {
            Ok(loaded) => {
                let loaded = Arc::new(loaded);
                lock(&self.loaded).insert(path.to_owned(), loaded.clone());
                Ok(loaded)
            }
            // A writer that never pauses: the last state that could be read is still a committed one.
            Err(error) if error.code == "changed-while-reading" => before.ok_or(error),
            Err(error) => {
                lock(&self.loaded).remove(path);
                Err(error)
            }
        }
    }
}
