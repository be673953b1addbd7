//! The error codes of the real tools.

/// An error code as the real tools answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The request, or what it leads to, has no valid form.
    InvalidInput,
    /// The store cannot be used for this task.
    ContinuityUnavailable,
    /// What was asked for is not what is stored now.
    StaleRevision,
    /// The digest of the stored body does not verify.
    IntegrityFailed,
    /// A token is expired, tampered with, or of another task or epoch.
    BindingInvalid,
    /// Restore is suppressed.
    SnapshotNotFound,
}

impl ErrorCode {
    /// Returns the code as the tools write it, such as `INVALID_INPUT`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "INVALID_INPUT",
            Self::ContinuityUnavailable => "CONTINUITY_UNAVAILABLE",
            Self::StaleRevision => "STALE_REVISION",
            Self::IntegrityFailed => "INTEGRITY_FAILED",
            Self::BindingInvalid => "BINDING_INVALID",
            Self::SnapshotNotFound => "SNAPSHOT_NOT_FOUND",
        }
    }
}

impl From<crate::canonical::CanonicalError> for ErrorCode {
    /// What the server answers when a value that it has to canonicalise has no canonical form.
    fn from(error: crate::canonical::CanonicalError) -> Self {
        match error {
            crate::canonical::CanonicalError::NonFinite => Self::InvalidInput,
            crate::canonical::CanonicalError::TooDeep => Self::ContinuityUnavailable,
        }
    }
}
