//! How long texts of a snapshot may be, in code points (as `ajv` counts).

use crate::json::Wtf8;

/// `core.objective`.
pub(super) const OBJECTIVE: usize = 4_000;
/// An item of the six lists.
pub(super) const ITEM: usize = 2_000;
/// `evidenceRefs[].artifactId`.
pub(super) const ARTIFACT_ID: usize = 256;
/// `evidenceRefs[].locator`.
pub(super) const LOCATOR: usize = 2_000;

/// Returns how long the text may be that names lead to (`None` for an item of an array); `None` where nothing says so.
pub(crate) fn longest<'n>(names: impl Iterator<Item = Option<Wtf8<'n>>>) -> Option<usize> {
    let path: Vec<Option<&str>> = names.take(4).map(|name| name.map(|name| name.as_str().unwrap_or(""))).collect();
    match path.as_slice() {
        [Some("core"), Some("objective")] => Some(OBJECTIVE),
        [Some("core"), Some(_), None] => Some(ITEM),
        [Some("evidenceRefs"), None, Some("artifactId")] => Some(ARTIFACT_ID),
        [Some("evidenceRefs"), None, Some("locator")] => Some(LOCATOR),
        _ => None,
    }
}
