//! The task list: true totals, filters, pages.

use fixtures::{BuiltStore, Bulk, Root, Run, Snapshot, StoreBuilder};
use wire::commands::{ListTasks, TaskRequest};
use wire::tasks::{TaskFilter, TaskPage, TaskStanding, TaskTotals};

use crate::common::{Machine, code, open};

/// A store with a task of every standing.
fn every_standing(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .workflows([Root::new("root-1", "task-1", "Objective of the root").state("needs-user").run(Run::new("run-1"))])
        .task("offered", |t| t.checkpoint(Snapshot::new("Offered\nsecond line")))
        .task("workflow", |t| t.bind_root("root-1"))
        .task("suppressed", |t| t.checkpoint(Snapshot::new("Suppressed")).suppress())
        .task("broken", |t| {
            t.checkpoint(Snapshot::new("Broken")).sql(
                "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, 'Broken', 'Tampered')
                 WHERE task_correlation = :task",
            )
        })
        .task("failing", |t| {
            t.checkpoint(Snapshot::new("Failing"))
                .sql("UPDATE continuity_snapshots SET snapshot_json = '{cut' WHERE task_correlation = :task")
        })
        .task("deleted", |t| t.checkpoint(Snapshot::new("Deleted")).purge())
        .task("empty", |t| t.checkpoint(Snapshot::new("Earlier")).clear())
        .build(&machine.path("store"))
        .unwrap()
}

fn page(machine: &inspector::Inspector, source: &str, filter: TaskFilter, offset: u64, limit: u64) -> TaskPage {
    let request = ListTasks { source: source.to_owned(), query: String::new(), filter, offset, limit };
    machine.list_tasks(request).unwrap()
}

#[test]
fn each_filter_shows_its_tasks_and_the_totals_stay_true() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let totals = TaskTotals {
        all: 7,
        // DEFER is also the answer for a body that load_context then refuses.
        offered: 3,
        suppressed: 1,
        broken: 2,
        workflow: 1,
        deleted: 1,
        bodies: 5,
        tombstones: 1,
    };
    for (filter, sessions) in [
        (TaskFilter::All, &["offered", "workflow", "suppressed", "broken", "failing", "deleted", "empty"][..]),
        (TaskFilter::Offered, &["offered", "workflow", "broken"]),
        (TaskFilter::Suppressed, &["suppressed"]),
        (TaskFilter::Broken, &["broken", "failing"]),
        (TaskFilter::Workflow, &["workflow"]),
        (TaskFilter::Deleted, &["deleted"]),
    ] {
        let page = page(&inspector, &source, filter, 0, 100);
        let mut shown: Vec<&str> = page.rows.iter().map(|row| row.task_correlation.as_str()).collect();
        shown.sort_unstable();
        let mut expected: Vec<String> = sessions.iter().map(|s| built.correlation(s).as_str().to_owned()).collect();
        expected.sort_unstable();
        assert_eq!(shown, expected, "{filter:?}");
        assert_eq!((page.matched, page.totals), (sessions.len() as u64, totals), "{filter:?}");
    }
}

#[test]
fn each_row_says_how_its_task_stands() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let rows = page(&inspector, &source, TaskFilter::All, 0, 100).rows;
    for (session, standing, reason, title) in [
        ("offered", TaskStanding::Offered, None, Some("Offered")),
        ("workflow", TaskStanding::Workflow, None, Some("Objective of the root")),
        ("suppressed", TaskStanding::Suppressed, None, Some("Suppressed")),
        ("broken", TaskStanding::Broken, Some("INTEGRITY_FAILED"), Some("Tampered")),
        ("failing", TaskStanding::Failing, Some("CONTINUITY_UNAVAILABLE"), None),
        ("deleted", TaskStanding::Deleted, None, None),
        ("empty", TaskStanding::Empty, None, Some("Earlier")),
    ] {
        let row = rows.iter().find(|row| row.task_correlation == built.correlation(session).as_str()).unwrap();
        assert_eq!((row.standing, row.reason.as_deref()), (standing, reason), "{session}");
        assert_eq!(row.title.as_ref().map(|title| title.as_str()), title, "{session}");
        let request = TaskRequest { source: source.clone(), task_correlation: row.task_correlation.clone() };
        let view = inspector.read_task(request).unwrap();
        assert_eq!((view.standing, view.task.standing), (standing, standing), "{session}");
        assert_eq!(view.task.title, row.title, "{session}");
    }
    let workflow = rows.iter().find(|row| row.standing == TaskStanding::Workflow).unwrap();
    assert_eq!(workflow.root_state.as_deref(), Some("needs-user"));
}

