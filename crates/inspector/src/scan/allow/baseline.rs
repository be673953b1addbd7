//! Baselines: files that name everything found so far, so that only what is new is told.

use std::path::Path;

use secrets::{Allow, AllowList, Fingerprint, Salt};
use wire::ErrorBody;

use crate::failure;
use crate::scan::options;

/// What the first line of a baseline begins with; a mark of the salt follows.
const HEAD: &str = "# Baseline of continuity scan, key ";

/// A baseline that was read.
pub(in crate::scan) struct Baseline(AllowList);

impl Baseline {
    /// Reads a baseline that was made with this salt.
    ///
    /// # Errors
    /// When it cannot be read, is none, or was made with another key.
    pub(in crate::scan) fn read(path: &Path, salt: Option<&Salt>) -> Result<Self, ErrorBody> {
        let text = options::read(path, "baseline", "--baseline")?;
        let unusable = |why: &str, next: &str| {
            let message = format!("The baseline {} cannot be used: {why}.", path.display());
            failure::error("baseline", message, Some(next))
        };
        let again = "Write it again with --write-baseline.";
        let mark = text.lines().next().and_then(|line| line.strip_prefix(HEAD));
        let mark = mark.ok_or_else(|| unusable("its first line is not that of a baseline", again))?;
        if salt.map(self::mark).as_deref() != Some(mark.trim()) {
            let next = "A baseline works for the user who wrote it: its values are named by a key of that user. Write one of your own.";
            return Err(unusable("it was made with another key", next));
        }
        let list = AllowList::parse(&text).map_err(|error| unusable(&error.to_string(), again))?;
        Ok(Self(list))
    }

    /// Whether it names a finding.
    pub(in crate::scan) fn allows(&self, value: &Fingerprint, rule: &str) -> bool {
        self.0.allows(value, rule, "").is_some()
    }
}

/// Returns the text of a baseline that names these values.
pub(in crate::scan) fn text<'f>(
    salt: &Salt,
    findings: impl Iterator<Item = (&'f Fingerprint, &'f str)>,
    added: &str,
) -> String {
    let mut list = AllowList::new();
    for (value, rule) in findings {
        list.add(Allow {
            fingerprint: Some(*value),
            reason: Some(rule.to_owned()),
            added: Some(added.to_owned()),
            ..Allow::default()
        });
    }
    format!("{HEAD}{}\n{}", mark(salt), list.to_toml())
}

/// A mark by which a salt is recognised and that says nothing of it.
fn mark(salt: &Salt) -> String {
    salt.fingerprint(b"\0the mark of a key\0").to_string().chars().take(16).collect()
}
