//! Patterns for places and rules: `core/constraints/*`, `generic-*`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The longest pattern, in bytes.
const LONGEST: usize = 1024;

/// A pattern over paths: `*` stands for any characters but `/`, `**` for any at all, `?` for one but `/`.
///
/// What a path is, is the caller's: a JSON pointer, a file, a table and a column.
#[derive(Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    tokens: Vec<Token>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Char(char),
    /// One character but `/`.
    One,
    /// Any characters but `/`.
    Some,
    /// Any characters.
    All,
}

/// A text that is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pattern has 1 to {LONGEST} bytes")]
pub struct PatternError;

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        if !(1..=LONGEST).contains(&text.len()) {
            return Err(PatternError);
        }
        let mut tokens = Vec::new();
        for character in text.chars() {
            match (character, tokens.last()) {
                ('*', Some(Token::Some | Token::All)) => {
                    tokens.pop();
                    tokens.push(Token::All);
                }
                ('*', _) => tokens.push(Token::Some),
                ('?', _) => tokens.push(Token::One),
                _ => tokens.push(Token::Char(character)),
            }
        }
        Ok(Self { text: text.to_owned(), tokens })
    }
}

impl Pattern {
    /// Returns whether the whole of a path fits. Takes time in proportion to pattern times path.
    pub fn matches(&self, path: &str) -> bool {
        // Which tokens could come next, all at once: no backtracking.
        let mut next = vec![false; self.tokens.len() + 1];
        reach(&self.tokens, &mut next, 0);
        for character in path.chars() {
            let mut after = vec![false; next.len()];
            for (at, token) in self.tokens.iter().enumerate().filter(|(at, _)| next.get(*at) == Some(&true)) {
                match token {
                    Token::Char(wanted) if *wanted == character => reach(&self.tokens, &mut after, at + 1),
                    Token::One if character != '/' => reach(&self.tokens, &mut after, at + 1),
                    Token::Some if character != '/' => reach(&self.tokens, &mut after, at),
                    Token::All => reach(&self.tokens, &mut after, at),
                    _ => {}
                }
            }
            next = after;
        }
        next.last() == Some(&true)
    }

    /// Returns the pattern's text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Marks a token as possible, and those behind stars that stand for nothing.
fn reach(tokens: &[Token], next: &mut [bool], at: usize) {
    for (at, mark) in next.iter_mut().enumerate().skip(at) {
        *mark = true;
        if !matches!(tokens.get(at), Some(Token::Some | Token::All)) {
            return;
        }
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({})", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stop_at_slashes_unless_doubled() {
        let fits = |pattern: &str, path: &str| pattern.parse::<Pattern>().is_ok_and(|pattern| pattern.matches(path));
        assert!(fits("/core/*", "/core/decisions") && !fits("/core/*", "/core/decisions/3"));
        assert!(fits("/core/**", "/core/decisions/3") && fits("**/3", "/core/decisions/3"));
        assert!(fits("generic-*", "generic-secret") && !fits("generic-*", "a-generic-secret"));
        assert!(fits("a?c", "a한c") && !fits("a?c", "a/c") && fits("*", "") && !fits("a", ""));
        assert!("".parse::<Pattern>().is_err() && "*".repeat(2000).parse::<Pattern>().is_err());
    }

    #[test]
    fn hostile_patterns_take_no_time() {
        let pattern = format!("{}b", "*a".repeat(400)).parse::<Pattern>();
        assert!(pattern.is_ok_and(|pattern| !pattern.matches(&"a".repeat(4000))));
    }
}
