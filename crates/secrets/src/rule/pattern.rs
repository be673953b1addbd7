//! Patterns, compiled when they are first needed.

use std::ops::Range;
use std::sync::OnceLock;

use regex_automata::meta::{BuildError, Config, Regex};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

/// The largest compiled pattern, in bytes: a pattern that explodes is refused, not run.
const LARGEST: usize = 4 << 20;

/// One pattern.
///
/// Classes such as `\w` are ASCII and a dot is a byte, as in the RE2 syntax that rule files are written for, so that
/// texts with lone surrogates or damaged UTF-8 can be searched. Only a pattern that asks for Unicode (`\p{Hangul}`)
/// gets it. Matching time is linear in the window for every pattern.
pub(crate) struct Pattern {
    source: String,
    /// Which group is the value: 0 for the first that took part, or the whole match when none did.
    group: usize,
    compiled: OnceLock<Option<Regex>>,
}

/// Where a pattern matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) value: Range<usize>,
    pub(crate) whole: Range<usize>,
}

impl Pattern {
    /// Wraps a pattern without compiling it.
    pub(crate) fn new(source: String, group: usize) -> Self {
        Self { source, group, compiled: OnceLock::new() }
    }

    /// Compiles the pattern now.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub(crate) fn compile(&self) -> Result<(), String> {
        let regex = build(&self.source).map_err(|error| one_line(&error))?;
        let groups = regex.group_info().group_len(regex_automata::PatternID::ZERO);
        if self.group >= groups {
            return Err(format!("secretGroup {} does not exist: the pattern has {} groups", self.group, groups - 1));
        }
        let _ = self.compiled.set(Some(regex));
        Ok(())
    }

    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| build(&self.source).ok()).as_ref()
    }

    /// Matches at the start of `span` only. Look-around sees the text beyond it.
    pub(crate) fn match_at(&self, text: &[u8], span: Range<usize>) -> Option<Match> {
        self.search(Input::new(text).range(checked(text, span)?).anchored(Anchored::Yes))
    }

    /// Finds the first match inside `span`. Look-around sees the text beyond it.
    pub(crate) fn find_in(&self, text: &[u8], span: Range<usize>) -> Option<Match> {
        self.search(Input::new(text).range(checked(text, span)?))
    }

    /// Returns whether there is a match anywhere in a text.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    fn search(&self, input: Input<'_>) -> Option<Match> {
        let regex = self.regex()?;
        let found = regex.search(&input)?;
        let whole = found.range();
        if regex.captures_len() == 1 {
            return Some(Match { value: whole.clone(), whole });
        }
        // The groups are looked for only where there is something to find.
        let mut captures = regex.create_captures();
        regex.search_captures(&input.range(whole.start..whole.end), &mut captures);
        let value = match self.group {
            0 => (1..captures.group_len()).find_map(|group| captures.get_group(group).filter(|span| !span.is_empty())),
            group => captures.get_group(group),
        };
        Some(Match { value: value.map_or(whole.clone(), |span| span.range()), whole })
    }
}

fn checked(text: &[u8], span: Range<usize>) -> Option<Range<usize>> {
    let end = span.end.min(text.len());
    (span.start <= end).then_some(span.start..end)
}

fn build(source: &str) -> Result<Regex, Box<BuildError>> {
    let with = |unicode| {
        Regex::builder()
            .configure(Config::new().utf8_empty(false).nfa_size_limit(Some(LARGEST)).onepass_size_limit(Some(1 << 18)))
            .syntax(syntax::Config::new().unicode(unicode).utf8(false))
            .build(source)
            .map_err(Box::new)
    };
    with(false).or_else(|_| with(true))
}

fn one_line(error: &BuildError) -> String {
    if let Some(limit) = error.size_limit() {
        return format!("the pattern needs more than {limit} bytes when compiled: make its repetitions smaller");
    }
    let text = match error.syntax_error() {
        Some(syntax) => syntax.to_string(),
        None => error.to_string(),
    };
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("not a pattern");
    last.trim().trim_start_matches("error: ").to_owned()
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pattern({})", self.source)
    }
}
