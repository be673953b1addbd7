//! A body as the user saw it.

use continuity::transition::{Seen, SeenDigest};
use wire::ErrorBody;

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
