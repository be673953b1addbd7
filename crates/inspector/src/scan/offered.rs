//! What an agent would be offered next.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use secrets::Fingerprint;
use wire::scan::{ScanKind, ScanSource};
use wire::tasks::TaskStanding;

use super::origin::Origin;
use super::text::Scanner;
use crate::entry;
use crate::loaded::Loaded;

/// Says of places whether the next restore would hand them to an agent.
pub(super) struct Offered<'l> {
    loaded: &'l Loaded,
    /// For each task asked about, the epoch whose body would be offered.
    epochs: HashMap<String, Option<i64>>,
    /// Values in the workflow cards that would be offered, by root.
    cards: HashMap<String, HashSet<Fingerprint>>,
    /// For each root, a task that is bound to it.
    tasks: HashMap<String, Arc<str>>,
}

impl<'l> Offered<'l> {
    /// Looks at the cards; bodies are looked at when somebody asks.
    pub(super) fn new(loaded: &'l Loaded, scanner: &Scanner) -> Self {
        let mut offered = Self { loaded, epochs: HashMap::new(), cards: HashMap::new(), tasks: HashMap::new() };
        for listed in &loaded.listing {
            let Some(task) = loaded.tasks.get(listed.task) else { continue };
            let Some(root) = &task.row.root_id else { continue };
            offered.tasks.entry(root.clone()).or_insert_with(|| task.row.correlation.as_str().into());
            if listed.standing != TaskStanding::Workflow {
                continue;
            }
            let card = loaded.card(&task.row);
            let Some(card) = card.card() else { continue };
            let hits = scanner.text(card.to_json_text().as_bytes(), None).hits;
            offered.cards.entry(root.clone()).or_default().extend(hits.iter().map(|hit| hit.fingerprint));
        }
        offered
    }

    /// Whether a value at a place would be handed to an agent.
    pub(super) fn is_offered(&mut self, origin: &Origin, value: &Fingerprint) -> bool {
        match (origin.kind, origin.source) {
            (ScanKind::Body, ScanSource::Live) => {
                let (Some(task), Some(epoch)) = (&origin.task, origin.epoch) else { return false };
                self.epoch(task) == Some(epoch)
            }
            (ScanKind::Ledger, ScanSource::Live) => match &origin.root {
                Some(root) => self.cards.get(&**root).is_some_and(|values| values.contains(value)),
                None if origin.table.as_deref() == Some("workflow_runs") => {
                    self.cards.values().any(|values| values.contains(value))
                }
                None => false,
            },
            _ => false,
        }
    }

    /// A task that is bound to the root of a place.
    pub(super) fn task_of(&self, origin: &Origin) -> Option<Arc<str>> {
        self.tasks.get(origin.root.as_deref()?).cloned()
    }

    fn epoch(&mut self, name: &str) -> Option<i64> {
        if let Some(known) = self.epochs.get(name) {
            return *known;
        }
        let task = self.loaded.task(name);
        let epoch = task.and_then(|task| entry::describe(self.loaded, task).entry.offered_epoch());
        self.epochs.insert(name.to_owned(), epoch);
        epoch
    }
}
