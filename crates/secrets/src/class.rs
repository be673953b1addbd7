//! What kind of thing a finding is and how much it matters.

use serde::Deserialize;

/// What a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Something that opens a door: a key, a token, a password.
    Secret,
    /// Something about a person: a phone number, a registration number, an address for mail.
    Personal,
    /// An address of a machine.
    Network,
}

impl Class {
    /// Returns the stable name: `secret`, `personal`, `network`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::Personal => "personal",
            Self::Network => "network",
        }
    }
}

/// How much harm a finding can do when it is what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Low,
    /// Gives away something of limited reach, or something about a person.
    Medium,
    /// Opens a service or identifies a person for good.
    High,
    /// Opens an account, a cloud or a machine.
    Critical,
}

impl Severity {
    /// Returns the stable name: `low`, `medium`, `high`, `critical`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}
