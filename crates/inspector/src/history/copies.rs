//! The copies of a task's bodies, for its revisions.

use std::path::{Path, PathBuf};

use continuity_store::history::Copy;
use wire::ErrorBody;

use super::{failed, names};
use crate::inspector::Inspector;

/// What the history holds of a task.
#[derive(Default)]
pub(crate) struct Recorded {
    /// The history's file.
    pub(crate) file: PathBuf,
    /// The copies, oldest first.
    pub(crate) copies: Vec<Copy>,
}

impl Inspector {
    /// Returns the copies of a task's bodies that were recorded from a store, oldest first.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub(crate) fn recorded(&self, store: &Path, correlation: &str) -> Result<Recorded, ErrorBody> {
        let Some(file) = self.history_file() else { return Ok(Recorded::default()) };
        let copies = file.look(|look| {
            let mut copies = Vec::new();
            for name in names(store) {
                copies.extend(look.copies(&name, correlation)?);
            }
            Ok(copies)
        });
        let copies = copies.map_err(|error| failed(&error, &file))?.unwrap_or_default();
        Ok(Recorded { file: file.path().to_owned(), copies })
    }

    /// Returns how many copies of a task's bodies a delete of one of them would remove; 0 where that cannot be read.
    pub(crate) fn count_copies(&self, store: &Path, correlation: &str) -> u64 {
        let Some(file) = self.history_file() else { return 0 };
        let tasks = file.look(|look| look.tasks()).ok().flatten().unwrap_or_default();
        let names = names(store);
        let anywhere = continuity::TaskCorrelation::new(correlation).is_well_formed();
        let counted = tasks.iter().filter(|(name, task, _)| task == correlation && (anywhere || names.contains(name)));
        counted.map(|(_, _, count)| count).sum()
    }
}
