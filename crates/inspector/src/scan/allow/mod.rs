//! What people have looked at and let pass: the list of this user, and baselines.

mod baseline;
mod list;
mod salt;

pub(super) use baseline::{Baseline, text as baseline_text};
pub(super) use list::{load, save, shown};
pub(super) use salt::{own, own_or_new, random};
