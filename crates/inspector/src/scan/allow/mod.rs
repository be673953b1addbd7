//! What people have looked at and let pass: the list of this user, and baselines.

mod baseline;
mod list;
mod salt;

use std::path::PathBuf;

use crate::environment::Environment;

pub(super) use baseline::{Baseline, text as baseline_text};
pub(super) use list::{load, save, shown};
pub(super) use salt::{own, own_or_new, random};

/// The files that this module keeps in the data folder.
pub(crate) fn files(environment: &Environment) -> impl Iterator<Item = PathBuf> {
    [list::path(environment), salt::path(environment)].into_iter().flatten()
}
