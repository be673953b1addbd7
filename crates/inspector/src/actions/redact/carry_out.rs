//! Carrying a plan out: rows, history, erasing, proof, in the order of a delete.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::Ordering;

use continuity::records::{SnapshotRow, StoredBody};
use continuity::transition::Redacted;
use continuity_store::search::{Value, pieces_of_values};
use continuity_store::write::{LOCK_WAIT, transact};
use wire::actions::{PurgePhase, PurgeProgress, RefusedBody};
use wire::activity::ActivityEntry;
use wire::redact::{RedactDone, RedactRequest, RedactedBody};
use wire::{ErrorBody, Number};

use super::plan::{Plan, how};
use super::refused;
use super::target::{Rows, Target};
use crate::actions::confirm;
use crate::actions::refused::Refused;
use crate::erasing::unfinished;
use crate::inspector::Inspector;
use crate::progress::Observer;
use crate::{clock, failure, proof};

/// Most bodies that are listed.
const MOST: usize = 500;

/// What was done to the rows.
#[derive(Default)]
struct Done {
    bodies: Vec<RedactedBody>,
    count: u64,
    refused: Vec<RefusedBody>,
    stopped: u64,
    /// The values that were taken out.
    values: Vec<Value>,
    tasks: HashSet<String>,
    /// For the activity log.
    entries: Vec<ActivityEntry>,
}

impl Inspector {
    /// Carries out the newest plan after its confirmation was typed. `observer` is told how far it is, and ends it by
    /// answering false: what is redacted by then stays so and its old text is erased.
    ///
    /// # Errors
    /// `not-confirmed`; `changed-since-read` when the plan is not the newest; and when no body at all was redacted, the
    /// reason of the first: `stale-revision`, `changed-since-read`, `refused-by-rules`, `old-epoch`, `busy`, and everything
    /// of reading and writing.
    pub fn redact(&self, request: RedactRequest, observer: Observer<'_>) -> Result<RedactDone, ErrorBody> {
        confirm::check(&self.planned_redaction(&request.plan)?.confirmation, &request.confirmation)?;
        self.redact_planned(&request.plan, request.finish, observer)
    }

    /// As [`Inspector::redact`], for the command, which was told to go on without typed words.
    ///
    /// # Errors
    /// As [`Inspector::redact`], without `not-confirmed`.
    pub fn redact_planned(&self, plan: &str, finish: bool, observer: Observer<'_>) -> Result<RedactDone, ErrorBody> {
        let plan = self.planned_redaction(plan)?;
        self.stop.store(false, Ordering::Relaxed);
        let goes_on = |progress: PurgeProgress| observer(progress) && !self.stop.load(Ordering::Relaxed);
        let was_unfinished = unfinished::is_marked(&self.environment, &plan.path);
        unfinished::mark(&self.environment, &plan.path, finish);
        let done = self.redact_rows(&plan, &goes_on);
        if done.count == 0 {
            if !was_unfinished {
                unfinished::clear(&self.environment, &plan.path);
            }
            let first = done.refused.into_iter().next().map(|refused| refused.error);
            return Err(first.unwrap_or_else(|| failure::error("stopped", "Nothing was redacted.", None)));
        }
        let pieces = pieces_of_values(&done.values, plan.encoding);
        // After the commits: whoever records meanwhile sees the new bodies or is waited for.
        let emptied = self.forget_holding(&plan.path, &done.tasks, &pieces);
        let deleted = proof::Deleted { pieces: Some(pieces), texts: &[], past_too: true, emptied: &emptied };
        let proof = proof::erase(self, &plan.path, &deleted, &goes_on);
        if !proof::is_unfinished(&proof) {
            unfinished::clear(&self.environment, &plan.path);
        }
        for entry in done.entries {
            self.record(&ActivityEntry { erased: Some(proof.erased), ..entry });
        }
        let refused_count = done.refused.len() as u64;
        Ok(RedactDone {
            ok: true,
            result: done.bodies,
            redacted_count: done.count,
            refused: done.refused.into_iter().take(MOST).collect(),
            refused_count,
            stopped: done.stopped,
            rotate: plan.rotate.clone(),
            proof,
        })
    }

    /// Replaces body by body.
    fn redact_rows(&self, plan: &Plan, observer: Observer<'_>) -> Done {
        let mut done = Done { refused: plan.refused.clone(), ..Done::default() };
        let total = plan.targets.len();
        for (at, target) in plan.targets.iter().enumerate() {
            let progress = PurgeProgress { phase: PurgePhase::Delete, done: at as u64, total: total as u64 };
            if !observer(progress) && at > 0 {
                done.stopped = (total - at) as u64;
                break;
            }
            match self.redact_one(&plan.path, target) {
                Ok((redacted, before)) => done
                    .add(target, redacted, &before, |revision| self.redact_entry(&plan.path, target, revision, "done")),
                Err(error) => {
                    let entry = self.redact_entry(&plan.path, target, target.seen.revision, &error.code);
                    self.record(&ActivityEntry { redacted: Vec::new(), ..entry });
                    let is_about_store = crate::actions::concerns_store(&error.code);
                    let (task_correlation, epoch) = (target.correlation.clone(), target.seen.epoch);
                    done.refused.insert(0, RefusedBody { task_correlation, epoch, error });
                    // Each of the others would wait for the same lock, or fail at the same disk.
                    if is_about_store {
                        done.stopped = (total - at - 1) as u64;
                        break;
                    }
                }
            }
        }
        done
    }

    fn redact_one(&self, path: &Path, target: &Target) -> Result<(Redacted, StoredBody), ErrorBody> {
        let now = clock::iso(clock::now(&self.environment));
        let done = transact(path, LOCK_WAIT, |transaction| -> Result<_, Refused> {
            let rows = Rows::read(transaction, &target.correlation, target.seen.epoch)?;
            let redacted = target.judge(&rows, &now)?;
            let before = rows.snapshot.map(|row: SnapshotRow| row.body);
            Ok((redacted.changes.clone(), (redacted, before.unwrap_or_else(|| StoredBody::Blob(Vec::new())))))
        });
        done.map_err(refused::error)
    }

    fn redact_entry(&self, path: &Path, target: &Target, revision: i64, outcome: &str) -> ActivityEntry {
        ActivityEntry {
            at: clock::iso(clock::now(&self.environment)),
            action: "redact".to_owned(),
            store: path.display().to_string(),
            task_correlation: target.correlation.clone(),
            epoch: target.seen.epoch,
            revision: Some(Number(revision as f64)),
            outcome: outcome.to_owned(),
            erased: None,
            redacted: target.redacted.clone(),
        }
    }
}

impl Done {
    fn add(
        &mut self,
        target: &Target,
        redacted: Redacted,
        before: &StoredBody,
        entry: impl FnOnce(i64) -> ActivityEntry,
    ) {
        self.count += 1;
        self.values.extend(target.values(before));
        self.tasks.insert(target.correlation.clone());
        self.entries.push(entry(redacted.row.revision));
        if self.bodies.len() < MOST {
            self.bodies.push(RedactedBody {
                task_correlation: target.correlation.clone(),
                epoch: target.seen.epoch,
                how: how(redacted.how),
                from_revision: Number(redacted.from_revision as f64),
                revision: Number(redacted.row.revision as f64),
                snapshot_digest: redacted.row.digest,
                updated_at: redacted.row.updated_at,
                spots: target.spot_count(),
            });
        }
    }
}
