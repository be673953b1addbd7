//! A body as the user saw it.

use continuity::records::SnapshotRow;
use continuity::snapshot::Body;
use continuity::transition::{self, Seen, SeenDigest};
use wire::ErrorBody;

use super::refused::Refused;
use crate::failure;

/// A body as the user saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenBody {
    /// Its epoch.
    pub epoch: i64,
    /// The revision in its JSON; the column's for a body that cannot be parsed.
    pub revision: i64,
    /// `sha256:…` of the snapshot, or `bytes:…` of the stored text; `None` to compare the revision alone.
    pub digest: Option<String>,
}

impl SeenBody {
    /// Compares a body with what the user saw.
    ///
    /// # Errors
    /// `usage` for a digest that is none, `stale-revision`, `changed-since-read`.
    pub(super) fn compare(&self, row: &SnapshotRow, body: &Body) -> Result<(), ErrorBody> {
        let seen = self.to_seen()?;
        transition::compare(&seen, row, body).map_err(|refusal| Refused::Rule(refusal).into_error())
    }

    /// Reads the digest that the user named.
    pub(super) fn to_seen(&self) -> Result<Seen, ErrorBody> {
        let digest = match self.digest.as_deref() {
            None => None,
            Some(text) => Some(SeenDigest::parse(text).ok_or_else(|| {
                let next = "Give sha256: or bytes: and 64 lower-case hex digits, as `continuity show` prints them.";
                failure::error("usage", "The digest is not written as a digest.", Some(next))
            })?),
        };
        Ok(Seen { epoch: self.epoch, revision: self.revision, digest })
    }
}
