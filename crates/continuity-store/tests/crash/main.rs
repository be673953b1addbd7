//! Crashes: the process is killed, the disk fails or fills up, the power goes. Afterwards plain SQLite opens the store,
//! every row is as before or as after, nothing is left beside it, and erasing again finishes.
//!
//! `CONTINUITY_CRASH_ROUNDS` asks for more rounds than the few that fit a short test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]
// SQLite's file system is replaced by one that fails on demand; that cannot be said in safe Rust.
#![allow(unsafe_code)]

#[path = "../write/act.rs"]
#[allow(dead_code)]
mod act;
#[path = "../common/mod.rs"]
mod common;

mod disk;
mod faults;
mod killed;
mod power;
mod work;
