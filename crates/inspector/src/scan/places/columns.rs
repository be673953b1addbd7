//! What the columns of a row tell of it, and which of them hold no text of anybody.

use std::sync::Arc;

use sqlite_pages::{Record, TextEncoding, Value};

/// Tables of AGS: in the continuity store and in the workflow ledger.
const OWN: [&str; 2] = ["continuity_", "convergence_"];
const OWN_WORKFLOW: [&str; 8] = [
    "workflow_metadata",
    "workflow_runs",
    "workflow_attempt_links",
    "plugin_update_state",
    "execution_observation_claims",
    "state_cleanup_claims",
    "shared_module_schema",
    "authority_time",
];
/// Rows of the metadata tables that are AGS's own keys: they sign its tokens, and it cannot work without them.
const KEYS: [&str; 3] = ["signing-secret", "plan-signing-key", "state-cleanup-signing-key"];

/// What a row says of itself, by the names of its columns.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) task: Option<Arc<str>>,
    pub(super) root: Option<Arc<str>>,
    pub(super) epoch: Option<i64>,
    pub(super) revision: Option<f64>,
    key: Option<String>,
}

impl Facts {
    pub(super) fn of(record: &Record<'_>, names: &[Arc<str>], encoding: TextEncoding) -> Self {
        let value = |name: &str| record.value(names.iter().position(|known| **known == *name)?);
        let text = |name: &str| match value(name)? {
            Value::Text(stored) if stored.len() <= 512 => Some(encoding.decode(stored).into_owned()),
            _ => None,
        };
        let number = |name: &str| match value(name)? {
            Value::Integer(number) => Some(number),
            _ => None,
        };
        Self {
            task: text("task_correlation").map(Into::into),
            root: text("root_id").map(Into::into),
            epoch: number("epoch"),
            revision: number("revision").map(|revision| revision as f64),
            key: text("key"),
        }
    }
}

/// Whether a table is one of AGS's.
pub(super) fn is_own(table: &str) -> bool {
    OWN.iter().any(|prefix| table.starts_with(prefix)) || OWN_WORKFLOW.contains(&table)
}

/// Whether a row is one of AGS's own keys.
pub(super) fn is_key(table: &str, facts: &Facts) -> bool {
    table.ends_with("_metadata") && facts.key.as_deref().is_some_and(|key| KEYS.contains(&key))
}

/// Whether a value is the name of one of AGS's own keys.
pub(super) fn is_key_name(value: &[u8]) -> bool {
    KEYS.iter().any(|key| key.as_bytes() == value)
}

/// Whether a text is a digest or a correlation and nothing else.
pub(super) fn is_digest(text: &[u8]) -> bool {
    let hex = text.strip_prefix(b"hmac-sha256:").or_else(|| text.strip_prefix(b"sha256:"));
    hex.is_some_and(|hex| hex.len() == 64 && hex.iter().all(u8::is_ascii_hexdigit))
}
