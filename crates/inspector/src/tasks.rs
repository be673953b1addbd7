//! The tasks of a store: the whole document for the command, pages for the window.

use std::path::Path;

use wire::ErrorBody;
use wire::Number;
use wire::Text;
use wire::commands::{ListTasks, TaskRequest};
use wire::tasks::{Database, TaskEntry, TaskFilter, TaskPage, TaskRow, TaskStanding, TaskView, TasksDocument};

use crate::inspector::Inspector;
use crate::loaded::{Listed, Loaded};
use crate::locations::beside;
use crate::{body, clock, entry, revisions};

/// Most rows of one page.
const MOST_ROWS: u64 = 500;

impl Inspector {
    /// Reads every task with its epochs and verdict.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn tasks_document(&self, store: &Path) -> Result<TasksDocument, ErrorBody> {
        let loaded = self.load(store)?;
        let tasks = loaded.tasks.iter().map(|task| entry::describe(&loaded, task).entry).collect();
        Ok(TasksDocument { database: database(&loaded), total: loaded.totals.all, tasks })
    }

    /// Reads one page of the task list.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn list_tasks(&self, request: ListTasks) -> Result<TaskPage, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let found = self.search(&loaded, &request.query);
        let matched: Vec<&Listed> = loaded
            .listing
            .iter()
            .filter(|listed| {
                listed.passes(request.filter) && found.as_ref().is_none_or(|found| found.contains(&listed.task))
            })
            .collect();
        let offset = usize::try_from(request.offset).unwrap_or(usize::MAX);
        let limit = request.limit.min(MOST_ROWS) as usize;
        let rows = matched.iter().skip(offset).take(limit).filter_map(|listed| row(&loaded, listed)).collect();
        Ok(TaskPage {
            database: database(&loaded),
            read_at: clock::iso(loaded.read_at),
            changed_at: changed_at(&loaded.path),
            totals: loaded.totals,
            matched: matched.len() as u64,
            offset: request.offset,
            rows,
            state: loaded.state,
        })
    }

    /// Reads everything about one task but its bodies.
    ///
    /// # Errors
    /// When the store cannot be read, or `not-found`.
    pub fn read_task(&self, request: TaskRequest) -> Result<TaskView, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let task = body::task(&loaded, &request.task_correlation)?;
        let described = entry::describe(&loaded, task);
        let revisions = self.revisions_of(&loaded, task);
        Ok(TaskView {
            standing: described.entry.standing,
            revisions: revisions.iter().map(|revision| revision.entry.clone()).collect(),
            uncommitted: revisions::uncommitted(&loaded),
            requests: described.requests,
            task: described.entry,
            state: loaded.state,
        })
    }
}

/// Whether a filter shows a task.
pub fn passes(task: &TaskEntry, filter: TaskFilter) -> bool {
    let candidate = &task.candidate;
    let current = task.epochs.iter().find(|epoch| epoch.current).and_then(|epoch| epoch.snapshot.as_ref());
    match filter {
        TaskFilter::All => true,
        TaskFilter::Offered => candidate.decision.as_deref() == Some("DEFER"),
        TaskFilter::Suppressed => task.suppressed,
        TaskFilter::Broken => {
            candidate.error.is_some()
                || candidate.load.as_ref().is_some_and(|load| !load.ok)
                || current.is_some_and(|snapshot| !snapshot.problems.is_empty())
        }
        TaskFilter::Workflow => task.standing == TaskStanding::Workflow,
        TaskFilter::Deleted => task.standing == TaskStanding::Deleted,
    }
}

/// Describes a store as it was read.
pub(crate) fn database(loaded: &Loaded) -> Database {
    let store = loaded.store();
    let image = store.image();
    Database {
        path: loaded.path.display().to_string(),
        schema_version: store.identity().schema_version,
        application_id: store.identity().shared_file.then(|| "AGSN".to_owned()),
        journal_mode: if store.identity().wal { "wal" } else { "delete" }.to_owned(),
        size_bytes: image.main_len(),
        log_bytes: image.log().map_or(0, |log| log.file_len()),
        damage: loaded.damage.clone(),
    }
}

fn row(loaded: &Loaded, listed: &Listed) -> Option<TaskRow> {
    let task = loaded.tasks.get(listed.task)?;
    Some(TaskRow {
        task_correlation: task.row.correlation.clone(),
        title: listed.title.clone().map(Text),
        standing: listed.standing,
        reason: listed.reason.clone(),
        current_epoch: task.row.current_epoch,
        revision: listed.revision.map(Number),
        root_state: listed.root_state.clone(),
        updated_at: listed.updated_at.clone(),
    })
}

/// When main file or log last changed on disk.
fn changed_at(path: &Path) -> Option<String> {
    let files = [path.to_owned(), beside(path, "-wal")];
    let newest = files.iter().filter_map(|file| std::fs::metadata(file).ok()?.modified().ok()).max();
    newest.map(|time| clock::iso(clock::from_system(time)))
}
