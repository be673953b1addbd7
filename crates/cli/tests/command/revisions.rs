//! `revisions`: of one task, and of all.

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};
use serde_json::Value;

use crate::run::Machine;

fn built(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("first", |t| t.checkpoint(Snapshot::new("one")).checkpoint(Snapshot::new("two")))
        .task("second", |t| t.checkpoint(Snapshot::new("three")))
        .build(&machine.path("store"))
        .unwrap()
}

#[test]
fn the_lists_of_all_tasks_are_those_of_each() {
    let machine = Machine::new();
    let built = built(&machine);
    let document = machine.on(&built.path, &["revisions", "--all"]).json();
    assert_eq!(document["uncommitted"], Value::Null);
    let tasks = document["tasks"].as_array().unwrap();
    let names: Vec<&str> = tasks.iter().map(|task| task["taskCorrelation"].as_str().unwrap()).collect();
    let expected: Vec<&str> = built.tasks.iter().map(|task| task.correlation.as_str()).collect();
    assert_eq!(names, expected);
    for (task, session) in tasks.iter().zip(["first", "second"]) {
        let alone = machine.on(&built.path, &["revisions", "--session", session]).json();
        assert_eq!(task["revisions"], alone["revisions"], "{session}");
    }
    let text = machine.plain(&built.path, &["revisions", "--all"]).out;
    assert!(expected.iter().all(|name| text.contains(name)) && text.contains("3 revisions and fragments of 2 tasks"));
}

#[test]
fn one_task_or_all_are_named_and_never_both() {
    let machine = Machine::new();
    let built = built(&machine);
    for arguments in
        [&["revisions"][..], &["revisions", "--all", "--session", "first"], &["revisions", "abcdef", "--all"]]
    {
        let ran = machine.on(&built.path, arguments);
        assert_eq!((ran.code, ran.error().as_str()), (2, "usage"), "{arguments:?}");
    }
}
