//! The use cases as the window calls them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod activity;
mod afterwards;
mod compare;
mod deleting;
mod erasing;
mod errors;
mod every;
mod export;
mod history;
mod masked;
mod naming;
mod opened;
mod recovered;
mod search;
mod snapshot;
mod sources;
mod tasks;
mod watch;
