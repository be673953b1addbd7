//! How every task stands: one pass over the bodies, keeping none of them.

use std::collections::HashSet;

use continuity::card::CardOutcome;
use continuity::snapshot::{self, Body};
use continuity::token::Source;
use continuity::verdict::{Candidate, Decision};
use wire::tasks::{Damage, TaskFilter, TaskStanding, TaskTotals};

use super::facts::{CurrentBody, judge};
use super::{Loaded, Task, damage_entry};
use crate::masking;

/// What the list shows of a task.
pub(crate) struct Listed {
    /// Index of the task.
    pub(crate) task: usize,
    pub(crate) title: Option<String>,
    pub(crate) standing: TaskStanding,
    pub(crate) reason: Option<String>,
    pub(crate) revision: Option<f64>,
    pub(crate) root_state: Option<String>,
    pub(crate) updated_at: String,
    offered: bool,
    broken: bool,
    suppressed: bool,
}

impl Listed {
    /// Whether a filter shows the task.
    pub(crate) fn passes(&self, filter: TaskFilter) -> bool {
        match filter {
            TaskFilter::All => true,
            TaskFilter::Offered => self.offered,
            TaskFilter::Suppressed => self.suppressed,
            TaskFilter::Broken => self.broken,
            TaskFilter::Workflow => self.standing == TaskStanding::Workflow,
            TaskFilter::Deleted => self.standing == TaskStanding::Deleted,
        }
    }
}

/// What the pass keeps of a task's bodies.
#[derive(Default)]
struct Kept {
    /// Epoch and title of the newest body with a readable objective.
    title: Option<(i64, String)>,
    /// Newest time that a body or tombstone states.
    newest: String,
    current: Option<Current>,
}

/// What the pass keeps of the body of a task's current epoch.
struct Current {
    candidate: Candidate,
    problem: Option<&'static str>,
    revision: Option<f64>,
}

/// Fills epochs, listing, totals and damage.
pub(super) fn fill(loaded: &mut Loaded) {
    let mut orphans = HashSet::new();
    fill_tombstones(loaded, &mut orphans);
    fill_deltas(loaded, &mut orphans);
    let kept = fill_bodies(loaded, &mut orphans);
    if !orphans.is_empty() {
        let count = Some(orphans.len() as u64);
        loaded.damage.push(Damage { table: "continuity_tasks".into(), reason: "rows-without-task".into(), count });
    }
    let tasks = loaded.tasks.iter().enumerate();
    let mut listing: Vec<Listed> = tasks.zip(kept).map(|((at, task), kept)| list(loaded, at, task, kept)).collect();
    let name = |listed: &Listed| loaded.tasks.get(listed.task).map(|task| task.row.correlation.as_str());
    listing.sort_by(|a, b| b.updated_at.cmp(&a.updated_at).then_with(|| name(a).cmp(&name(b))));
    loaded.totals = totals(loaded, &listing);
    loaded.listing = listing;
}

fn fill_tombstones(loaded: &mut Loaded, orphans: &mut HashSet<String>) {
    let (tombstones, damage) = loaded.store().tombstones();
    loaded.damage.extend(damage.iter().map(damage_entry));
    for tombstone in tombstones {
        match loaded.by_name.get(&tombstone.correlation).and_then(|at| loaded.tasks.get_mut(*at)) {
            Some(task) => {
                let epoch = task.epoch_mut(tombstone.epoch);
                epoch.tombstone = Some(tombstone);
            }
            None => _ = orphans.insert(tombstone.correlation),
        }
    }
}

fn fill_deltas(loaded: &mut Loaded, orphans: &mut HashSet<String>) {
    let (deltas, damage) = loaded.store().deltas();
    loaded.damage.extend(damage.iter().map(damage_entry));
    for delta in deltas {
        match loaded.by_name.get(&delta.correlation).and_then(|at| loaded.tasks.get_mut(*at)) {
            Some(task) => task.epoch_mut(delta.epoch).has_delta = true,
            None => _ = orphans.insert(delta.correlation),
        }
    }
}

