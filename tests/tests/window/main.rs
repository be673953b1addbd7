//! Tests of the real window. They need a display server and a driver, so they are left out of a plain `cargo test`;
//! `cargo xtask test` runs them.
#![allow(clippy::unwrap_used)]

mod audit;
mod begin;
mod beside_others;
mod dialogs;
mod main_job;
mod pictures;
mod revisions;
mod second_start;
mod stories;
mod walls;
