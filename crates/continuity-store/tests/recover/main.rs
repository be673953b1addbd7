//! Bodies and pieces of bodies in the files of a store, however SQLite laid them out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod every_word;
mod pieces;
mod story;