/// Reads every body once. Bodies of current epochs are judged on the spot; nothing of a body outlives its row.
fn fill_bodies(loaded: &mut Loaded, orphans: &mut HashSet<String>) -> Vec<Kept> {
    let mut kept: Vec<Kept> = loaded.tasks.iter().map(|_| Kept::default()).collect();
    let mut tasks = std::mem::take(&mut loaded.tasks);
    let facts = loaded.facts();
    let mut bodies = 0;
    let damage = loaded.store().each_snapshot(|key, row| {
        bodies += 1;
        let Some(at) = loaded.by_name.get(&row.correlation).copied() else {
            orphans.insert(row.correlation);
            return;
        };
        let (Some(task), Some(kept)) = (tasks.get_mut(at), kept.get_mut(at)) else { return };
        task.epoch_mut(row.epoch).snapshot = Some(key);
        let body = Body::read(&row.body);
        if kept.title.as_ref().is_none_or(|(epoch, _)| *epoch < row.epoch)
            && let Some(title) = body.value().and_then(|value| snapshot::title(value, masking::title))
        {
            kept.title = Some((row.epoch, title));
        }
        let stated = body.updated_at().map(|text| text.to_string_lossy().into_owned());
        let time = stated.unwrap_or_else(|| row.updated_at.clone());
        if time > kept.newest {
            kept.newest = time;
        }
        if row.epoch == task.row.current_epoch {
            let problem = snapshot::problems(&row, &body).first().map(|problem| problem.code());
            let revision = body.field("revision").and_then(|value| value.as_f64());
            let current = CurrentBody { row, body };
            let card = loaded.card(&task.row);
            let candidate = judge(task, Some(&current), &card, facts);
            kept.current = Some(Current { candidate, problem, revision });
        }
    });
    loaded.damage.extend(damage.iter().map(damage_entry));
    loaded.totals.bodies = bodies;
    loaded.tasks = tasks;
    kept
}

fn list(loaded: &Loaded, at: usize, task: &Task, kept: Kept) -> Listed {
    let card = loaded.card(&task.row);
    let (candidate, problem, body_revision) = match kept.current {
        Some(current) => (current.candidate, current.problem, current.revision),
        None => (judge(task, None, &card, loaded.facts()), None, None),
    };
    let standing = standing(task, &candidate, problem);
    let failing_load = candidate.load.as_ref().and_then(|load| load.code).map(|code| code.as_str());
    let error = candidate.error.map(|error| error.as_str());
    let by_card = candidate.summary.as_ref().is_some_and(|summary| summary.source() == Source::Workflow);
    let purged =
        task.epochs.values().filter_map(|epoch| epoch.tombstone.as_ref()).map(|stone| stone.purged_at.as_str()).max();
    let newest = purged.into_iter().chain([kept.newest.as_str()]).max().filter(|time| !time.is_empty());
    Listed {
        task: at,
        title: kept.title.map(|(_, title)| title).or_else(|| card_title(&card)),
        standing,
        reason: error.or(failing_load).map(str::to_owned).or(problem.map(str::to_owned)),
        revision: if by_card { card.card().and_then(|card| card.revision()).map(|n| n as f64) } else { body_revision },
        root_state: by_card.then(|| card_text(&card, "rootState")).flatten(),
        updated_at: newest.unwrap_or(&task.row.updated_at).to_owned(),
        offered: candidate.decision == Some(Decision::Defer),
        broken: error.is_some() || failing_load.is_some() || problem.is_some(),
        suppressed: task.row.suppressed,
    }
}

/// Says how a task stands, in the order in which the real tools decide.
pub(crate) fn standing(task: &Task, candidate: &Candidate, problem: Option<&'static str>) -> TaskStanding {
    if candidate.error.is_some() {
        return TaskStanding::Failing;
    }
    if task.row.suppressed {
        return TaskStanding::Suppressed;
    }
    match (&candidate.summary, candidate.decision) {
        (Some(summary), Some(Decision::Defer)) => {
            let loads = candidate.load.is_some_and(|load| load.ok());
            match summary.source() {
                _ if !loads => TaskStanding::Broken,
                Source::Workflow => TaskStanding::Workflow,
                Source::Direct if problem.is_some() => TaskStanding::Broken,
                Source::Direct => TaskStanding::Offered,
            }
        }
        _ => match task.current() {
            Some(epoch) if epoch.tombstone.is_some() && epoch.snapshot.is_none() => TaskStanding::Deleted,
            _ => TaskStanding::Empty,
        },
    }
}

pub(crate) fn card_title(card: &CardOutcome) -> Option<String> {
    let objective = card_text(card, "objective")?;
    objective.lines().map(str::trim).find(|line| !line.is_empty()).map(masking::title)
}

fn card_text(card: &CardOutcome, field: &str) -> Option<String> {
    Some(card.card()?.value().get(field)?.as_str()?.to_string_lossy().into_owned())
}

fn totals(loaded: &Loaded, listing: &[Listed]) -> TaskTotals {
    let count = |filter| listing.iter().filter(|listed| listed.passes(filter)).count() as u64;
    let epochs = loaded.tasks.iter().flat_map(|task| task.epochs.values());
    TaskTotals {
        all: listing.len() as u64,
        offered: count(TaskFilter::Offered),
        suppressed: count(TaskFilter::Suppressed),
        broken: count(TaskFilter::Broken),
        workflow: count(TaskFilter::Workflow),
        deleted: count(TaskFilter::Deleted),
        bodies: loaded.totals.bodies,
        tombstones: epochs.filter(|epoch| epoch.tombstone.is_some() && epoch.snapshot.is_none()).count() as u64,
    }
}
