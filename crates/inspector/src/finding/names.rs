//! Names of members that say nothing about their values.

use continuity::json::Wtf8;
use continuity::snapshot::members::{FACTS, OF_RECEIPTS, TEXTS, VERIFIED};

/// Members of the ledger and of workflow receipts.
const OF_WORKFLOWS: [&str; 4] = ["rootId", "runId", "receipt", "state"];

/// Whether a name is one of those that every body, receipt or workflow has.
pub(crate) fn is_known(name: Wtf8<'_>) -> bool {
    let all = [&FACTS[..], &TEXTS, &[VERIFIED], &OF_RECEIPTS, &OF_WORKFLOWS];
    all.into_iter().flatten().any(|known| name == *known)
}
