//! A folder that is removed at the end.

use std::path::PathBuf;

/// A folder of this process among the system's temporary ones.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// Makes the folder; `what` is a part of its name.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn new(what: &str) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("continuity-{what}-{}", std::process::id()));
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the system's temporary folder, and made up.
        let _left = std::fs::remove_dir_all(&self.0);
    }
}
