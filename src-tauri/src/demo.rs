//! The demonstration store: made up, in a temporary folder that is removed at exit.

use std::path::PathBuf;

use tempfile::TempDir;
use wire::ErrorBody;

use crate::failure;

/// A demonstration store on disk; dropping it removes it.
pub(crate) struct Demo {
    /// The store.
    pub(crate) file: PathBuf,
    _folder: TempDir,
}

impl Demo {
    /// Builds the store. Its story ends a few minutes ago.
    ///
    /// # Errors
    /// `demo` when the temporary folder cannot be written.
    pub(crate) fn build() -> Result<Self, ErrorBody> {
        let refused = |message: String| failure::error("demo", &message, Some("Free space in the temporary folder."));
        let folder = tempfile::Builder::new()
            .prefix("continuity-demo-")
            .tempdir()
            .map_err(|error| refused(format!("The demonstration store has no folder: {error}.")))?;
        let now = jiff::Timestamp::now().to_string();
        let built = fixtures::demo::build(folder.path(), &now)
            .map_err(|error| refused(format!("The demonstration store could not be made: {error}.")))?;
        Ok(Self { file: built.store.path, _folder: folder })
    }
}
