//! What a delete would touch, and what it would not.

use std::path::Path;

use continuity::records::StoredBody;
use continuity::snapshot::{Body, stored_bytes_digest};
use continuity::transition::{RowChange, stored_revision};
use wire::actions::{PlanEffect, PlanItem, PurgePlan};
use wire::commands::PlanRequest;
use wire::{ErrorBody, Number};

use super::confirm;
use super::purge::{Rows, SeenBody};
use super::refused::Refused;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::{body, clock, entry, failure, proof};

impl Inspector {
    /// Says what deleting the body of an epoch would do, for the window's dialog. Nothing is written.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, or `changed-since-read` when the epoch holds no body any more.
    pub fn plan_purge(&self, request: PlanRequest) -> Result<PurgePlan, ErrorBody> {
        let path = self.path_of(&request.source)?;
        let loaded = self.load(&path)?;
        body::task(&loaded, &request.task_correlation)?;
        let rows = read_rows(&loaded, &request.task_correlation, request.epoch)?;
        let row = rows
            .snapshot
            .as_ref()
            .ok_or_else(|| Refused::Rule(continuity::transition::Refusal::ChangedSinceRead).into_error())?;
        let revision = stored_revision(row, &Body::read(&row.body));
        let seen = SeenBody { epoch: request.epoch, revision, digest: Some(stored_bytes_digest(&row.body)) };
        self.plan(&loaded, &request.task_correlation, &seen, rows)
    }

    /// Says what [`Inspector::purge_body`] would do. Nothing is written.
    ///
    /// # Errors
    /// As [`Inspector::purge_body`], without `busy`.
    pub fn plan_purge_body(&self, path: &Path, correlation: &str, seen: &SeenBody) -> Result<PurgePlan, ErrorBody> {
        let loaded = self.load(path)?;
        let rows = read_rows(&loaded, correlation, seen.epoch)?;
        self.plan(&loaded, correlation, seen, rows)
    }

    fn plan(&self, loaded: &Loaded, correlation: &str, seen: &SeenBody, rows: Rows) -> Result<PurgePlan, ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let purged = rows.judge(&seen.to_seen()?, &now).map_err(Refused::into_error)?;
        let body = rows.snapshot.as_ref().map(|row| row.body.clone());
        let digest = body.as_ref().map(stored_bytes_digest).unwrap_or_default();
        let offered = loaded.task(correlation).and_then(|task| entry::describe(loaded, task).entry.offered_epoch());
        Ok(PurgePlan {
            dry_run: true,
            task_correlation: correlation.to_owned(),
            epoch: seen.epoch,
            revision: Number(seen.revision as f64),
            digest,
            offered: offered == Some(seen.epoch),
            plan: self.items(loaded, correlation, &rows, &purged.changes, body.as_slice()),
            confirmation: confirm::words(seen.epoch),
        })
    }

    fn items(
        &self,
        loaded: &Loaded,
        correlation: &str,
        rows: &Rows,
        changes: &[RowChange],
        bodies: &[StoredBody],
    ) -> Vec<PlanItem> {
        let count = |code: &str| changes.iter().filter(|change| change.code() == code).count() as u64;
        let scrubbed = count("replace-request-result");
        let row = |effect, kind: &str, count| PlanItem { effect, kind: kind.to_owned(), count, file: None };
        let mut items = vec![
            row(PlanEffect::Delete, "body", count("delete-snapshot")),
            row(PlanEffect::Delete, "delta", count("delete-delta")),
            row(PlanEffect::Scrub, "request", scrubbed),
            row(PlanEffect::Write, "tombstone", count("upsert-tombstone")),
            row(PlanEffect::Write, "request", count("insert-request")),
            row(PlanEffect::Keep, "request", (rows.requests.len() as u64).saturating_sub(scrubbed)),
            row(PlanEffect::Keep, "workflow", u64::from(loaded.has_ledger())),
        ];
        items.retain(|item| item.count > 0);
        items.extend(proof::copies(self, loaded, correlation, bodies));
        items
    }
}

/// Reads the rows that a purge would look at, from the state that was read.
fn read_rows(loaded: &Loaded, correlation: &str, epoch: i64) -> Result<Rows, ErrorBody> {
    let store = loaded.store();
    let task = loaded.task(correlation);
    let known = task.and_then(|task| task.epoch(epoch));
    let snapshot = match known.and_then(|epoch| epoch.snapshot) {
        Some(key) => store.snapshot(key).map_err(failure::store)?,
        None => None,
    };
    let requests = store.requests_of(correlation).into_iter().filter(|row| row.epoch == epoch).collect();
    let (deltas, _) = store.deltas();
    Ok(Rows {
        task: task.map(|task| task.row.clone()),
        snapshot,
        tombstone: known.and_then(|epoch| epoch.tombstone.clone()),
        requests,
        delta: deltas.into_iter().find(|row| row.correlation == correlation && row.epoch == epoch),
        schema_version: store.identity().schema_version,
        secret: store.signing_secret().map_err(failure::store)?,
    })
}
