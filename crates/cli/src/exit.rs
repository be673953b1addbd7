//! Exit status by error code, as the contract of the command says.

/// Findings or failed verdicts, with `--fail-on` only.
pub(crate) const FINDINGS: u8 = 1;

/// Returns the exit status of an error code.
pub(crate) fn status(code: &str) -> u8 {
    match code {
        "usage" | "not-found" | "ambiguous" | "no-body" | "not-comparable" | "unknown-source" | "unknown-finding" => 2,
        "changed-since-read" | "stale-revision" | "refused-by-rules" | "old-epoch" | "not-confirmed" | "read-only"
        | "disk-full" | "protected-file" | "file-exists" => 4,
        // A writer that never pauses is in the way, as one that holds the lock is.
        "busy" | "changed-while-reading" => 5,
        _ => 3,
    }
}
