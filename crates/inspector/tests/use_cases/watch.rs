//! A change on disk is told, and nothing else is.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use fixtures::{Journal, Root, Snapshot, StoreBuilder};
use wire::commands::StoreChanged;

use crate::common::{Machine, code, open};

/// Longer than a few looks.
const PATIENCE: Duration = Duration::from_secs(4);
/// Longer than a look.
const QUIET: Duration = Duration::from_millis(1_300);

fn told(notices: &Receiver<StoreChanged>, what: &str) -> StoreChanged {
    let notice = notices.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{what} was not told"));
    // A change in two steps may be told twice.
    while notices.recv_timeout(Duration::from_millis(700)).is_ok() {}
    notice
}

#[test]
fn a_write_a_replacement_a_removal_and_a_return_are_told() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .workflows([Root::new("r", "t", "o")])
        .build(&machine.path("store"))
        .unwrap();
    let other = StoreBuilder::new().task("s", |t| t).build(&machine.path("other")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let (send, notices) = channel();
    let watch = inspector.watch(&source, Box::new(move |change| drop(send.send(change)))).unwrap();
    assert_eq!(notices.recv_timeout(QUIET), Err(RecvTimeoutError::Timeout), "nothing happened yet");

    built.connect().unwrap().execute("UPDATE continuity_tasks SET suppressed = 1", []).unwrap();
    let notice = told(&notices, "a write to the log");
    assert_eq!(notice.source, source);
    inspector.open_path(&built.path).unwrap();
    assert_eq!(notices.recv_timeout(QUIET), Err(RecvTimeoutError::Timeout), "looking is no change");

    let ledger = rusqlite::Connection::open(built.workflows.as_deref().unwrap()).unwrap();
    ledger.execute_batch("UPDATE convergence_roots SET revision = revision + 1").unwrap();
    told(&notices, "a write to the ledger");

    std::fs::rename(&other.path, &built.path).unwrap();
    told(&notices, "a replacement");
    let kept = std::fs::read(&built.path).unwrap();
    std::fs::remove_file(&built.path).unwrap();
    told(&notices, "a removal");
    std::fs::write(&built.path, kept).unwrap();
    told(&notices, "a return");

    let started = Instant::now();
    drop(watch);
    assert!(started.elapsed() < Duration::from_millis(300), "the end of a watch is waited for");
    std::fs::remove_file(&built.path).unwrap();
    assert_eq!(notices.recv_timeout(QUIET), Err(RecvTimeoutError::Disconnected));
}

#[test]
fn what_is_not_there_yet_can_be_watched_and_a_name_that_is_none_cannot() {
    let machine = Machine::new();
    let built = StoreBuilder::new().task("s", |t| t).build(&machine.path("store")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let away = machine.path("away");
    std::fs::rename(&built.path, &away).unwrap();
    let (send, notices) = channel();
    let _watch = inspector.watch(&source, Box::new(move |change| drop(send.send(change)))).unwrap();
    assert_eq!(code(inspector.watch("zz", Box::new(|_| ())).map(drop)), "unknown-source");
    std::thread::sleep(Duration::from_millis(100));
    std::fs::rename(&away, &built.path).unwrap();
    told(&notices, "an arrival");
}
