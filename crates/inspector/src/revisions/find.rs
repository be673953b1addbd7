//! Finding the revision that a person names.

use wire::ErrorBody;
use wire::revisions::RevisionEntry;

use super::Revision;
use crate::failure;
use crate::revision_name::RevisionName;

/// Returns the revision with this name that has a body. A name without a revision means the stored body of the epoch,
/// else the newest one that is left.
///
/// # Errors
/// `no-body` when there is none; `ambiguous`, with the matches, when bodies of several digests have the name.
pub(crate) fn find<'r>(revisions: &'r [Revision], name: &RevisionName) -> Result<&'r Revision, ErrorBody> {
    let mut matches: Vec<&Revision> = revisions
        .iter()
        .filter(|revision| revision.entry.complete && revision.body.is_some() && is_named(&revision.entry, name))
        .collect();
    if name.revision.is_none() {
        matches.sort_by_key(|revision| revision.entry.source);
        matches.truncate(1);
    }
    if let [first, .., _] = matches.as_slice()
        && matches.iter().any(|other| other.entry.digest != first.entry.digest)
    {
        let message = format!("{} bodies have this revision.", matches.len());
        let matches = matches.iter().map(|revision| full_name(&revision.entry)).collect();
        let next = "Add the digest: EPOCH.REVISION@sha256:PREFIX.";
        return Err(ErrorBody { matches, ..failure::error("ambiguous", message, Some(next)) });
    }
    matches.into_iter().next().ok_or_else(|| {
        let revision = name.revision.map(|revision| format!(" of revision {revision}")).unwrap_or_default();
        let message = format!("No body{revision} of epoch {} was found.", name.epoch);
        failure::error("no-body", message, Some("`continuity revisions` lists what can be found."))
    })
}

fn is_named(entry: &RevisionEntry, name: &RevisionName) -> bool {
    let revision = |number: f64| entry.revision.is_some_and(|revision| revision.0 == number);
    let digest = |prefix: &str| entry.digest.as_deref().is_some_and(|digest| digest.starts_with(prefix));
    entry.epoch == name.epoch && name.revision.is_none_or(revision) && name.digest.as_deref().is_none_or(digest)
}

fn full_name(entry: &RevisionEntry) -> String {
    let revision = entry.revision.map_or(String::new(), |revision| format!(".{revision}"));
    let digest = entry.digest.as_deref().map_or(String::new(), |digest| format!("@{digest}"));
    format!("{}{revision}{digest}", entry.epoch)
}
