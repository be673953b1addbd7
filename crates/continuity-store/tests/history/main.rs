//! The recorded history: private, bounded, shared by processes, and empty of what was removed from it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod bounds;
mod copies;
mod gone;
mod identity;
#[cfg(unix)]
mod private;
mod processes;
mod some;
