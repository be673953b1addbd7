//! This program's own files that can hold what it read.

use std::path::PathBuf;

use crate::environment::Environment;
use crate::scan::allow;
use crate::{activity, opened};

/// Those that exist: the activity log, the list of stores opened before, lists of what is let pass.
pub(crate) fn existing(environment: &Environment) -> Vec<PathBuf> {
    let files = [activity::path(environment), opened::path(environment)].into_iter().flatten();
    files.chain(allow::files(environment)).filter(|file| file.exists()).collect()
}
