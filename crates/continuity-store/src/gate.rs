//! Keeps this process's reads and writes of store files apart.
//!
//! POSIX advisory locks belong to the process: closing *any* descriptor of a file drops every lock the process holds on
//! it (SQLite, "How To Corrupt An SQLite Database File", section 2.2). A plain read of the main file while our own
//! write transaction is open would so break that transaction's lock. Every image read takes the gate shared, every write
//! handle takes it alone.

use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

static GATE: RwLock<()> = RwLock::new(());

/// Waits until no write handle is open in this process.
pub(crate) fn reading() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The gate while something is written.
pub(crate) type Writing = RwLockWriteGuard<'static, ()>;

/// Waits until nothing in this process reads or writes a store file.
pub(crate) fn writing() -> Writing {
    GATE.write().unwrap_or_else(std::sync::PoisonError::into_inner)
}
