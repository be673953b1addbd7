//! What a redaction would change, and what it would not.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use continuity::Digest;
use continuity::records::SnapshotRow;
use continuity::transition::{How, OldEpochs, Redacted};
use continuity_store::search::{Value, pieces_of_values};
use secrets::Engine;
use sqlite_pages::TextEncoding;
use wire::actions::{PlanEffect, PlanItem, RefusedBody};
use wire::redact::{PlanRedactRequest, RedactBody, RedactHow, RedactPick, RedactPlan, RotateAdvice};
use wire::{ErrorBody, Number};

use super::advice::Advice;
use super::meet::{self, Met, Within};
use super::pick::Pick;
use super::target::{Rows, Target};
use super::{refused, shown};
use crate::actions::SeenBody;
use crate::actions::lost;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::scan::{self, LetPass};
use crate::{body, clock, entry, failure, proof};

/// Most bodies that are listed.
const MOST: usize = 500;
/// Most places of one body that are listed.
const MOST_SPOTS: usize = 200;
/// Most values whose copies in the files are looked for before a redaction; the proof looks for all.
const MOST_SEARCHED: usize = 500;

/// A plan that was shown, to be carried out as it was seen.
pub(crate) struct Plan {
    pub(crate) id: String,
    pub(crate) path: PathBuf,
    pub(super) targets: Vec<Target>,
    /// The bodies that cannot be redacted.
    pub(super) refused: Vec<RefusedBody>,
    pub(super) confirmation: String,
    pub(super) rotate: Vec<RotateAdvice>,
    /// Digests of the stored texts of the targets.
    pub(crate) replaced: HashSet<Digest>,
    pub(super) encoding: TextEncoding,
}

impl Inspector {
    /// Says what taking findings out of stored bodies would do. Nothing is written.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, `usage` when nothing is picked, `unknown-finding`.
    pub fn plan_redact(&self, request: PlanRedactRequest) -> Result<RedactPlan, ErrorBody> {
        let path = self.path_of(&request.source)?;
        let within = Within { task: request.task_correlation.as_deref(), epoch: request.epoch };
        self.plan_redactions(&path, &Engine::builtin(), within, &request.pick, old_epochs(request.in_place))
    }

    /// As [`Inspector::plan_redact`], for the command: over all tasks, or of the one body that the user saw, with the rule
    /// files of the user.
    ///
    /// # Errors
    /// As [`Inspector::plan_redact`]; `stale-revision` and `changed-since-read` when the body is not the one seen.
    pub fn plan_redact_body(
        &self,
        path: &Path,
        seen: Option<(&str, &SeenBody)>,
        pick: &RedactPick,
        in_place: bool,
        rules: &[PathBuf],
    ) -> Result<RedactPlan, ErrorBody> {
        let rules: Vec<PathBuf> = rules.iter().map(|path| self.absolute(path)).collect();
        let engine = scan::engine(&rules)?;
        let Some((correlation, seen)) = seen else {
            return self.plan_redactions(path, &engine, Within::default(), pick, old_epochs(in_place));
        };
        let found = body::find(&*self.load(path)?, correlation, seen.epoch)?;
        seen.compare(&found.row, &found.body)?;
        let within = Within { task: Some(correlation), epoch: Some(seen.epoch) };
        self.plan_redactions(path, &engine, within, pick, old_epochs(in_place))
    }

    fn plan_redactions(
        &self,
        path: &Path,
        engine: &Engine,
        within: Within<'_>,
        pick: &RedactPick,
        old_epochs: OldEpochs,
    ) -> Result<RedactPlan, ErrorBody> {
        let loaded = self.load(path)?;
        if let Some(task) = within.task {
            body::task(&loaded, task)?;
        }
        let pick = self.picked(&loaded, engine, pick)?;
        let mut planned = Planned::default();
        meet::each(&loaded, engine, within, &pick, |met| planned.add(self, &loaded, &pick, met, old_epochs));
        Ok(planned.finish(self, &loaded))
    }

    /// Reads what the user picked.
    fn picked(&self, loaded: &Loaded, engine: &Engine, pick: &RedactPick) -> Result<Pick, ErrorBody> {
        if !pick.all && pick.rules.is_empty() && pick.findings.is_empty() {
            return Err(crate::usage("Nothing is picked: name rules or findings, or take all."));
        }
        if let Some(rule) = pick.rules.iter().find(|rule| engine.rule(rule).is_none()) {
            let shown: String = rule.chars().filter(|letter| !letter.is_control()).take(64).collect();
            return Err(crate::usage(format!("There is no rule {shown}.")));
        }
        let is_meant = |id: &str, rule: &str| {
            let has = |names: &[String], name: &str| names.iter().any(|meant| meant == name);
            pick.all || has(&pick.rules, rule) || has(&pick.findings, id)
        };
        let meant = self.meant_values(loaded, engine, &pick.findings, is_meant)?;
        let name = loaded.path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Pick {
            all: pick.all,
            rules: pick.rules.iter().cloned().collect(),
            values: meant.values,
            known: meant.known,
            let_pass: LetPass::load(&self.environment)?,
            file: name.unwrap_or_default(),
        })
    }

    /// Returns the newest plan, if it has this name.
    pub(crate) fn planned_redaction(&self, id: &str) -> Result<Arc<Plan>, ErrorBody> {
        let plan = self.memory.last::<Arc<Plan>>().clone().filter(|plan| plan.id == id);
        plan.ok_or_else(|| {
            let message = "This is not the newest plan. Nothing was written.";
            failure::error("changed-since-read", message, Some("Open the dialog again."))
        })
    }
}

