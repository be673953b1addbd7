//! Taking texts out of a stored body: the body that AGS would store if the same checkpoint came without them.
//!
//! In the current epoch it is a checkpoint (rules 2, 5, 6 and 7): revision + 1, a new `updatedAt`, a request row with its
//! receipt; `suppressed` and the task's row stay. Requests that were answered before are left alone: their receipts name
//! an earlier revision, so AGS answers them `STALE_REVISION` (rule 3).
//!
//! In an epoch that ended no rule of AGS stores anything, so there is nothing to imitate. There the text is changed in its
//! place: revision and time stay, because nobody saved anything then, and the digest is that of the new content.

mod edit;

use std::ops::Range;

use self::edit::Edit;
use super::purge::digest_of;
use super::seen::{Seen, compare};
use super::{Refusal, RowChange, RuleRefusal};
use crate::canonical;
use crate::digest::Digest;
use crate::json::{Document, NodeId, ObjectText, Value, json_string};
use crate::records::{RequestRow, SnapshotRow, StoredBody, TaskRow};
use crate::secret::SigningSecret;
use crate::snapshot::Body;

/// Highest revision that can follow: beyond it doubles are no integers any more (2^53 - 1).
const HIGHEST: i64 = 9_007_199_254_740_991;

/// The rows that a redaction looks at.
#[derive(Clone, Copy, Debug)]
pub struct RedactState<'a> {
    /// The task's row.
    pub task: Option<&'a TaskRow>,
    /// The body of the epoch.
    pub snapshot: Option<&'a SnapshotRow>,
    /// All requests of the epoch.
    pub requests: &'a [RequestRow],
}

/// One place of a stored body whose text is to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which string of the body.
    pub string: NodeId,
    /// Which bytes of the decoded string; on character boundaries.
    pub range: Range<usize>,
    /// What stands there afterwards. It is shortened where it would make the string longer than the contract allows.
    pub marker: String,
}

/// What becomes of a body in an epoch that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldEpochs {
    /// It is refused.
    Refuse,
    /// It is changed in its place.
    InPlace,
}

/// How a body was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As the next checkpoint of the current epoch.
    Checkpoint,
    /// In its place, in an epoch that ended.
    InPlace,
}

/// Who asks, and under which id the receipt is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactRequest {
    id: String,
    hash: String,
}

impl RedactRequest {
    /// Names a request. The id is the caller's, fresh for each redaction; only its hash and a digest are stored.
    pub fn new(id: impl Into<String>, secret: &SigningSecret) -> Self {
        let id = id.into();
        Self { hash: secret.request_hash(&id), id }
    }

    /// Returns the digest that AGS stores of a checkpoint request with the content of a body.
    fn command_digest(&self, expected_revision: i64, body: &Body) -> Option<Digest> {
        let start = ObjectText::new()
            .text("schemaVersion", "1.0.0")
            .text("requestId", &self.id)
            .integer("expectedRevision", expected_revision);
        let content = ["status", "core", "evidenceRefs"].into_iter().filter_map(|name| Some((name, body.field(name)?)));
        digest_of(content.fold(start, |object, (name, value)| object.raw(name, &value.to_json_text())))
    }
}

/// A redaction that may go ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// How.
    pub how: How,
    /// Revision of the body before.
    pub from_revision: i64,
    /// The row as it will be.
    pub row: SnapshotRow,
    /// What to change.
    pub changes: Vec<RowChange>,
}

