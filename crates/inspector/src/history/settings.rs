//! Whether revisions are recorded, and how much is kept.
//!
//! The settings lie in a small file of their own beside the database, not in it: recording can be seen to be off while
//! there is no database yet, it can be turned off while the one that is there cannot be opened, and the question whether
//! it is on, which is asked at every change of a store, is one short read that takes no lock.

use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use wire::ErrorBody;
use wire::history::HistorySettings;

use crate::environment::Environment;
use crate::{failure, own_files};

/// Days that copies may be kept.
const DAYS: RangeInclusive<u32> = 1..=3_650;
/// Bytes of bodies that may be kept: 1 MiB to 64 GiB.
const BYTES: RangeInclusive<u64> = (1 << 20)..=(64 << 30);

/// What holds until something is chosen: nothing is recorded; when it is, 30 days and 256 MiB.
pub(super) const DEFAULT: HistorySettings = HistorySettings { record: false, keep_days: 30, keep_bytes: 256 << 20 };

/// The file's content. Fields that a newer version may add are passed over.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    record: bool,
    keep_days: u32,
    keep_bytes: u64,
}

fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("history.json"))
}

/// Reads the settings; the default ones where none were ever set.
///
/// # Errors
/// `history-settings` when the file cannot be read or does not hold settings. Nothing is recorded then.
pub(super) fn load(environment: &Environment) -> Result<HistorySettings, ErrorBody> {
    let Some(path) = path(environment) else { return Ok(DEFAULT) };
    let unreadable = |why: String| {
        let message = format!("The settings {} cannot be read: {why}. Nothing is recorded.", path.display());
        failure::error("history-settings", message, Some("Set them again."))
    };
    let bytes = match std::fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(DEFAULT),
        read => read.map_err(|error| unreadable(error.to_string()))?,
    };
    // What serde says of a wrong value names the value; where it stands says enough.
    let stored: Stored = serde_json::from_slice(&bytes)
        .map_err(|error| unreadable(format!("line {}, column {}", error.line(), error.column())))?;
    let Stored { record, keep_days, keep_bytes } = stored;
    let settings = HistorySettings { record, keep_days, keep_bytes };
    check(&settings).map_err(|error| unreadable(error.message))?;
    Ok(settings)
}

/// Writes the settings.
///
/// # Errors
/// `io-error`, or that there is no folder for them.
pub(super) fn save(environment: &Environment, settings: &HistorySettings) -> Result<(), ErrorBody> {
    let path = path(environment).ok_or_else(super::no_folder)?;
    let HistorySettings { record, keep_days, keep_bytes } = *settings;
    let bytes = serde_json::to_vec(&Stored { record, keep_days, keep_bytes });
    bytes.map_err(std::io::Error::from).and_then(|bytes| own_files::replace(&path, &bytes)).map_err(|error| {
        let message = format!("The settings {} cannot be written: {error}.", path.display());
        failure::error("io-error", message, Some("Look at the folder, then try again."))
    })
}

/// Checks that the settings are within their bounds.
///
/// # Errors
/// `usage`.
pub(super) fn check(settings: &HistorySettings) -> Result<(), ErrorBody> {
    if !DAYS.contains(&settings.keep_days) {
        return Err(crate::usage(format!("Copies can be kept from {} to {} days.", DAYS.start(), DAYS.end())));
    }
    if !BYTES.contains(&settings.keep_bytes) {
        let message = format!("From {} to {} bytes of copies can be kept.", BYTES.start(), BYTES.end());
        return Err(crate::usage(message));
    }
    Ok(())
}

/// Size and time of the file, by which a change of the settings is seen.
pub(crate) fn stamp(environment: &Environment) -> Option<(u64, Option<SystemTime>)> {
    let file = path(environment)?.metadata().ok()?;
    Some((file.len(), file.modified().ok()))
}
