//! Field paths: their names, their order on the screen, and how object keys become a path.

use crate::json::{Wtf8, json_string};

/// Path of the objective, the first field shown.
pub const OBJECTIVE_PATH: &str = "core.objective";

/// Paths of the six lists of a snapshot, in the order in which a snapshot holds them.
pub const LIST_PATHS: [&str; 6] = [
    "core.completionCriteria",
    "core.constraints",
    "core.decisions",
    "core.progress",
    "core.blockers",
    "core.nextActions",
];

/// Path of the evidence references, compared by artifact id.
pub const EVIDENCE_PATH: &str = "evidenceRefs";

/// The six lists in the order in which dropped items are reported: what hurts most comes first.
pub const DROP_ORDER: [&str; 6] = [
    "core.constraints",
    "core.completionCriteria",
    "core.decisions",
    "core.blockers",
    "core.progress",
    "core.nextActions",
];

/// Contract fields that follow the lists.
const AFTER_LISTS: [&str; 5] = ["status", "schemaVersion", "source", "taskCorrelation", "epoch"];

/// Contract fields that differ between almost any two revisions: they come last.
const LAST: [&str; 4] = ["revision", "createdAt", "updatedAt", "snapshotDigest"];

/// Returns the sort rank of a path: contract fields have fixed places, unknown fields stand before the last four.
pub(crate) fn rank(path: &str) -> u8 {
    let place = |names: &[&str], base: u8| names.iter().zip(base..).find(|(name, _)| **name == path).map(|(_, r)| r);
    if path == OBJECTIVE_PATH {
        return 0;
    }
    place(&LIST_PATHS, 1)
        .or_else(|| (path == EVIDENCE_PATH).then_some(7))
        .or_else(|| place(&AFTER_LISTS, 8))
        .or_else(|| place(&LAST, 101))
        .unwrap_or(100)
}

/// Returns `key` appended to the path of its object: `core.numbers`, or `core["a.b"]` for a key that is empty or holds
/// anything but letters, digits, `_`, `-` and `$`, so that two different fields never share a path.
pub(crate) fn join(parent: &str, key: Wtf8<'_>) -> String {
    let is_plain = |key: &&str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-$".contains(c));
    match key.as_str().filter(is_plain) {
        Some(key) if parent.is_empty() => key.to_owned(),
        Some(key) => format!("{parent}.{key}"),
        None => format!("{parent}[{}]", json_string(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::{DROP_ORDER, LIST_PATHS, join, rank};

    #[test]
    fn keys_with_dots_do_not_pass_for_nested_fields() {
        assert_eq!(join("core", "numbers".into()), "core.numbers");
        assert_eq!(join("", "status".into()), "status");
        assert_eq!(join("core", "a.b".into()), "core[\"a.b\"]");
        assert_eq!(join("", "".into()), "[\"\"]");
        assert_eq!(join("x", "say \"hi\"".into()), "x[\"say \\\"hi\\\"\"]");
    }

    #[test]
    fn the_objective_comes_first_and_the_digest_last() {
        let mut paths = [
            "snapshotDigest",
            "zzz",
            "status",
            "core.nextActions",
            "evidenceRefs",
            "core.constraints",
            "core.objective",
        ];
        paths.sort_by_key(|path| rank(path));
        assert_eq!(
            paths,
            [
                "core.objective",
                "core.constraints",
                "core.nextActions",
                "evidenceRefs",
                "status",
                "zzz",
                "snapshotDigest"
            ]
        );
    }

    #[test]
    fn no_list_is_forgotten_among_the_dropped() {
        let (mut lists, mut order) = (LIST_PATHS, DROP_ORDER);
        lists.sort_unstable();
        order.sort_unstable();
        assert_eq!(lists, order);
    }
}
