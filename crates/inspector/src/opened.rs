//! Stores that were opened before, newest first.

use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::{own_files, source_id};

/// Longest list that is kept.
const MOST: usize = 50;

/// Where the list lies; `None` where the system names no data folder.
pub(crate) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("opened.json"))
}

/// Returns the list; empty when there is none or it cannot be read.
pub(crate) fn list(environment: &Environment) -> Vec<PathBuf> {
    let Some(file) = path(environment) else { return Vec::new() };
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    let names: Vec<String> = serde_json::from_slice(&bytes).unwrap_or_default();
    names.iter().filter_map(|name| source_id::path(name)).collect()
}

/// Puts a store at the head of the list.
pub(crate) fn add(environment: &Environment, store: &Path) -> std::io::Result<()> {
    let mut paths = list(environment);
    if paths.first().is_some_and(|first| first == store) {
        return Ok(());
    }
    paths.retain(|path| path != store);
    paths.insert(0, store.to_owned());
    paths.truncate(MOST);
    write(environment, &paths)
}

/// Takes a store off the list; the store itself is not touched.
pub(crate) fn forget(environment: &Environment, store: &Path) -> std::io::Result<()> {
    let mut paths = list(environment);
    paths.retain(|path| path != store);
    write(environment, &paths)
}

fn write(environment: &Environment, paths: &[PathBuf]) -> std::io::Result<()> {
    let Some(file) = path(environment) else { return Ok(()) };
    let names: Vec<String> = paths.iter().map(|path| source_id::of(path)).collect();
    own_files::replace(&file, &serde_json::to_vec(&names)?)
}
