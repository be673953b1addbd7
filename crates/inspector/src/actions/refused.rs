//! Why an action did nothing.

use continuity::transition::Refusal;
use continuity_store::StoreError;
use wire::ErrorBody;

use crate::failure;

/// An action that wrote nothing.
pub(super) enum Refused {
    /// The store could not be read or written.
    Store(StoreError),
    /// The rules or what moved meanwhile forbid it.
    Rule(Refusal),
    /// The store has no signing secret, which every purge receipt is keyed with.
    NoSecret,
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Rule(refusal)
    }
}

impl Refused {
    /// Turns it into the error of our edges.
    pub(super) fn into_error(self) -> ErrorBody {
        const AGAIN: &str = "Look at the task again, then repeat the action if it is still right.";
        match self {
            Self::Store(error) => failure::store(error),
            Self::Rule(refusal) => {
                let message = match &refusal {
                    Refusal::StaleRevision { expected, actual } => {
                        format!("You named epoch or revision {expected}, but it is {actual} now. Nothing was written.")
                    }
                    Refusal::ChangedSinceRead => {
                        "The task or body is not there, or is not the one you saw. Nothing was written.".to_owned()
                    }
                    Refusal::RefusedByRules(rule) => {
                        format!("The rules of the store forbid it ({}). Nothing was written.", rule.code())
                    }
                };
                failure::error(refusal.code(), message, Some(AGAIN))
            }
            Self::NoSecret => failure::error(
                "refused-by-rules",
                "The store has no signing secret, so no receipt can be written. Nothing was written.",
                Some("AGS makes the secret when it next opens the store."),
            ),
        }
    }
}
