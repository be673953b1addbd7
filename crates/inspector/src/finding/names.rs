//! Names of members that say nothing about their values.

use continuity::json::Wtf8;

/// The members of a snapshot, of a receipt and of an evidence reference.
const KNOWN: [&str; 30] = [
    "schemaVersion",
    "source",
    "taskCorrelation",
    "epoch",
    "revision",
    "status",
    "core",
    "objective",
    "completionCriteria",
    "constraints",
    "decisions",
    "progress",
    "blockers",
    "nextActions",
    "evidenceRefs",
    "artifactId",
    "locator",
    "digest",
    "verified",
    "createdAt",
    "updatedAt",
    "snapshotDigest",
    "kind",
    "purged",
    "tombstoneDigest",
    "purgedAt",
    "rootId",
    "runId",
    "receipt",
    "state",
];

/// Whether a name is one of those that every body has.
pub(crate) fn is_known(name: Wtf8<'_>) -> bool {
    KNOWN.iter().any(|known| name == *known)
}
