//! One store's files as they are from moment to moment.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use wire::watch::StoreState;

use super::route::Route;
use crate::clock;
use crate::history::settings_stamp;
use crate::inspector::Inspector;
use crate::loaded::Stamps;

/// A change that was seen.
pub(super) struct Change {
    /// When, RFC 3339 UTC.
    pub(super) at: String,
    pub(super) state: StoreState,
}

/// What a look saw, to tell the next one apart from it.
pub(super) struct Files {
    store: PathBuf,
    /// `None` while the store cannot be looked at.
    stamps: Option<Stamps>,
    settings: Option<(u64, Option<SystemTime>)>,
}

impl Files {
    /// Looks at a store for the first time.
    pub(super) fn of(inspector: &Inspector, store: &Path) -> Self {
        let mut files = Self { store: store.to_owned(), stamps: None, settings: None };
        files.look(inspector);
        files.settings_changed(inspector);
        files
    }

    /// Looks again; `None` when nothing changed.
    pub(super) fn look(&mut self, inspector: &Inspector) -> Option<Change> {
        let at = clock::iso(clock::now(&inspector.environment));
        let now = Stamps::of(&self.store, &inspector.ledger_of(&self.store)).ok();
        if now == self.stamps {
            return None;
        }
        let state = match (&self.stamps, &now) {
            (_, None) => StoreState::Gone,
            (None, Some(_)) => StoreState::Back,
            (Some(_), Some(_)) => StoreState::Changed,
        };
        self.stamps = now;
        Some(Change { at, state })
    }

    /// Whether the settings of the recorded history changed since this was asked last; by whom does not matter.
    pub(super) fn settings_changed(&mut self, inspector: &Inspector) -> bool {
        let now = settings_stamp(&inspector.environment);
        std::mem::replace(&mut self.settings, now) != now
    }

    /// The ways to the store and to its ledger, as they are now.
    pub(super) fn route(&self, inspector: &Inspector) -> Route {
        Route::to(&[&self.store, &inspector.ledger_of(&self.store)])
    }
}
