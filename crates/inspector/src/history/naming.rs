//! Finding the recorded task that a person means. The store may be gone by then.

use std::path::{Path, PathBuf};

use continuity::TaskCorrelation;
use wire::ErrorBody;
use wire::commands::ClearHistory;

use super::{failed, names};
use crate::inspector::Inspector;
use crate::{failure, source_id};

/// Most matches that an ambiguous name lists.
const MOST_MATCHES: usize = 20;

impl Inspector {
    /// Returns the request that empties the history of the task that is meant, among those of one store or of all.
    ///
    /// # Errors
    /// `not-found`; `ambiguous`, with the matches; and when the history cannot be read.
    pub fn name_recorded_task(&self, store: Option<&Path>, name: &str) -> Result<ClearHistory, ErrorBody> {
        let Some(file) = self.history_file() else { return Err(not_found()) };
        let tasks = file.look(|look| look.tasks()).map_err(|error| failed(&error, &file))?.unwrap_or_default();
        let of = store.map(|store| names(&self.absolute(store)));
        let named = |(store, task, _): &&(Vec<u8>, String, u64)| {
            of.as_ref().is_none_or(|names| names.contains(store))
                && TaskCorrelation::new(task.clone()).is_named_by(name)
        };
        let matches: Vec<&(Vec<u8>, String, u64)> = tasks.iter().filter(named).collect();
        match matches.as_slice() {
            [] => Err(not_found()),
            [(store, task, _)] => {
                let path = source_id::from_raw(store.clone()).map(PathBuf::from).unwrap_or_default();
                Ok(ClearHistory { source: Some(source_id::of(&path)), task_correlation: Some(task.clone()) })
            }
            several => {
                let message = format!("{} recorded tasks begin so.", several.len());
                let matches = several.iter().take(MOST_MATCHES).map(|(_, task, _)| task.clone()).collect();
                let next = "Give more digits, or the store with --db FILE.";
                Err(ErrorBody { matches, ..failure::error("ambiguous", message, Some(next)) })
            }
        }
    }
}

fn not_found() -> ErrorBody {
    let next = "Give the correlation, or at least 6 leading hex digits of it.";
    failure::error("not-found", "The history holds no such task.", Some(next))
}