#[test]
fn pages_show_every_task_once_newest_first() {
    let machine = Machine::new();
    let built = StoreBuilder::new().bulk(Bulk::new(1_203).body_bytes(900)).build(&machine.path("bulk")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let all = page(&inspector, &source, TaskFilter::All, 0, 9_999);
    assert_eq!((all.rows.len(), all.matched, all.totals.all), (500, 1_203, 1_203), "a page has at most 500 rows");
    let mut rows = Vec::new();
    while rows.len() < 1_203 {
        let page = page(&inspector, &source, TaskFilter::All, rows.len() as u64, 250);
        assert!(!page.rows.is_empty());
        assert_eq!(page.state, all.state);
        rows.extend(page.rows);
    }
    assert!(rows.windows(2).all(|pair| pair[0].updated_at >= pair[1].updated_at));
    let mut names: Vec<_> = rows.iter().map(|row| row.task_correlation.clone()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 1_203);
    assert_eq!(rows[..500], all.rows);
    for (offset, limit, expected) in [(1_203, 10, 0), (1_200, 10, 3), (u64::MAX, u64::MAX, 0), (0, 0, 0)] {
        assert_eq!(page(&inspector, &source, TaskFilter::All, offset, limit).rows.len(), expected);
    }
}

#[test]
fn the_state_number_moves_only_when_the_store_does() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let first = page(&inspector, &source, TaskFilter::All, 0, 1).state;
    assert_eq!(page(&inspector, &source, TaskFilter::All, 0, 1).state, first);
    built.connect().unwrap().execute("UPDATE continuity_tasks SET suppressed = 1", []).unwrap();
    let page = page(&inspector, &source, TaskFilter::Suppressed, 0, 100);
    assert!(page.state > first);
    assert_eq!((page.matched, page.totals.suppressed), (7, 7));
}

#[test]
fn a_ledger_that_changes_changes_the_verdict() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    assert_eq!(page(&inspector, &source, TaskFilter::Workflow, 0, 10).matched, 1);
    let ledger = rusqlite::Connection::open(built.workflows.as_deref().unwrap()).unwrap();
    ledger.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM convergence_roots").unwrap();
    drop(ledger);
    assert_eq!(page(&inspector, &source, TaskFilter::Workflow, 0, 10).matched, 0);
    std::fs::write(built.workflows.as_deref().unwrap(), "not a ledger ".repeat(99)).unwrap();
    let page = page(&inspector, &source, TaskFilter::All, 0, 10);
    assert_eq!(page.matched, 7, "a spoilt ledger hides no task");
    assert_eq!(
        (page.database.damage[0].table.as_str(), page.database.damage[0].reason.as_str()),
        ("workflows", "not-a-database")
    );
}

#[test]
fn what_is_not_there_has_a_code() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let request = |source: &str| ListTasks {
        source: source.to_owned(),
        query: String::new(),
        filter: TaskFilter::All,
        offset: 0,
        limit: 1,
    };
    for id in ["", "zz", "..", "2f6", "\u{e9}\u{e9}"] {
        assert_eq!(code(inspector.list_tasks(request(id))), "unknown-source", "{id}");
    }
    assert_eq!(code(inspector.list_tasks(request("2f6e6f7768657265"))), "missing");
    let task = TaskRequest { source, task_correlation: "hmac-sha256:00".to_owned() };
    assert_eq!(code(inspector.read_task(task)), "not-found");
}