fn old_epochs(in_place: bool) -> OldEpochs {
    if in_place { OldEpochs::InPlace } else { OldEpochs::Refuse }
}

/// A plan that is being made.
#[derive(Default)]
struct Planned {
    targets: Vec<Target>,
    refused: Vec<RefusedBody>,
    bodies: Vec<RedactBody>,
    advice: Advice,
    values: Vec<Value>,
    replaced: HashSet<Digest>,
    spots: u64,
    receipts: u64,
    kept: u64,
}

impl Planned {
    fn add(&mut self, inspector: &Inspector, loaded: &Loaded, pick: &Pick, met: Met, old_epochs: OldEpochs) {
        self.advice.add(&met.picked(pick));
        let target = Target::of(&met.row, &met.places, old_epochs);
        let rows = rows_of(loaded, &met.row);
        let now = clock::iso(clock::now(&inspector.environment));
        let judged = rows.and_then(|rows| {
            let redacted = target.judge(&rows, &now).map_err(refused::error)?;
            Ok((redacted, rows.requests.len() as u64))
        });
        let (redacted, requests) = match judged {
            Ok(judged) => judged,
            Err(error) => {
                let (task_correlation, epoch) = (met.row.correlation, met.row.epoch);
                return self.refused.push(RefusedBody { task_correlation, epoch, error });
            }
        };
        self.receipts += u64::from(redacted.how == How::Checkpoint);
        self.kept += requests;
        self.spots += target.spot_count();
        self.replaced.insert(Digest::of_bytes(met.row.body.bytes()));
        if self.values.len() < MOST_SEARCHED {
            self.values.extend(target.values(&met.row.body));
        }
        if self.bodies.len() < MOST {
            self.bodies.push(described(loaded, &met, &target, &redacted));
        }
        self.targets.push(target);
    }

    fn finish(mut self, inspector: &Inspector, loaded: &Loaded) -> RedactPlan {
        let tasks: HashSet<&str> = self.targets.iter().map(|target| target.correlation.as_str()).collect();
        let encoding = loaded.store().image().header().text_encoding;
        let pieces = pieces_of_values(&self.values, encoding);
        let mut items = self.rows();
        items.extend(proof::holding(loaded, &pieces, &self.replaced));
        let recorded = inspector.count_holding(&loaded.path, &tasks, &pieces);
        items.extend(proof::copies_of(inspector, loaded, recorded, &pieces));
        let places = if self.spots == 1 { "place" } else { "places" };
        let confirmation =
            if self.targets.is_empty() { String::new() } else { format!("redact {} {places}", self.spots) };
        let rotate = std::mem::take(&mut self.advice).into_list();
        let plan = RedactPlan {
            dry_run: true,
            id: uuid::Uuid::new_v4().to_string(),
            body_count: self.targets.len() as u64,
            task_count: tasks.len() as u64,
            spot_count: self.spots,
            bodies: std::mem::take(&mut self.bodies),
            refused: self.refused.iter().take(MOST).cloned().collect(),
            refused_count: self.refused.len() as u64,
            plan: items,
            lost: lost::find(&loaded.store(), &tasks, &self.replaced),
            rotate: rotate.clone(),
            confirmation: confirmation.clone(),
        };
        let kept = Plan {
            id: plan.id.clone(),
            path: loaded.path.clone(),
            targets: self.targets,
            refused: self.refused,
            confirmation,
            rotate,
            replaced: self.replaced,
            encoding,
        };
        *inspector.memory.last::<Arc<Plan>>() = Some(Arc::new(kept));
        plan
    }

    fn rows(&self) -> Vec<PlanItem> {
        let row = |effect, kind: &str, count| PlanItem { effect, kind: kind.to_owned(), count, file: None };
        let mut items = vec![
            row(PlanEffect::Scrub, "body", self.targets.len() as u64),
            row(PlanEffect::Write, "request", self.receipts),
            row(PlanEffect::Keep, "request", self.kept),
        ];
        items.retain(|item| item.count > 0);
        items
    }
}

/// The rows of a body as they were read, for a plan.
fn rows_of(loaded: &Loaded, row: &SnapshotRow) -> Result<Rows, ErrorBody> {
    let store = loaded.store();
    let requests = store.requests_of(&row.correlation).into_iter().filter(|known| known.epoch == row.epoch).collect();
    Ok(Rows {
        task: loaded.task(&row.correlation).map(|task| task.row.clone()),
        snapshot: Some(row.clone()),
        requests,
        secret: store.signing_secret().map_err(failure::store)?,
    })
}

fn described(loaded: &Loaded, met: &Met, target: &Target, redacted: &Redacted) -> RedactBody {
    let offered =
        loaded.task(&met.row.correlation).and_then(|task| entry::describe(loaded, task).entry.offered_epoch());
    RedactBody {
        task_correlation: met.row.correlation.clone(),
        epoch: met.row.epoch,
        revision: Number(redacted.from_revision as f64),
        digest: target.seen.digest.clone().unwrap_or_default(),
        how: how(redacted.how),
        new_revision: Number(redacted.row.revision as f64),
        offered: offered == Some(met.row.epoch),
        spots: met
            .document()
            .map(|document| shown::spots(&document, &met.hits, &met.places, MOST_SPOTS))
            .unwrap_or_default(),
        spot_count: target.spot_count(),
    }
}

pub(super) fn how(how: How) -> RedactHow {
    match how {
        How::Checkpoint => RedactHow::Checkpoint,
        How::InPlace => RedactHow::InPlace,
    }
}
