//! Every revision of a task that is still in the files.
//!
//! Stored rows, delta rows, bodies in old request rows, committed states and leftovers of the log, free pages, page
//! slack and cleanup backups are all searched; identical bodies are one revision with several places. What a receipt
//! names and nothing holds is listed too: known, but gone.

mod collect;
mod find;
mod order;

use std::path::Path;

use continuity::records::StoredBody;
use wire::ErrorBody;
use wire::revisions::{RevisionEntry, RevisionsDocument};

use crate::inspector::Inspector;
use crate::{body, entry};

pub(crate) use collect::{all, uncommitted};
pub(crate) use find::find;

/// A revision with its body, where that is still there.
pub(crate) struct Revision {
    pub(crate) entry: RevisionEntry,
    /// The body, whole or as much as is left.
    pub(crate) body: Option<StoredBody>,
}

impl Inspector {
    /// Lists every revision of a task that can still be found, newest first.
    ///
    /// # Errors
    /// When the store cannot be read, or `not-found`.
    pub fn revisions_document(&self, store: &Path, correlation: &str) -> Result<RevisionsDocument, ErrorBody> {
        let loaded = self.load(store)?;
        let task = body::task(&loaded, correlation)?;
        let described = entry::describe(&loaded, task);
        let revisions = all(&loaded, task, &described.requests);
        Ok(RevisionsDocument {
            revisions: revisions.into_iter().map(|revision| revision.entry).collect(),
            uncommitted: uncommitted(&loaded),
        })
    }
}
