//! Deleting a stored body, as `purge_direct_context` does it.
//!
//! Works on any epoch, while suppressed and with a root bound. What differs between schema versions:
//! - Schema 1: the tombstone's digest is without the request's hash. The oldest build overwrote every request of the
//!   epoch, the newer one those that are no receipt by a loose test; here the exact test of schema 2 decides on every
//!   version, because a result with extra fields could still hold a body, and a receipt that is kept proves history.
//! - Schema 2 and 3: the tombstone's digest covers the request's hash.
//! - Schema 3: the receiver's body of the epoch is deleted too.
//!
//! AGS cannot purge a body whose JSON does not parse or states no revision. Here such a body goes by its columns.

use super::seen::{Seen, compare};
use super::{Refusal, RowChange, RuleRefusal};
use crate::canonical;
use crate::digest::Digest;
use crate::json::{Document, ObjectText, Value, json_string};
use crate::receipt::{self, Receipt};
use crate::records::{DeltaRow, RequestRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow};
use crate::secret::SigningSecret;
use crate::snapshot::Body;

/// The rows that a purge looks at.
#[derive(Clone, Copy, Debug)]
pub struct PurgeState<'a> {
    /// The task's row.
    pub task: Option<&'a TaskRow>,
    /// The body of the epoch.
    pub snapshot: Option<&'a SnapshotRow>,
    /// The tombstone of the epoch.
    pub tombstone: Option<&'a TombstoneRow>,
    /// All requests of the epoch.
    pub requests: &'a [RequestRow],
    /// The receiver's body of the epoch (schema 3).
    pub delta: Option<&'a DeltaRow>,
    /// Schema version of the store.
    pub schema_version: i64,
}

/// Who asks, and under which id the answer is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurgeRequest {
    id: String,
    hash: String,
}

impl PurgeRequest {
    /// Names a request. The id is the caller's, fresh for each purge; only its hash and a digest are stored.
    pub fn new(id: impl Into<String>, secret: &SigningSecret) -> Self {
        let id = id.into();
        Self { hash: secret.request_hash(&id), id }
    }

    /// Returns the digest that AGS stores of a purge request: over its schema version, id, epoch and revision.
    fn command_digest(&self, seen: &Seen) -> Option<Digest> {
        let request = ObjectText::new()
            .text("schemaVersion", "1.0.0")
            .text("requestId", &self.id)
            .integer("expectedEpoch", seen.epoch)
            .integer("expectedRevision", seen.revision);
        digest_of(request)
    }

    fn is_valid(&self, seen: &Seen) -> bool {
        let length = self.id.chars().count();
        (1..=256).contains(&length) && seen.epoch >= 1 && seen.revision >= 1
    }
}

/// What `purge_direct_context` answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurgeAnswer {
    /// Epoch of the purged body.
    pub epoch: i64,
    /// Revision of the purged body.
    pub revision: i64,
    /// The tombstone's digest.
    pub tombstone_digest: String,
    /// When, as stored.
    pub purged_at: String,
}

impl PurgeAnswer {
    /// Returns the answer as JSON text, which is also the receipt that is stored.
    pub fn to_json_text(&self) -> String {
        self.fields(ObjectText::new().text("schemaVersion", "1.0.0").flag("purged", true))
    }

    fn scrubbed_json(&self) -> String {
        self.fields(ObjectText::new().text("schemaVersion", "1.0.0").text("kind", "purged-request"))
    }

    fn fields(&self, object: ObjectText) -> String {
        object
            .integer("epoch", self.epoch)
            .integer("revision", self.revision)
            .text("tombstoneDigest", &self.tombstone_digest)
            .text("purgedAt", &self.purged_at)
            .finish()
    }
}

/// A purge that may go ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purged {
    /// What the tool answers.
    pub answer: PurgeAnswer,
    /// What to change; empty when the same request was answered before.
    pub changes: Vec<RowChange>,
}

/// Purges the body of an epoch.
///
/// # Errors
/// [`Refusal::ChangedSinceRead`] when the task or the body is not there or its digest moved,
/// [`Refusal::StaleRevision`] when the revision moved or the same request was answered and its tombstone is gone,
/// [`Refusal::RefusedByRules`] when the request is invalid or its id was used otherwise.
pub fn purge(state: &PurgeState<'_>, seen: &Seen, request: &PurgeRequest, now: &str) -> Result<Purged, Refusal> {
    let task = state.task.ok_or(Refusal::ChangedSinceRead)?;
    let command_digest = request.command_digest(seen).filter(|_| request.is_valid(seen));
    let command_digest = command_digest.ok_or(Refusal::RefusedByRules(RuleRefusal::InvalidRequest))?.to_string();
    let current = state.snapshot.map(|row| (row, Body::read(&row.body)));
    if let Some((row, body)) = &current {
        compare(seen, row, body)?;
    }
    if let Some(known) = state.requests.iter().find(|row| row.request_hash == request.hash) {
        return replay(state, seen, known, &command_digest);
    }
    let (row, body) = current.ok_or(Refusal::ChangedSinceRead)?;
    let answer = PurgeAnswer {
        epoch: seen.epoch,
        revision: seen.revision,
        tombstone_digest: tombstone_digest(state, task, seen, request, payload_digest(&row.digest, &body))?,
        purged_at: now.to_owned(),
    };
    let changes = changes(state, task, request, command_digest, &answer);
    Ok(Purged { answer, changes })
}

