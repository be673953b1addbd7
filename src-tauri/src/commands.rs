//! The window's commands: one for each entry of the table in `wire`. Each only forwards.

use tauri::AppHandle;
use wire::actions::{BackupDeleted, BackupPlan, EraseDone, ErasePlan, PurgePlan, PurgeSummary, SuppressDocument};
use wire::activity::ActivityPage;
use wire::bytes::BytesView;
use wire::commands::*;
use wire::compare::ComparePage;
use wire::history::{HistorySettings, HistoryState};
use wire::redact::{PlanRedactRequest, RedactDone, RedactPlan, RedactRequest};
use wire::residue::ResidueDocument;
use wire::scan::{
    AllowFinding, AllowedList, ExportScan, ForgetAllowed, RevealRequest, ScanPage, ScanPageRequest, ScanPlacePage,
    ScanPlacesRequest, ScanRequest,
};
use wire::snapshot::{BodyPage, ItemPage, ItemText, SnapshotView};
use wire::sources::{Source, SourceList};
use wire::strip::StripView;
use wire::tasks::{TaskPage, TaskView};
use wire::{ErrorBody, Text};

use crate::edge;
use crate::shell::Shell;

/// Forwards one call: to `edge` where a dialog or an event is part of it, else to the use case of the same name.
macro_rules! forward {
    (about, $app:ident, $request:ident) => {
        edge::about($app, $request).await
    };
    (choose_store, $app:ident, $request:ident) => {
        edge::choose_store($app, $request).await
    };
    (export_body, $app:ident, $request:ident) => {
        edge::export_body($app, $request).await
    };
    (export_lost, $app:ident, $request:ident) => {
        edge::export_lost($app, $request).await
    };
    (purge, $app:ident, $request:ident) => {
        edge::purge($app, $request).await
    };
    (watch_store, $app:ident, $request:ident) => {
        edge::watch_store($app, $request).await
    };
    (scan_store, $app:ident, $request:ident) => {
        edge::scan_store($app, $request).await
    };
    (export_scan, $app:ident, $request:ident) => {
        edge::export_scan($app, $request).await
    };
    (redact, $app:ident, $request:ident) => {
        edge::redact($app, $request).await
    };
    ($name:ident, $app:ident, $request:ident) => {
        Shell::of(&$app).blocking(move |inspector| inspector.$name($request)).await
    };
}

macro_rules! handlers {
    ($($name:ident: $request:ty => $answer:ty,)*) => {
        $(
            #[tauri::command]
            async fn $name(app: AppHandle, request: $request) -> Result<$answer, ErrorBody> {
                forward!($name, app, request)
            }
        )*

        /// Returns the handler of every command.
        pub(crate) fn handler() -> impl Fn(tauri::ipc::Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name),*]
        }

        #[cfg(test)]
        const TABLE: &[&str] = &[$(stringify!($name)),*];
    };
}

wire::for_each_command!(handlers);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::TABLE;
    use crate::names::COMMANDS;

    #[test]
    fn every_command_has_a_permission() {
        assert_eq!(COMMANDS, TABLE);
    }

    #[test]
    fn the_window_may_call_every_command_and_nothing_else() {
        let capability = include_str!("../capabilities/main.json");
        let quoted: Vec<&str> = capability.split('"').skip(1).step_by(2).collect();
        let start = quoted.iter().position(|&word| word == "permissions").unwrap() + 1;
        let mut expected = vec!["core:event:allow-listen".to_owned(), "core:event:allow-unlisten".to_owned()];
        expected.extend(TABLE.iter().map(|name| format!("allow-{}", name.replace('_', "-"))));
        assert_eq!(quoted[start..], expected);
    }
}
