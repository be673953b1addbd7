//! Why an action does nothing.

use thiserror::Error;

/// Why an action is refused; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The epoch or revision that the user named is not the stored one.
    #[error("stale: {expected} was asked for, {actual} is stored")]
    StaleRevision {
        /// What the user named.
        expected: i64,
        /// What is stored.
        actual: i64,
    },
    /// The task or body is not there any more, or its digest is not the one the user saw.
    #[error("changed since it was read")]
    ChangedSinceRead,
    /// A rule forbids it.
    #[error("refused by the rules: {}", .0.code())]
    RefusedByRules(RuleRefusal),
}

/// Which rule refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleRefusal {
    /// The request id was used in this epoch for another request.
    RequestConflict,
    /// The epoch or revision is below 1, or the request id empty or longer than 256 characters.
    InvalidRequest,
}

impl RuleRefusal {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::RequestConflict => "request-conflict",
            Self::InvalidRequest => "invalid-request",
        }
    }
}

impl Refusal {
    /// Returns the stable kebab-case code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StaleRevision { .. } => "stale-revision",
            Self::ChangedSinceRead => "changed-since-read",
            Self::RefusedByRules(_) => "refused-by-rules",
        }
    }
}
