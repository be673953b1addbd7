//! Showing the history, and changing its settings.

use std::path::PathBuf;

use continuity_store::history::{HistoryError, HistoryFile, StoreTotals};
use jiff::SignedDuration;
use wire::ErrorBody;
use wire::commands::ListSources;
use wire::history::{HistorySettings, HistoryState, HistoryStore};

use super::memory::Noted;
use super::{failed, no_folder, settings};
use crate::inspector::Inspector;
use crate::{clock, own_files, source_id};

impl Inspector {
    /// Says whether revisions are recorded, and what is kept. Nothing is made by asking.
    ///
    /// # Errors
    /// None: what cannot be read is the state's `problem`.
    pub fn read_history(&self, _: ListSources) -> Result<HistoryState, ErrorBody> {
        let (settings, unset) = match settings::load(&self.environment) {
            Ok(settings) => (settings, None),
            Err(error) => (settings::DEFAULT, Some(error)),
        };
        let file = self.history_file();
        let totals = file.as_ref().map_or(Ok(None), |file| file.look(|look| look.totals()));
        let (totals, unreadable) = match (totals, &file) {
            (Err(error), Some(file)) => (Vec::new(), Some(failed(&error, file))),
            (totals, _) => (totals.ok().flatten().unwrap_or_default(), None),
        };
        Ok(HistoryState {
            settings,
            path: file.map(|file| file.path().display().to_string()),
            bodies: totals.iter().map(|store| store.bodies).sum(),
            bytes: totals.iter().map(|store| store.bytes).sum(),
            stores: totals.into_iter().map(store_entry).collect(),
            problem: unreadable.or(unset).or_else(|| self.history_problem()),
        })
    }

    /// Changes the settings, and removes what they no longer allow to be kept.
    ///
    /// # Errors
    /// `usage` for settings out of their bounds; `no-data-folder`; and, when recording is to be on, everything that keeps
    /// the history from being written. In every case the settings are as they were.
    pub fn change_history(&self, settings: HistorySettings) -> Result<HistoryState, ErrorBody> {
        settings::check(&settings)?;
        let file = self.history_file().ok_or_else(no_folder)?;
        let pruned = if settings.record {
            self.make_history_folder(&file)?;
            file.change(|change| change.prune(&self.keep_from(&settings), settings.keep_bytes)).map(Some)
        } else {
            file.change_existing(|change| change.prune(&self.keep_from(&settings), settings.keep_bytes))
        };
        self.memory.of::<Noted>().changed();
        match pruned {
            Err(error) if settings.record => return Err(failed(&error, &file)),
            // Recording can be turned off whatever state the file is in; that is said and not left out.
            Err(error) => self.memory.of::<Noted>().note(Some(failed(&error, &file))),
            Ok(_) => self.memory.of::<Noted>().note(None),
        }
        settings::save(&self.environment, &settings)?;
        self.read_history(ListSources {})
    }

    /// The time before which copies are too old, as they are dated.
    pub(super) fn keep_from(&self, settings: &HistorySettings) -> String {
        let now = clock::now(&self.environment);
        let kept = SignedDuration::from_hours(24 * i64::from(settings.keep_days));
        now.checked_sub(kept).map(clock::iso).unwrap_or_default()
    }

    pub(super) fn make_history_folder(&self, file: &HistoryFile) -> Result<(), ErrorBody> {
        own_files::make_folder(file.path()).map_err(|error| failed(&HistoryError::Io(error), file))
    }
}

fn store_entry(totals: StoreTotals) -> HistoryStore {
    let StoreTotals { store, tasks, bodies, bytes, oldest, newest } = totals;
    let path = source_id::from_raw(store).map(PathBuf::from).unwrap_or_default();
    let source = source_id::of(&path);
    HistoryStore { source, path: path.display().to_string(), tasks, bodies, bytes, oldest, newest }
}
