//! What a rule itself lets pass: the `allowlists` of a rule file.

use super::Pattern;

/// One `allowlist` of a rule or of the whole file.
#[derive(Debug)]
pub(crate) struct ValueAllow {
    /// Whether every given list must agree; otherwise one is enough.
    pub(crate) all: bool,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) target: Target,
    /// Lower-case pieces of the value.
    pub(crate) stopwords: Vec<String>,
    /// Whether the list also names paths or commits, which a text does not have: with `all` it never agrees.
    pub(crate) asks_for_more: bool,
}

/// What the patterns of an allowlist are held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Target {
    #[default]
    Value,
    Match,
    Line,
}

/// A value and what it stands in.
pub(crate) struct Surroundings<'t> {
    pub(crate) value: &'t [u8],
    pub(crate) matched: &'t [u8],
    pub(crate) line: &'t [u8],
}

impl ValueAllow {
    /// Returns whether a value is let pass.
    pub(crate) fn allows(&self, found: &Surroundings<'_>) -> bool {
        let target = match self.target {
            Target::Value => found.value,
            Target::Match => found.matched,
            Target::Line => found.line,
        };
        let by_pattern = || self.patterns.iter().any(|pattern| pattern.is_match(target));
        let by_word = || {
            let value = found.value.to_ascii_lowercase();
            self.stopwords.iter().any(|word| memchr::memmem::find(&value, word.as_bytes()).is_some())
        };
        if !self.all {
            return by_pattern() || by_word();
        }
        let empty = self.patterns.is_empty() && self.stopwords.is_empty();
        !self.asks_for_more
            && !empty
            && (self.patterns.is_empty() || by_pattern())
            && (self.stopwords.is_empty() || by_word())
    }
}
