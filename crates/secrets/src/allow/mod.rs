//! What people have looked at and let pass: allow lists and baselines.

mod file;
mod list;
mod pattern;

pub use list::{Allow, AllowError, AllowList};
pub use pattern::{Pattern, PatternError};
