//! Every revision of a task that is still in the files.
//!
//! Stored rows, delta rows, bodies in old request rows, committed states and leftovers of the log, free pages, page
//! slack, cleanup backups and the recorded history are all searched; identical bodies are one revision with several
//! places. Pieces of bodies that have lost their row are fragments. What a receipt names and nothing holds is listed too:
//! known, but gone.

mod collect;
mod every;
mod find;
mod found;
mod order;
mod places;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use continuity::records::StoredBody;
use wire::ErrorBody;
use wire::revisions::{EveryRevisionDocument, RevisionEntry, RevisionsDocument};

use crate::history::{HistoryStamp, Recorded};
use crate::inspector::Inspector;
use crate::loaded::{Loaded, Task};
use crate::{body, entry};

pub(crate) use collect::uncommitted;
pub(crate) use find::find;

/// A revision with its body, where that is still there.
pub(crate) struct Revision {
    pub(crate) entry: RevisionEntry,
    /// The body, whole or as much as is left.
    pub(crate) body: Option<StoredBody>,
}

/// The revisions that were asked for last, for the pages of a body that follow.
pub(crate) struct Answer {
    key: (PathBuf, u64, String, HistoryStamp),
    found: Arc<Found>,
}

/// What was found of a task.
pub(crate) struct Found {
    /// Every revision, newest first.
    pub(crate) revisions: Vec<Revision>,
    /// Why the recorded history was not looked through.
    history_error: Option<ErrorBody>,
}

impl std::ops::Deref for Found {
    type Target = [Revision];

    fn deref(&self) -> &[Revision] {
        &self.revisions
    }
}

impl Inspector {
    /// Returns every revision of a task with its body, newest first.
    pub(crate) fn revisions_of(&self, loaded: &Loaded, task: &Task) -> Arc<Found> {
        let key = (loaded.path.clone(), loaded.state, task.row.correlation.clone(), self.history_stamp());
        let last = self.memory.last::<Answer>().as_ref().filter(|last| last.key == key).map(|last| last.found.clone());
        last.unwrap_or_else(|| {
            let requests = entry::request_entries(&loaded.store().requests_of(&task.row.correlation));
            let recorded = self.recorded(&loaded.path, &task.row.correlation);
            let (recorded, history_error) = match recorded {
                Ok(recorded) => (recorded, None),
                Err(error) => (Recorded::default(), Some(error)),
            };
            let revisions = collect::all(loaded, task, &requests, recorded);
            let found = Arc::new(Found { revisions, history_error });
            *self.memory.last::<Answer>() = Some(Answer { key, found: found.clone() });
            found
        })
    }

    /// Lists every revision of a task that can still be found, newest first.
    ///
    /// # Errors
    /// When the store cannot be read, or `not-found`.
    pub fn revisions_document(&self, store: &Path, correlation: &str) -> Result<RevisionsDocument, ErrorBody> {
        let loaded = self.load(store)?;
        let task = body::task(&loaded, correlation)?;
        let revisions = self.revisions_of(&loaded, task);
        Ok(RevisionsDocument {
            revisions: revisions.iter().map(|revision| revision.entry.clone()).collect(),
            uncommitted: uncommitted(&loaded),
            history_error: revisions.history_error.clone(),
        })
    }
    /// Lists every revision of every task that can still be found.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn every_revision_document(&self, store: &Path) -> Result<EveryRevisionDocument, ErrorBody> {
        let loaded = self.load(store)?;
        let mut history_error = None;
        let recorded = |name: &str| match self.recorded(&loaded.path, name) {
            Ok(recorded) => recorded,
            Err(error) => {
                history_error = Some(error);
                Recorded::default()
            }
        };
        let tasks = every::every(&loaded, recorded);
        Ok(EveryRevisionDocument { tasks, uncommitted: uncommitted(&loaded), history_error })
    }
}
