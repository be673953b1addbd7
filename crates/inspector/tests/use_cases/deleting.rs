//! Deleting more than one body: an epoch's past, a task, many tasks, a backup file.

use std::path::Path;

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};
use inspector::{Existing, Inspector};
use wire::actions::{PlaceState, PlanEffect, ProofPlaceKind, PurgePhase, PurgeScope, PurgeSummary};
use wire::commands::{BackupRequest, ListSources, PlanManyRequest, PlanRequest, PurgePlanName, PurgeRequest};
use wire::tasks::TaskFilter;

use crate::common::{Machine, code, open};

/// Two tasks with several revisions each, all of them in the log.
fn build(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("one", |t| {
            t.checkpoint(Snapshot::new("one-first-okapi of an epoch that was cleared"))
                .checkpoint(Snapshot::new("one-second-zebra of an epoch that was cleared"))
                .clear()
                .checkpoint(Snapshot::new("one-third-lemur of the epoch that is current"))
                .checkpoint(Snapshot::new("one-fourth-tapir of the epoch that is current"))
        })
        .task("two", |t| {
            t.checkpoint(Snapshot::new("two-first-panda of another task"))
                .checkpoint(Snapshot::new("two-second-gecko of another task"))
        })
        .build(&machine.path("store"))
        .unwrap()
}

/// Which of the words stand in main file and log.
fn left(store: &Path, words: &[&'static str]) -> Vec<&'static str> {
    let log = store.with_file_name("continuity.sqlite3-wal");
    let bytes = [std::fs::read(store).unwrap(), std::fs::read(log).unwrap_or_default()].concat();
    words.iter().copied().filter(|word| bytes.windows(word.len()).any(|window| window == word.as_bytes())).collect()
}

const WORDS: [&str; 6] = [
    "one-first-okapi",
    "one-second-zebra",
    "one-third-lemur",
    "one-fourth-tapir",
    "two-first-panda",
    "two-second-gecko",
];

fn delete(inspector: &Inspector, source: &str, task: &str, epoch: i64, scope: PurgeScope) -> PurgeSummary {
    let (source, task_correlation) = (source.to_owned(), task.to_owned());
    let plan = inspector.plan_purge(PlanRequest { source: source.clone(), task_correlation, epoch, scope }).unwrap();
    let request = PurgeRequest { source, plan: plan.id, confirmation: plan.confirmation, finish: false };
    inspector.purge(request, &|_| true).unwrap()
}

#[test]
fn a_plan_counts_the_older_revisions_that_go_with_the_log_and_writes_them_on_request() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let request =
        PlanRequest { source: source.clone(), task_correlation: task.to_owned(), epoch: 2, scope: PurgeScope::Body };
    let plan = inspector.plan_purge(request).unwrap();
    // Stored are 1.2, 2.2 of the first and 1.2 of the second task; all others are only in the log.
    let lost = &plan.lost;
    assert_eq!((lost.revisions, lost.tasks, lost.of_other_tasks), (3, 2, 1));
    let history: Vec<_> = built.tasks.iter().flat_map(|task| &task.history).collect();
    let expected = [history[0], history[2], history[4]];
    assert_eq!(lost.bytes, expected.iter().map(|revision| revision.body.len() as u64).sum::<u64>());
    let mut named: Vec<_> = lost.entries.iter().map(|entry| entry.digest.clone().unwrap()).collect();
    named.sort();
    let mut digests: Vec<_> = expected.iter().map(|revision| revision.digest.clone()).collect();
    digests.sort();
    assert_eq!(named, digests);

    let to = machine.path("lost.jsonl");
    let name = PurgePlanName { source, plan: plan.id };
    let exported = inspector.export_lost(name.clone(), &to, Existing::Keep).unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    assert_eq!(exported.bytes, text.len() as u64);
    let mut bodies: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|line| line["snapshotJson"].as_str().unwrap().to_owned())
        .collect();
    bodies.sort();
    let mut stored: Vec<String> = expected.iter().map(|revision| revision.body.clone()).collect();
    stored.sort();
    assert_eq!(bodies, stored);
    let other = PurgePlanName { plan: "another".to_owned(), ..name.clone() };
    assert_eq!(code(inspector.export_lost(other, &to, Existing::Replace)), "changed-since-read");
    // Over another file only when somebody agreed, and never over what belongs to the store.
    assert_eq!(code(inspector.export_lost(name.clone(), &to, Existing::Keep)), "file-exists");
    inspector.export_lost(name.clone(), &to, Existing::Replace).unwrap();
    for file in ["continuity.sqlite3", "continuity.sqlite3-wal", "continuity.sqlite3-journal", "workflows.sqlite3"] {
        let path = machine.path("store").join(file);
        let before = std::fs::read(&path).ok();
        for existing in [Existing::Keep, Existing::Replace] {
            assert_eq!(code(inspector.export_lost(name.clone(), &path, existing)), "protected-file", "{file}");
        }
        assert!(std::fs::read(&path).ok() == before, "{file}");
    }
    let own = machine.own("activity.jsonl");
    std::fs::create_dir_all(own.parent().unwrap()).unwrap();
    std::fs::write(&own, "").unwrap();
    assert_eq!(code(inspector.export_lost(name, &own, Existing::Replace)), "protected-file");
}

