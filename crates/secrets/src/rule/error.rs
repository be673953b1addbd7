//! What is wrong with a rule file.

use thiserror::Error;

/// The first fault of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {message}", rule.as_ref().map(|id| format!(", rule {id}")).unwrap_or_default())]
pub struct RuleError {
    /// The rule's id; `None` outside of rules and where the rule has none.
    pub rule: Option<String>,
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong and what to do, in English.
    pub message: String,
}
