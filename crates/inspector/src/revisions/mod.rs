//! Every revision of a task that is still in the files.
//!
//! Stored rows, delta rows, bodies in old request rows, committed states and leftovers of the log, free pages, page
//! slack and cleanup backups are all searched; identical bodies are one revision with several places. What a receipt
//! names and nothing holds is listed too: known, but gone.

mod collect;
mod find;
mod order;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use continuity::records::StoredBody;
use wire::ErrorBody;
use wire::revisions::{RevisionEntry, RevisionsDocument};

use crate::inspector::{Inspector, lock};
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
    key: (PathBuf, u64, String),
    revisions: Arc<Vec<Revision>>,
}

impl Inspector {
    /// Returns every revision of a task with its body, newest first.
    pub(crate) fn revisions_of(&self, loaded: &Loaded, task: &Task) -> Arc<Vec<Revision>> {
        let key = (loaded.path.clone(), loaded.state, task.row.correlation.clone());
        let last =
            lock(&self.last_revisions).as_ref().filter(|last| last.key == key).map(|last| last.revisions.clone());
        last.unwrap_or_else(|| {
            let requests = entry::request_entries(&loaded.store().requests_of(&task.row.correlation));
            let revisions = Arc::new(collect::all(loaded, task, &requests));
            *lock(&self.last_revisions) = Some(Answer { key, revisions: revisions.clone() });
            revisions
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
        })
    }
}
