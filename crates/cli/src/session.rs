//! What every subcommand works on.

use std::path::{Path, PathBuf};

use inspector::{Inspector, TaskName as Named};
use wire::ErrorBody;

use crate::picks::TaskName;

/// The inspector and the store that a command works on.
pub(crate) struct Session {
    pub(crate) inspector: Inspector,
    pub(crate) db: Option<PathBuf>,
    pub(crate) json: bool,
}

impl Session {
    pub(crate) fn store(&self) -> Result<PathBuf, ErrorBody> {
        self.inspector.choose_store_file(self.db.as_deref())
    }

    pub(crate) fn task(&self, store: &Path, name: &TaskName) -> Result<String, ErrorBody> {
        let named = match (&name.task, &name.session) {
            (Some(task), _) => Named::Correlation(task),
            (None, Some(session)) => Named::Session(session),
            (None, None) => return Err(inspector::usage("No task is named.")),
        };
        self.inspector.resolve_task(store, named)
    }
}
