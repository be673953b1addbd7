//! What has to be typed before the window deletes.

use wire::ErrorBody;

use crate::failure;

/// Returns the words that confirm the delete of an epoch's body.
pub(super) fn words(epoch: i64) -> String {
    format!("delete epoch {epoch}")
}

/// Compares what was typed.
pub(super) fn check(epoch: i64, typed: &str) -> Result<(), ErrorBody> {
    if typed.trim() == words(epoch) {
        return Ok(());
    }
    let message = "What was typed is not the confirmation. Nothing was written.";
    Err(failure::error("not-confirmed", message, Some("Type the words that the dialog shows.")))
}
