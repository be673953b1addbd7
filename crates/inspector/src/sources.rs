//! Every store that exists on this machine.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use wire::ErrorBody;
use wire::sources::{LookedAt, Source, SourceList, SourceOrigin};

use crate::erasing::unfinished;
use crate::inspector::Inspector;
use crate::locations::{self, Location, backups_of, beside};
use crate::{clock, failure, opened, readers, source_id};

impl Inspector {
    /// Lists every store: named by the environment, in the default folders, of plugins, given by hand, opened before; each
    /// followed by its cleanup backups. Also says where there was none.
    ///
    /// # Errors
    /// None: a store that cannot be read is listed with its error.
    pub fn list_sources(&self, _: wire::commands::ListSources) -> Result<SourceList, ErrorBody> {
        let mut list = SourceList { sources: Vec::new(), looked_at: Vec::new() };
        for location in self.known_locations() {
            if is_missing(&location.path) {
                let path = location.path.display().to_string();
                list.looked_at.push(LookedAt { origin: location.origin, path });
                continue;
            }
            let store = self.describe(&location.path, location.origin, None);
            let id = store.id.clone();
            if list.sources.iter().any(|known| known.id == id) {
                continue;
            }
            list.sources.push(store);
            for backup in backups_of(&location.path) {
                let backup = self.describe(&backup, SourceOrigin::Backup, Some(id.clone()));
                list.sources.retain(|known| known.id != backup.id);
                list.sources.push(backup);
            }
        }
        Ok(list)
    }

    /// Opens a store by path and remembers it for the session. A store that cannot be read is described with its error.
    ///
    /// # Errors
    /// When there is nothing at the path, or no file.
    pub fn open_path(&self, path: &Path) -> Result<Source, ErrorBody> {
        let path = self.absolute(path);
        let source = self.describe(&path, SourceOrigin::Given, None);
        match &source.error {
            Some(error) if matches!(error.code.as_str(), "missing" | "not-a-file") => Err(error.clone()),
            _ => {
                self.give(path);
                Ok(source)
            }
        }
    }

    /// Opens a store by path and remembers it for later starts too.
    ///
    /// # Errors
    /// As [`Inspector::open_path`]. That the list could not be written is no error.
    pub fn open_and_remember(&self, path: &Path) -> Result<Source, ErrorBody> {
        let source = self.open_path(path)?;
        let _ = opened::add(&self.environment, &self.absolute(path));
        Ok(source)
    }

    /// Takes a store off the list of those opened before, and lists again. The file is not touched.
    ///
    /// # Errors
    /// `io-error` when the list cannot be written, `unknown-source` for a name that is none.
    pub fn forget_store(&self, request: wire::commands::ForgetRequest) -> Result<SourceList, ErrorBody> {
        let path = self.path_of(&request.source)?;
        opened::forget(&self.environment, &path)
            .map_err(|error| failure::error("io-error", format!("The list cannot be written: {error}."), None))?;
        self.take_back(&path);
        self.list_sources(wire::commands::ListSources {})
    }

    /// Returns the store that discovery finds first, or an error that says where was looked.
    pub(crate) fn first_store(&self) -> Result<PathBuf, ErrorBody> {
        let locations = self.known_locations();
        let first = locations.iter().find(|location| !is_missing(&location.path));
        first.map(|location| location.path.clone()).ok_or_else(|| {
            let places: Vec<String> = locations.iter().map(|l| l.path.display().to_string()).collect();
            let message = format!("No store was found; looked at {}.", places.join(", "));
            failure::error("missing", message, Some("Name one with --db FILE."))
        })
    }

    fn known_locations(&self) -> Vec<Location> {
        let mut known = locations::locations(&self.environment);
        let mut add = |origin, path: PathBuf| {
            if !known.iter().any(|location| location.path == path) {
                known.push(Location { origin, path });
            }
        };
        for path in self.given() {
            add(if self.is_demo(&path) { SourceOrigin::Demo } else { SourceOrigin::Given }, path);
        }
        for path in opened::list(&self.environment) {
            add(SourceOrigin::Opened, path);
        }
        known
    }

    fn describe(&self, path: &Path, origin: SourceOrigin, backup_of: Option<String>) -> Source {
        let read = self.load(path);
        let loaded = read.as_ref().ok();
        let file = std::fs::metadata(path).ok();
        let log = std::fs::metadata(beside(path, "-wal")).ok();
        let changed = [&file, &log].into_iter().flatten().filter_map(|file| file.modified().ok()).max();
        let known = read.as_ref().err().and_then(|error| error.known.clone());
        Source {
            id: source_id::of(path),
            path: path.display().to_string(),
            label: label(path, origin),
            origin,
            backup_of,
            schema_version: loaded
                .map(|loaded| loaded.store().identity().schema_version)
                .or(known.and_then(|known| known.schema_version)),
            application_id: loaded.filter(|loaded| loaded.store().identity().shared_file).map(|_| "AGSN".to_owned()),
            tasks: loaded.map(|loaded| loaded.totals.all),
            bodies: loaded.map(|loaded| loaded.totals.bodies),
            deleted: loaded.map(|loaded| loaded.totals.tombstones),
            size_bytes: file.as_ref().filter(|file| file.is_file()).map(|file| file.len()),
            log_bytes: log.filter(|log| log.is_file()).map(|log| log.len()),
            changed_at: changed.map(|time| clock::iso(clock::from_system(time))),
            others_can_read: readers::others_can_read(path),
            unfinished_since: unfinished::of(&self.environment, path).map(|unfinished| unfinished.since),
            workflows: loaded
                .filter(|loaded| loaded.has_ledger())
                .map(|loaded| loaded.ledger_path.display().to_string()),
            error: read.err(),
        }
    }
}

/// Whether nothing is at the path. A broken symbolic link is something: it is listed with its error.
fn is_missing(path: &Path) -> bool {
    path.symlink_metadata().is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// A short name: whose store it is, or the folder that it lies in.
fn label(path: &Path, origin: SourceOrigin) -> String {
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match origin {
        SourceOrigin::Environment => "AGS, by environment".to_owned(),
        SourceOrigin::StateFolder => "AGS state".to_owned(),
        SourceOrigin::ClaudePlugin => "Claude Code plugin".to_owned(),
        SourceOrigin::Demo => "Demo".to_owned(),
        SourceOrigin::Backup => file.trim_start_matches("continuity-before-cleanup-").to_owned(),
        SourceOrigin::Opened | SourceOrigin::Given => {
            if file == locations::STORE_NAME {
                folder.unwrap_or(file)
            } else {
                file
            }
        }
    }
}
