//! Each subcommand: what it asks the inspector, and how the answer is printed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use inspector::{Comparison, Inspector, SeenBody, TaskName as Named};
use wire::ErrorBody;
use wire::actions::PurgeDocument;
use wire::commands::ListSources;
use wire::tasks::{TaskEntry, TaskFilter};

use crate::args::{Cli, Command, DiffFormat, EpochAction, Only, TaskName};
use crate::{exit, history, manual, output, text, watch};

/// Runs a command line.
pub(crate) fn run(cli: Cli) -> ExitCode {
    let json = cli.common.json;
    answer(cli).unwrap_or_else(|error| output::error(&error, json))
}

/// The inspector and the store that a command works on.
pub(crate) struct Session {
    pub(crate) inspector: Inspector,
    pub(crate) db: Option<PathBuf>,
    pub(crate) json: bool,
}

impl Session {
    fn store(&self) -> Result<PathBuf, ErrorBody> {
        self.inspector.choose_store_file(self.db.as_deref())
    }

    fn task(&self, store: &Path, name: &TaskName) -> Result<String, ErrorBody> {
        let named = match (&name.task, &name.session) {
            (Some(task), _) => Named::Correlation(task),
            (None, Some(session)) => Named::Session(session),
            (None, None) => return Err(inspector::usage("No task is named.")),
        };
        self.inspector.resolve_task(store, named)
    }
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
        Command::Show { name, epoch, raw } => show(&session, &name, epoch, raw),
        Command::Revisions { name } => revisions(&session, &name),
        Command::Strip { name, epoch } => strip(&session, &name, epoch),
        Command::Diff { name, from, to, to_task, against, format } => {
            let newer = Newer { task: to_task.as_deref(), store: against.as_deref() };
            diff(&session, &name, [&from, &to], newer, format)
        }
        Command::Suppress { action } => suppress(&session, &action, true),
        Command::Allow { action } => suppress(&session, &action, false),
        Command::Purge { name, epoch, revision, digest, yes } => {
            purge(&session, &name, &SeenBody { epoch, revision, digest }, yes)
        }
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
    let filter = match only {
        Only::Offered => TaskFilter::Offered,
        Only::Suppressed => TaskFilter::Suppressed,
        Only::Broken => TaskFilter::Broken,
        Only::Workflow => TaskFilter::Workflow,
        Only::Deleted => TaskFilter::Deleted,
    };
    inspector::passes(task, filter)
}

fn show(session: &Session, name: &TaskName, epoch: Option<i64>, raw: bool) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
    let document = session.inspector.show_document(&store, &task, epoch, raw)?;
    if session.json {
        return Ok(output::json(&document));
    }
    if raw {
        return Ok(output::bytes(&session.inspector.stored_bytes(&store, &task, document.epoch)?));
    }
    Ok(output::text(&text::show(&document)))
}

fn revisions(session: &Session, name: &TaskName) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
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

fn purge(session: &Session, name: &TaskName, seen: &SeenBody, yes: bool) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let task = session.task(&store, name)?;
    let document = if yes {
        PurgeDocument::Done(session.inspector.purge_body(&store, &task, seen)?)
    } else {
        PurgeDocument::Plan(session.inspector.plan_purge_body(&store, &task, seen)?)
    };
    Ok(if session.json { output::json(&document) } else { output::text(&text::purge(&document)) })
}
