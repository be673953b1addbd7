//! Looking changes nothing: the built command over stores of every kind, with the state of the folder compared
//! before and after.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod names;
mod others;
mod stores;
mod untouched;
mod writers;
