//! Reading: nothing is touched, every kind of file has its answer, and damage hides no more than it must.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod damage;
mod identity;
mod layouts;
mod ledger;
mod locks;
#[cfg(unix)]
mod paths;
mod rows;
#[cfg(unix)]
mod superseded;
mod traces;
