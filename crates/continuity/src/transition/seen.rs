//! A stored body as somebody saw it, compared with what is stored now.

use super::Refusal;
use crate::digest::{Digest, from_hex};
use crate::records::SnapshotRow;
use crate::snapshot::{Body, stored_bytes_digest};

/// The body as the user saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its epoch.
    pub epoch: i64,
    /// Its revision: see [`stored_revision`].
    pub revision: i64,
    /// Its digest, where the user named one.
    pub digest: Option<SeenDigest>,
}

/// How the user named a body's digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenDigest {
    /// The digest that the JSON states.
    Snapshot(Digest),
    /// `bytes:` and the SHA-256 of the stored text: for a body without a digest of its own.
    Bytes(Digest),
}

impl SeenDigest {
    /// Reads `sha256:…` or `bytes:…`, each with 64 lower-case hex digits; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("bytes:") {
            Some(hex) => from_hex(hex).map(|bytes| Self::Bytes(Digest::from_bytes(bytes))),
            None => text.parse().ok().map(Self::Snapshot),
        }
    }
}

/// Returns the revision that names a stored body: the one in its JSON; the column's when the JSON has no integer from
/// 1 on.
pub fn stored_revision(row: &SnapshotRow, body: &Body) -> i64 {
    body.revision().filter(|revision| *revision >= 1).unwrap_or(row.revision)
}

/// Compares a body with what the user saw.
///
/// # Errors
/// [`Refusal::StaleRevision`] and [`Refusal::ChangedSinceRead`].
pub fn compare(seen: &Seen, row: &SnapshotRow, body: &Body) -> Result<(), Refusal> {
    let actual = stored_revision(row, body);
    if actual != seen.revision {
        return Err(Refusal::StaleRevision { expected: seen.revision, actual });
    }
    let same = match seen.digest {
        None => true,
        Some(SeenDigest::Snapshot(digest)) => {
            body.stated_digest().is_some_and(|text| text == digest.to_string().as_str())
        }
        Some(digest @ SeenDigest::Bytes(_)) => SeenDigest::parse(&stored_bytes_digest(&row.body)) == Some(digest),
    };
    if same { Ok(()) } else { Err(Refusal::ChangedSinceRead) }
}
