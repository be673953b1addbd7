//! Each subcommand: what it asks the inspector, and how the answer is printed.

use std::path::Path;
use std::process::ExitCode;

use inspector::{Comparison, Inspector, RevisionName, SeenBody, TaskName as Named};
use wire::ErrorBody;
use wire::commands::ListSources;
use wire::tasks::TaskEntry;

use crate::args::{Cli, Command, DiffFormat, EpochAction, Sought, Which};
use crate::deleting::{self, How};
use crate::picks::{Only, TaskName};
use crate::session::Session;
use crate::{exit, history, input, manual, output, redacting, scanning, text, watch};

/// Runs a command line.
pub(crate) fn run(cli: Cli) -> ExitCode {
    let json = cli.common.json;
    answer(cli).unwrap_or_else(|error| output::error(&error, json))
}

fn answer(cli: Cli) -> Result<ExitCode, ErrorBody> {
    let mut environment = launch::environment();
    if let Some(now) = &cli.common.now {
        let time = inspector::parse_time(now);
        environment.fixed_now = Some(time.ok_or_else(|| inspector::usage("--now is no RFC 3339 time."))?);
    }
    let session = Session { inspector: Inspector::new(environment), db: cli.common.db, json: cli.common.json };
    if let Some(ledger) = &cli.common.workflows {
        session.inspector.use_ledger(&session.store()?, ledger)?;
    }
    match cli.command {
        Command::Sources => sources(&session),
        Command::Tasks { only, fail_on } => tasks(&session, only, fail_on),
        Command::Show { name, epoch, revision, raw, reveal } => {
            show(&session, &name, shown(epoch, revision)?, Look { raw, reveal })
        }
        Command::Revisions { which } => revisions(&session, which),
        Command::Strip { name, epoch } => strip(&session, &name, epoch),
        Command::Diff { name, from, to, to_task, against, format, reveal } => {
            let newer = Newer { task: to_task.as_deref(), store: against.as_deref(), reveal };
            diff(&session, &name, [&from, &to], newer, format)
        }
        Command::Suppress { action } => suppress(&session, &action, true),
        Command::Allow { action } => suppress(&session, &action, false),
        Command::Purge { name, epoch, revision, digest, scope, export_lost, yes } => {
            let seen = SeenBody { epoch, revision, digest };
            let how = How { scope, export_lost: export_lost.as_deref(), yes };
            deleting::purge(&session, &name, &seen, &how)
        }
        Command::PurgeMany { only, query, task, scope, export_lost, yes } => {
            let how = How { scope, export_lost: export_lost.as_deref(), yes };
            deleting::purge_many(&session, only, query.unwrap_or_default(), &task, &how)
        }
        Command::Redact { redact } => redacting::run(&session, *redact),
        Command::Erase { export_lost, yes } => deleting::erase(&session, export_lost.as_deref(), yes),
        Command::DeleteBackup { file, yes } => deleting::delete_backup(&session, &file, yes),
        Command::Residue { sought } => residue(&session, sought),
        Command::Scan { scan } => scanning::run(&session, *scan),
        Command::Watch => watch::run(session),
        Command::History { change } => history::run(&session, &change),
        Command::Completions { shell } => Ok(manual::completions(shell)),
        Command::Man { dir } => manual::pages(dir.as_deref()),
    }
}

fn sources(session: &Session) -> Result<ExitCode, ErrorBody> {
    if let Some(db) = &session.db {
        session.inspector.open_path(db)?;
    }
    let list = session.inspector.list_sources(ListSources {})?;
    Ok(if session.json { output::json(&list) } else { output::text(&text::sources(&list)) })
}

fn tasks(session: &Session, only: Option<Only>, fail_on: Option<Only>) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let mut document = session.inspector.tasks_document(&store)?;
    let failing = match fail_on {
        Some(fail_on) => document.tasks.iter().any(|task| passes(task, fail_on)),
        None => false,
    };
    if let Some(only) = only {
        document.tasks.retain(|task| passes(task, only));
    }
    let printed = if session.json { output::json(&document) } else { output::text(&text::tasks(&document)) };
    Ok(if failing { ExitCode::from(exit::FINDINGS) } else { printed })
}

fn passes(task: &TaskEntry, only: Only) -> bool {
    inspector::passes(task, only.into())
}

