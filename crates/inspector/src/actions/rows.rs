//! The rows that a purge looks at, and what the rules say to them.

use continuity::SigningSecret;
use continuity::records::{DeltaRow, RequestRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow};
use continuity::transition::{self, PurgeRequest, PurgeState, Purged, RowChange, Seen};
use continuity_store::write::Transaction;
use wire::ErrorBody;

use super::refused::Refused;
use crate::failure;
use crate::loaded::Loaded;

/// The rows of one epoch, as they were read.
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
    /// Reads them inside the transaction that will change them.
    pub(super) fn read(transaction: &Transaction<'_>, correlation: &str, epoch: i64) -> Result<Self, Refused> {
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

    /// Reads them from a state that was read before, for a plan.
    pub(super) fn of(loaded: &Loaded, correlation: &str, epoch: i64) -> Result<Self, ErrorBody> {
        let store = loaded.store();
        let task = loaded.task(correlation);
        let known = task.and_then(|task| task.epoch(epoch));
        let snapshot = match known.and_then(|epoch| epoch.snapshot) {
            Some(key) => store.snapshot(key).map_err(failure::store)?,
            None => None,
        };
        let requests = store.requests_of(correlation).into_iter().filter(|row| row.epoch == epoch).collect();
        let deltas = if known.is_some_and(|epoch| epoch.has_delta) { store.deltas().0 } else { Vec::new() };
        Ok(Self {
            task: task.map(|task| task.row.clone()),
            snapshot,
            tombstone: known.and_then(|epoch| epoch.tombstone.clone()),
            requests,
            delta: deltas.into_iter().find(|row| row.correlation == correlation && row.epoch == epoch),
            schema_version: store.identity().schema_version,
            secret: store.signing_secret().map_err(failure::store)?,
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
    pub(super) fn deleted(self, changes: &[RowChange]) -> Vec<StoredBody> {
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