/// Answers a request that was answered before: the same again while the tombstone still is that purge.
fn replay(state: &PurgeState<'_>, seen: &Seen, known: &RequestRow, command_digest: &str) -> Result<Purged, Refusal> {
    if known.command_digest != command_digest {
        return Err(Refusal::RefusedByRules(RuleRefusal::RequestConflict));
    }
    let stale = Refusal::StaleRevision { expected: seen.revision, actual: 0 };
    let Receipt::Purge(facts) = receipt::classify(&known.result) else { return Err(stale) };
    let answer = PurgeAnswer {
        epoch: facts.epoch,
        revision: facts.revision,
        tombstone_digest: facts.tombstone_digest.to_string(),
        purged_at: facts.purged_at,
    };
    let still = state.tombstone.is_some_and(|tombstone| {
        (tombstone.revision, &tombstone.payload_digest, &tombstone.purged_at)
            == (answer.revision, &answer.tombstone_digest, &answer.purged_at)
    });
    let asked = (answer.epoch, answer.revision) == (seen.epoch, seen.revision);
    if still && asked { Ok(Purged { answer, changes: Vec::new() }) } else { Err(stale) }
}

/// Returns what the tombstone's digest covers as the body's digest, as JSON text: what the JSON states, `null` when it
/// states nothing that can be digested, the column's when there is no JSON.
fn payload_digest(column: &str, body: &Body) -> String {
    if body.value().is_none() {
        return json_string(column.into());
    }
    let stated = body.field("snapshotDigest").filter(|value| canonical::digest(*value, &[]).is_ok());
    stated.map_or_else(|| "null".to_owned(), Value::to_json_text)
}

fn tombstone_digest(
    state: &PurgeState<'_>,
    task: &TaskRow,
    seen: &Seen,
    request: &PurgeRequest,
    payload_digest: String,
) -> Result<String, Refusal> {
    let mut facts = ObjectText::new()
        .text("taskCorrelation", &task.correlation)
        .integer("epoch", seen.epoch)
        .integer("revision", seen.revision)
        .raw("payloadDigest", &payload_digest);
    if state.schema_version >= 2 {
        facts = facts.text("purgeRequestHash", &request.hash);
    }
    let digest = digest_of(facts).ok_or(Refusal::RefusedByRules(RuleRefusal::InvalidRequest))?;
    Ok(digest.to_string())
}

/// Returns the digest of an object that is written here.
pub(super) fn digest_of(object: ObjectText) -> Option<Digest> {
    let document = Document::parse(object.finish().as_bytes()).ok()?;
    canonical::digest(document.root(), &[]).ok()
}

fn changes(
    state: &PurgeState<'_>,
    task: &TaskRow,
    request: &PurgeRequest,
    command_digest: String,
    answer: &PurgeAnswer,
) -> Vec<RowChange> {
    let (correlation, epoch) = (task.correlation.clone(), answer.epoch);
    let mut changes = vec![
        RowChange::DeleteSnapshot { correlation: correlation.clone(), epoch },
        RowChange::UpsertTombstone(TombstoneRow {
            correlation: correlation.clone(),
            epoch,
            revision: answer.revision,
            payload_digest: answer.tombstone_digest.clone(),
            purged_at: answer.purged_at.clone(),
        }),
    ];
    if state.delta.is_some() {
        changes.push(RowChange::DeleteDelta { correlation: correlation.clone(), epoch });
    }
    let open = state.requests.iter().filter(|row| receipt::classify(&row.result) == Receipt::MayHoldBody);
    changes.extend(open.map(|row| RowChange::ReplaceRequestResult {
        correlation: correlation.clone(),
        epoch,
        request_hash: row.request_hash.clone(),
        result_json: answer.scrubbed_json(),
    }));
    changes.push(RowChange::InsertRequest(RequestRow {
        correlation,
        epoch,
        request_hash: request.hash.clone(),
        command_digest,
        result: StoredBody::Text(answer.to_json_text().into_bytes()),
        created_at: answer.purged_at.clone(),
    }));
    changes
}
