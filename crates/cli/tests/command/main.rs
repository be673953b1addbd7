//! The command as a script meets it: one document, one exit status, nothing left behind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod actions;
mod diff;
mod erase;
mod exits;
mod history;
mod manual;
mod names;
#[cfg(unix)]
mod other_user;
mod redact;
mod residue;
mod revisions;
mod run;
mod scan;
mod tasks;
mod text;
mod traces;
mod watch;
