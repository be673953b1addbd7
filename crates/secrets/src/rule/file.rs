//! The shape of a rule file: that of gitleaks and betterleaks, with a few keys of our own.

use serde::Deserialize;
use toml::Spanned;

use crate::class::{Class, Severity};
use crate::confidence::Confidence;

/// A whole file. Keys that are not named here are of no use to a scanner of texts and are passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawFile {
    pub(super) defaults: RawDefaults,
    pub(super) extend: RawExtend,
    pub(super) rules: Vec<Spanned<RawRule>>,
    pub(super) allowlist: Option<RawAllow>,
    pub(super) allowlists: Vec<RawAllow>,
}

/// `[defaults]`, our own: what rules of this file that do not say otherwise are.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawDefaults {
    pub(super) class: Option<Class>,
    pub(super) severity: Option<Severity>,
    pub(super) confidence: Option<Confidence>,
    pub(super) r#match: Option<RawMatch>,
}

/// `[extend]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct RawExtend {
    pub(super) use_default: Option<bool>,
    pub(super) disabled_rules: Vec<String>,
}

/// One `[[rules]]` table.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct RawRule {
    pub(super) id: Option<Spanned<String>>,
    pub(super) description: Option<String>,
    pub(super) regex: Option<Spanned<String>>,
    pub(super) secret_group: Option<Spanned<i64>>,
    pub(super) entropy: Option<Spanned<f64>>,
    pub(super) keywords: Vec<String>,
    pub(super) path: Option<String>,
    pub(super) allowlist: Option<RawAllow>,
    pub(super) allowlists: Vec<RawAllow>,
    // Our own.
    pub(super) title: Option<String>,
    pub(super) class: Option<Class>,
    pub(super) severity: Option<Severity>,
    pub(super) confidence: Option<Confidence>,
    pub(super) help: Option<String>,
    pub(super) r#match: Option<RawMatch>,
    pub(super) before: Option<usize>,
    pub(super) window: Option<Spanned<usize>>,
    pub(super) rank: Option<u8>,
    pub(super) lengths: Vec<usize>,
    pub(super) checks: Vec<Spanned<String>>,
    pub(super) detector: Option<Spanned<String>>,
}

/// `match`, our own: where the pattern stands in relation to a keyword.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawMatch {
    AtKeyword,
    Around,
    Anywhere,
    Named,
}

/// An allowlist.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct RawAllow {
    pub(super) condition: Option<Spanned<String>>,
    pub(super) regex_target: Option<Spanned<String>>,
    pub(super) regexes: Vec<Spanned<String>>,
    pub(super) stopwords: Vec<String>,
    pub(super) paths: Vec<String>,
    pub(super) commits: Vec<String>,
    pub(super) target_rules: Vec<String>,
}
