//! The order of revisions: newest first.

use super::Revision;

/// Sorts by epoch, revision and time, newest first; what is equal in these by source and digest.
pub(super) fn sort(revisions: &mut [Revision]) {
    let number = |revision: &Revision| revision.entry.revision.map_or(f64::NEG_INFINITY, |revision| revision.0);
    revisions.sort_by(|a, b| {
        let (left, right) = (&a.entry, &b.entry);
        right
            .epoch
            .cmp(&left.epoch)
            .then_with(|| number(b).total_cmp(&number(a)))
            .then_with(|| right.at.cmp(&left.at))
            .then_with(|| left.source.cmp(&right.source))
            .then_with(|| left.digest.cmp(&right.digest))
    });
}
