//! The copies of a task's bodies, for its revisions.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use continuity::TaskCorrelation;
use continuity_store::history::Copy;
use continuity_store::search::Pieces;
use wire::ErrorBody;

use super::{failed, names};
use crate::inspector::Inspector;

/// What the history holds of a task.
#[derive(Default)]
pub(crate) struct Recorded {
    /// The history's file.
    pub(crate) file: PathBuf,
    /// The copies, oldest first.
    pub(crate) copies: Vec<Copy>,
}

impl Inspector {
    /// Returns the copies of a task's bodies that were recorded from a store, oldest first.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub(crate) fn recorded(&self, store: &Path, correlation: &str) -> Result<Recorded, ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(Recorded::default()) };
        let copies = file.look(|look| {
            let mut copies = Vec::new();
            for name in names(store) {
                copies.extend(look.copies(&name, correlation)?);
            }
            Ok(copies)
        });
        let copies = copies.map_err(|error| failed(&error, &file))?.unwrap_or_default();
        Ok(Recorded { file: file.path().to_owned(), copies })
    }

    /// Returns the tasks of a store of whose bodies copies were recorded, in order.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub(crate) fn recorded_tasks(&self, store: &Path) -> Result<Vec<String>, ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(Vec::new()) };
        let recorded = file.look(|look| look.tasks()).map_err(|error| failed(&error, &file))?.unwrap_or_default();
        let names = names(store);
        let mine = recorded.into_iter().filter(|(name, ..)| names.contains(name));
        let mut tasks: Vec<String> = mine.map(|(_, task, _)| task).collect();
        tasks.sort_unstable();
        tasks.dedup();
        Ok(tasks)
    }

    /// Returns how many copies a delete of bodies of these tasks would remove; 0 where that cannot be read.
    pub(crate) fn count_copies(&self, store: &Path, tasks: &HashSet<&str>) -> u64 {
        let Some(file) = self.history_file() else { return 0 };
        let recorded = file.look(|look| look.tasks()).ok().flatten().unwrap_or_default();
        let names = names(store);
        let is_meant = |(name, task, _): &&(Vec<u8>, String, u64)| {
            let here = || names.contains(name);
            tasks.contains(task.as_str()) && (TaskCorrelation::new(task.as_str()).is_well_formed() || here())
        };
        recorded.iter().filter(is_meant).map(|(_, _, count)| count).sum()
    }

    /// Returns how many copies of bodies of these tasks hold pieces; 0 where that cannot be read.
    pub(crate) fn count_holding(&self, store: &Path, tasks: &HashSet<&str>, pieces: &Pieces) -> u64 {
        let recorded = tasks.iter().filter_map(|task| self.recorded(store, task).ok());
        let holding = |copy: &Copy| !pieces.find(copy.body.bytes()).is_empty();
        recorded.map(|recorded| recorded.copies.iter().filter(|copy| holding(copy)).count() as u64).sum()
    }
}
