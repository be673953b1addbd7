//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock whose holder cannot leave anything half done, so a poisoned one is as good as any.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
