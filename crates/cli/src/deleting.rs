//! Deleting: one body, many, a backup file.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use inspector::{Existing, Observer, SeenBody, TaskName as Named};
use wire::ErrorBody;
use wire::actions::{PurgeDocument, PurgeDone, PurgePlan, PurgeScope, PurgeSummary};
use wire::commands::{PlanManyRequest, PurgePlanName};
use wire::tasks::TaskFilter;

use crate::picks::{Only, Scope, TaskName};
use crate::session::Session;
use crate::{output, text};

/// How a delete is to be done.
pub(crate) struct How<'a> {
    pub(crate) scope: Scope,
    pub(crate) export_lost: Option<&'a Path>,
    pub(crate) yes: bool,
}

/// Whether Ctrl+C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets a delete go on until Ctrl+C: what is deleted by then stays deleted, and the summary says what was left alone.
pub(crate) const UNTIL_STOPPED: Observer<'static> = &|_| !STOP.load(Ordering::Relaxed);

/// Turns Ctrl+C into a wish to stop. Without a handler it ends the command, which leaves the store whole all the same.
pub(crate) fn stop_on_signal() {
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
}

/// Deletes the body that was seen, and as much of its past as was asked for.
pub(crate) fn purge(session: &Session, name: &TaskName, seen: &SeenBody, how: &How<'_>) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
    if how.yes && how.scope == Scope::Body && how.export_lost.is_none() {
        let done = session.inspector.purge_body(&store, &task, seen)?;
        return Ok(print(session, &PurgeDocument::Done(done)));
    }
    let plan = session.inspector.plan_purge_body(&store, &task, seen, how.scope.into())?;
    if !how.yes {
        return Ok(print(session, &PurgeDocument::Plan(plan)));
    }
    let summary = carry_out(session, plan, how)?;
    if how.scope == Scope::Body {
        let PurgeSummary { mut deleted, proof, .. } = summary;
        let result = deleted.pop().map(|deleted| deleted.result);
        let result = result.ok_or_else(|| inspector::usage("Nothing was deleted."))?;
        return Ok(print(session, &PurgeDocument::Done(PurgeDone { ok: true, result, proof })));
    }
    Ok(print_summary(session, &summary))
}

/// Deletes the bodies of every task that is meant.
pub(crate) fn purge_many(
    session: &Session,
    only: Option<Only>,
    query: String,
    tasks: &[String],
    how: &How<'_>,
) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let named = tasks.iter().map(|task| session.inspector.resolve_task(&store, Named::Correlation(task)));
    let request = PlanManyRequest {
        source: session.inspector.open_path(&store)?.id,
        query,
        filter: only.map_or(TaskFilter::All, TaskFilter::from),
        tasks: named.collect::<Result<Vec<String>, ErrorBody>>()?,
        scope: how.scope.into(),
    };
    let plan = session.inspector.plan_purge_many(request)?;
    if !how.yes {
        return Ok(print(session, &PurgeDocument::Plan(plan)));
    }
    let summary = carry_out(session, plan, how)?;
    Ok(print_summary(session, &summary))
}

fn carry_out(session: &Session, plan: PurgePlan, how: &How<'_>) -> Result<PurgeSummary, ErrorBody> {
    if let Some(to) = how.export_lost.filter(|_| plan.lost.revisions > 0) {
        let name = PurgePlanName { source: String::new(), plan: plan.id.clone() };
        session.inspector.export_lost(name, to, Existing::Keep)?;
    }
    stop_on_signal();
    session.inspector.purge_planned(&plan.id, false, UNTIL_STOPPED)
}

/// Erases what is left over in a store.
pub(crate) fn erase(session: &Session, export_lost: Option<&Path>, yes: bool) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    if !yes {
        let plan = session.inspector.plan_erase_store(&store)?;
        return Ok(if session.json { output::json(&plan) } else { output::text(&text::erase_plan(&plan)) });
    }
    if let Some(to) = export_lost
        && session.inspector.plan_erase_store(&store)?.lost.revisions > 0
    {
        session.inspector.export_leftovers(&store, to, Existing::Keep)?;
    }
    stop_on_signal();
    let done = session.inspector.erase_store(&store, UNTIL_STOPPED)?;
    Ok(if session.json { output::json(&done) } else { output::text(&text::erase_done(&done)) })
}

/// Deletes a backup file.
pub(crate) fn delete_backup(session: &Session, file: &str, yes: bool) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let plan = session.inspector.plan_backup(&store, file)?;
    if !yes {
        return Ok(if session.json { output::json(&plan) } else { output::text(&text::backup_plan(&plan)) });
    }
    let done = session.inspector.delete_planned_backup(&store, file)?;
    Ok(if session.json { output::json(&done) } else { output::text(&text::backup_deleted(&done)) })
}

fn print(session: &Session, document: &PurgeDocument) -> ExitCode {
    if session.json { output::json(document) } else { output::text(&text::purge(document)) }
}

fn print_summary(session: &Session, summary: &PurgeSummary) -> ExitCode {
    if session.json { output::json(summary) } else { output::text(&text::purge_summary(summary)) }
}

impl From<Scope> for PurgeScope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Body => Self::Body,
            Scope::Epoch => Self::Epoch,
            Scope::Task => Self::Task,
        }
    }
}

impl From<Only> for TaskFilter {
    fn from(only: Only) -> Self {
        match only {
            Only::Offered => Self::Offered,
            Only::Suppressed => Self::Suppressed,
            Only::Broken => Self::Broken,
            Only::Workflow => Self::Workflow,
            Only::Deleted => Self::Deleted,
        }
    }
}
