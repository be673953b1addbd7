//! Keeps plain reads of the history's file apart from SQLite's locks on it.
//!
//! Closing any descriptor of a file drops every lock that the process holds on it (see [`crate::gate`]). SQLite knows its
//! own connections and keeps their descriptors until the last lock is gone; of a plain read it knows nothing. So
//! connections share this gate, and a plain read takes it alone. It is another gate than that of the stores: a change of
//! the history never keeps anybody from reading a store.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GATE: RwLock<()> = RwLock::new(());

/// Waits until nobody in this process reads the file plainly.
pub(super) fn connected() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no connection to the file is open in this process.
pub(super) fn alone() -> RwLockWriteGuard<'static, ()> {
    GATE.write().unwrap_or_else(PoisonError::into_inner)
}
