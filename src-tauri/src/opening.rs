//! Opens what was asked for from outside the page: an argument, a second start, a link, a drop, a menu.

use std::sync::Arc;

use inspector::Inspector;
use tauri::{AppHandle, Emitter};
use wire::ErrorBody;
use wire::commands::OpenRequested;

use crate::arguments::Wish;
use crate::shell::Shell;
use crate::window;

/// Event: show this store or task. Carries `OpenRequested`.
const OPEN_REQUESTED: &str = "open-requested";
/// Event: what was asked for cannot be opened. Carries `ErrorBody`.
const OPEN_FAILED: &str = "open-failed";

/// Opens in the background and tells the page.
pub(crate) fn open(app: &AppHandle, wish: Wish) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let opened = resolve(&app, wish).await;
        tell_page(&app, opened);
    });
}

/// Finds the store of a wish and registers it; `None` when nothing was asked for.
///
/// # Errors
/// What `inspector` says of the file or of the task.
pub(crate) async fn resolve(app: &AppHandle, wish: Wish) -> Result<Option<OpenRequested>, ErrorBody> {
    let shell = Shell::of(app);
    match wish {
        Wish::Nothing => Ok(None),
        Wish::File(path) => {
            let source = shell.blocking(move |inspector| inspector.open_and_remember(&path)).await?;
            Ok(Some(OpenRequested { source: source.id, task_correlation: None }))
        }
        Wish::Demo => {
            let path = shell.demo()?;
            let open = move |inspector: &Arc<Inspector>| {
                inspector.mark_demo(&path);
                inspector.open_path(&path)
            };
            let source = shell.blocking(open).await?;
            Ok(Some(OpenRequested { source: source.id, task_correlation: None }))
        }
        Wish::Task(id) => shell.blocking(move |inspector| inspector.find_task(&id)).await.map(Some),
    }
}

/// Sends what became of a wish to the page.
pub(crate) fn tell_page(app: &AppHandle, opened: Result<Option<OpenRequested>, ErrorBody>) {
    // Sending fails only when the window is gone, and then nobody looks.
    let _gone = match opened {
        Ok(Some(request)) => app.emit_to(window::LABEL, OPEN_REQUESTED, request),
        Ok(None) => Ok(()),
        Err(error) => app.emit_to(window::LABEL, OPEN_FAILED, error),
    };
}
