//! The state behind the window, and the way from an asynchronous command to a use case that may wait.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use inspector::{Finisher, Inspector, Watch};
use tauri::{AppHandle, Manager, State};
use wire::ErrorBody;

use crate::arguments::Wish;
use crate::demo::Demo;
use crate::failure;

/// What lives as long as the program.
pub(crate) struct Shell {
    inspector: Arc<Inspector>,
    /// What the start asked for.
    start: Wish,
    /// The store that is being watched; dropping it ends the watch.
    watch: Mutex<Option<Watch>>,
    /// The demonstration store, once somebody asked for it.
    demo: Mutex<Option<Demo>>,
    /// Finishes deletes that something held up, where the user wanted that.
    finisher: Mutex<Option<Finisher>>,
}

/// Locks, also after a panic elsewhere: the values here are whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shell {
    /// Returns the state of a program that was started with a wish.
    pub(crate) fn new(start: Wish) -> Self {
        let inspector = Arc::new(Inspector::new(launch::environment()));
        // Without a thread for it, a delete is finished when the user asks.
        let finisher = Mutex::new(inspector.keep_finishing().ok());
        Self { inspector, start, watch: Mutex::default(), demo: Mutex::default(), finisher }
    }

    /// Returns the state of the running program.
    pub(crate) fn of(app: &AppHandle) -> State<'_, Shell> {
        app.state::<Shell>()
    }

    /// What the start asked for; the same after a reload of the page.
    pub(crate) fn start(&self) -> Wish {
        self.start.clone()
    }

    /// Runs a use case on a thread that may wait for files and locks.
    ///
    /// # Errors
    /// The use case's own, or `internal` when it ended early.
    pub(crate) async fn blocking<A: Send + 'static>(
        &self,
        call: impl FnOnce(&Arc<Inspector>) -> Result<A, ErrorBody> + Send + 'static,
    ) -> Result<A, ErrorBody> {
        let inspector = Arc::clone(&self.inspector);
        let answer = tauri::async_runtime::spawn_blocking(move || call(&inspector)).await;
        answer.unwrap_or_else(|_ended| Err(failure::internal()))
    }

    /// Watches another store, or none.
    pub(crate) fn watch(&self, watch: Option<Watch>) {
        *lock(&self.watch) = watch;
    }

    /// Returns the demonstration store's file; builds it the first time.
    ///
    /// # Errors
    /// `demo` when the temporary folder cannot be written.
    pub(crate) fn demo(&self) -> Result<PathBuf, ErrorBody> {
        let mut demo = lock(&self.demo);
        if let Some(built) = demo.as_ref() {
            return Ok(built.file.clone());
        }
        Ok(demo.insert(Demo::build()?).file.clone())
    }

    /// Ends the threads and removes the demonstration store.
    pub(crate) fn end(&self) {
        self.watch(None);
        lock(&self.finisher).take();
        lock(&self.demo).take();
    }
}
