//! What a request row's `result_json` is: one of three receipts without a body, or something that may hold one.
//!
//! The test is the one of AGS from schema 2 on: exact key sets, and the form of every value. Whatever fails it is
//! overwritten by a purge, so whatever fails it is treated as a possible body here too.

use crate::digest::Digest;
use crate::json::{Document, Value};
use crate::records::StoredBody;
use crate::snapshot;

/// A request row's result, classified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// A checkpoint was stored.
    Checkpoint {
        /// Epoch of the body.
        epoch: i64,
        /// Revision of the body.
        revision: i64,
        /// Digest of the body.
        snapshot_digest: Digest,
    },
    /// A result that a purge or a cleanup overwrote.
    Scrubbed(PurgeFacts),
    /// A body was purged.
    Purge(PurgeFacts),
    /// Anything else: it may hold a body.
    MayHoldBody,
}

/// What both receipts of a purge say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurgeFacts {
    /// Epoch of the purged body.
    pub epoch: i64,
    /// Revision of the purged body.
    pub revision: i64,
    /// The tombstone's `payload_digest`.
    pub tombstone_digest: Digest,
    /// Time of the purge, as stored.
    pub purged_at: String,
}

/// Classifies a stored result. Numbers beyond 64 bits are no receipt here, unlike in JavaScript.
pub fn classify(result: &StoredBody) -> Receipt {
    let StoredBody::Text(text) = result else { return Receipt::MayHoldBody };
    let Ok(document) = Document::parse(text) else { return Receipt::MayHoldBody };
    read(document.root()).unwrap_or(Receipt::MayHoldBody)
}

fn read(value: Value<'_>) -> Option<Receipt> {
    if value.get("schemaVersion")?.as_str()? != "1.0.0" {
        return None;
    }
    let kind = value.get("kind").and_then(Value::as_str);
    if kind.is_some_and(|kind| kind == "checkpoint") {
        has_exactly(value, &["schemaVersion", "kind", "epoch", "revision", "snapshotDigest"])?;
        return Some(Receipt::Checkpoint {
            epoch: value.get("epoch")?.as_integer()?,
            revision: value.get("revision")?.as_integer()?,
            snapshot_digest: digest(value, "snapshotDigest")?,
        });
    }
    let scrubbed = kind.is_some_and(|kind| kind == "purged-request");
    if !scrubbed && value.get("purged")?.as_bool() != Some(true) {
        return None;
    }
    let mark = if scrubbed { "kind" } else { "purged" };
    has_exactly(value, &["schemaVersion", mark, "epoch", "revision", "tombstoneDigest", "purgedAt"])?;
    let facts = PurgeFacts {
        epoch: value.get("epoch")?.as_integer()?,
        revision: value.get("revision")?.as_integer()?,
        tombstone_digest: digest(value, "tombstoneDigest")?,
        purged_at: value.get("purgedAt")?.as_str()?.to_string_lossy().into_owned(),
    };
    Some(if scrubbed { Receipt::Scrubbed(facts) } else { Receipt::Purge(facts) })
}

/// Returns `Some` when the object has these keys and no others.
fn has_exactly(value: Value<'_>, keys: &[&str]) -> Option<()> {
    (value.is_object() && value.len() == keys.len() && keys.iter().all(|key| value.get(key).is_some())).then_some(())
}

fn digest(value: Value<'_>, key: &str) -> Option<Digest> {
    value.get(key)?.as_str()?.as_str()?.parse().ok()
}

/// How an old request row holds a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegacyForm {
    /// The row is the snapshot.
    Bare,
    /// The snapshot is the `data` of a tool's answer.
    Wrapped,
}

/// A body found in a request row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegacyBody {
    /// Where in the row it was.
    pub form: LegacyForm,
    /// The body's text: the stored bytes, or the wrapped value as `JSON.stringify` writes it.
    pub body: StoredBody,
}

/// Returns the body that a request row holds, or `None` when it holds none that can be read.
pub fn legacy_body(result: &StoredBody) -> Option<LegacyBody> {
    let StoredBody::Text(text) = result else { return None };
    let document = Document::parse(text).ok()?;
    let root = document.root();
    if snapshot::looks_like_body(root) {
        return Some(LegacyBody { form: LegacyForm::Bare, body: StoredBody::Text(text.clone()) });
    }
    let data = root.get("data").filter(|data| snapshot::looks_like_body(*data))?;
    root.get("ok")?;
    Some(LegacyBody { form: LegacyForm::Wrapped, body: StoredBody::Text(data.to_json_text().into_bytes()) })
}
