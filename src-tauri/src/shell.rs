//! The state behind the window, and the commands that need a desktop: about, the two dialogs, and watching.

use std::sync::{Arc, Mutex, PoisonError};

use inspector::{Inspector, Watch};
use tauri::{AppHandle, Emitter, Manager};
use tauri_plugin_dialog::{DialogExt, FilePath};
use tempfile::TempDir;
use wire::ErrorBody;
use wire::commands::{About, Exported, ListSources, SnapshotRequest, WatchRequest};
use wire::sources::Source;

use crate::arguments::Wish;
use crate::failure;
use crate::opening::{self, Opened};

/// Event: a watched store changed on disk; carries `StoreChanged`.
const STORE_CHANGED: &str = "store-changed";

/// What lives as long as the program.
pub(crate) struct Shell {
    inspector: Arc<Inspector>,
    /// What the start asked for, until the page asks what to show.
    wish: Mutex<Wish>,
    /// The store that is being watched; dropping it ends the watch.
    watch: Mutex<Option<Watch>>,
    /// Folder of the demonstration store.
    demo: Mutex<Option<TempDir>>,
}

/// Puts the state in place.
///
/// # Errors
/// When the machine's folders cannot be named.
pub(crate) fn begin(app: &AppHandle, wish: Wish) -> Result<(), Box<dyn std::error::Error>> {
    let inspector = Arc::new(Inspector::new(crate::environment::of_process()?));
    app.manage(Shell { inspector, wish: Mutex::new(wish), watch: Mutex::default(), demo: Mutex::default() });
    Ok(())
}

/// Locks, also after a panic elsewhere: every value here is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shell {
    /// Returns the state of the running program.
    pub(crate) fn of(app: &AppHandle) -> tauri::State<'_, Shell> {
        app.state::<Shell>()
    }

    /// Runs a use case on a thread that may wait for files and locks.
    ///
    /// # Errors
    /// The use case's own, or `internal` when it ended early.
    pub(crate) async fn blocking<A: Send + 'static>(
        &self,
        call: impl FnOnce(&Inspector) -> Result<A, ErrorBody> + Send + 'static,
    ) -> Result<A, ErrorBody> {
        let inspector = Arc::clone(&self.inspector);
        let answer = tauri::async_runtime::spawn_blocking(move || call(&inspector)).await;
        answer.unwrap_or_else(|_ended| Err(failure::internal()))
    }

    /// Keeps the demonstration store's folder until the end, unless there is one already.
    pub(crate) fn keep_demo(&self, build: impl FnOnce() -> std::io::Result<TempDir>) -> std::io::Result<std::path::PathBuf> {
        let mut demo = lock(&self.demo);
        let folder = match demo.take() {
            Some(folder) => folder,
            None => build()?,
        };
        Ok(demo.insert(folder).path().to_owned())
    }

    /// Ends the watch and removes the demonstration store.
    pub(crate) fn end(&self) {
        lock(&self.watch).take();
        lock(&self.demo).take();
    }
}

/// Says what this program is and which store to show first. Asked again after a reload, it answers the same.
pub(crate) async fn about(app: AppHandle, _request: ListSources) -> Result<About, ErrorBody> {
    let wish = lock(&Shell::of(&app).wish).clone();
    let demo = wish == Wish::Demo;
    let open = match opening::resolve(&app, wish).await {
        Ok(Some(Opened::Store(source))) => Some(source),
        Ok(Some(Opened::Task(request))) => {
            let source = request.source.clone();
            opening::tell_page(&app, Ok(request));
            Some(source)
        }
        Ok(None) => None,
        Err(error) => {
            opening::tell_page(&app, Err(error));
            None
        }
    };
    Ok(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        open,
        demo,
        platform: std::env::consts::OS.to_owned(),
    })
}

/// Asks for a file with the system's dialog and registers it. `None` when the dialog was closed.
pub(crate) async fn choose_store(app: AppHandle, _request: ListSources) -> Result<Option<Source>, ErrorBody> {
    let (answer, chosen) = tokio_like::channel();
    app.dialog()
        .file()
        .set_title("Open a continuity database")
        .add_filter("SQLite database", &["sqlite3", "sqlite", "db"])
        .add_filter("All files", &["*"])
        .pick_file(move |file| answer(file));
    let Some(path) = chosen.await.and_then(local_path) else { return Ok(None) };
    Shell::of(&app).blocking(move |inspector| inspector.open_path(&path)).await.map(Some)
}

fn local_path(file: FilePath) -> Option<std::path::PathBuf> {
    file.into_path().ok()
}
