//! Stopping auto-restore of a task, and allowing it again.

use std::path::Path;

use continuity::records::TaskRow;
use continuity::transition::{self, Refusal, Suppression};
use continuity_store::write::{LOCK_WAIT, transact};
use wire::ErrorBody;
use wire::actions::SuppressDocument;
use wire::activity::ActivityEntry;
use wire::commands::SuppressRequest;

use super::refused::Refused;
use crate::clock;
use crate::inspector::Inspector;

impl Inspector {
    /// Stops auto-restore of a task's current epoch. The body stays.
    ///
    /// # Errors
    /// `stale-revision` when the epoch is not the current one, `changed-since-read` when there is no task, `busy`,
    /// and everything of reading and writing.
    pub fn suppress(&self, request: SuppressRequest) -> Result<SuppressDocument, ErrorBody> {
        let path = self.path_of(&request.source)?;
        self.set_suppressed(&path, &request.task_correlation, request.epoch, true)
    }

    /// Allows auto-restore of a task's current epoch again.
    ///
    /// # Errors
    /// As [`Inspector::suppress`].
    pub fn allow(&self, request: SuppressRequest) -> Result<SuppressDocument, ErrorBody> {
        let path = self.path_of(&request.source)?;
        self.set_suppressed(&path, &request.task_correlation, request.epoch, false)
    }

    /// Sets or clears the flag of a task in the store at `path`.
    ///
    /// # Errors
    /// As [`Inspector::suppress`].
    pub fn set_suppressed(
        &self,
        path: &Path,
        correlation: &str,
        epoch: i64,
        suppressed: bool,
    ) -> Result<SuppressDocument, ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let done = transact(path, LOCK_WAIT, |transaction| -> Result<_, Refused> {
            let task = transaction.task(correlation)?;
            let suppression = judge(task.as_ref(), epoch, suppressed, &now)?;
            Ok((suppression.changes.clone(), suppression))
        });
        let answer = done.map_err(Refused::into_error);
        self.record(&ActivityEntry {
            at: now,
            action: if suppressed { "suppress" } else { "allow" }.to_owned(),
            store: path.display().to_string(),
            task_correlation: correlation.to_owned(),
            epoch,
            revision: None,
            outcome: match &answer {
                Ok(suppression) if suppression.changed() => "done".to_owned(),
                Ok(_) => "unchanged".to_owned(),
                Err(error) => error.code.clone(),
            },
            erased: None,
            redacted: Vec::new(),
        });
        Ok(document(correlation, &answer?, false))
    }

    /// Says what [`Inspector::set_suppressed`] would do, from the store as it reads now. Nothing is written.
    ///
    /// # Errors
    /// As [`Inspector::suppress`], without `busy`.
    pub fn plan_suppressed(
        &self,
        path: &Path,
        correlation: &str,
        epoch: i64,
        suppressed: bool,
    ) -> Result<SuppressDocument, ErrorBody> {
        let loaded = self.load(path)?;
        let task = loaded.task(correlation).map(|task| &task.row);
        let planned = judge(task, epoch, suppressed, "").map_err(|refusal| Refused::Rule(refusal).into_error())?;
        Ok(document(correlation, &planned, true))
    }
}

fn judge(task: Option<&TaskRow>, epoch: i64, suppressed: bool, now: &str) -> Result<Suppression, Refusal> {
    if suppressed { transition::suppress(task, epoch, now) } else { transition::allow(task, epoch, now) }
}

fn document(correlation: &str, suppression: &Suppression, dry_run: bool) -> SuppressDocument {
    let before = suppression.suppressed ^ suppression.changed();
    SuppressDocument {
        ok: true,
        changed: suppression.changed() && !dry_run,
        task_correlation: correlation.to_owned(),
        epoch: suppression.epoch,
        suppressed: if dry_run { before } else { suppression.suppressed },
        dry_run,
    }
}