/// Takes the spots out of the body of an epoch. Spots that overlap or touch are one, with the marker of the first.
///
/// # Errors
/// [`Refusal::ChangedSinceRead`] when the task or the body is not there, its digest moved, or a spot is in no string of it;
/// [`Refusal::StaleRevision`] when the revision moved; [`Refusal::RefusedByRules`] with the rule.
pub fn redact(
    state: &RedactState<'_>,
    seen: &Seen,
    spots: &[Spot],
    old_epochs: OldEpochs,
    request: &RedactRequest,
    now: &str,
) -> Result<Redacted, Refusal> {
    let task = state.task.ok_or(Refusal::ChangedSinceRead)?;
    let row = state.snapshot.ok_or(Refusal::ChangedSinceRead)?;
    let body = Body::read(&row.body);
    compare(seen, row, &body)?;
    let how = how(task, seen.epoch, old_epochs)?;
    let revision = redactable(row, &body)?;
    let document = body.document().ok_or(RuleRefusal::NotASnapshot)?;
    let mut edit = Edit::of(document, spots)?;
    let (to_revision, updated_at) = match how {
        How::Checkpoint => (revision + 1, now.to_owned()),
        How::InPlace => (revision, row.updated_at.clone()),
    };
    if how == How::Checkpoint {
        edit.replace(field(&body, "revision")?, to_revision.to_string());
        edit.replace(field(&body, "updatedAt")?, json_string(now.into()));
    }
    let unsigned = Document::parse(edit.to_text().as_bytes()).map_err(|_| RuleRefusal::NotASnapshot)?;
    let digest = canonical::digest(unsigned.root(), &["snapshotDigest"]).map_err(|_| RuleRefusal::NotASnapshot)?;
    edit.replace(field(&body, "snapshotDigest")?, json_string(digest.to_string().as_str().into()));
    let row = SnapshotRow {
        correlation: row.correlation.clone(),
        epoch: row.epoch,
        revision: to_revision,
        digest: digest.to_string(),
        body: StoredBody::Text(edit.to_text().into_bytes()),
        updated_at,
    };
    let after = Body::read(&row.body);
    if after.digest_valid() != Some(true) || breaks_contract(&body, &after) {
        return Err(RuleRefusal::Contract.into());
    }
    let mut changes = vec![RowChange::ReplaceSnapshot(row.clone())];
    if how == How::Checkpoint {
        changes.push(receipt(state, request, revision, &row, &after)?);
    }
    Ok(Redacted { how, from_revision: revision, row, changes })
}

fn how(task: &TaskRow, epoch: i64, old_epochs: OldEpochs) -> Result<How, Refusal> {
    match (task.current_epoch == epoch, old_epochs) {
        (true, _) if task.root_id.is_some() => Err(RuleRefusal::RootBound.into()),
        (true, _) => Ok(How::Checkpoint),
        (false, OldEpochs::InPlace) => Ok(How::InPlace),
        (false, OldEpochs::Refuse) => Err(RuleRefusal::OldEpoch.into()),
    }
}

/// Returns the revision of a body that may be stored again.
fn redactable(row: &SnapshotRow, body: &Body) -> Result<i64, Refusal> {
    let is_text = |name: &str| body.field(name).is_some_and(|value| value.as_str().is_some());
    let revision = body.revision().filter(|revision| (1..HIGHEST).contains(revision));
    let (Some(revision), true, true) = (revision, is_text("updatedAt"), is_text("snapshotDigest")) else {
        return Err(RuleRefusal::NotASnapshot.into());
    };
    match body.digest_valid() {
        None => return Err(RuleRefusal::NotASnapshot.into()),
        Some(false) => return Err(RuleRefusal::DigestMismatch.into()),
        Some(true) => {}
    }
    let is_own =
        body.epoch() == Some(row.epoch) && body.correlation().is_some_and(|name| name == row.correlation.as_str());
    if is_own { Ok(revision) } else { Err(RuleRefusal::OtherBody.into()) }
}

fn field(body: &Body, name: &str) -> Result<NodeId, Refusal> {
    Ok(body.field(name).map(Value::id).ok_or(RuleRefusal::NotASnapshot)?)
}

/// Whether something fails in the body afterwards that did not before.
fn breaks_contract(before: &Body, after: &Body) -> bool {
    let (Some(before), Some(after)) = (before.contract(), after.contract()) else { return true };
    after.total > before.total || after.failures.iter().any(|failure| !before.failures.contains(failure))
}

/// The request row that AGS's checkpoint writes.
fn receipt(
    state: &RedactState<'_>,
    request: &RedactRequest,
    expected_revision: i64,
    row: &SnapshotRow,
    body: &Body,
) -> Result<RowChange, Refusal> {
    if state.requests.iter().any(|known| known.request_hash == request.hash) {
        return Err(RuleRefusal::RequestConflict.into());
    }
    let length = request.id.chars().count();
    let command_digest = request.command_digest(expected_revision, body).filter(|_| (1..=256).contains(&length));
    let result = ObjectText::new()
        .text("schemaVersion", "1.0.0")
        .text("kind", "checkpoint")
        .integer("epoch", row.epoch)
        .integer("revision", row.revision)
        .text("snapshotDigest", &row.digest);
    Ok(RowChange::InsertRequest(RequestRow {
        correlation: row.correlation.clone(),
        epoch: row.epoch,
        request_hash: request.hash.clone(),
        command_digest: command_digest.ok_or(RuleRefusal::InvalidRequest)?.to_string(),
        result: StoredBody::Text(result.finish().into_bytes()),
        created_at: row.updated_at.clone(),
    }))
}
