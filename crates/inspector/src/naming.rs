//! Finding the task that a person means.

use std::path::{Path, PathBuf};

use continuity::{SigningSecret, TaskCorrelation};
use wire::ErrorBody;
use wire::commands::OpenRequested;

use crate::failure;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::source_id;

/// Most matches that an ambiguous name lists.
const MOST_MATCHES: usize = 20;

/// How a person names a task.
#[derive(Clone, Copy, Debug)]
pub enum TaskName<'a> {
    /// The correlation, or at least six leading hex digits of it.
    Correlation(&'a str),
    /// The session id that the correlation was made from.
    Session(&'a str),
}

impl Inspector {
    /// Returns the file that a command works on: the one given, else the store that discovery finds first.
    ///
    /// # Errors
    /// `missing` when none is given and none is found.
    pub fn choose_store_file(&self, given: Option<&Path>) -> Result<PathBuf, ErrorBody> {
        match given {
            Some(path) => Ok(self.absolute(path)),
            None => self.first_store(),
        }
    }

    /// Returns the correlation of the task that is meant.
    ///
    /// # Errors
    /// When the store cannot be read; `not-found`; `ambiguous`, with the matches.
    pub fn resolve_task(&self, store: &Path, name: TaskName<'_>) -> Result<String, ErrorBody> {
        let loaded = self.load(store)?;
        match name {
            TaskName::Correlation(text) => by_correlation(&loaded, text),
            TaskName::Session(id) => by_session(&loaded, id),
        }
    }

    /// Finds a task by correlation or prefix in every store that can be read, for a deep link.
    ///
    /// # Errors
    /// `not-found`; `ambiguous`, with the matches.
    pub fn find_task(&self, name: &str) -> Result<OpenRequested, ErrorBody> {
        let mut found: Vec<(String, String)> = Vec::new();
        for source in self.list_sources(wire::commands::ListSources {})?.sources {
            let Some(path) = source_id::path(&source.id) else { continue };
            let Ok(loaded) = self.load(&path) else { continue };
            let Ok(correlation) = by_correlation(&loaded, name) else { continue };
            // A backup holds the same tasks as its store; the store comes first and wins.
            if found.iter().all(|(_, known)| *known != correlation) {
                found.push((source.id, correlation));
            }
        }
        match found.as_slice() {
            [] => Err(not_found()),
            [(source, correlation)] => {
                Ok(OpenRequested { source: source.clone(), task_correlation: Some(correlation.clone()) })
            }
            several => Err(ambiguous(several.iter().map(|(_, correlation)| correlation.clone()).collect())),
        }
    }
}

fn by_correlation(loaded: &Loaded, text: &str) -> Result<String, ErrorBody> {
    if loaded.task(text).is_some() {
        return Ok(text.to_owned());
    }
    let named = |task: &&crate::loaded::Task| TaskCorrelation::new(task.row.correlation.clone()).is_named_by(text);
    let matches: Vec<String> = loaded.tasks.iter().filter(named).map(|task| task.row.correlation.clone()).collect();
    match matches.as_slice() {
        [] => Err(not_found()),
        [one] => Ok(one.clone()),
        _ => Err(ambiguous(matches)),
    }
}

fn by_session(loaded: &Loaded, id: &str) -> Result<String, ErrorBody> {
    let secret = loaded.store().signing_secret().map_err(failure::store)?.ok_or_else(not_found)?;
    let correlation = SigningSecret::new(secret).correlation(id);
    loaded.task(correlation.as_str()).map(|task| task.row.correlation.clone()).ok_or_else(not_found)
}

fn not_found() -> ErrorBody {
    let next =
        "Give the correlation, at least 6 leading hex digits of it, or --session ID; `continuity tasks` lists them.";
    failure::error("not-found", "The store holds no such task.", Some(next))
}

fn ambiguous(mut matches: Vec<String>) -> ErrorBody {
    let message = format!("{} tasks begin so.", matches.len());
    matches.truncate(MOST_MATCHES);
    ErrorBody { matches, ..failure::error("ambiguous", message, Some("Give more digits.")) }
}
