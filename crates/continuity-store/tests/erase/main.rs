//! Erasing: what is unused is overwritten, everything else stays byte for byte, and others do not notice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;
/// Databases in every shape, as the tests of the page reader build them.
#[path = "../../../sqlite-pages/tests/common/mod.rs"]
mod pages;

mod bodies;
mod finish;
mod holding;
mod journal;
mod log;
mod meanwhile;
mod others;
mod rewrite;
mod shapes;
mod stories;
mod watch;
