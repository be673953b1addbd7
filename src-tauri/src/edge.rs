//! The commands that need a desktop: what to show first, the two dialogs, and watching.

use std::path::PathBuf;
use std::sync::Arc;

use inspector::{Existing, Inspector};
use tauri::{AppHandle, Emitter};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder};
use wire::ErrorBody;
use wire::actions::{PurgeProgress, PurgeSummary};
use wire::commands::{
    About, Exported, ListSources, PurgePlanName, PurgeRequest, SnapshotRequest, StoreChanged, WatchRequest,
};
use wire::redact::{RedactDone, RedactRequest};
use wire::scan::{ExportScan, ScanFormat, ScanPage, ScanProgress, ScanRequest};
use wire::sources::Source;

use crate::arguments::Wish;
use crate::opening;
use crate::shell::Shell;
use crate::window;

/// Event: a watched store changed on disk. Carries `StoreChanged`.
const STORE_CHANGED: &str = "store-changed";

/// Event: how far a delete is. Carries `PurgeProgress`.
const PURGE_PROGRESS: &str = "purge-progress";

/// Event: how far a scan is. Carries `ScanProgress`.
const SCAN_PROGRESS: &str = "scan-progress";

/// Event: how far a redaction is. Carries `PurgeProgress`.
const REDACT_PROGRESS: &str = "redact-progress";

/// Says what this program is and which store to show first. After a reload of the page it answers the same.
pub(crate) async fn about(app: AppHandle, _: ListSources) -> Result<About, ErrorBody> {
    let start = Shell::of(&app).start();
    let demo = start == Wish::Demo;
    let opened = opening::resolve(&app, start).await;
    let open = opened.as_ref().ok().and_then(Option::as_ref).map(|request| request.source.clone());
    // The page learns of a task, and of a failure, as it would later: by event.
    if !matches!(&opened, Ok(Some(request)) if request.task_correlation.is_none()) {
        opening::tell_page(&app, opened);
    }
    Ok(About { version: env!("CARGO_PKG_VERSION").to_owned(), open, demo, platform: std::env::consts::OS.to_owned() })
}

/// Asks for a file with the system's dialog and registers it; `None` when the dialog was closed.
pub(crate) async fn choose_store(app: AppHandle, _: ListSources) -> Result<Option<Source>, ErrorBody> {
    let dialog = dialog(&app)
        .set_title("Open a continuity database")
        .add_filter("SQLite databases", &["sqlite3", "sqlite", "db"])
        .add_filter("All files", &["*"]);
    Shell::of(&app)
        .blocking(move |inspector| match chosen(dialog.blocking_pick_file()) {
            Some(path) => inspector.open_and_remember(&path).map(Some),
            None => Ok(None),
        })
        .await
}

/// Asks where to write the stored bytes of one body, and writes them; `None` when the dialog was closed.
pub(crate) async fn export_body(app: AppHandle, request: SnapshotRequest) -> Result<Option<Exported>, ErrorBody> {
    // The name says which body and nothing of what is in it.
    let short: String = request.task_correlation.trim_start_matches("hmac-sha256:").chars().take(12).collect();
    let dialog = dialog(&app)
        .set_title("Export the stored bytes")
        .set_file_name(format!("{short}-epoch-{}.json", request.epoch));
    Shell::of(&app)
        .blocking(move |inspector| match chosen(dialog.blocking_save_file()) {
            Some(path) => inspector.export_body(request, &path).map(Some),
            None => Ok(None),
        })
        .await
}

/// Asks where to write the revisions that a delete would take away, and writes them; `None` when the dialog was closed.
pub(crate) async fn export_lost(app: AppHandle, request: PurgePlanName) -> Result<Option<Exported>, ErrorBody> {
    let dialog = dialog(&app).set_title("Export older revisions").set_file_name("older-revisions.jsonl");
    Shell::of(&app)
        .blocking(move |inspector| match chosen(dialog.blocking_save_file()) {
            Some(path) => inspector.export_lost(request, &path, Existing::Replace).map(Some),
            None => Ok(None),
        })
        .await
}

/// Carries out a plan and tells the page how far it is.
pub(crate) async fn purge(app: AppHandle, request: PurgeRequest) -> Result<PurgeSummary, ErrorBody> {
    let page = app.clone();
    Shell::of(&app)
        .blocking(move |inspector| {
            inspector.purge(request, &|progress: PurgeProgress| {
                // Fails only when the window is gone; the delete goes on to its end then.
                let _gone = page.emit_to(window::LABEL, PURGE_PROGRESS, progress);
                true
            })
        })
        .await
}

/// Scans a store and tells the page how far it is.
pub(crate) async fn scan_store(app: AppHandle, request: ScanRequest) -> Result<ScanPage, ErrorBody> {
    let page = app.clone();
    Shell::of(&app)
        .blocking(move |inspector| {
            inspector.scan_store(request, &|progress: ScanProgress| {
                // Fails only when the window is gone, and then nobody waits for the answer.
                page.emit_to(window::LABEL, SCAN_PROGRESS, progress).is_ok()
            })
        })
        .await
}

/// Asks where to write a scan, and writes it; `None` when the dialog was closed.
pub(crate) async fn export_scan(app: AppHandle, request: ExportScan) -> Result<Option<Exported>, ErrorBody> {
    let name = match request.format {
        ScanFormat::Json => "findings.json",
        ScanFormat::Sarif => "findings.sarif",
        ScanFormat::Html => "findings.html",
        ScanFormat::Markdown => "findings.md",
        ScanFormat::Csv => "findings.csv",
    };
    let dialog = dialog(&app).set_title("Export the findings").set_file_name(name);
    Shell::of(&app)
        .blocking(move |inspector| match chosen(dialog.blocking_save_file()) {
            Some(path) => inspector.export_scan(request, &path).map(Some),
            None => Ok(None),
        })
        .await
}

/// Takes findings out of stored bodies and tells the page how far it is.
pub(crate) async fn redact(app: AppHandle, request: RedactRequest) -> Result<RedactDone, ErrorBody> {
    let page = app.clone();
    Shell::of(&app)
        .blocking(move |inspector| {
            inspector.redact(request, &|progress: PurgeProgress| {
                // Fails only when the window is gone; the redaction goes on to its end then.
                let _gone = page.emit_to(window::LABEL, REDACT_PROGRESS, progress);
                true
            })
        })
        .await
}

/// Watches a store instead of the one before; an empty id watches none. Answers whether a store is watched now.
pub(crate) async fn watch_store(app: AppHandle, request: WatchRequest) -> Result<bool, ErrorBody> {
    let page = app.clone();
    let watch = move |inspector: &Arc<Inspector>| {
        let shell = Shell::of(&page);
        shell.watch(None);
        if request.source.is_empty() {
            return Ok(false);
        }
        let target = page.clone();
        let changed = move |change: StoreChanged| {
            // Fails only when the window is gone, and then nobody looks.
            let _gone = target.emit_to(window::LABEL, STORE_CHANGED, change);
        };
        shell.watch(Some(inspector.watch(&request.source, Box::new(changed))?));
        Ok(true)
    };
    Shell::of(&app).blocking(watch).await
}

/// Returns a file dialog that belongs to the window.
fn dialog(app: &AppHandle) -> FileDialogBuilder<tauri::Wry> {
    let dialog = app.dialog().file();
    match window::find(app) {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

fn chosen(file: Option<tauri_plugin_dialog::FilePath>) -> Option<PathBuf> {
    file.and_then(|file| file.into_path().ok())
}
