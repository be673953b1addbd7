//! The continuity store itself.

use std::sync::Arc;

use wire::scan::{ScanKind, ScanSource};

use super::rows::Cell;
use super::{Folder, leftovers, log_rows, rows};
use crate::loaded::Loaded;
use crate::scan::texts::Texts;

/// Hands over what the tables hold now.
pub(super) fn rows(loaded: &Loaded, folder: &Folder, texts: &mut Texts<'_, '_>) {
    let image = loaded.store().image().clone();
    let database = folder.name(&loaded.path);
    texts.file(&database);
    let describe = |cell: &Cell<'_>| describe(loaded, cell);
    rows::rows(&image, &database, &describe, texts);
}

/// Hands over what main file, log and journal still hold of earlier states.
pub(super) fn leftovers(loaded: &Loaded, folder: &Folder, texts: &mut Texts<'_, '_>) {
    let image = loaded.store().image().clone();
    let database = folder.name(&loaded.path);
    let current = |task: &str| loaded.task(task).map(|task| task.row.current_epoch);
    leftovers::leftovers(&image, &database, &leftovers::Found { backup: false, current: &current }, texts);
    log_rows::log_rows(&image, &database, ScanKind::Column, false, texts);
}

/// What a column of the store holds.
pub(super) fn kind(cell: &Cell<'_>) -> ScanKind {
    match (cell.table, cell.column) {
        ("continuity_snapshots", "snapshot_json") => ScanKind::Body,
        ("continuity_delta_state", "checkpoint_json") => ScanKind::Delta,
        ("continuity_requests", "result_json") => ScanKind::Receipt,
        // The shared file holds the ledger too.
        (table, _) if cell.own && !table.starts_with("continuity_") && table != "sqlite_schema" => ScanKind::Ledger,
        _ => ScanKind::Column,
    }
}

fn describe(loaded: &Loaded, cell: &Cell<'_>) -> (ScanKind, ScanSource) {
    let kind = kind(cell);
    let source = match kind {
        ScanKind::Body => {
            let task: Option<&Arc<str>> = cell.facts.task.as_ref();
            let current = task.and_then(|task| loaded.task(task)).map(|task| task.row.current_epoch);
            match current.is_some() && current == cell.facts.epoch {
                true => ScanSource::Live,
                false => ScanSource::EarlierEpoch,
            }
        }
        ScanKind::Delta => ScanSource::Delta,
        ScanKind::Receipt => ScanSource::Receipt,
        _ => ScanSource::Live,
    };
    (kind, source)
}
