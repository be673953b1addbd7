//! The scanner: rules compiled into one keyword search, then a look round each hit.
//!
//! ```text
//! text ─► keywords (one pass, all rules) ─► pattern in a window, or code, at each hit ─┐
//!      ─► numbers (one pass)             ─► groups of digits that fit a kind           ├─► candidates ─► findings
//!      ─► words (a probe each 32 bytes)  ─► runs of seed words                         ┘   checks, allow   one per value
//! ```
//!
//! Cost is linear: every pattern sees a bounded window, and no window is searched twice for the same rule.

mod boundary;
mod candidate;
mod core;
mod keywords;
mod overlap;
mod regions;
mod scan;

use std::sync::{Arc, OnceLock};

pub(crate) use boundary::starts_word;
pub(crate) use candidate::Candidate;
pub(crate) use scan::{Offer, Scan};

use self::core::Core;
use crate::finding::Finding;
use crate::rule::{RuleError, RuleFile, RuleInfo, builtin};

/// An immutable scanner. Cloning is cheap; clones and threads share one compiled set of rules.
#[derive(Clone)]
pub struct Engine {
    core: Arc<Core>,
}

impl Engine {
    /// Returns the engine with the built-in rules, compiled once for the process.
    pub fn builtin() -> Self {
        static BUILTIN: OnceLock<Engine> = OnceLock::new();
        BUILTIN.get_or_init(|| Self { core: Arc::new(Core::new(builtin().unwrap_or_default())) }).clone()
    }

    /// Returns an engine with the built-in rules and those of a rule file in the TOML shape of gitleaks and betterleaks.
    ///
    /// A rule of the file takes the place of a built-in rule with the same id; `[extend] disabledRules` turns built-in
    /// rules off, `useDefault = false` all of them. Every pattern is compiled here.
    ///
    /// # Errors
    /// The first fault of the file, with its rule and line.
    pub fn with_rules(toml: &str) -> Result<Self, RuleError> {
        RuleFile::parse(toml).map(Self::with_rule_file)
    }

    /// Does what [`Engine::with_rules`] does with a file that was read before.
    pub fn with_rule_file(file: RuleFile) -> Self {
        let mut rules = if file.keep_builtin { builtin().unwrap_or_default() } else { Vec::new() };
        rules.retain(|rule| {
            let id = &rule.info.id;
            !file.disabled.contains(id) && file.rules.iter().all(|own| own.info.id != *id)
        });
        rules.extend(file.rules);
        Self { core: Arc::new(Core::new(rules)) }
    }

    /// Finds everything in one text: UTF-8, WTF-8 (UTF-8 with lone surrogates, as JSON strings may hold) or any bytes.
    ///
    /// Findings come in the order of the text; their values do not overlap. Offsets are bytes of `text`. A lone
    /// surrogate or a damaged character ends a value as any other foreign character does; it never hides what stands
    /// beside it. Nothing is allocated for a text without findings, and no more is read of a text than once for each of
    /// the three passes, plus bounded windows.
    pub fn scan(&self, text: impl AsRef<[u8]>) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.scan_into(text.as_ref(), &mut findings);
        findings
    }

    /// Does what [`Engine::scan`] does and appends to a list.
    pub fn scan_into(&self, text: &[u8], findings: &mut Vec<Finding>) {
        let mut candidates = Scan::run(&self.core, text);
        overlap::resolve(&mut candidates, |rule| self.core.rank(rule));
        findings.extend(candidates.into_iter().filter_map(|candidate| self.core.finding(candidate)));
    }

    /// Iterates over the rules.
    pub fn rules(&self) -> impl Iterator<Item = &RuleInfo> {
        self.core.rules.iter().map(|rule| &*rule.info)
    }

    /// Returns the rule with this id.
    pub fn rule(&self, id: &str) -> Option<&RuleInfo> {
        self.rules().find(|rule| rule.id == id)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({} rules)", self.core.rules.len())
    }
}
