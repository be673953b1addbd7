//! The rules of the store hold on after a delete and its erasing: the agent goes on as if it had deleted by itself.

use fixtures::{BuiltStore, Journal, SchemaVersion, Snapshot, StoreBuilder};
use inspector::{Inspector, SeenBody};
use wire::Number;
use wire::tasks::{TaskEntry, TasksDocument};

use crate::common::Machine;

fn deleted(machine: &Machine, schema: SchemaVersion, journal: Journal) -> (Inspector, BuiltStore) {
    let built = StoreBuilder::new()
        .schema(schema)
        .journal(journal)
        .task("s", |t| {
            t.checkpoint_as("first", Snapshot::new("first words of a body")).checkpoint(Snapshot::new("second words"))
        })
        .task("other", |t| t.checkpoint(Snapshot::new("of another task")).suppress())
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let seen = SeenBody { epoch: 1, revision: 2, digest: None };
    let done = inspector.purge_body(&built.path, built.tasks[0].correlation.as_str(), &seen).unwrap();
    assert!(done.proof.erased, "{:?}", done.proof);
    (inspector, built)
}

fn task<'d>(document: &'d TasksDocument, built: &BuiltStore, session: &str) -> &'d TaskEntry {
    let correlation = built.correlation(session);
    document.tasks.iter().find(|task| task.task_correlation == correlation.as_str()).unwrap()
}

#[test]
fn numbering_goes_on_after_the_tombstone_and_the_new_body_is_offered() {
    for schema in [SchemaVersion::V2, SchemaVersion::V3] {
        for journal in [Journal::KEPT_LOG, Journal::CLOSED, Journal::Delete] {
            let machine = Machine::new();
            let (inspector, built) = deleted(&machine, schema, journal);
            let later =
                StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("third words"))).go_on(&built).unwrap();
            let document = inspector.tasks_document(&built.path).unwrap();
            let task = task(&document, &built, "s");
            let epoch = &task.epochs[0];
            let snapshot = epoch.snapshot.as_ref().unwrap();
            assert_eq!((snapshot.revision, snapshot.digest_valid), (Some(Number(3.0)), Some(true)));
            assert_eq!(snapshot.digest.as_ref(), later.tasks[0].last().map(|revision| &revision.digest));
            assert_eq!(epoch.tombstone.as_ref().map(|stone| stone.revision), Some(2));
            assert_eq!(task.candidate.decision.as_deref(), Some("DEFER"));
            assert!(task.candidate.load.as_ref().is_some_and(|load| load.ok));
        }
    }
}

#[test]
fn a_request_of_before_the_delete_is_not_taken_again() {
    let machine = Machine::new();
    let (_, built) = deleted(&machine, SchemaVersion::V2, Journal::KEPT_LOG);
    let again = StoreBuilder::new().task("s", |t| t.checkpoint_as("first", Snapshot::new("first words of a body")));
    assert!(again.go_on(&built).is_err(), "its row is there, and so the id is used");
    // The receipt says which revision it made and nothing of its text.
    let results: Vec<String> = {
        let connection = built.connect().unwrap();
        let mut rows = connection.prepare("SELECT result_json FROM continuity_requests").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert_eq!(results.len(), 4);
    assert!(results.iter().all(|result| !result.contains("words")));
}

#[test]
fn suppression_clear_and_binding_go_on_as_before() {
    let machine = Machine::new();
    let (inspector, built) = deleted(&machine, SchemaVersion::V2, Journal::KEPT_LOG);
    let suppressed = |inspector: &Inspector, session: &str| {
        let document = inspector.tasks_document(&built.path).unwrap();
        let task = task(&document, &built, session);
        (task.suppressed, task.current_epoch, task.candidate.decision.clone())
    };
    assert_eq!(suppressed(&inspector, "other"), (true, 1, Some("REJECT".to_owned())));
    let later = StoreBuilder::new()
        .task("s", |t| t.suppress().checkpoint(Snapshot::new("while suppressed")))
        .task("other", |t| t.clear().checkpoint(Snapshot::new("after a clear")))
        .go_on(&built)
        .unwrap();
    assert_eq!(suppressed(&inspector, "s"), (true, 1, Some("REJECT".to_owned())), "a checkpoint lifts nothing");
    assert_eq!(suppressed(&inspector, "other"), (false, 2, Some("DEFER".to_owned())), "a clear does");
    StoreBuilder::new().task("s", |t| t.bind_root("root-1")).go_on(&later).unwrap();
    assert!(!suppressed(&inspector, "s").0, "and so does a binding");
}
