//! Stored bodies that hold picked findings.

use continuity::json::Document;
use continuity::records::SnapshotRow;
use secrets::Engine;

use super::find::{Hit, hits};
use super::pick::Pick;
use super::place::{Place, places};
use crate::loaded::Loaded;

/// Which bodies are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Within<'a> {
    pub(super) task: Option<&'a str>,
    pub(super) epoch: Option<i64>,
}

/// A stored body that holds picked findings.
pub(super) struct Met {
    pub(super) row: SnapshotRow,
    /// Everything that was found in it.
    pub(super) hits: Vec<Hit>,
    /// Where picked values stand; empty where no string holds them (a body that is no JSON).
    pub(super) places: Vec<Place>,
}

impl Met {
    /// The picked hits.
    pub(super) fn picked<'m>(&'m self, pick: &Pick) -> Vec<&'m Hit> {
        self.hits.iter().filter(|hit| pick.has(hit)).collect()
    }

    /// The parsed text.
    pub(super) fn document(&self) -> Option<Document> {
        Document::parse(self.row.body.bytes()).ok()
    }
}

/// Calls `each` with every stored body that holds picked findings.
pub(super) fn each(loaded: &Loaded, engine: &Engine, within: Within<'_>, pick: &Pick, mut each: impl FnMut(Met)) {
    let mut rows = Vec::new();
    let is_meant = |row: &SnapshotRow| {
        within.task.is_none_or(|task| task == row.correlation) && within.epoch.is_none_or(|epoch| epoch == row.epoch)
    };
    // One body at a time is kept, and only where something was found.
    loaded.store().each_snapshot(|key, row| {
        if is_meant(&row) && hits(engine, pick.known.as_ref(), &row.body).iter().any(|hit| pick.has(hit)) {
            rows.push(key);
        }
    });
    for key in rows {
        let Ok(Some(row)) = loaded.store().snapshot(key) else { continue };
        let mut met = Met { hits: hits(engine, pick.known.as_ref(), &row.body), row, places: Vec::new() };
        if let Some(document) = met.document() {
            met.places = places(&document, &met.picked(pick));
        }
        each(met);
    }
}
