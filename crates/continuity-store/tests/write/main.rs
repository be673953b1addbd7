//! Writing: one transaction, against what was seen, row by row, and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod act;
mod files;
mod foreign;
mod purge;
mod refused;
mod suppress;
