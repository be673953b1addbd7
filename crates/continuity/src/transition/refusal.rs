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
    /// A workflow root is bound: no checkpoint may be stored.
    RootBound,
    /// The epoch ended: no rule of AGS writes a body to it any more.
    OldEpoch,
    /// The body is no JSON object with a revision, a time and a digest.
    NotASnapshot,
    /// The body's digest is not that of its content: storing it again would vouch for what nobody saved.
    DigestMismatch,
    /// The body names another task or epoch than its row.
    OtherBody,
    /// A place is in the name of a field, which cannot be renamed without changing what the body means.
    SecretInKey,
    /// A place is in a field that says what the body is: its task, source, state, times or digest.
    FixedField,
    /// The body would break the contract where it did not before.
    Contract,
}

impl RuleRefusal {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::RequestConflict => "request-conflict",
            Self::InvalidRequest => "invalid-request",
            Self::RootBound => "root-bound",
            Self::OldEpoch => "old-epoch",
            Self::NotASnapshot => "not-a-snapshot",
            Self::DigestMismatch => "digest-mismatch",
            Self::OtherBody => "other-body",
            Self::SecretInKey => "secret-in-key",
            Self::FixedField => "fixed-field",
            Self::Contract => "contract",
        }
    }
}

impl From<RuleRefusal> for Refusal {
    fn from(rule: RuleRefusal) -> Self {
        Self::RefusedByRules(rule)
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
