//! From the text of a rule file to rules.

use std::collections::HashMap;
use std::sync::Arc;

use toml::Spanned;

use super::allow::{Target, ValueAllow};
use super::error::RuleError;
use super::file::{RawAllow, RawDefaults, RawFile, RawMatch, RawRule};
use super::locate::{line_at, rule_at};
use super::{Matcher, Pattern, Rule, RuleInfo};
use crate::check::Check;
use crate::class::{Class, Severity};
use crate::confidence::Confidence;
use crate::detect::Detector;

/// How far a match may reach from a keyword when a rule does not say, in bytes.
const WINDOW: usize = 1024;

/// The largest window a rule may ask for, in bytes.
const LARGEST_WINDOW: usize = 64 << 10;

/// A rule file that was read and found sound.
#[derive(Debug)]
pub struct RuleFile {
    pub(crate) rules: Vec<Rule>,
    /// Whether the built-in rules stay; `[extend] useDefault = false` turns them off.
    pub(crate) keep_builtin: bool,
    /// Ids of built-in rules that are turned off.
    pub(crate) disabled: Vec<String>,
    /// Rules that were passed over, because they look at file names only.
    pub passed_over: Vec<String>,
}

impl RuleFile {
    /// Reads a file of the user and compiles every pattern.
    ///
    /// # Errors
    /// The first fault, with its rule and line.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        Loader { text, own: true }.load()
    }

    /// Reads one of our own files; patterns are compiled when they are first needed.
    pub(super) fn parse_builtin(text: &str) -> Result<Self, RuleError> {
        Loader { text, own: false }.load()
    }

    /// Adds the rules of another file; of two rules with one id the later one stays. The built-in rules stay where both
    /// files keep them.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        self.rules.retain(|rule| other.rules.iter().all(|later| later.info.id != rule.info.id));
        self.rules.extend(other.rules);
        self.keep_builtin &= other.keep_builtin;
        self.disabled.extend(other.disabled);
        self.passed_over.extend(other.passed_over);
        self
    }

    /// Returns how many rules the file adds.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Returns whether the file adds no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

struct Loader<'t> {
    text: &'t str,
    own: bool,
}

