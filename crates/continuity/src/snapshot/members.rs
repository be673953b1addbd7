//! Names of the members that the contract gives a body, its receipts and its tombstones.

/// Members of a body that say what it is; receipts and tombstones keep some of them on purpose.
pub const FACTS: [&str; 9] = [
    "schemaVersion",
    "source",
    "taskCorrelation",
    "epoch",
    "revision",
    "status",
    "createdAt",
    "updatedAt",
    "snapshotDigest",
];

/// Members of a body that hold what was written, and those of an evidence reference that are texts.
pub const TEXTS: [&str; 12] = [
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
];

/// The member of an evidence reference that is no text.
pub const VERIFIED: &str = "verified";

/// Members that only receipts have.
pub const OF_RECEIPTS: [&str; 4] = ["kind", "purged", "tombstoneDigest", "purgedAt"];
