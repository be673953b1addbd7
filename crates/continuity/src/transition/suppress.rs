//! Stopping auto-restore, and allowing it again.

use super::{Refusal, RowChange};
use crate::records::TaskRow;

/// What suppressing or allowing does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The current epoch.
    pub epoch: i64,
    /// The flag afterwards.
    pub suppressed: bool,
    /// What to change; empty when the flag is already as wanted.
    pub changes: Vec<RowChange>,
}

impl Suppression {
    /// Returns whether the flag changes.
    pub fn changed(&self) -> bool {
        !self.changes.is_empty()
    }
}

/// Suppresses restore for the current epoch. The body stays; `updated_at` becomes `now`, as AGS does.
///
/// A task that is suppressed already is left alone (AGS would only touch its `updated_at`).
///
/// # Errors
/// [`Refusal::ChangedSinceRead`] when there is no task, [`Refusal::StaleRevision`] when `expected_epoch` is not the
/// current one.
pub fn suppress(task: Option<&TaskRow>, expected_epoch: i64, now: &str) -> Result<Suppression, Refusal> {
    set(task, expected_epoch, now, true)
}

/// Allows restore again for the current epoch: what a clear or binding a root do to the same flag. AGS has no tool
/// for it.
///
/// # Errors
/// [`Refusal::ChangedSinceRead`] when there is no task, [`Refusal::StaleRevision`] when `expected_epoch` is not the
/// current one.
pub fn allow(task: Option<&TaskRow>, expected_epoch: i64, now: &str) -> Result<Suppression, Refusal> {
    set(task, expected_epoch, now, false)
}

fn set(task: Option<&TaskRow>, expected_epoch: i64, now: &str, suppressed: bool) -> Result<Suppression, Refusal> {
    let task = task.ok_or(Refusal::ChangedSinceRead)?;
    let epoch = task.current_epoch;
    if epoch != expected_epoch {
        return Err(Refusal::StaleRevision { expected: expected_epoch, actual: epoch });
    }
    let change = RowChange::SetSuppressed {
        correlation: task.correlation.clone(),
        epoch,
        suppressed,
        updated_at: now.to_owned(),
    };
    let changes = if task.suppressed == suppressed { Vec::new() } else { vec![change] };
    Ok(Suppression { epoch, suppressed, changes })
}
