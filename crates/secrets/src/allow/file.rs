//! The file of an allow list: TOML, one `[[allow]]` table for each entry.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::list::{Allow, AllowError, AllowList};

/// The version of the shape.
const VERSION: i64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadFile {
    version: Spanned<i64>,
    #[serde(default)]
    allow: Vec<Spanned<ReadEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadEntry {
    fingerprint: Option<Spanned<String>>,
    rule: Option<Spanned<String>>,
    path: Option<Spanned<String>>,
    reason: Option<String>,
    added: Option<String>,
}

#[derive(Serialize)]
struct WriteFile<'l> {
    version: i64,
    allow: Vec<WriteEntry<'l>>,
}

#[derive(Serialize)]
struct WriteEntry<'l> {
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<&'l str>,
}

impl AllowList {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault with its line: no TOML, another version, a key that is not known, an entry that names nothing.
    pub fn parse(text: &str) -> Result<Self, AllowError> {
        let error = |offset: usize, message: &str| AllowError {
            line: 1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count(),
            message: message.lines().collect::<Vec<_>>().join(" "),
        };
        let file: ReadFile =
            toml::from_str(text).map_err(|fault| error(fault.span().map_or(0, |span| span.start), fault.message()))?;
        if *file.version.get_ref() != VERSION {
            return Err(error(file.version.span().start, "this version is not known: version = 1 is"));
        }
        let mut list = Self::new();
        for entry in file.allow {
            let start = entry.span().start;
            let entry = entry.into_inner();
            let allow = Allow {
                fingerprint: read(entry.fingerprint, error)?,
                rule: read(entry.rule, error)?,
                path: read(entry.path, error)?,
                reason: entry.reason,
                added: entry.added,
            };
            if allow.fingerprint.is_none() && allow.rule.is_none() && allow.path.is_none() {
                return Err(error(start, "the entry allows nothing: name a fingerprint, a rule or a path"));
            }
            list.add(allow);
        }
        Ok(list)
    }

    /// Writes the file. It holds no value, and without the salt nothing that brings one back.
    pub fn to_toml(&self) -> String {
        let allow = self
            .entries()
            .iter()
            .map(|entry| WriteEntry {
                fingerprint: entry.fingerprint.map(|value| value.to_string()),
                rule: entry.rule.as_ref().map(|pattern| pattern.as_str()),
                path: entry.path.as_ref().map(|pattern| pattern.as_str()),
                reason: entry.reason.as_deref(),
                added: entry.added.as_deref(),
            })
            .collect();
        toml::to_string(&WriteFile { version: VERSION, allow }).unwrap_or_default()
    }
}

fn read<T: std::str::FromStr<Err: std::fmt::Display>>(
    text: Option<Spanned<String>>,
    error: impl Fn(usize, &str) -> AllowError,
) -> Result<Option<T>, AllowError> {
    text.map(|text| text.get_ref().parse().map_err(|fault: T::Err| error(text.span().start, &fault.to_string())))
        .transpose()
}