/// Which body to show: none named, an epoch's, or a revision.
fn shown(epoch: Option<i64>, revision: Option<String>) -> Result<Option<RevisionName>, ErrorBody> {
    let epoch = epoch.map(|epoch| RevisionName { epoch, revision: None, digest: None });
    revision.map_or(Ok(epoch), |revision| revision.parse().map(Some))
}

/// How a body is shown.
#[derive(Clone, Copy)]
struct Look {
    raw: bool,
    reveal: bool,
}

fn show(session: &Session, name: &TaskName, shown: Option<RevisionName>, look: Look) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
    let document = session.inspector.show_document(&store, &task, shown.as_ref(), look.raw, look.reveal)?;
    if session.json {
        return Ok(output::json(&document));
    }
    if look.raw {
        let named = RevisionName { epoch: document.epoch, revision: None, digest: None };
        let named = shown.as_ref().unwrap_or(&named);
        return Ok(output::bytes(&session.inspector.stored_bytes(&store, &task, named)?));
    }
    Ok(output::text(&text::show(&document)))
}

fn revisions(session: &Session, which: Which) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    if which.all {
        let document = session.inspector.every_revision_document(&store)?;
        return Ok(if session.json { output::json(&document) } else { output::text(&text::every_revision(&document)) });
    }
    let task = session.task(&store, &TaskName { task: which.task, session: which.session })?;
    let document = session.inspector.revisions_document(&store, &task)?;
    Ok(if session.json { output::json(&document) } else { output::text(&text::revisions(&document)) })
}

fn strip(session: &Session, name: &TaskName, epoch: Option<i64>) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
    let document = session.inspector.strip_document(&store, &task, epoch)?;
    Ok(if session.json { output::json(&document) } else { output::text(&text::strip(&document)) })
}

/// Where the newer side of a comparison is, when it is not where the older one is.
struct Newer<'a> {
    task: Option<&'a str>,
    store: Option<&'a Path>,
    /// Whether found secrets are shown as they are.
    reveal: bool,
}

fn diff(
    session: &Session,
    name: &TaskName,
    sides: [&str; 2],
    newer: Newer<'_>,
    format: DiffFormat,
) -> Result<ExitCode, ErrorBody> {
    let [from, to] = sides;
    let (from, to) = (from.parse()?, to.parse()?);
    let store = session.store()?;
    let task = session.task(&store, name)?;
    let to_task = match newer.task {
        Some(task) => Some(session.inspector.resolve_task(newer.store.unwrap_or(&store), Named::Correlation(task))?),
        None => None,
    };
    let comparison = Comparison {
        store: &store,
        correlation: &task,
        to_task: to_task.as_deref(),
        from: &from,
        to: &to,
        against: newer.store,
        reveal: newer.reveal,
    };
    if session.json {
        return Ok(output::json(&session.inspector.diff_document(comparison)?));
    }
    let format = match format {
        DiffFormat::Text => inspector::DiffFormat::Text,
        DiffFormat::Unified => inspector::DiffFormat::Unified,
        DiffFormat::Markdown => inspector::DiffFormat::Markdown,
        DiffFormat::Patch => inspector::DiffFormat::Patch,
    };
    Ok(output::styled(&text::diff(&session.inspector.diff_lines(comparison, format)?)))
}

fn suppress(session: &Session, action: &EpochAction, suppressed: bool) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, &action.name)?;
    let document = if action.yes {
        session.inspector.set_suppressed(&store, &task, action.epoch, suppressed)?
    } else {
        session.inspector.plan_suppressed(&store, &task, action.epoch, suppressed)?
    };
    Ok(if session.json { output::json(&document) } else { output::text(&text::suppress(&document)) })
}

fn residue(session: &Session, sought: Sought) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let document = if let Some(source) = sought.text {
        if source != "-" {
            return Err(inspector::usage("A text is read from standard input only: --text -"));
        }
        session.inspector.residue_document(&store, inspector::Sought::Text(&input::text()?))?
    } else if sought.all {
        session.inspector.residue_document(&store, inspector::Sought::Deleted)?
    } else {
        let name = TaskName { task: sought.task, session: sought.session };
        let task = session.task(&store, &name)?;
        session.inspector.residue_document(&store, inspector::Sought::Task(&task))?
    };
    Ok(if session.json { output::json(&document) } else { output::text(&text::residue(&document)) })
}