#[test]
fn the_past_of_an_epoch_goes_with_it_and_the_rows_of_others_stay() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let done = delete(&inspector, &source, built.tasks[0].correlation.as_str(), 2, PurgeScope::Epoch);
    assert_eq!((done.deleted_count, done.deleted[0].result.epoch), (1, 2));
    assert!(done.proof.erased, "{:?}", done.proof);
    assert_eq!(left(&built.path, &WORDS), ["one-second-zebra", "two-second-gecko"]);
}

#[test]
fn a_task_goes_with_the_bodies_of_all_its_epochs() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let request = |scope| PlanRequest { source: source.clone(), task_correlation: task.to_owned(), epoch: 2, scope };
    let plan = inspector.plan_purge(request(PurgeScope::Task)).unwrap();
    assert_eq!((plan.body_count, plan.task_count, plan.bodies.len()), (2, 1, 2));
    let hex: String = task.trim_start_matches("hmac-sha256:").chars().take(6).collect();
    assert_eq!(plan.confirmation, format!("delete task {hex}"));
    let done = delete(&inspector, &source, task, 2, PurgeScope::Task);
    let mut epochs: Vec<_> = done.deleted.iter().map(|deleted| deleted.result.epoch).collect();
    epochs.sort_unstable();
    assert_eq!(epochs, [1, 2]);
    assert!(done.proof.erased, "{:?}", done.proof);
    assert_eq!(left(&built.path, &WORDS), ["two-second-gecko"]);
    assert_eq!(code(inspector.plan_purge(request(PurgeScope::Task))), "changed-since-read");
}

fn many(source: &str, filter: TaskFilter, tasks: &[&str], scope: PurgeScope) -> PlanManyRequest {
    let tasks = tasks.iter().map(|&task| task.to_owned()).collect();
    PlanManyRequest { source: source.to_owned(), query: String::new(), filter, tasks, scope }
}

#[test]
fn many_bodies_go_one_by_one_and_what_moved_is_left_alone() {
    let machine = Machine::new();
    let mut store = StoreBuilder::new();
    for at in 0..7 {
        let body = Snapshot::new(&format!("objective number {at} with words enough to be found"));
        store =
            store.task(&format!("s{at}"), |t| if at < 5 { t.checkpoint(body).suppress() } else { t.checkpoint(body) });
    }
    let built = store.build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let plan = inspector.plan_purge_many(many(&source, TaskFilter::Suppressed, &[], PurgeScope::Body)).unwrap();
    assert_eq!((plan.body_count, plan.task_count, plan.confirmation.as_str()), (5, 5, "delete 5 bodies"));
    let deleted = plan.plan.iter().filter(|item| item.kind == "body" && item.effect == PlanEffect::Delete);
    assert_eq!(deleted.map(|item| item.count).sum::<u64>(), 5);
    // One of them is written again before the delete.
    let moved = plan.bodies[2].task_correlation.clone();
    let sql = "UPDATE continuity_snapshots SET snapshot_json = snapshot_json || ' ' WHERE task_correlation = ?1";
    built.connect().unwrap().execute(sql, [&moved]).unwrap();
    let request =
        PurgeRequest { source: source.clone(), plan: plan.id, confirmation: plan.confirmation, finish: false };
    let phases = std::cell::RefCell::new(Vec::new());
    let done = inspector
        .purge(request, &|progress| {
            phases.borrow_mut().push((progress.phase, progress.done, progress.total));
            true
        })
        .unwrap();
    assert_eq!((done.deleted_count, done.refused_count, done.stopped), (4, 1, 0));
    assert_eq!(
        (done.refused[0].task_correlation.clone(), done.refused[0].error.code.as_str()),
        (moved, "changed-since-read")
    );
    assert!(done.proof.erased, "{:?}", done.proof);
    let deletes: Vec<_> = phases.borrow().iter().filter(|(phase, ..)| *phase == PurgePhase::Delete).copied().collect();
    assert_eq!(deletes, [0, 1, 2, 3, 4].map(|done| (PurgePhase::Delete, done, 5)));
    let rows: i64 =
        built.connect().unwrap().query_row("SELECT count(*) FROM continuity_snapshots", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 3);
    let none = inspector.plan_purge_many(many(&source, TaskFilter::Workflow, &[], PurgeScope::Task));
    assert_eq!(code(none), "no-body");
}

