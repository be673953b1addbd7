//! Deleting a stored body for good.

use std::path::Path;

use continuity::SigningSecret;
use continuity::records::{DeltaRow, RequestRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow};
use continuity::transition::{self, PurgeAnswer, PurgeRequest, PurgeState, Purged, RowChange, Seen, SeenDigest};
use continuity_store::write::{LOCK_WAIT, Transaction, transact};
use wire::actions::{PurgeDone, PurgeResult};
use wire::activity::ActivityEntry;
use wire::{ErrorBody, Number};

use super::confirm;
use super::refused::Refused;
use crate::inspector::Inspector;
use crate::{clock, failure, proof};

/// A body as the user saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenBody {
    /// Its epoch.
    pub epoch: i64,
    /// The revision in its JSON; the column's for a body that cannot be parsed.
    pub revision: i64,
    /// `sha256:…` of the snapshot, or `bytes:…` of the stored text; `None` to compare the revision alone.
    pub digest: Option<String>,
}

/// The rows that a purge looks at, as they were read.
pub(super) struct Rows {
    pub(super) task: Option<TaskRow>,
    pub(super) snapshot: Option<SnapshotRow>,
    pub(super) tombstone: Option<TombstoneRow>,
    pub(super) requests: Vec<RequestRow>,
    pub(super) delta: Option<DeltaRow>,
    pub(super) schema_version: i64,
    pub(super) secret: Option<String>,
}

impl Rows {
    fn read(transaction: &Transaction<'_>, correlation: &str, epoch: i64) -> Result<Self, Refused> {
        Ok(Self {
            task: transaction.task(correlation)?,
            snapshot: transaction.snapshot(correlation, epoch)?,
            tombstone: transaction.tombstone(correlation, epoch)?,
            requests: transaction.requests(correlation, epoch)?,
            delta: transaction.delta(correlation, epoch)?,
            schema_version: transaction.identity().schema_version,
            secret: transaction.signing_secret()?,
        })
    }

    /// Judges the purge by the rules.
    pub(super) fn judge(&self, seen: &Seen, now: &str) -> Result<Purged, Refused> {
        let secret = SigningSecret::new(self.secret.clone().ok_or(Refused::NoSecret)?);
        let request = PurgeRequest::new(format!("continuity-inspector-{}", uuid::Uuid::new_v4()), &secret);
        let state = PurgeState {
            task: self.task.as_ref(),
            snapshot: self.snapshot.as_ref(),
            tombstone: self.tombstone.as_ref(),
            requests: &self.requests,
            delta: self.delta.as_ref(),
            schema_version: self.schema_version,
        };
        Ok(transition::purge(&state, seen, &request, now)?)
    }

    /// Takes out the texts that the changes delete or overwrite.
    fn deleted(self, changes: &[RowChange]) -> Vec<StoredBody> {
        let scrubbed = |row: &RequestRow| {
            changes.iter().any(|change| {
                matches!(change, RowChange::ReplaceRequestResult { request_hash, .. } if *request_hash == row.request_hash)
            })
        };
        let requests = self.requests.into_iter().filter(|row| scrubbed(row)).map(|row| row.result);
        let bodies = self.snapshot.map(|row| row.body).into_iter().chain(self.delta.map(|row| row.checkpoint));
        bodies.chain(requests).collect()
    }
}

impl SeenBody {
    /// Reads the digest that the user named.
    pub(super) fn to_seen(&self) -> Result<Seen, ErrorBody> {
        let digest = match self.digest.as_deref() {
            None => None,
            Some(text) => Some(SeenDigest::parse(text).ok_or_else(|| {
                let next = "Give sha256: or bytes: and 64 lower-case hex digits, as `continuity show` prints them.";
                failure::error("usage", "The digest is not written as a digest.", Some(next))
            })?),
        };
        Ok(Seen { epoch: self.epoch, revision: self.revision, digest })
    }
}

impl Inspector {
    /// Deletes a stored body after its confirmation was typed.
    ///
    /// # Errors
    /// `not-confirmed`, and everything of [`Inspector::purge_body`].
    pub fn purge(&self, request: wire::commands::PurgeRequest) -> Result<PurgeDone, ErrorBody> {
        confirm::check(request.epoch, &request.confirmation)?;
        let path = self.path_of(&request.source)?;
        let seen = SeenBody {
            epoch: request.epoch,
            revision: whole(request.revision)?,
            digest: Some(request.digest).filter(|digest| !digest.is_empty()),
        };
        self.purge_body(&path, &request.task_correlation, &seen)
    }

    /// Deletes a stored body as `purge_direct_context` does, empties the recorded history of its task, erases what others
    /// allow, then searches for what is left of its text.
    ///
    /// # Errors
    /// `stale-revision` when the revision moved; `changed-since-read` when the body is not there or its digest moved;
    /// `refused-by-rules`; `busy`; and everything of reading and writing. In every case nothing was written.
    pub fn purge_body(&self, path: &Path, correlation: &str, seen: &SeenBody) -> Result<PurgeDone, ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let wanted = seen.to_seen()?;
        // Only the search afterwards needs it; a store that cannot be read is refused by the transaction.
        let before = self.load(path).ok();
        let done = transact(path, LOCK_WAIT, |transaction| -> Result<_, Refused> {
            let rows = Rows::read(transaction, correlation, wanted.epoch)?;
            let purged = rows.judge(&wanted, &now)?;
            let deleted = rows.deleted(&purged.changes);
            Ok((purged.changes, (purged.answer, deleted)))
        });
        let answer = done.map_err(Refused::into_error).map(|(answer, deleted)| {
            // After the commit: whoever records meanwhile sees the tombstone or is waited for.
            let emptied = self.forget_deleted(path, correlation);
            PurgeDone {
                ok: true,
                result: result(&answer),
                proof: proof::erase(self, path, before.as_deref(), &deleted, &emptied),
            }
        });
        self.record(&ActivityEntry {
            at: now,
            action: "purge".to_owned(),
            store: path.display().to_string(),
            task_correlation: correlation.to_owned(),
            epoch: seen.epoch,
            revision: Some(Number(seen.revision as f64)),
            outcome: answer.as_ref().map_or_else(|error| error.code.clone(), |_| "done".to_owned()),
            erased: answer.as_ref().ok().map(|done| done.proof.erased),
        });
        answer
    }
}

fn result(answer: &PurgeAnswer) -> PurgeResult {
    PurgeResult {
        schema_version: "1.0.0".to_owned(),
        purged: true,
        epoch: answer.epoch,
        revision: Number(answer.revision as f64),
        tombstone_digest: answer.tombstone_digest.clone(),
        purged_at: answer.purged_at.clone(),
    }
}

/// A revision that the window gives back is a whole number, as the plan said it.
fn whole(revision: Number) -> Result<i64, ErrorBody> {
    let exact = revision.0.fract() == 0.0 && revision.0.abs() < 9_007_199_254_740_992.0;
    if exact { Ok(revision.0 as i64) } else { Err(failure::error("usage", "The revision is no whole number.", None)) }
}
