//! A lock that another process holds: acting says `busy` after five seconds, and nothing else has to wait for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Holder, Machine, open};
use fixtures::{Snapshot, StoreBuilder};
use wire::commands::{ActivityRequest, ListTasks, SuppressRequest};
use wire::tasks::TaskFilter;

#[test]
fn acting_waits_five_seconds_while_reading_goes_on() {
    let machine = Machine::new();
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
    let other = StoreBuilder::new().task("s", |t| t).build(&machine.path("other")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let Some(holder) = Holder::start(&built.path, &["BEGIN EXCLUSIVE"]) else { return };

    let acting = {
        let (inspector, source) = (inspector.clone(), source.clone());
        let task_correlation = built.tasks[0].correlation.as_str().to_owned();
        std::thread::spawn(move || {
            let started = Instant::now();
            (inspector.suppress(SuppressRequest { source, task_correlation, epoch: 1 }), started.elapsed())
        })
    };
    std::thread::sleep(Duration::from_millis(500));
    let looking = Instant::now();
    let request = ListTasks { source, query: String::new(), filter: TaskFilter::All, offset: 0, limit: 5 };
    assert_eq!(inspector.list_tasks(request).unwrap().matched, 1);
    let same_store = looking.elapsed();
    inspector.open_path(&other.path).unwrap();
    let other_store = looking.elapsed();

    let (answer, waited) = acting.join().unwrap();
    drop(holder);
    assert_eq!(answer.unwrap_err().code, "busy");
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(6), "waited {waited:?}");
    let log = inspector.list_activity(ActivityRequest { limit: 5 }).unwrap();
    assert_eq!(log.entries[0].outcome, "busy");
    let suppressed: i64 = rusqlite::Connection::open(&built.path)
        .unwrap()
        .query_row("SELECT suppressed FROM continuity_tasks", [], |row| row.get(0))
        .unwrap();
    assert_eq!(suppressed, 0);
    assert!(
        same_store < Duration::from_secs(1) && other_store < Duration::from_secs(1),
        "looking waited for the action: {same_store:?} for the same store, {other_store:?} with another one"
    );
}

#[test]
fn readers_of_a_store_without_a_log_can_begin_while_an_action_waits_for_one() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::Delete)
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let read = ["BEGIN", "SELECT count(*) FROM continuity_tasks"];
    let Some(first) = Holder::start(&built.path, &read) else { return };
    let acting = {
        let (inspector, source) = (inspector.clone(), source.clone());
        let task_correlation = built.tasks[0].correlation.as_str().to_owned();
        std::thread::spawn(move || inspector.suppress(SuppressRequest { source, task_correlation, epoch: 1 }))
    };
    // By now the action has met the reader; one that begins now is let in between two tries.
    std::thread::sleep(Duration::from_millis(600));
    let second = Holder::start(&built.path, &read).unwrap();
    assert!(!acting.is_finished(), "the second reader was let in while the action waited");
    drop((first, second));
    assert!(acting.join().unwrap().unwrap().suppressed, "and the action is done when they are gone");
}
