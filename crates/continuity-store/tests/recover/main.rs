//! Bodies and pieces of bodies in the files of a store, however SQLite laid them out.
#![allow(clippy::print_stderr, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod every_word;
mod pieces;
mod story;
