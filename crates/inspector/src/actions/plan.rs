//! What a delete would touch, and what it would not.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use continuity::Digest;
use continuity::records::StoredBody;
use continuity::transition::RowChange;
use wire::actions::{PlanEffect, PlanItem, PurgePlan, PurgeScope};
use wire::commands::{PlanManyRequest, PlanRequest};
use wire::{ErrorBody, Number};

use super::rows::Rows;
use super::seen::SeenBody;
use super::target::{self, Target};
use super::{confirm, lost};
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::{clock, failure, proof};

/// Most bodies that are listed.
const MOST: usize = 500;
/// Most bodies whose copies in the files are looked for before a delete; the proof looks for all.
const MOST_SEARCHED: usize = 50;

/// A plan that was shown, to be carried out as it was seen.
pub(crate) struct Plan {
    id: String,
    pub(crate) path: PathBuf,
    pub(super) targets: Vec<Target>,
    pub(super) scope: PurgeScope,
    pub(super) confirmation: String,
    /// Digests of the stored texts of the targets.
    pub(super) deleted: HashSet<Digest>,
}

impl Inspector {
    /// Says what deleting the body of an epoch would do, for the window's dialog. Nothing is written.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, or `changed-since-read` when the epoch holds no body any more.
    pub fn plan_purge(&self, request: PlanRequest) -> Result<PurgePlan, ErrorBody> {
        let path = self.path_of(&request.source)?;
        let loaded = self.load(&path)?;
        let targets = target::of_task(&loaded, &request.task_correlation, request.epoch, request.scope)?;
        self.plan(&loaded, targets, request.scope)
    }

    /// Says what deleting the bodies of every task that a filter and a search show would do. Nothing is written.
    ///
    /// # Errors
    /// When the store cannot be read, or `no-body` when none of them holds a body.
    pub fn plan_purge_many(&self, request: PlanManyRequest) -> Result<PurgePlan, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let shown = (request.filter, request.query.as_str());
        let targets = target::of_many(self, &loaded, shown, &request.tasks, request.scope)?;
        if targets.is_empty() {
            return Err(failure::error("no-body", "None of these tasks holds a body.", Some("Choose other tasks.")));
        }
        self.plan(&loaded, targets, request.scope)
    }

    /// Says what [`Inspector::purge_body`] would do. Nothing is written.
    ///
    /// # Errors
    /// As [`Inspector::purge_body`], without `busy`.
    pub fn plan_purge_body(
        &self,
        path: &Path,
        correlation: &str,
        seen: &SeenBody,
        scope: PurgeScope,
    ) -> Result<PurgePlan, ErrorBody> {
        let loaded = self.load(path)?;
        let targets = super::purge::targets_of(&loaded, correlation, seen, scope)?;
        self.plan(&loaded, targets, scope)
    }

    fn plan(&self, loaded: &Loaded, mut targets: Vec<Target>, scope: PurgeScope) -> Result<PurgePlan, ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let mut counts = Counts::default();
        let mut bodies = Vec::new();
        let mut deleted = HashSet::new();
        for target in &mut targets {
            let rows = Rows::of(loaded, &target.correlation, target.seen.epoch)?;
            let purged = rows.judge(&target.seen.to_seen()?, &now).map_err(super::refused::Refused::into_error)?;
            counts.add(&rows, &purged.changes);
            target.is(&rows);
            deleted.extend(rows.snapshot.iter().map(|row| Digest::of_bytes(row.body.bytes())));
            if bodies.len() < MOST_SEARCHED {
                bodies.extend(rows.snapshot.map(|row| row.body));
            }
        }
        let tasks: HashSet<&str> = targets.iter().map(|target| target.correlation.as_str()).collect();
        let first = targets.first().map(Target::described);
        let confirmation = confirm::words(&targets, scope);
        let plan = PurgePlan {
            dry_run: true,
            id: uuid::Uuid::new_v4().to_string(),
            task_correlation: first.as_ref().map(|body| body.task_correlation.clone()).unwrap_or_default(),
            epoch: first.as_ref().map_or(0, |body| body.epoch),
            revision: first.as_ref().map_or(Number(0.0), |body| body.revision),
            digest: first.map(|body| body.digest).unwrap_or_default(),
            scope,
            bodies: targets.iter().take(MOST).map(Target::described).collect(),
            body_count: targets.len() as u64,
            task_count: tasks.len() as u64,
            offered: targets.iter().any(|target| target.offered),
            plan: self.items(loaded, &tasks, &counts, &bodies),
            lost: lost::find(&loaded.store(), &tasks, &deleted),
            confirmation: confirmation.clone(),
        };
        let kept = Plan { id: plan.id.clone(), path: loaded.path.clone(), targets, scope, confirmation, deleted };
        *self.memory.last::<Arc<Plan>>() = Some(Arc::new(kept));
        Ok(plan)
    }

    /// Returns the newest plan, if it has this name.
    pub(super) fn planned(&self, id: &str) -> Result<Arc<Plan>, ErrorBody> {
        let plan = self.memory.last::<Arc<Plan>>().clone().filter(|plan| plan.id == id);
        plan.ok_or_else(|| {
            let message = "This is not the newest plan. Nothing was written.";
            failure::error("changed-since-read", message, Some("Open the dialog again."))
        })
    }

    fn items(&self, loaded: &Loaded, tasks: &HashSet<&str>, counts: &Counts, bodies: &[StoredBody]) -> Vec<PlanItem> {
        let row = |effect, kind: &str, count| PlanItem { effect, kind: kind.to_owned(), count, file: None };
        let mut items = vec![
            row(PlanEffect::Delete, "body", counts.bodies),
            row(PlanEffect::Delete, "delta", counts.deltas),
            row(PlanEffect::Scrub, "request", counts.scrubbed),
            row(PlanEffect::Write, "tombstone", counts.tombstones),
            row(PlanEffect::Write, "request", counts.receipts),
            row(PlanEffect::Keep, "request", counts.kept),
            row(PlanEffect::Keep, "workflow", u64::from(loaded.has_ledger())),
        ];
        items.retain(|item| item.count > 0);
        items.extend(proof::copies(self, loaded, tasks, bodies));
        items
    }
}

/// Rows that a plan touches, by what becomes of them.
#[derive(Default)]
struct Counts {
    bodies: u64,
    deltas: u64,
    scrubbed: u64,
    tombstones: u64,
    receipts: u64,
    kept: u64,
}

impl Counts {
    fn add(&mut self, rows: &Rows, changes: &[RowChange]) {
        let count = |code: &str| changes.iter().filter(|change| change.code() == code).count() as u64;
        let scrubbed = count("replace-request-result");
        self.bodies += count("delete-snapshot");
        self.deltas += count("delete-delta");
        self.scrubbed += scrubbed;
        self.tombstones += count("upsert-tombstone");
        self.receipts += count("insert-request");
        self.kept += (rows.requests.len() as u64).saturating_sub(scrubbed);
    }
}
