//! Erasing what deletes left over, now or later.

use std::sync::Arc;

use fixtures::{BuiltStore, Foreign, Journal, Snapshot, StoreBuilder};
use wire::actions::{PlaceState, ProofPlaceKind, PurgeScope};
use wire::commands::{EraseRequest, ListSources, PlanRequest, PurgeRequest, StoreRequest};

use crate::common::{Holder, Machine, code, open};

const GONE: &str = "a sentence that was replaced long ago";
const KEPT: &str = "a sentence that is stored now";

fn build(machine: &Machine, journal: Journal) -> BuiltStore {
    StoreBuilder::new()
        .journal(journal)
        .task("s", |t| t.checkpoint(Snapshot::new(GONE)).checkpoint(Snapshot::new(KEPT)))
        .task("other", |t| t.checkpoint(Snapshot::new("another task")).purge())
        .build(&machine.path("store"))
        .unwrap()
}

fn holds(built: &BuiltStore, text: &str) -> bool {
    ["continuity.sqlite3", "continuity.sqlite3-wal"].iter().any(|name| {
        let bytes = std::fs::read(built.path.with_file_name(name)).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[test]
fn everything_that_is_left_over_goes_and_every_row_stays() {
    for journal in [Journal::KEPT_LOG, Journal::Delete] {
        let machine = Machine::new();
        let built = build(&machine, journal);
        let inspector = machine.inspector();
        let source = open(&inspector, &built.path);
        let before = inspector.tasks_document(&built.path).unwrap();
        let plan = inspector.plan_erase(StoreRequest { source: source.clone() }).unwrap();
        assert_eq!(plan.log_bytes > 0, journal == Journal::KEPT_LOG);
        if journal == Journal::KEPT_LOG {
            assert_eq!((plan.lost.revisions, plan.lost.tasks), (2, 2), "the replaced body and the deleted one");
        }
        let wrong = EraseRequest { source: source.clone(), confirmation: "erase".to_owned() };
        assert_eq!(code(inspector.erase(wrong)), "not-confirmed");
        let done = inspector.erase(EraseRequest { source, confirmation: plan.confirmation }).unwrap();
        assert!(done.proof.erased, "{:?}", done.proof);
        assert!(!holds(&built, GONE) && !holds(&built, "another task") && holds(&built, KEPT));
        let after = inspector.tasks_document(&built.path).unwrap();
        assert!(after.tasks == before.tasks);
        let connection = built.connect().unwrap();
        let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
    }
}

#[test]
fn what_a_reader_held_up_is_remembered_named_and_finished_when_it_is_gone() {
    let machine = Machine::new();
    let built = build(&machine, Journal::KEPT_LOG);
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let Some(holder) = Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]) else { return };
    let plan = inspector
        .plan_purge(PlanRequest {
            source: source.clone(),
            task_correlation: built.tasks[0].correlation.as_str().to_owned(),
            epoch: 1,
            scope: PurgeScope::Epoch,
        })
        .unwrap();
    let request = PurgeRequest { source: source.clone(), plan: plan.id, confirmation: plan.confirmation, finish: true };
    let done = inspector.purge(request, &|_| true).unwrap();
    assert!(!done.proof.erased);
    let log = done.proof.places.iter().find(|place| place.place == ProofPlaceKind::Log).unwrap();
    assert_eq!((log.state, log.code.as_deref()), (PlaceState::Remains, Some("log-held")));
    if cfg!(target_os = "linux") {
        assert_eq!(log.processes, [holder.process()]);
    }
    let unfinished = |inspector: &inspector::Inspector| {
        let sources = inspector.list_sources(ListSources {}).unwrap().sources;
        sources.into_iter().find(|listed| listed.id == source).unwrap().unfinished_since
    };
    assert!(unfinished(&inspector).is_some());
    // Another start of the program knows of it too, and cannot finish it yet.
    let later = machine.inspector();
    open(&later, &built.path);
    later.finish_unfinished();
    assert!(unfinished(&later).is_some());
    drop(holder);
    later.finish_unfinished();
    assert_eq!(unfinished(&later), None);
    assert!(!holds(&built, GONE) && !holds(&built, KEPT));
    let activity = inspector.list_activity(wire::commands::ActivityRequest { limit: 10 }).unwrap();
    let said: Vec<_> = activity.entries.iter().map(|entry| (entry.action.as_str(), entry.erased)).collect();
    assert_eq!(said, [("erase", Some(true)), ("purge", Some(false))]);
    assert!(!machine.own("unfinished.json").exists());
}

#[test]
fn a_refused_delete_leaves_nothing_unfinished() {
    let machine = Machine::new();
    let built = build(&machine, Journal::CLOSED);
    let inspector = machine.inspector();
    let seen = inspector::SeenBody { epoch: 1, revision: 1, digest: None };
    let task = built.tasks[0].correlation.as_str();
    assert_eq!(code(inspector.purge_body(&built.path, task, &seen)), "stale-revision");
    assert!(!machine.own("unfinished.json").exists());
}

#[test]
fn words_in_somebody_elses_index_go_and_its_copies_are_named() {
    let word = "quetzalcoatlus";
    let sentence = format!("{word} and other words that only this body has");
    for (object, erased) in [(Foreign::FullText, true), (Foreign::Audit, false), (Foreign::BodyIndex, true)] {
        let machine = Machine::new();
        let built = StoreBuilder::new()
            .foreign(object)
            .task("s", |t| t.checkpoint(Snapshot::new(&sentence)))
            .task("other", |t| t.checkpoint(Snapshot::new(KEPT)))
            .build(&machine.path("store"))
            .unwrap();
        let inspector = machine.inspector();
        let seen = inspector::SeenBody { epoch: 1, revision: 1, digest: None };
        let done = inspector.purge_body(&built.path, built.tasks[0].correlation.as_str(), &seen).unwrap();
        assert_eq!((done.proof.erased, holds(&built, word)), (erased, !erased), "{object:?}");
        let place = done.proof.places.iter().find(|place| place.place == ProofPlaceKind::SchemaObject).unwrap();
        assert_eq!(place.code.as_deref(), if erased { None } else { Some("foreign-object") });
    }
}
