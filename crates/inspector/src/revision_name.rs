//! Names of revisions as people write them: `EPOCH`, `EPOCH.REVISION`, `EPOCH.REVISION@sha256:PREFIX`.

use std::str::FromStr;

use wire::{ErrorBody, Number};

/// A revision as a person names it.
#[derive(Clone, Debug, PartialEq)]
pub struct RevisionName {
    /// Epoch, from 1.
    pub epoch: i64,
    /// Revision as the body's JSON says it; `None` for whatever the epoch holds.
    pub revision: Option<f64>,
    /// Leading characters of the digest, with `sha256:`.
    pub digest: Option<String>,
}

impl RevisionName {
    /// Makes a name of what a request of the window says.
    pub(crate) fn new(epoch: i64, revision: Option<Number>, digest: Option<&str>) -> Self {
        Self { epoch, revision: revision.map(|revision| revision.0), digest: digest.map(str::to_owned) }
    }
}

impl FromStr for RevisionName {
    type Err = ErrorBody;

    /// Reads a name.
    ///
    /// # Errors
    /// `usage` when the text is none.
    fn from_str(text: &str) -> Result<Self, ErrorBody> {
        parse(text).ok_or_else(|| crate::usage(format!("{text} names no revision; write EPOCH or EPOCH.REVISION.")))
    }
}

fn parse(text: &str) -> Option<RevisionName> {
    let (numbers, digest) = match text.split_once('@') {
        Some((numbers, digest)) => (numbers, Some(digest)),
        None => (text, None),
    };
    let digest = match digest {
        Some(digest) => {
            let hex = digest.strip_prefix("sha256:")?;
            let is_prefix = !hex.is_empty() && hex.len() <= 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
            Some(is_prefix.then(|| digest.to_ascii_lowercase())?)
        }
        None => None,
    };
    let (epoch, revision) = match numbers.split_once('.') {
        Some((epoch, revision)) => (epoch, Some(revision)),
        None => (numbers, None),
    };
    let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 1);
    let revision = match revision {
        Some(text) => Some(number(text)? as f64),
        None => None,
    };
    Some(RevisionName { epoch: number(epoch)?, revision, digest })
}

#[cfg(test)]
mod tests {
    use super::{RevisionName, parse};

    #[test]
    fn names_are_read_as_the_contract_writes_them() {
        let name =
            |epoch, revision, digest: Option<&str>| RevisionName { epoch, revision, digest: digest.map(str::to_owned) };
        assert_eq!(parse("2"), Some(name(2, None, None)));
        assert_eq!(parse("1.5"), Some(name(1, Some(5.0), None)));
        assert_eq!(parse("1.5@sha256:3dD"), Some(name(1, Some(5.0), Some("sha256:3dd"))));
        for wrong in ["", "0", "1.", ".5", "1.x", "1.5@", "1.5@sha256:", "1.5@md5:00", "1.5@sha256:zz", "-1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
