//! The log of what this program did: one JSON line for each action, without body text.

use std::io::Write;
use std::path::PathBuf;

use wire::ErrorBody;
use wire::activity::{ActivityEntry, ActivityPage};
use wire::commands::ActivityRequest;

use crate::environment::Environment;
use crate::inspector::Inspector;
use crate::own_files;

/// Longest part of the log that is read back, in bytes; older entries stay in the file.
const READ_BACK: u64 = 4 << 20;

/// Most entries that are listed.
const MOST_ENTRIES: u64 = 500;

impl Inspector {
    /// Lists what this program did, newest first.
    ///
    /// # Errors
    /// None.
    pub fn list_activity(&self, request: ActivityRequest) -> Result<ActivityPage, ErrorBody> {
        Ok(list(&self.environment, request.limit.min(MOST_ENTRIES)))
    }

    /// Adds an entry to the activity log.
    pub(crate) fn record(&self, entry: &ActivityEntry) {
        // The action itself is done or refused by now; a log that cannot be written must not turn that around.
        let _ = record(&self.environment, entry);
    }
}

/// Where the log lies; `None` where the system names no data folder.
pub(crate) fn path(environment: &Environment) -> Option<PathBuf> {
    environment.data_dir.as_ref().map(|folder| folder.join("activity.jsonl"))
}

/// Adds an entry.
fn record(environment: &Environment, entry: &ActivityEntry) -> std::io::Result<()> {
    let Some(path) = path(environment) else { return Ok(()) };
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    own_files::append(&path)?.write_all(&line)
}

/// Reads the newest entries, newest first. Lines that cannot be read are left out.
fn list(environment: &Environment, limit: u64) -> ActivityPage {
    let Some(path) = path(environment) else { return ActivityPage { entries: Vec::new(), path: None } };
    let text = read_end(&path).unwrap_or_default();
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let entries = text.lines().rev().filter_map(|line| serde_json::from_str(line).ok()).take(limit).collect();
    let path = path.exists().then(|| path.display().to_string());
    ActivityPage { entries, path }
}

fn read_end(path: &std::path::Path) -> std::io::Result<String> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(READ_BACK)))?;
    let mut bytes = Vec::new();
    file.take(READ_BACK).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