#[test]
fn a_delete_that_is_stopped_leaves_the_rest_and_proves_what_it_did() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let names: Vec<&str> = built.tasks.iter().map(|task| task.correlation.as_str()).collect();
    let plan = inspector.plan_purge_many(many(&source, TaskFilter::All, &names, PurgeScope::Task)).unwrap();
    assert_eq!((plan.body_count, plan.task_count), (3, 2));
    let request = PurgeRequest { source, plan: plan.id, confirmation: plan.confirmation, finish: false };
    let done = inspector
        .purge(request, &|progress| {
            if progress.done == 1 {
                inspector.stop_purge(ListSources {}).unwrap();
            }
            true
        })
        .unwrap();
    assert_eq!((done.deleted_count, done.stopped), (1, 2));
    let rows: i64 =
        built.connect().unwrap().query_row("SELECT count(*) FROM continuity_snapshots", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 2);
}

#[test]
fn a_copy_that_was_opened_is_named() {
    let machine = Machine::new();
    let built = build(&machine);
    let copy = machine.path("copy.sqlite3");
    built.connect().unwrap().execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    open(&inspector, &copy);
    let done = delete(&inspector, &source, built.tasks[0].correlation.as_str(), 2, PurgeScope::Body);
    let named: Vec<_> = done.proof.places.iter().filter(|place| place.state == PlaceState::Remains).collect();
    assert_eq!(named.len(), 1);
    assert_eq!((named[0].place, named[0].code.as_deref()), (ProofPlaceKind::Backup, Some("opened-copy")));
    assert_eq!(Path::new(&named[0].file), copy.canonicalize().unwrap());
    assert!(!done.proof.erased);
}

#[test]
fn a_body_inside_a_backup_and_a_backup_as_a_whole() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("old", |t| t.checkpoint(Snapshot::new("words in an old body that a cleanup took")))
        .task("new", |t| t.checkpoint(Snapshot::new("words of a body that is kept")))
        .cleanup("plan-1")
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let backup = &built.backups[0];
    let inside = open(&inspector, backup);
    let task = built.tasks[0].correlation.as_str();
    let done = delete(&inspector, &inside, task, 1, PurgeScope::Body);
    // The cleanup took the row out of the store, whose free pages still hold the text.
    let left: Vec<_> = done.proof.places.iter().filter(|place| place.state != PlaceState::Gone).collect();
    assert_eq!(left.iter().map(|place| place.code.as_deref()).collect::<Vec<_>>(), [Some("opened-copy")]);
    assert_eq!(Path::new(&left[0].file), built.path.canonicalize().unwrap());
    assert!(!std::fs::read(backup).unwrap().windows(20).any(|window| window == b"words in an old body"));
    assert!(std::fs::read(backup).unwrap().windows(15).any(|window| window == b"words of a body"));

    let file = format!("backups/{}", backup.file_name().unwrap().to_string_lossy());
    let request = |file: &str, confirmation: &str| BackupRequest {
        source: source.clone(),
        file: file.to_owned(),
        confirmation: confirmation.to_owned(),
    };
    let plan = inspector.plan_delete_backup(request(&file, "")).unwrap();
    assert_eq!((plan.bodies, plan.other_names, plan.confirmation.as_str()), (Some(1), 0, "delete backup"));
    assert_eq!(code(inspector.delete_backup(request(&file, ""))), "not-confirmed");
    for other in ["continuity.sqlite3", "backups/none", "../store/continuity.sqlite3", ""] {
        assert_eq!(code(inspector.plan_delete_backup(request(other, ""))), "no-file", "{other}");
    }
    // What was shown is what is deleted.
    std::fs::write(backup, b"something else").unwrap();
    assert_eq!(code(inspector.delete_backup(request(&file, "delete backup"))), "changed-since-read");
    assert_eq!(inspector.plan_delete_backup(request(&file, "")).unwrap().bodies, None);
    let done = inspector.delete_backup(request(&file, "delete backup")).unwrap();
    assert!(done.overwritten && !backup.exists() && built.path.exists());
}

#[test]
fn a_copy_beside_the_store_is_named() {
    let machine = Machine::new();
    let built = build(&machine);
    let copy = machine.path("store/continuity.sqlite3.bak");
    built.connect().unwrap().execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let done = delete(&inspector, &source, built.tasks[0].correlation.as_str(), 2, PurgeScope::Body);
    let named: Vec<_> = done.proof.places.iter().filter(|place| place.state == PlaceState::Remains).collect();
    assert_eq!(named.iter().map(|place| place.code.as_deref()).collect::<Vec<_>>(), [Some("copy-beside")]);
    assert_eq!(named[0].file, "continuity.sqlite3.bak");
}

#[test]
fn a_delete_after_a_suppress_with_its_past_is_complete() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    inspector.set_suppressed(&built.path, task, 2, true).unwrap();
    let done = delete(&inspector, &source, task, 2, PurgeScope::Epoch);
    assert!(done.proof.erased, "{:?}", done.proof);
}
