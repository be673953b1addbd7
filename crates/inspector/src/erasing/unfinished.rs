//! Deletes whose erasing is not finished: the row is gone, but something kept the bytes from being overwritten, or the
//! program ended in between. Which stores these are is remembered; what was deleted is not.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::environment::Environment;
use crate::{clock, own_files, source_id};

/// One store that has something left to erase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Unfinished {
    /// Id of the store.
    source: String,
    /// When the delete was begun, RFC 3339 UTC.
    pub(crate) since: String,
    /// Whether it is finished later without asking again.
    pub(crate) finish: bool,
}

/// Where the list lies; `None` where the system names no data folder.
pub(crate) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("unfinished.json"))
}

/// Remembers a store before its rows are touched, so that a crash in between is seen at the next start. An earlier
/// entry keeps its time. A list that cannot be written keeps nobody from deleting.
pub(crate) fn mark(environment: &Environment, store: &Path, finish: bool) {
    let mut all = list(environment);
    let source = source_id::of(store);
    match all.iter_mut().find(|entry| entry.source == source) {
        Some(entry) => entry.finish |= finish,
        None => all.push(Unfinished { source, since: clock::iso(clock::now(environment)), finish }),
    }
    let _ = write(environment, &all);
}

/// Forgets a store.
pub(crate) fn clear(environment: &Environment, store: &Path) {
    let mut all = list(environment);
    let before = all.len();
    all.retain(|entry| source_id::path(&entry.source).as_deref() != Some(store));
    if all.len() != before {
        let _ = write(environment, &all);
    }
}

/// Returns the entry of a store.
pub(crate) fn of(environment: &Environment, store: &Path) -> Option<Unfinished> {
    list(environment).into_iter().find(|entry| source_id::path(&entry.source).as_deref() == Some(store))
}

/// Whether a store has an entry.
pub(crate) fn is_marked(environment: &Environment, store: &Path) -> bool {
    of(environment, store).is_some()
}

/// Returns the stores that are to be finished without asking again.
pub(crate) fn to_finish(environment: &Environment) -> Vec<PathBuf> {
    let all = list(environment).into_iter().filter(|entry| entry.finish);
    all.filter_map(|entry| source_id::path(&entry.source)).collect()
}

fn list(environment: &Environment) -> Vec<Unfinished> {
    let Some(file) = path(environment) else { return Vec::new() };
    std::fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

fn write(environment: &Environment, all: &[Unfinished]) -> std::io::Result<()> {
    let Some(file) = path(environment) else { return Ok(()) };
    if all.is_empty() {
        return match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    }
    own_files::replace(&file, &serde_json::to_vec(all)?)
}
