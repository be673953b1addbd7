//! The allow list of this user: `allowed.toml` in the data folder.

use std::path::PathBuf;

use secrets::AllowList;
use wire::ErrorBody;
use wire::scan::{AllowedEntry, AllowedList};

use crate::environment::Environment;
use crate::{failure, own_files};

pub(in crate::scan) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("allowed.toml"))
}

/// Returns the list; empty when there is none.
///
/// # Errors
/// `allow-list` when it cannot be read: findings would come back as new.
pub(in crate::scan) fn load(environment: &Environment) -> Result<AllowList, ErrorBody> {
    let Some(path) = path(environment) else { return Ok(AllowList::new()) };
    let unusable = |why: String| {
        let message = format!("The allow list {} cannot be used: {why}.", path.display());
        failure::error("allow-list", message, Some("Correct the file, or move it away."))
    };
    match std::fs::read_to_string(&path) {
        Ok(text) => AllowList::parse(&text).map_err(|error| unusable(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(AllowList::new()),
        Err(error) => Err(unusable(error.to_string())),
    }
}

/// Writes the list.
pub(in crate::scan) fn save(environment: &Environment, list: &AllowList) -> Result<(), ErrorBody> {
    let path = path(environment).ok_or_else(no_folder)?;
    own_files::replace(&path, list.to_toml().as_bytes()).map_err(|error| {
        let message = format!("The allow list {} cannot be written: {error}.", path.display());
        failure::error("io-error", message, Some("Look at the folder, then try again."))
    })
}

/// The list as it crosses our edges.
pub(in crate::scan) fn shown(environment: &Environment, list: &AllowList) -> AllowedList {
    let entry = |entry: &secrets::Allow| AllowedEntry {
        value: entry.fingerprint.is_some(),
        rule: entry.rule.as_ref().map(|pattern| pattern.as_str().to_owned()),
        path: entry.path.as_ref().map(|pattern| pattern.as_str().to_owned()),
        reason: entry.reason.clone(),
        added: entry.added.clone(),
    };
    AllowedList {
        path: path(environment).map(|path| path.display().to_string()),
        entries: list.entries().iter().map(entry).collect(),
    }
}

/// There is nowhere to keep anything.
pub(super) fn no_folder() -> ErrorBody {
    let message = "The system names no folder for this program's own files, so nothing can be allowed.";
    failure::error("no-data-folder", message, None)
}
