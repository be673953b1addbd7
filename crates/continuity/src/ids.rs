//! The names and numbers of a record, as types.

use std::fmt;

/// Who a task is: `hmac-sha256:` and 64 hex digits where AGS wrote it, any text where somebody else did.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskCorrelation(String);

impl TaskCorrelation {
    /// Wraps a stored text as it is.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the text has the form that AGS writes.
    pub fn is_well_formed(&self) -> bool {
        is_hmac(&self.0)
    }

    /// Returns whether `query` names this task: the whole text, or at least 6 leading hex digits of it with or
    /// without `hmac-sha256:`.
    pub fn is_named_by(&self, query: &str) -> bool {
        if query == self.0 {
            return true;
        }
        let prefix = query.strip_prefix("hmac-sha256:").unwrap_or(query);
        let hex = self.0.strip_prefix("hmac-sha256:").unwrap_or_default();
        prefix.len() >= 6 && hex.starts_with(&prefix.to_ascii_lowercase())
    }
}

impl fmt::Display for TaskCorrelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a text is `hmac-sha256:` and 64 lower-case hex digits.
pub(crate) fn is_hmac(text: &str) -> bool {
    text.strip_prefix("hmac-sha256:").and_then(crate::digest::from_hex).is_some()
}

/// The epoch of a task; starts at 1 and grows with each clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);

/// The revision of a body inside its epoch; starts at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub i64);

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
