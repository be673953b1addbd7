//! Saving a stored body to a file of the user's choice, byte for byte.

use std::path::Path;

use wire::ErrorBody;
use wire::commands::{Exported, SnapshotRequest};

use crate::body::requested;
use crate::export_target::{self, Existing};
use crate::inspector::Inspector;
use crate::revision_name::RevisionName;
use crate::{failure, own_files};

impl Inspector {
    /// Writes the text of a body, the stored one or another revision, to `to`, readable by the owner only. An existing file is replaced.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, `no-body`, `protected-file` when it belongs to the store or to this program, or
    /// `io-error` when the file cannot be written.
    pub fn export_body(&self, request: SnapshotRequest, to: &Path) -> Result<Exported, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        let found = requested(self, &loaded, &request.task_correlation, &name)?;
        export_target::check(self, &loaded.path, to, Existing::Replace)?;
        let bytes = found.row.body.bytes();
        own_files::replace(to, bytes).map_err(|error| {
            let message = format!("The file cannot be written: {error}.");
            failure::error("io-error", message, Some("Choose another folder."))
        })?;
        Ok(Exported { path: to.display().to_string(), bytes: bytes.len() as u64 })
    }
}
