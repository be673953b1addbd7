//! Rules: what to look for, as data.

mod allow;
mod builtin;
mod error;
mod file;
mod load;
mod locate;
mod pattern;

use std::sync::Arc;

pub(crate) use allow::{Surroundings, ValueAllow};
pub(crate) use builtin::builtin;
pub use error::RuleError;
pub use load::RuleFile;
pub(crate) use pattern::Pattern;

use crate::check::Check;
use crate::class::{Class, Severity};
use crate::confidence::Confidence;
use crate::detect::Detector;

/// What people see of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    /// Stable kebab-case id, unique in an engine.
    pub id: String,
    /// What it finds, in a few words.
    pub title: String,
    /// What kind of thing it finds.
    pub class: Class,
    /// How much harm a finding can do.
    pub severity: Severity,
    /// What to do about a finding: where to revoke or rotate. Empty when the rule says nothing.
    pub help: String,
    /// Whether the rule came from a file of the user.
    pub own: bool,
}

/// How a rule looks for its values.
#[derive(Debug)]
pub(crate) enum Matcher {
    /// The pattern begins at the keyword, which no word character may precede; it sees at most `window` bytes.
    AtKeyword { pattern: Pattern, window: usize },
    /// The pattern contains the keyword; it may begin `before` bytes before it and end `window` bytes behind its start.
    /// With `word` it begins where a word does, as [`starts_word`](crate::engine::starts_word) sees it.
    Around { pattern: Pattern, before: usize, window: usize, word: bool },
    /// The pattern may stand anywhere within `window` bytes of a keyword, or anywhere at all without keywords.
    Anywhere { pattern: Pattern, window: usize },
    /// The pattern is the whole value that is assigned to a telling name; a keyword stands in or shortly before the name.
    Named { pattern: Pattern },
    /// Code looks at the keyword's place; see [`Detector`].
    Code(Detector),
}

/// One rule, ready to use.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) info: Arc<RuleInfo>,
    pub(crate) matcher: Matcher,
    /// Lower-case; matched without regard to ASCII case.
    pub(crate) keywords: Vec<String>,
    /// How sure a match is before checks.
    pub(crate) confidence: Confidence,
    /// Where two rules claim the same bytes the higher rank wins.
    pub(crate) rank: u8,
    /// Bits per byte below which a value is dropped (Shannon).
    pub(crate) entropy: f64,
    /// Lengths in bytes that the issuer's values have; empty when any will do.
    pub(crate) lengths: Vec<usize>,
    pub(crate) checks: Vec<Check>,
    pub(crate) allow: Vec<ValueAllow>,
}

impl Rule {
    /// Returns the pattern, or `None` for a rule in code.
    #[cfg(test)]
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        match &self.matcher {
            Matcher::AtKeyword { pattern, .. }
            | Matcher::Around { pattern, .. }
            | Matcher::Anywhere { pattern, .. }
            | Matcher::Named { pattern } => Some(pattern),
            Matcher::Code(_) => None,
        }
    }
}
