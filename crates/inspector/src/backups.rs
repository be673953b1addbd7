//! Deleting a backup file as a whole. Deleting one body inside a backup is the delete of any store, on the backup.

use std::path::{Path, PathBuf};

use continuity_store::read::Store;
use continuity_store::write::remove_file;
use sqlite_pages::Stamp;
use wire::ErrorBody;
use wire::actions::{BackupDeleted, BackupPlan};
use wire::activity::ActivityEntry;
use wire::commands::BackupRequest;

use crate::actions::confirm;
use crate::inspector::Inspector;
use crate::locations::backup_files;
use crate::locations::beside;
use crate::proof::hard_links;
use crate::{clock, failure};

/// What has to be typed.
const CONFIRMATION: &str = "delete backup";

/// A backup as a plan showed it.
pub(crate) struct Shown {
    path: PathBuf,
    stamp: Option<Stamp>,
}

impl Inspector {
    /// Says what deleting a file in the folder of backups would do. Nothing is written.
    ///
    /// # Errors
    /// `no-file` when there is no such file.
    pub fn plan_delete_backup(&self, request: BackupRequest) -> Result<BackupPlan, ErrorBody> {
        self.plan_backup(&self.path_of(&request.source)?, &request.file)
    }

    /// Deletes a file in the folder of backups, with what SQLite keeps beside it, after its confirmation was typed. No
    /// other file is touched.
    ///
    /// # Errors
    /// `not-confirmed`; `changed-since-read` when the file is not the one that the newest plan showed; `no-file`;
    /// `io-error`.
    pub fn delete_backup(&self, request: BackupRequest) -> Result<BackupDeleted, ErrorBody> {
        confirm::check(CONFIRMATION, &request.confirmation)?;
        self.delete_planned_backup(&self.path_of(&request.source)?, &request.file)
    }

    /// As [`Inspector::plan_delete_backup`], for the command.
    ///
    /// # Errors
    /// As [`Inspector::plan_delete_backup`].
    pub fn plan_backup(&self, store: &Path, file: &str) -> Result<BackupPlan, ErrorBody> {
        let path = find(store, file)?;
        let read = Store::read(&path).ok();
        let tasks = read.as_ref().and_then(|store| store.tasks().ok()).map(|(rows, _)| rows.len() as u64);
        let bodies = read.as_ref().map(|store| {
            let mut bodies = 0;
            store.each_snapshot(|_, _| bodies += 1);
            bodies
        });
        let shown = Shown { stamp: Stamp::of(&path).ok(), path: path.clone() };
        *self.memory.last::<Shown>() = Some(shown);
        Ok(BackupPlan {
            dry_run: true,
            file: file.to_owned(),
            bytes: std::fs::metadata(&path).map_or(0, |metadata| metadata.len()),
            tasks,
            bodies,
            other_names: hard_links(&path),
            confirmation: CONFIRMATION.to_owned(),
        })
    }

    /// As [`Inspector::delete_backup`], for the command.
    ///
    /// # Errors
    /// As [`Inspector::delete_backup`], without `not-confirmed`.
    pub fn delete_planned_backup(&self, store: &Path, file: &str) -> Result<BackupDeleted, ErrorBody> {
        let path = find(store, file)?;
        let shown = self.memory.last::<Shown>().take().filter(|shown| shown.path == path);
        if shown.is_none_or(|shown| shown.stamp != Stamp::of(&path).ok()) {
            let message = "The backup is not the one that was shown. Nothing was written.";
            return Err(failure::error("changed-since-read", message, Some("Look at it again.")));
        }
        let removed = remove_file(&path);
        self.record(&ActivityEntry {
            at: clock::iso(clock::now(&self.environment)),
            action: "delete-backup".to_owned(),
            store: path.display().to_string(),
            task_correlation: String::new(),
            epoch: 0,
            revision: None,
            outcome: if removed.is_ok() { "done" } else { "io-error" }.to_owned(),
            erased: removed.as_ref().ok().copied(),
            redacted: Vec::new(),
        });
        let overwritten = removed.map_err(|error| {
            let message = format!("The backup cannot be deleted: {error}.");
            failure::error("io-error", message, Some("Check who may write to the file and its folder."))
        })?;
        for beside in ["-wal", "-shm", "-journal"].map(|suffix| beside(&path, suffix)) {
            // Without its database none of these is of use to anybody.
            let _ = remove_file(&beside);
        }
        Ok(BackupDeleted { ok: true, file: file.to_owned(), overwritten })
    }
}

/// Finds a file in the folder of backups by the name that this program shows for it.
fn find(store: &Path, file: &str) -> Result<PathBuf, ErrorBody> {
    let real = store.canonicalize().unwrap_or_else(|_| store.to_owned());
    let folders = [store.parent(), real.parent()];
    let is_named = |path: &PathBuf| {
        let below = folders.iter().flatten().filter_map(|folder| path.strip_prefix(folder).ok());
        below.into_iter().any(|below| below.display().to_string() == file)
    };
    backup_files(store, &real).into_iter().find(is_named).ok_or_else(|| {
        let next = "`continuity sources` lists the backups; the name begins with backups/.";
        failure::error("no-file", "The folder of backups has no such file.", Some(next))
    })
}
