//! `continuity history`: the recorded history, shown, changed and cleared.

use std::path::Path;
use std::process::ExitCode;

use wire::ErrorBody;
use wire::commands::{ClearHistory, ListSources};

use crate::args::HistoryChange;
use crate::session::Session;
use crate::{output, text};

/// Shows the history after the change that is asked for.
pub(crate) fn run(session: &Session, change: &HistoryChange) -> Result<ExitCode, ErrorBody> {
    let inspector = &session.inspector;
    if let Some(task) = &change.clear {
        return clear(session, task.as_deref(), change.yes);
    }
    let mut state = inspector.read_history(ListSources {})?;
    let mut settings = state.settings.clone();
    settings.record = change.on || (settings.record && !change.off);
    settings.keep_days = change.keep_days.unwrap_or(settings.keep_days);
    settings.keep_bytes = change.keep_size.unwrap_or(settings.keep_bytes);
    let asked = change.on || change.off || change.keep_days.is_some() || change.keep_size.is_some();
    if asked {
        state = inspector.change_history(settings)?;
    }
    Ok(if session.json { output::json(&state) } else { output::text(&text::history(&state)) })
}

fn clear(session: &Session, task: Option<&str>, yes: bool) -> Result<ExitCode, ErrorBody> {
    let inspector = &session.inspector;
    let request = match (task, session.db.as_deref()) {
        (Some(task), store) => inspector.name_recorded_task(store, task)?,
        (None, Some(store)) => ClearHistory { source: Some(source_of(session, store)?), task_correlation: None },
        (None, None) => ClearHistory { source: None, task_correlation: None },
    };
    if yes {
        let state = inspector.clear_history(request)?;
        return Ok(if session.json { output::json(&state) } else { output::text(&text::history(&state)) });
    }
    let copies = inspector.plan_clear_history(&request)?;
    if session.json {
        return Ok(output::json(&inspector.read_history(ListSources {})?));
    }
    Ok(output::text(&text::clear_plan(copies)))
}

/// The id of a store, which need not be there any more.
fn source_of(session: &Session, store: &Path) -> Result<String, ErrorBody> {
    let path = session.inspector.choose_store_file(Some(store))?;
    Ok(inspector::source_id(&path))
}