impl Loader<'_> {
    fn load(&self) -> Result<RuleFile, RuleError> {
        let file: RawFile = toml::from_str(self.text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            self.error(offset, rule_at(self.text, offset), error.message())
        })?;
        let mut loaded = RuleFile {
            rules: Vec::with_capacity(file.rules.len()),
            keep_builtin: file.extend.use_default.unwrap_or(true),
            disabled: file.extend.disabled_rules,
            passed_over: Vec::new(),
        };
        let mut lines: HashMap<String, usize> = HashMap::new();
        for raw in file.rules {
            let (start, raw) = (raw.span().start, raw.into_inner());
            let id = self.id_of(start, &raw)?;
            if let Some(first) = lines.insert(id.clone(), line_at(self.text, start)) {
                let offset = raw.id.as_ref().map_or(start, |id| id.span().start);
                return Err(self.error(offset, Some(id), &format!("the id is already used in line {first}")));
            }
            if raw.regex.is_none() && raw.detector.is_none() && raw.path.is_some() {
                loaded.passed_over.push(id);
                continue;
            }
            loaded.rules.push(self.rule(start, id, raw, &file.defaults)?);
        }
        for raw in file.allowlist.into_iter().chain(file.allowlists) {
            for rule in &mut loaded.rules {
                if raw.target_rules.is_empty() || raw.target_rules.contains(&rule.info.id) {
                    rule.allow.push(self.allow(None, &raw)?);
                }
            }
        }
        Ok(loaded)
    }

    fn id_of(&self, start: usize, raw: &RawRule) -> Result<String, RuleError> {
        let Some(id) = &raw.id else {
            return Err(self.error(start, None, "the rule has no id: give it one of letters, digits and dashes"));
        };
        let name = id.get_ref();
        let sound = !name.is_empty()
            && name.len() <= 100
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
        if sound {
            return Ok(name.clone());
        }
        Err(self.error(id.span().start, None, "an id has 1 to 100 letters, digits, dashes, dots or underscores"))
    }

    fn rule(&self, start: usize, id: String, raw: RawRule, defaults: &RawDefaults) -> Result<Rule, RuleError> {
        let at = |offset: usize, message: &str| self.error(offset, Some(id.clone()), message);
        let entropy = raw.entropy.as_ref().map_or(0.0, |entropy| *entropy.get_ref());
        if let Some(entropy) = raw.entropy.as_ref().filter(|entropy| !(0.0..=8.0).contains(entropy.get_ref())) {
            return Err(at(entropy.span().start, "entropy is a number from 0 to 8 (bits per byte)"));
        }
        let matcher = self.matcher(start, &id, &raw, defaults)?;
        let mut checks = Vec::new();
        for check in &raw.checks {
            let known = Check::named(check.get_ref());
            checks
                .push(known.ok_or_else(|| at(check.span().start, &format!("no check is called {}", check.get_ref())))?);
        }
        let mut allow = Vec::new();
        for raw in raw.allowlist.iter().chain(&raw.allowlists) {
            allow.push(self.allow(Some(&id), raw)?);
        }
        let rank = raw.rank.unwrap_or(match &matcher {
            Matcher::AtKeyword { .. } => 80,
            Matcher::Around { .. } => 75,
            Matcher::Anywhere { .. } => 70,
            Matcher::Named { .. } => 60,
            Matcher::Code(_) => 50,
        });
        let base = if self.own { Confidence::Medium } else { Confidence::High };
        let info = RuleInfo {
            title: raw.title.or(raw.description).unwrap_or_else(|| id.clone()),
            class: raw.class.or(defaults.class).unwrap_or(Class::Secret),
            severity: raw.severity.or(defaults.severity).unwrap_or(Severity::High),
            help: raw.help.unwrap_or_default(),
            own: self.own,
            id,
        };
        Ok(Rule {
            info: Arc::new(info),
            matcher,
            keywords: raw
                .keywords
                .iter()
                .map(|keyword| keyword.to_lowercase())
                .filter(|word| !word.is_empty())
                .collect(),
            confidence: raw.confidence.or(defaults.confidence).unwrap_or(base),
            rank,
            entropy,
            lengths: raw.lengths,
            checks,
            allow,
        })
    }

    fn matcher(&self, start: usize, id: &str, raw: &RawRule, defaults: &RawDefaults) -> Result<Matcher, RuleError> {
        let at = |offset: usize, message: &str| self.error(offset, Some(id.to_owned()), message);
        if let Some(name) = raw.detector.as_ref().filter(|_| !self.own) {
            let detector = Detector::named(name.get_ref());
            return detector.map(Matcher::Code).ok_or_else(|| at(name.span().start, "no detector has this name"));
        }
        let Some(source) = &raw.regex else {
            return Err(at(start, "the rule has no regex"));
        };
        let group = raw.secret_group.as_ref().map_or(Ok(0), |group| {
            usize::try_from(*group.get_ref()).map_err(|_| at(group.span().start, "secretGroup is a number from 0"))
        })?;
        let window = raw.window.as_ref().map_or(WINDOW, |window| *window.get_ref());
        if let Some(asked) = raw.window.as_ref().filter(|asked| !(1..=LARGEST_WINDOW).contains(asked.get_ref())) {
            return Err(at(asked.span().start, &format!("window is a number of bytes from 1 to {LARGEST_WINDOW}")));
        }
        let how = raw.r#match.or(defaults.r#match).unwrap_or(RawMatch::Anywhere);
        if raw.keywords.is_empty() && !matches!(how, RawMatch::Anywhere) {
            return Err(at(start, "a rule that matches at, around or behind keywords needs keywords"));
        }
        let pattern = self.pattern(Some(id), source, group)?;
        Ok(match how {
            RawMatch::AtKeyword => Matcher::AtKeyword { pattern, window },
            RawMatch::Around => {
                let before = raw.before.unwrap_or(64).min(window);
                // `\b` knows no escapes and colours: the engine looks for the start of a word itself.
                match source.get_ref().strip_prefix(r"\b").filter(|_| !self.own) {
                    Some(rest) => {
                        let pattern = Pattern::new(rest.to_owned(), group);
                        Matcher::Around { pattern, before, window, word: true }
                    }
                    None => Matcher::Around { pattern, before, window, word: false },
                }
            }
            RawMatch::Anywhere => Matcher::Anywhere { pattern, window },
            RawMatch::Named => Matcher::Named { pattern },
        })
    }

    fn pattern(&self, rule: Option<&str>, source: &Spanned<String>, group: usize) -> Result<Pattern, RuleError> {
        let pattern = Pattern::new(source.get_ref().clone(), group);
        if self.own {
            pattern.compile().map_err(|message| {
                self.error(
                    source.span().start,
                    rule.map(str::to_owned),
                    &format!("the pattern is not sound: {message}"),
                )
            })?;
        }
        Ok(pattern)
    }

    fn allow(&self, rule: Option<&str>, raw: &RawAllow) -> Result<ValueAllow, RuleError> {
        let at = |offset: usize, message: &str| self.error(offset, rule.map(str::to_owned), message);
        let all = match raw.condition.as_ref().map(|condition| (condition, condition.get_ref().to_ascii_uppercase())) {
            None => false,
            Some((_, text)) if matches!(text.as_str(), "OR" | "||") => false,
            Some((_, text)) if matches!(text.as_str(), "AND" | "&&") => true,
            Some((condition, _)) => return Err(at(condition.span().start, "condition is \"OR\" or \"AND\"")),
        };
        let target = match raw.regex_target.as_ref().map(|target| (target, target.get_ref().as_str())) {
            None | Some((_, "secret" | "")) => Target::Value,
            Some((_, "match")) => Target::Match,
            Some((_, "line")) => Target::Line,
            Some((target, _)) => {
                return Err(at(target.span().start, "regexTarget is \"secret\", \"match\" or \"line\""));
            }
        };
        let mut patterns = Vec::new();
        for source in &raw.regexes {
            patterns.push(self.pattern(rule, source, 0)?);
        }
        Ok(ValueAllow {
            all,
            patterns,
            target,
            stopwords: raw.stopwords.iter().map(|word| word.to_lowercase()).filter(|word| !word.is_empty()).collect(),
            asks_for_more: !raw.paths.is_empty() || !raw.commits.is_empty(),
        })
    }

    fn error(&self, offset: usize, rule: Option<String>, message: &str) -> RuleError {
        let message = message.lines().collect::<Vec<_>>().join(" ");
        RuleError { rule, line: line_at(self.text, offset), message }
    }
}
