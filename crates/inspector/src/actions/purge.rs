//! Deleting stored bodies for good: one transaction for each, then the erasing of what they leave, then the proof.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::Ordering;

use continuity::Digest;
use continuity::records::StoredBody;
use continuity::transition::PurgeAnswer;
use continuity_store::recover::recover;
use continuity_store::write::{LOCK_WAIT, transact};
use wire::actions::{
    DeletedBody, PurgeDone, PurgePhase, PurgeProgress, PurgeResult, PurgeScope, PurgeSummary, RefusedBody,
};
use wire::activity::ActivityEntry;
use wire::commands::{ListSources, PurgeRequest};
use wire::{ErrorBody, Number};

use super::refused::Refused;
use super::rows::Rows;
use super::seen::SeenBody;
use super::target::{self, Target};
use super::{concerns_store, confirm};
use crate::erasing::unfinished;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::progress::Observer;
use crate::{body, clock, failure, proof};

/// Most bodies that a summary lists.
const MOST: usize = 500;

impl Inspector {
    /// Carries out the newest plan after its confirmation was typed. `observer` is told how far it is, and ends it by
    /// answering false: what is deleted by then stays deleted and is erased.
    ///
    /// # Errors
    /// `not-confirmed`; `changed-since-read` when the plan is not the newest; and when no body at all was deleted, the
    /// reason of the first: `stale-revision`, `changed-since-read`, `refused-by-rules`, `busy`, and everything of
    /// reading and writing.
    pub fn purge(&self, request: PurgeRequest, observer: Observer<'_>) -> Result<PurgeSummary, ErrorBody> {
        confirm::check(&self.planned(&request.plan)?.confirmation, &request.confirmation)?;
        self.purge_planned(&request.plan, request.finish, observer)
    }

    /// As [`Inspector::purge`], for the command, which was told to go on without typed words.
    ///
    /// # Errors
    /// As [`Inspector::purge`], without `not-confirmed`.
    pub fn purge_planned(&self, plan: &str, finish: bool, observer: Observer<'_>) -> Result<PurgeSummary, ErrorBody> {
        let plan = self.planned(plan)?;
        self.carry_out(&plan.path, &plan.targets, plan.scope, finish, observer)
    }

