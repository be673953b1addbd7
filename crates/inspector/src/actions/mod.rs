//! Actions: suppress and allow, the delete of stored bodies and the redaction of what they hold, each with its plan.

pub(crate) mod confirm;
pub(crate) mod lost;
mod plan;
mod purge;
pub(crate) mod redact;
mod refused;
mod rows;
mod seen;
mod suppress;
mod target;

pub use seen::SeenBody;

/// Whether an error is about the store and not about one of its bodies.
pub(crate) fn concerns_store(code: &str) -> bool {
    !matches!(code, "stale-revision" | "changed-since-read" | "refused-by-rules" | "old-epoch")
}
