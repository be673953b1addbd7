//! What has to be typed before the window deletes.

use wire::ErrorBody;
use wire::actions::PurgeScope;

use super::target::Target;
use crate::failure;

/// Digits of a correlation that name a task in a confirmation.
const SHORT: usize = 6;

/// Returns the words that confirm a delete.
pub(super) fn words(targets: &[Target], scope: PurgeScope) -> String {
    match targets {
        [one] if scope != PurgeScope::Task => format!("delete epoch {}", one.seen.epoch),
        [one, rest @ ..] if rest.iter().all(|other| other.correlation == one.correlation) => {
            let hex = one.correlation.rsplit_once(':').map_or(one.correlation.as_str(), |(_, hex)| hex);
            format!("delete task {}", hex.chars().take(SHORT).collect::<String>())
        }
        many => format!("delete {} bodies", many.len()),
    }
}

/// The words that confirm the erasing of what is left over.
pub(crate) const ERASE: &str = "erase leftovers";

/// Compares what was typed.
pub(crate) fn check(words: &str, typed: &str) -> Result<(), ErrorBody> {
    if typed.trim() == words {
        return Ok(());
    }
    let message = "What was typed is not the confirmation. Nothing was written.";
    Err(failure::error("not-confirmed", message, Some("Type the words that the dialog shows.")))
}