    /// Tells the delete that is going on to stop. Answers true.
    ///
    /// # Errors
    /// None.
    pub fn stop_purge(&self, _: ListSources) -> Result<bool, ErrorBody> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(true)
    }

    /// Deletes a stored body as `purge_direct_context` does, empties the recorded history of its task, erases what others
    /// allow, then searches for what is left of its text.
    ///
    /// # Errors
    /// `stale-revision` when the revision moved; `changed-since-read` when the body is not there or its digest moved;
    /// `refused-by-rules`; `busy`; and everything of reading and writing. In every case nothing was written.
    pub fn purge_body(&self, path: &Path, correlation: &str, seen: &SeenBody) -> Result<PurgeDone, ErrorBody> {
        seen.to_seen()?;
        // A store that cannot be read is refused by the transaction, with the reason.
        let target = Target { correlation: correlation.to_owned(), seen: seen.clone(), bytes: 0, offered: false };
        let summary = self.carry_out(path, &[target], PurgeScope::Body, false, &|_| true)?;
        let result = summary.deleted.into_iter().next().map(|deleted| deleted.result);
        let result = result.ok_or_else(|| failure::error("internal", "The delete has no result.", None))?;
        Ok(PurgeDone { ok: true, result, proof: summary.proof })
    }

    fn carry_out(
        &self,
        path: &Path,
        targets: &[Target],
        scope: PurgeScope,
        finish: bool,
        observer: Observer<'_>,
    ) -> Result<PurgeSummary, ErrorBody> {
        self.stop.store(false, Ordering::Relaxed);
        let goes_on = |progress: PurgeProgress| observer(progress) && !self.stop.load(Ordering::Relaxed);
        // Only the search afterwards needs it; a store that cannot be read is refused by the transaction.
        let before = self.load(path).ok();
        let mut texts = before.as_deref().map_or_else(Vec::new, |before| past(before, targets, scope));
        let was_unfinished = unfinished::is_marked(&self.environment, path);
        unfinished::mark(&self.environment, path, finish);
        let mut tasks = HashSet::new();
        let rows = self.delete_rows(path, targets, &goes_on, &mut texts, &mut tasks);
        if rows.deleted_count == 0 {
            if !was_unfinished {
                unfinished::clear(&self.environment, path);
            }
            let first = rows.refused.into_iter().next().map(|refused| refused.error);
            return Err(first.unwrap_or_else(|| failure::error("stopped", "Nothing was deleted.", None)));
        }
        // After the commits: whoever records meanwhile sees the tombstones or is waited for.
        let emptied = self.forget_deleted(path, &tasks);
        let pieces = before.as_deref().map(|before| proof::pieces_of(&before.store(), &texts));
        // The image of a large store takes as much memory as the erasing is about to need.
        drop(before);
        self.let_go(path);
        let proof = proof::erase(
            self,
            path,
            &proof::Deleted { pieces, texts: &texts, past_too: scope != PurgeScope::Body, emptied: &emptied },
            &goes_on,
        );
        if !proof::is_unfinished(&proof) {
            unfinished::clear(&self.environment, path);
        }
        for body in &rows.deleted {
            self.record_purge(
                path,
                &body.task_correlation,
                body.result.epoch,
                body.result.revision,
                "done",
                Some(proof.erased),
            );
        }
        Ok(PurgeSummary { proof, ..rows })
    }

    /// Deletes row by row. `texts` gets what was deleted, `tasks` every task of which something was.
    fn delete_rows(
        &self,
        path: &Path,
        targets: &[Target],
        observer: Observer<'_>,
        texts: &mut Vec<StoredBody>,
        tasks: &mut HashSet<String>,
    ) -> PurgeSummary {
        let mut summary = PurgeSummary {
            ok: true,
            deleted: Vec::new(),
            deleted_count: 0,
            refused: Vec::new(),
            refused_count: 0,
            stopped: 0,
            proof: proof::nothing_searched(),
        };
        for (at, target) in targets.iter().enumerate() {
            let progress = PurgeProgress { phase: PurgePhase::Delete, done: at as u64, total: targets.len() as u64 };
            if !observer(progress) && at > 0 {
                summary.stopped = (targets.len() - at) as u64;
                break;
            }
            match self.purge_one(path, target) {
                Ok((result, deleted)) => {
                    texts.extend(deleted);
                    tasks.insert(target.correlation.clone());
                    summary.deleted_count += 1;
                    if summary.deleted.len() < MOST {
                        summary.deleted.push(DeletedBody { task_correlation: target.correlation.clone(), result });
                    }
                }
                Err(error) => {
                    let revision = Number(target.seen.revision as f64);
                    self.record_purge(path, &target.correlation, target.seen.epoch, revision, &error.code, None);
                    let is_about_store = concerns_store(&error.code);
                    summary.refused_count += 1;
                    if summary.refused.len() < MOST {
                        summary.refused.push(RefusedBody {
                            task_correlation: target.correlation.clone(),
                            epoch: target.seen.epoch,
                            error,
                        });
                    }
                    // Each of the others would wait for the same lock, or fail at the same disk.
                    if is_about_store {
                        summary.stopped = (targets.len() - at - 1) as u64;
                        break;
                    }
                }
            }
        }
        summary
    }

    fn purge_one(&self, path: &Path, target: &Target) -> Result<(PurgeResult, Vec<StoredBody>), ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let seen = target.seen.to_seen()?;
        let done = transact(path, LOCK_WAIT, |transaction| -> Result<_, Refused> {
            let rows = Rows::read(transaction, &target.correlation, seen.epoch)?;
            let purged = rows.judge(&seen, &now)?;
            let deleted = rows.deleted(&purged.changes);
            Ok((purged.changes, (purged.answer, deleted)))
        });
        done.map(|(answer, deleted)| (result(&answer), deleted)).map_err(Refused::into_error)
    }

    fn record_purge(
        &self,
        path: &Path,
        correlation: &str,
        epoch: i64,
        revision: Number,
        outcome: &str,
        erased: Option<bool>,
    ) {
        self.record(&ActivityEntry {
            at: clock::iso(clock::now(&self.environment)),
            action: "purge".to_owned(),
            store: path.display().to_string(),
            task_correlation: correlation.to_owned(),
            epoch,
            revision: Some(revision),
            outcome: outcome.to_owned(),
            erased,
            redacted: Vec::new(),
        });
    }
}

/// Every earlier revision that goes with the targets and can be read whole: of their epochs, or of their tasks. Of a
/// fragment it is not known where it ends; overwriting everything unused takes it too.
fn past(before: &Loaded, targets: &[Target], scope: PurgeScope) -> Vec<StoredBody> {
    if scope == PurgeScope::Body {
        return Vec::new();
    }
    let epochs: HashSet<(&str, i64)> =
        targets.iter().map(|target| (target.correlation.as_str(), target.seen.epoch)).collect();
    let tasks: HashSet<&str> = epochs.iter().map(|(task, _)| *task).collect();
    let mut found = HashSet::new();
    let mut past = Vec::new();
    let store = before.store();
    // One task is looked for by its name, whatever that is; many in one pass over the pages.
    let only = Some(&tasks).filter(|tasks| tasks.len() == 1).and_then(|tasks| tasks.iter().next().copied());
    recover(store.image(), only, |recovered| {
        let row = &recovered.row;
        let is_meant = match scope {
            PurgeScope::Task => tasks.contains(row.correlation.as_str()),
            _ => epochs.contains(&(row.correlation.as_str(), row.epoch)),
        };
        let is_whole = recovered.whole && recovered.body().digest_valid() == Some(true);
        if is_meant && is_whole && found.insert(Digest::of_bytes(row.body.bytes())) {
            past.push(row.body.clone());
        }
    });
    past
}

/// The body that was seen, and with the scope of a task those of its other epochs.
pub(super) fn targets_of(
    loaded: &Loaded,
    correlation: &str,
    seen: &SeenBody,
    scope: PurgeScope,
) -> Result<Vec<Target>, ErrorBody> {
    seen.to_seen()?;
    let mut targets =
        vec![Target { correlation: correlation.to_owned(), seen: seen.clone(), bytes: 0, offered: false }];
    if scope == PurgeScope::Task {
        body::task(loaded, correlation)?;
        let others = target::of_task(loaded, correlation, seen.epoch, scope)?;
        targets.extend(others.into_iter().filter(|other| other.seen.epoch != seen.epoch));
    }
    Ok(targets)
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
