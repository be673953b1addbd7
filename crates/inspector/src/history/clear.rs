//! Emptying the history: of everything, of a store, of a task.

use std::collections::HashSet;
use std::path::Path;

use continuity::TaskCorrelation;
use continuity_store::history::Scope;
use continuity_store::search::Pieces;
use wire::ErrorBody;
use wire::commands::{ClearHistory, ListSources};
use wire::history::HistoryState;

use super::memory::Noted;
use super::{failed, names, settings};
use crate::inspector::Inspector;

impl Inspector {
    /// Empties the history. While recording is on, hashes of the removed bodies stay, so that what the store holds now is
    /// not recorded again at the next look; new revisions are.
    ///
    /// # Errors
    /// `usage` for a task without its store, `unknown-source`, and everything that keeps the history from being written.
    pub fn clear_history(&self, request: ClearHistory) -> Result<HistoryState, ErrorBody> {
        match (&request.source, &request.task_correlation) {
            (None, Some(_)) => return Err(no_store()),
            (None, None) => {
                self.forget(&[Scope::All])?;
                self.rewrite_history();
            }
            (Some(source), task) => {
                let names = names(&self.path_of(source)?);
                let scopes: Vec<Scope<'_>> = match task {
                    Some(task) => names.iter().map(|name| Scope::Task(name, task)).collect(),
                    None => names.iter().map(|name| Scope::Store(name)).collect(),
                };
                self.forget(&scopes)?;
            }
        }
        self.memory.of::<Noted>().note(None);
        self.read_history(ListSources {})
    }

    /// Returns how many copies [`Inspector::clear_history`] would remove. Nothing is removed.
    ///
    /// # Errors
    /// As [`Inspector::clear_history`].
    pub fn plan_clear_history(&self, request: &ClearHistory) -> Result<u64, ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(0) };
        let names =
            request.source.as_deref().map(|source| self.path_of(source).map(|path| names(&path))).transpose()?;
        if names.is_none() && request.task_correlation.is_some() {
            return Err(no_store());
        }
        let tasks = file.look(|look| look.tasks()).map_err(|error| failed(&error, &file))?.unwrap_or_default();
        let is_meant = |(store, task, _): &&(Vec<u8>, String, u64)| {
            names.as_ref().is_none_or(|names| names.contains(store))
                && request.task_correlation.as_ref().is_none_or(|wanted| wanted == task)
        };
        Ok(tasks.iter().filter(is_meant).map(|(_, _, count)| count).sum())
    }

    /// Empties the history of tasks after bodies of theirs were deleted: whatever the store was called when they were
    /// recorded, where the correlation is one that AGS made and so belongs to one task alone.
    pub(crate) fn forget_deleted(&self, store: &Path, correlations: &HashSet<String>) -> Result<(), ErrorBody> {
        let names = names(store);
        self.forget(&scopes_of(&names, correlations))
    }

    /// Removes the copies of tasks that hold pieces of what was taken out of their bodies; as
    /// [`Inspector::forget_deleted`] in all else.
    pub(crate) fn forget_holding(
        &self,
        store: &Path,
        correlations: &HashSet<String>,
        pieces: &Pieces,
    ) -> Result<(), ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(()) };
        let names = names(store);
        let scopes = scopes_of(&names, correlations);
        let remember = settings::load(&self.environment).is_ok_and(|settings| settings.record);
        let holds = |body: &[u8]| !pieces.find(body).is_empty();
        let forgotten = file.change_existing(|change| change.forget_holding(&scopes, remember, holds));
        self.memory.of::<Noted>().changed();
        forgotten.map(drop).map_err(|error| failed(&error, &file))
    }

    fn forget(&self, scopes: &[Scope<'_>]) -> Result<(), ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(()) };
        let remember = settings::load(&self.environment).is_ok_and(|settings| settings.record);
        let forgotten = file.change_existing(|change| change.forget(scopes, remember));
        self.memory.of::<Noted>().changed();
        forgotten.map(drop).map_err(|error| failed(&error, &file))
    }

    /// Rewrites an emptied history, so that names of tasks and stores go from unused bytes too. The bodies are gone
    /// already: that somebody else has the file open just now is no failure.
    fn rewrite_history(&self) {
        if let Some(file) = self.history_file() {
            let _ = file.rewrite();
        }
    }
}

/// The copies of tasks, whatever the store was called when they were recorded, where the correlation is one that AGS made.
fn scopes_of<'s>(names: &'s [Vec<u8>], correlations: &'s HashSet<String>) -> Vec<Scope<'s>> {
    let mut scopes = Vec::new();
    for correlation in correlations {
        if TaskCorrelation::new(correlation.as_str()).is_well_formed() {
            scopes.push(Scope::TaskAnywhere(correlation));
        } else {
            scopes.extend(names.iter().map(|name| Scope::Task(name, correlation)));
        }
    }
    scopes
}

fn no_store() -> ErrorBody {
    crate::usage("A task is named without its store.")
}
