//! Every revision of every task, in one pass over the pages of each file.

use std::collections::HashMap;

use continuity_store::read::Store;
use continuity_store::recover::{AGS_PREFIX, Found, recover_all};
use wire::revisions::{RevisionEntry, TaskRevisions};

use super::collect;
use super::found::{Candidate, FoundBodies, Slot};
use super::places::Files;
use crate::entry;
use crate::history::Recorded;
use crate::loaded::Loaded;

/// What was found of each task; its bodies are not kept.
#[derive(Default)]
struct Every {
    found: Vec<(String, FoundBodies)>,
    by_name: HashMap<String, usize>,
}

/// Lists every revision of every task, in the order of the tasks' rows; then tasks of which there is no row any more.
pub(super) fn every(loaded: &Loaded, mut recorded: impl FnMut(&str) -> Recorded) -> Vec<TaskRevisions> {
    let mut every = Every::default();
    for task in &loaded.tasks {
        every.position(&task.row.correlation);
    }
    every.add_pages(loaded, &loaded.store(), None);
    for (path, name) in collect::backups(loaded) {
        // A backup that cannot be read is listed with its error among the sources.
        if let Ok(backup) = Store::read(&path) {
            every.add_pages(loaded, &backup, Some(&name));
        }
    }
    let mut deltas = HashMap::new();
    for row in loaded.store().deltas().0 {
        deltas.entry(row.correlation.clone()).or_insert_with(Vec::new).push(row);
    }
    let folder = collect::folder(loaded);
    let tasks = every.found.into_iter().map(|(name, mut found)| {
        let task = loaded.task(&name);
        let requests = entry::request_entries(&loaded.store().requests_of(&name));
        if let Some(task) = task {
            collect::from_rows(&mut found, loaded, task, deltas.remove(&name).unwrap_or_default());
        }
        collect::from_history(&mut found, recorded(&name), &folder);
        let revisions = collect::finish(found, loaded, task, &requests);
        let revisions: Vec<RevisionEntry> = revisions.into_iter().map(|revision| revision.entry).collect();
        TaskRevisions { task_correlation: name, revisions }
    });
    tasks.filter(|task| loaded.task(&task.task_correlation).is_some() || !task.revisions.is_empty()).collect()
}

impl Every {
    /// Returns where a task's finds are kept.
    fn position(&mut self, name: &str) -> usize {
        if let Some(at) = self.by_name.get(name) {
            return *at;
        }
        self.found.push((name.to_owned(), FoundBodies::new(false)));
        self.by_name.insert(name.to_owned(), self.found.len() - 1);
        self.found.len() - 1
    }

    fn add_pages(&mut self, loaded: &Loaded, store: &Store, backup: Option<&str>) {
        let files = Files::of(store, backup);
        let current = |name: &str| loaded.task(name).map(|task| task.row.current_epoch);
        let mut slots: Vec<(usize, Slot)> = Vec::new();
        recover_all(store.image(), None, |item| match item {
            Found::Row(row) => {
                let place = files.place(&row.place, row.row.epoch, current(&row.row.correlation));
                let at = self.position(&row.row.correlation);
                if let Some((_, found)) = self.found.get_mut(at) {
                    slots.push((at, found.add(Candidate::of(*row), place)));
                }
            }
            Found::Again { number, place } => {
                let Some((at, slot)) = slots.get(number).copied() else { return };
                if let Some((name, found)) = self.found.get_mut(at) {
                    found.again(slot, files.place(&place, slot.epoch(), current(name)));
                }
            }
            Found::Piece(piece) => {
                let Some(name) = piece.correlation.clone() else { return };
                let places = files.places(&piece, current(&name));
                let at = self.position(&name);
                if let Some((_, found)) = self.found.get_mut(at) {
                    found.add_piece(piece, places);
                }
            }
        });
        // A correlation that AGS did not make is not looked for among all: each is looked for by its own letters.
        for task in &loaded.tasks {
            let name = &task.row.correlation;
            if !name.starts_with(AGS_PREFIX)
                && let Some((_, found)) = self.by_name.get(name).and_then(|at| self.found.get_mut(*at))
            {
                collect::from_pages(found, store, task, backup);
            }
        }
    }
}
