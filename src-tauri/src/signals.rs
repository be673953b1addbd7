//! Ends in order when the system or a terminal asks, so that the demonstration store is removed then too.

use tauri::AppHandle;

/// Waits in the background for the first request to end.
pub(crate) fn end_in_order(app: &AppHandle) {
    #[cfg(unix)]
    {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            use tokio::signal::unix::{SignalKind, signal};

            let (Ok(mut end), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
            else {
                return;
            };
            tokio::select! {
                _ = end.recv() => {}
                _ = interrupt.recv() => {}
            }
            app.exit(0);
        });
    }
    #[cfg(not(unix))]
    let _ = app;
}
