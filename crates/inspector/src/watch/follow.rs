//! Saying what appeared in a store, change by change.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use continuity_store::history::Key;
use continuity_store::recover::LogMark;
use wire::watch::{NewRevision, StoreChange, StoreState};
use wire::{ErrorBody, Number};

use super::{Change, Watch, Way};
use crate::history;
use crate::inspector::Inspector;

/// The bodies of a store that were seen so far.
#[derive(Default)]
struct Known {
    bodies: HashSet<Key>,
    log: Option<LogMark>,
}

impl Inspector {
    /// Calls `told` at each change of a store with the bodies that it did not hold before, without their text. What it
    /// holds when this is called is not new. Revisions are recorded as with [`Inspector::watch`].
    ///
    /// # Errors
    /// `io-error` when no thread can be started.
    pub fn follow(
        self: &Arc<Self>,
        store: &Path,
        way: Way,
        told: Box<dyn Fn(StoreChange) + Send>,
    ) -> Result<Watch, ErrorBody> {
        let path = self.absolute(store);
        let mut known = Known::default();
        // A store that cannot be read yet is new as a whole when it can be.
        let _ = self.appeared(&path, &mut known);
        let inspector = Arc::clone(self);
        let followed = path.clone();
        let changed = move |change: Change| told(inspector.describe_change(&followed, &mut known, change));
        self.watch_path(path, way, Box::new(changed))
    }

    fn describe_change(&self, path: &Path, known: &mut Known, change: Change) -> StoreChange {
        let appeared = match change.state {
            StoreState::Gone => Ok(Vec::new()),
            StoreState::Changed | StoreState::Back => self.appeared(path, known),
        };
        let (new, error) = match appeared {
            Ok(new) => (new, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        StoreChange { at: change.at, path: path.display().to_string(), state: change.state, new, error }
    }

    /// Returns the bodies of a store that were not known, and knows them.
    fn appeared(&self, path: &Path, known: &mut Known) -> Result<Vec<NewRevision>, ErrorBody> {
        let loaded = self.load(path)?;
        let seen = history::look(&loaded, known.log, |key| known.bodies.contains(key), &|| true).unwrap_or_default();
        known.bodies.extend(seen.present);
        known.log = LogMark::of(loaded.store().image());
        let describe = |new: history::Appeared| NewRevision {
            task_correlation: new.key.task,
            epoch: new.key.epoch,
            revision: new.revision.map(Number),
            digest: new.digest,
        };
        Ok(seen.new.into_iter().map(describe).collect())
    }
}
