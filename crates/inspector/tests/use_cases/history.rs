//! The recorded history: off until it is turned on, complete while it is, private, bounded, and emptied.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use fixtures::{BuiltStore, Bulk, Delta, Journal, SchemaVersion, Snapshot, StoreBuilder, TaskBuilder};
use inspector::{Comparison, Inspector, SeenBody, Way};
use rstest::rstest;
use wire::actions::{PlaceState, PlanEffect, ProofPlaceKind, PurgeDone};
use wire::commands::{ClearHistory, ListSources, TaskRequest};
use wire::history::{HistorySettings, HistoryState};
use wire::revisions::{RevisionEntry, RevisionSource};
use wire::{ErrorBody, Number};

use crate::common::{Holder, Machine, code, open, plan_request, tree};

const ON: HistorySettings = HistorySettings { record: true, keep_days: 30, keep_bytes: 256 << 20 };

/// A store whose story can go on: what the rows held at each step is known.
struct Told {
    machine: Machine,
    built: BuiltStore,
    /// The same story to its end, elsewhere.
    whole: BuiltStore,
    inspector: Arc<Inspector>,
}

impl Told {
    /// Builds a store that is at step `at` of a task's checkpoints.
    fn new(journal: Journal, at: usize, objectives: &[&str]) -> Self {
        let machine = Machine::new();
        let story = |objectives: &[&str]| {
            let told = |t| objectives.iter().fold(t, |t: TaskBuilder, text| t.checkpoint(Snapshot::new(text)));
            StoreBuilder::new().journal(journal).task("s", told)
        };
        let built = story(&objectives[..at]).build(&machine.path("store")).unwrap();
        let whole = story(objectives).build(&machine.path("whole story")).unwrap();
        let inspector = Arc::new(machine.inspector());
        Self { machine, built, whole, inspector }
    }

    /// Stores the next revisions, each in a transaction of its own.
    fn go_on(&self, revisions: std::ops::Range<usize>) {
        let connection = self.built.connect().unwrap();
        for revision in &self.whole.tasks[0].history[revisions] {
            let sql = "UPDATE continuity_snapshots SET revision = ?1, snapshot_digest = ?2, snapshot_json = ?3, \
                 updated_at = ?4";
            connection.execute(sql, (revision.revision, &revision.digest, &revision.body, &revision.at)).unwrap();
        }
    }

    /// Writes the log back and takes it away, so that only the newest state is in the files.
    fn cut_log(&self) {
        let connection = self.built.connect().unwrap();
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        connection.execute_batch("VACUUM").unwrap();
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    }

    fn task(&self) -> &str {
        self.built.tasks[0].correlation.as_str()
    }

    fn revisions(&self) -> Vec<RevisionEntry> {
        self.inspector.revisions_document(&self.built.path, self.task()).unwrap().revisions
    }

    fn file(&self) -> PathBuf {
        self.machine.own("history.sqlite3")
    }
}

fn turn_on(inspector: &Inspector) -> HistoryState {
    inspector.change_history(ON).unwrap()
}

fn state(inspector: &Inspector) -> HistoryState {
    inspector.read_history(ListSources {}).unwrap()
}

fn clear(source: Option<&str>, task: Option<&str>) -> ClearHistory {
    ClearHistory { source: source.map(str::to_owned), task_correlation: task.map(str::to_owned) }
}

/// The stored bytes of every copy, in the order in which they were recorded, as SQLite reads them.
fn copies(file: &Path) -> Vec<(String, i64, Vec<u8>)> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let sql = "SELECT task, epoch, body FROM copies JOIN bodies ON copy = copies.id ORDER BY copies.id";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn holds(file: &Path, text: &str) -> bool {
    std::fs::read(file).unwrap().windows(text.len()).any(|window| window == text.as_bytes())
}

fn purge(told: &Told, path: &Path, revision: i64) -> PurgeDone {
    told.inspector.purge_body(path, told.task(), &SeenBody { epoch: 1, revision, digest: None }).unwrap()
}

/// Deletes the body with SQL of the test's own, as AGS would.
fn delete_as_others_do(told: &Told) {
    let sql = "BEGIN; DELETE FROM continuity_snapshots; INSERT INTO continuity_tombstones SELECT task_correlation, 1, 1, \
         'sha256:00', '2026-09-30T00:00:00.000Z' FROM continuity_tasks; COMMIT";
    told.built.connect().unwrap().execute_batch(sql).unwrap();
}

fn history_places(done: &PurgeDone) -> Vec<(PlaceState, u64)> {
    let history = done.proof.places.iter().filter(|place| place.place == ProofPlaceKind::History);
    history.filter(|place| place.file.contains("history.sqlite3")).map(|place| (place.state, place.found)).collect()
}

#[test]
fn nothing_is_made_while_recording_is_off() {
    let told = Told::new(Journal::KEPT_LOG, 2, &["one", "two", "three"]);
    let before = tree(told.machine.home.path());
    let source = open(&told.inspector, &told.built.path);
    let (send, notices) = channel();
    let watch = told.inspector.watch(&source, Box::new(move |change| drop(send.send(change)))).unwrap();
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0);
    let shown = state(&told.inspector);
    assert_eq!(shown.settings, HistorySettings { record: false, keep_days: 30, keep_bytes: 268_435_456 });
    assert_eq!((shown.bodies, shown.bytes, shown.stores.len(), shown.problem), (0, 0, 0, None));
    assert_eq!(shown.path, Some(told.file().display().to_string()));
    assert_eq!(told.inspector.clear_history(clear(None, None)).unwrap().bodies, 0);
    told.inspector.clear_history(clear(Some(&source), Some(told.task()))).unwrap();
    told.inspector.plan_purge(plan_request(&source, told.task(), 1)).unwrap();
    assert!(told.revisions().iter().all(|revision| revision.source != RevisionSource::History));
    assert!(tree(told.machine.home.path()) == before);
    told.go_on(2..3);
    notices.recv_timeout(Duration::from_secs(10)).unwrap();
    drop(watch);
    told.inspector.finish_recording();
    assert!(!told.machine.path("own data").exists());
}

#[test]
fn turning_it_on_is_kept_and_out_of_bounds_is_refused() {
    let machine = Machine::new();
    let inspector = machine.inspector();
    for (keep_days, keep_bytes) in [(0, 1 << 30), (3_651, 1 << 30), (30, (1 << 20) - 1), (30, (64 << 30) + 1)] {
        for record in [true, false] {
            let refused = inspector.change_history(HistorySettings { record, keep_days, keep_bytes });
            assert_eq!(code(refused), "usage");
        }
    }
    assert!(!machine.path("own data").exists());
    let chosen = HistorySettings { record: true, keep_days: 3_650, keep_bytes: 1 << 20 };
    assert_eq!(inspector.change_history(chosen.clone()).unwrap().settings, chosen);
    assert_eq!(state(&machine.inspector()).settings, chosen, "another start");
    let off = HistorySettings { record: false, keep_days: 1, keep_bytes: 64 << 30 };
    assert_eq!(inspector.change_history(off.clone()).unwrap().settings, off);
    assert_eq!(state(&machine.inspector()).settings, off);
    let mut nowhere = machine.environment.clone();
    nowhere.data_dir = None;
    assert_eq!(code(Inspector::new(nowhere.clone()).change_history(ON)), "no-data-folder");
    assert_eq!(state(&Inspector::new(nowhere)).path, None);
}

#[test]
fn what_a_store_holds_is_recorded_as_it_is_stored() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .journal(Journal::KEPT_LOG)
        .task("a", |t| {
            t.checkpoint(Snapshot::new("a one"))
                .checkpoint(Snapshot::new("a two"))
                .clear()
                .checkpoint(Snapshot::new("a three"))
        })
        .task("b", |t| t.checkpoint(Snapshot::new("b one")).delta(Delta::new(Snapshot::new("b second body"))))
        .task("broken", |t| {
            t.checkpoint(Snapshot::new("broken"))
                .sql("UPDATE continuity_snapshots SET snapshot_json = '{cut' WHERE task_correlation = :task")
        })
        .build(&machine.path("store"))
        .unwrap();
    let connection = built.connect().unwrap();
    let mut held = Vec::new();
    for sql in [
        "SELECT task_correlation, epoch, CAST(snapshot_json AS BLOB) FROM continuity_snapshots",
        "SELECT task_correlation, epoch, CAST(checkpoint_json AS BLOB) FROM continuity_delta_state",
    ] {
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        held.extend(rows.map(Result::<(String, i64, Vec<u8>), _>::unwrap));
    }
    for (session, at) in [("a", 0), ("broken", 0)] {
        let task = built.task(session).unwrap();
        held.push((task.correlation.as_str().to_owned(), 1, task.history[at].body.clone().into_bytes()));
    }
    let inspector = machine.inspector();
    turn_on(&inspector);
    assert_eq!(inspector.record_new(&built.path).unwrap(), held.len() as u64);
    let mut recorded = copies(&machine.own("history.sqlite3"));
    recorded.sort();
    held.sort();
    assert!(recorded == held, "rows, delta bodies and what the log holds, byte for byte");
    let state = state(&inspector);
    assert_eq!((state.bodies, state.stores.len()), (held.len() as u64, 1));
    assert_eq!(state.bytes, held.iter().map(|(_, _, body)| body.len() as u64).sum::<u64>());
    let store = &state.stores[0];
    assert_eq!((store.path.clone(), store.tasks), (built.path.canonicalize().unwrap().display().to_string(), 3));
    assert_eq!((store.oldest.as_str(), store.newest.as_str()), (crate::common::NOW, crate::common::NOW));
}

#[test]
fn a_revision_that_only_the_history_holds_is_one_like_the_others() {
    let told = Told::new(Journal::KEPT_LOG, 1, &["the first objective", "the second objective", "the third objective"]);
    turn_on(&told.inspector);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 1);
    // Two revisions between two looks.
    told.go_on(1..3);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 2);
    told.cut_log();
    let revisions = told.revisions();
    let shown: Vec<_> =
        revisions.iter().map(|r| (r.revision, r.source, r.complete, r.digest_valid, r.deleted)).collect();
    assert_eq!(
        shown,
        [
            (Some(Number(3.0)), RevisionSource::Live, true, Some(true), false),
            (Some(Number(2.0)), RevisionSource::History, true, Some(true), false),
            (Some(Number(1.0)), RevisionSource::History, true, Some(true), false),
        ]
    );
    let place = &revisions[1].places[0];
    assert_eq!(place.file, told.file().display().to_string(), "elsewhere than the store's folder: the whole path");
    assert_eq!((place.page, place.offset, place.commit), (None, None, None));
    assert!(revisions[0].places.iter().any(|place| place.source == RevisionSource::History), "the live body too");
    for (entry, built) in revisions.iter().rev().zip(&told.whole.tasks[0].history) {
        assert_eq!(entry.digest.as_deref(), Some(built.digest.as_str()));
        assert_eq!((entry.bytes, entry.at.as_deref()), (Some(built.body.len() as u64), Some(built.at.as_str())));
    }
    let (from, to) = ("1.1".parse().unwrap(), "1.3".parse().unwrap());
    let comparison = Comparison {
        store: &told.built.path,
        correlation: told.task(),
        from: &from,
        to: &to,
        to_task: None,
        against: None,
        reveal: false,
    };
    let diff = told.inspector.diff_document(comparison).unwrap();
    assert_eq!(diff.from.source, RevisionSource::History);
    let text = format!("{}", serde_json::to_value(&diff.fields).unwrap());
    assert!(text.contains("the first objective") && text.contains("the third objective"));
}

#[test]
fn what_was_recorded_is_not_written_again() {
    let machine = Machine::new();
    let built = StoreBuilder::new().bulk(Bulk::new(2_000)).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    turn_on(&inspector);
    assert_eq!(inspector.record_new(&built.path).unwrap(), 2_000);
    let file = machine.own("history.sqlite3");
    let before = std::fs::read(&file).unwrap();
    let facts = |path: &Path| std::fs::metadata(path).unwrap().modified().unwrap();
    let written = facts(&file);
    assert_eq!(inspector.record_new(&built.path).unwrap(), 0);
    assert_eq!(machine.inspector().record_new(&built.path).unwrap(), 0, "another start");
    assert!(std::fs::read(&file).unwrap() == before && facts(&file) == written, "nothing new, nothing written");
    let sql = "UPDATE continuity_snapshots SET snapshot_json = snapshot_json || ' ' WHERE rowid = 1000";
    built.connect().unwrap().execute(sql, []).unwrap();
    assert_eq!(inspector.record_new(&built.path).unwrap(), 1);
    let after = std::fs::read(&file).unwrap();
    let changed = before.chunks(1024).zip(after.chunks(1024)).filter(|(before, after)| before != after).count();
    let added = (after.len() - before.len()) / 1024;
    assert!(changed + added < 40, "{changed} pages of {} changed, {added} added", before.len() / 1024);
    assert_eq!(copies(&file).len(), 2_001);
}

#[test]
fn two_that_record_the_same_store_keep_one_copy() {
    let machine = Machine::new();
    let built = StoreBuilder::new().bulk(Bulk::new(300)).build(&machine.path("store")).unwrap();
    turn_on(&machine.inspector());
    let (one, two) = (machine.inspector(), machine.inspector());
    let added = std::thread::scope(|scope| {
        let path = &built.path;
        let threads = [scope.spawn(move || one.record_new(path)), scope.spawn(move || two.record_new(path))];
        threads.map(|thread| thread.join().unwrap().unwrap()).iter().sum::<u64>()
    });
    assert_eq!((added, copies(&machine.own("history.sqlite3")).len()), (300, 300));
}

#[cfg(unix)]
#[test]
fn the_history_is_one_however_the_store_is_named() {
    let told = Told::new(Journal::CLOSED, 1, &["one", "two"]);
    turn_on(&told.inspector);
    std::os::unix::fs::symlink(&told.built.path, told.machine.path("link.sqlite3")).unwrap();
    assert_eq!(told.inspector.record_new(&told.machine.path("link.sqlite3")).unwrap(), 1);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0);
    told.go_on(1..2);
    told.cut_log();
    for path in [told.built.path.clone(), told.machine.path("link.sqlite3")] {
        let revisions = told.inspector.revisions_document(&path, told.task()).unwrap().revisions;
        assert!(revisions.iter().any(|revision| revision.source == RevisionSource::History), "{}", path.display());
    }
    let source = open(&told.inspector, &told.machine.path("link.sqlite3"));
    assert_eq!(told.inspector.clear_history(clear(Some(&source), None)).unwrap().bodies, 0);
}

#[test]
fn copies_that_are_too_old_or_too_many_go_and_do_not_come_back() {
    let mut machine = Machine::new();
    let built = StoreBuilder::new().bulk(Bulk::new(600).body_bytes(4_000)).build(&machine.path("store")).unwrap();
    let settings = |keep_days, keep_bytes| HistorySettings { record: true, keep_days, keep_bytes };
    let at = |machine: &mut Machine, time: &str| {
        machine.environment.fixed_now = inspector::parse_time(time);
        machine.inspector()
    };
    let inspector = at(&mut machine, "2026-10-01T00:00:00Z");
    inspector.change_history(settings(10, 64 << 30)).unwrap();
    assert_eq!(inspector.record_new(&built.path).unwrap(), 600);
    let bytes = state(&inspector).bytes;
    assert!(bytes > 2 << 20, "{bytes} bytes are more than the limit below");

    let limited = inspector.change_history(settings(10, 1 << 20)).unwrap();
    assert!(limited.bytes <= 1 << 20 && limited.bodies > 200, "{} bodies", limited.bodies);
    let left = copies(&machine.own("history.sqlite3"));
    assert_eq!(inspector.record_new(&built.path).unwrap(), 0, "what had to go stays away");
    assert_eq!(machine.inspector().record_new(&built.path).unwrap(), 0, "after another start too");
    assert!(copies(&machine.own("history.sqlite3")) == left);

    let sql = "UPDATE continuity_snapshots SET snapshot_json = snapshot_json || ' ' WHERE rowid = 1";
    built.connect().unwrap().execute(sql, []).unwrap();
    let inspector = at(&mut machine, "2026-10-11T00:00:00Z");
    assert_eq!(inspector.record_new(&built.path).unwrap(), 1);
    assert!(state(&inspector).bodies > 200, "ten days old, to the second");
    let inspector = at(&mut machine, "2026-10-11T00:00:00.001Z");
    assert_eq!(inspector.record_new(&built.path).unwrap(), 0);
    let state = state(&inspector);
    assert_eq!((state.bodies, state.stores[0].oldest.as_str()), (1, "2026-10-11T00:00:00.000Z"));
    let objective = "objective";
    assert!(left.iter().any(|(_, _, body)| body.windows(9).any(|window| window == objective.as_bytes())));
    let gone = &left[0].2[200..260];
    let file = std::fs::read(machine.own("history.sqlite3")).unwrap();
    assert!(!file.windows(60).any(|window| window == gone), "pruned text is gone from the bytes");
    assert!(std::fs::metadata(machine.own("history.sqlite3")).unwrap().len() < 400_000, "and the file is small again");

    // Off: nothing more is recorded, and what is there still ages.
    let mut off = settings(10, 1 << 20);
    off.record = false;
    inspector.change_history(off).unwrap();
    let inspector = at(&mut machine, "2026-11-01T00:00:00Z");
    assert_eq!(inspector.record_new(&built.path).unwrap(), 0);
    assert_eq!(self::state(&inspector).bodies, 0);
}

#[test]
fn a_cleared_history_is_empty_and_fills_with_what_is_new() {
    let told = Told::new(Journal::KEPT_LOG, 2, &["the okapi", "the zebra", "the lemur"]);
    turn_on(&told.inspector);
    let source = open(&told.inspector, &told.built.path);
    for request in [clear(None, None), clear(Some(&source), None), clear(Some(&source), Some(told.task()))] {
        let told = Told::new(Journal::KEPT_LOG, 2, &["the okapi", "the zebra", "the lemur"]);
        turn_on(&told.inspector);
        let source = open(&told.inspector, &told.built.path);
        let request = ClearHistory { source: request.source.map(|_| source), ..request };
        assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 2);
        assert!(holds(&told.file(), "the okapi") && holds(&told.file(), "the zebra"));
        let cleared = told.inspector.clear_history(request).unwrap();
        assert_eq!((cleared.bodies, cleared.bytes, cleared.stores.len()), (0, 0, 0));
        assert!(!holds(&told.file(), "okapi") && !holds(&told.file(), "zebra"));
        assert!(told.revisions().iter().all(|revision| revision.source != RevisionSource::History), "the list is new");
        assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0, "what was there does not come back");
        assert_eq!(told.machine.inspector().record_new(&told.built.path).unwrap(), 0);
        told.go_on(2..3);
        assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 1);
    }
    assert_eq!(code(told.inspector.clear_history(clear(None, Some("t")))), "usage");
    assert_eq!(code(told.inspector.clear_history(clear(Some("zz"), None))), "unknown-source");
}

#[test]
fn clearing_one_task_leaves_the_others() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("a", |t| t.checkpoint(Snapshot::new("of a")))
        .task("b", |t| t.checkpoint(Snapshot::new("of b")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    turn_on(&inspector);
    inspector.record_new(&built.path).unwrap();
    let request = inspector.name_recorded_task(None, &built.tasks[0].correlation.as_str()[12..20]).unwrap();
    assert_eq!(request.task_correlation.as_deref(), Some(built.tasks[0].correlation.as_str()));
    inspector.clear_history(request).unwrap();
    let left = copies(&machine.own("history.sqlite3"));
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].0, built.tasks[1].correlation.as_str());
    assert_eq!(code(inspector.name_recorded_task(None, "abcdef")), "not-found");
    assert_eq!(code(inspector.name_recorded_task(Some(&machine.path("x")), left[0].0.as_str())), "not-found");
    let request = inspector.name_recorded_task(Some(&built.path), &left[0].0).unwrap();
    assert_eq!(inspector.clear_history(request).unwrap().bodies, 0);
}

#[rstest]
fn a_delete_empties_the_history_of_its_task(#[values(false, true)] recorded_elsewhere: bool) {
    let mut told =
        Told::new(Journal::KEPT_LOG, 2, &["the first objective of all", "a sentence to be deleted for good"]);
    turn_on(&told.inspector);
    let other = StoreBuilder::new()
        .secret("another-signing-secret-for-another-store-00")
        .task("s", |t| t.checkpoint(Snapshot::new("of another task")))
        .build(&told.machine.path("other"))
        .unwrap();
    told.inspector.record_new(&other.path).unwrap();
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 2);
    if recorded_elsewhere {
        // The store was moved after it was recorded.
        std::fs::rename(told.machine.path("store"), told.machine.path("moved")).unwrap();
        told.built.path = told.machine.path("moved/continuity.sqlite3");
    }
    let source = open(&told.inspector, &told.built.path);
    let plan = told.inspector.plan_purge(plan_request(&source, told.task(), 1)).unwrap();
    let items: Vec<_> = plan.plan.iter().filter(|item| item.kind == "history").collect();
    assert_eq!(items.len(), 1);
    assert_eq!((items[0].effect, items[0].count), (PlanEffect::Delete, 2));
    assert_eq!(items[0].file, Some(told.file().display().to_string()));
    assert!(holds(&told.file(), "a sentence to be deleted"), "a plan removes nothing");

    let done = purge(&told, &told.built.path.clone(), 2);
    assert_eq!(history_places(&done), [(PlaceState::Gone, 0)]);
    let left = copies(&told.file());
    assert_eq!((left.len(), left[0].0.as_str()), (1, other.tasks[0].correlation.as_str()));
    assert!(!holds(&told.file(), "a sentence to be deleted") && !holds(&told.file(), "the first objective"));
    assert!(done.proof.erased);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0);
    assert_eq!(told.machine.inspector().record_new(&told.built.path).unwrap(), 0);
}

#[test]
fn text_that_copies_of_other_tasks_hold_too_is_said_to_remain() {
    let told = Told::new(Journal::CLOSED, 1, &["the same sentence in two stores, word for word"]);
    turn_on(&told.inspector);
    let other = StoreBuilder::new()
        .secret("another-signing-secret-for-another-store-00")
        .task("s", |t| t.checkpoint(Snapshot::new("the same sentence in two stores, word for word")))
        .build(&told.machine.path("other"))
        .unwrap();
    told.inspector.record_new(&other.path).unwrap();
    let source = open(&told.inspector, &told.built.path);
    let plan = told.inspector.plan_purge(plan_request(&source, told.task(), 1)).unwrap();
    let item = plan.plan.iter().find(|item| item.kind == "history").unwrap();
    assert_eq!(item.effect, PlanEffect::NotTouched);
    let done = purge(&told, &told.built.path, 1);
    let place = done.proof.places.iter().find(|place| place.file.contains("history.sqlite3")).unwrap();
    assert_eq!(place.state, PlaceState::Remains);
    assert!(place.found > 0 && place.reason.is_some() && place.next.is_some());
    assert!(!done.proof.erased);
}

#[test]
fn a_history_that_cannot_be_emptied_is_named_in_the_receipt() {
    let told = Told::new(Journal::CLOSED, 1, &["a sentence to be deleted for good"]);
    turn_on(&told.inspector);
    told.inspector.record_new(&told.built.path).unwrap();
    let Some(holder) = Holder::start(&told.file(), &["BEGIN IMMEDIATE"]) else { return };
    let done = purge(&told, &told.built.path, 1);
    let place = done.proof.places.iter().find(|place| place.file.contains("history.sqlite3")).unwrap();
    assert_eq!(place.state, PlaceState::Remains);
    assert!(place.reason.as_deref().unwrap().contains("another process"), "{:?}", place.reason);
    assert!(place.next.is_some() && !done.proof.erased);
    drop(holder);
    assert!(holds(&told.file(), "a sentence to be deleted"));
    let source = open(&told.inspector, &told.built.path);
    told.inspector.clear_history(clear(Some(&source), Some(told.task()))).unwrap();
    assert!(!holds(&told.file(), "a sentence to be deleted"));
}

#[test]
fn a_file_in_its_place_that_is_no_history_is_named_in_the_receipt() {
    let told = Told::new(Journal::CLOSED, 1, &["a sentence to be deleted for good"]);
    std::fs::create_dir_all(told.machine.own("")).unwrap();
    std::fs::write(told.file(), b"my notes").unwrap();
    let done = purge(&told, &told.built.path, 1);
    assert_eq!(history_places(&done), [(PlaceState::Unknown, 0)]);
    assert_eq!(std::fs::read(told.file()).unwrap(), b"my notes");
}

#[test]
fn what_a_delete_took_is_not_recorded_again_out_of_the_log() {
    // A reader keeps the log, and with it the deleted body.
    let told = Told::new(Journal::KEPT_LOG, 1, &["a sentence to be deleted for good"]);
    let Some(holder) = Holder::start(&told.built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]) else {
        return;
    };
    purge(&told, &told.built.path, 1);
    assert!(holds(&told.built.path.with_file_name("continuity.sqlite3-wal"), "a sentence to be deleted"));
    turn_on(&told.inspector);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0);
    assert_eq!(copies(&told.file()).len(), 0);
    drop(holder);

    // What was written after a delete by AGS is recorded, what was before is not.
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| {
            t.checkpoint(Snapshot::new("deleted"))
                .purge()
                .checkpoint(Snapshot::new("replaced"))
                .checkpoint(Snapshot::new("live"))
        })
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    turn_on(&inspector);
    assert_eq!(inspector.record_new(&built.path).unwrap(), 2);
    let bodies: Vec<Vec<u8>> = copies(&machine.own("history.sqlite3")).into_iter().map(|copy| copy.2).collect();
    let history = &built.tasks[0].history;
    assert_eq!(bodies, [history[1].body.as_bytes(), history[2].body.as_bytes()]);
}

#[test]
fn a_search_for_a_text_finds_it_in_the_copies_wherever_a_page_ends() {
    let objective: String = (0..500).map(|number| format!("word {number} ")).collect();
    let told = Told::new(Journal::CLOSED, 1, &[objective.trim()]);
    turn_on(&told.inspector);
    told.inspector.record_new(&told.built.path).unwrap();
    let found = |needle: &str| {
        let sought = inspector::Sought::Text(needle.as_bytes());
        let document = told.inspector.residue_document(&told.built.path, sought).unwrap();
        let file = document.files.iter().find(|file| file.file.ends_with("history.sqlite3")).unwrap();
        assert!(file.bytes > 0 && file.reason.is_none());
        let hits = document.hits.iter().chain(&document.split).filter(|hit| hit.file == file.file);
        assert!(hits.clone().all(|hit| hit.region == wire::residue::ResidueRegion::Backup && !hit.live));
        (hits.count(), document.split.iter().any(|hit| hit.file == file.file))
    };
    let every = (0..490).map(|number| found(&format!("word {number} word {} word", number + 1)));
    let (counts, cut): (Vec<usize>, Vec<bool>) = every.unzip();
    assert_eq!(counts, [1; 490]);
    assert!(cut.contains(&true), "some stand across the border of two pages");
    assert_eq!(found("word 500"), (0, false));
}

#[test]
fn a_masked_copy_keeps_the_digest_and_verifies_nothing() {
    use continuity_store::history::{HistoryFile, Key, NewCopy};
    let told = Told::new(Journal::CLOSED, 2, &["one", "two"]);
    turn_on(&told.inspector);
    let history = &told.built.tasks[0].history;
    let add = |revision: &fixtures::BuiltRevision, text: &str| {
        let body = revision.body.replace(text, "••••");
        assert_ne!(body, revision.body);
        let new = NewCopy {
            key: Key { task: told.task().to_owned(), epoch: 1, blob: false, hash: [revision.revision as u8; 32] },
            revision: Some(revision.revision as f64),
            digest: Some(revision.digest.clone()),
            body: continuity::records::StoredBody::Text(body.into_bytes()),
            masked: true,
            recorded_at: crate::common::NOW.to_owned(),
        };
        let name = told.built.path.canonicalize().unwrap().to_str().unwrap().as_bytes().to_vec();
        HistoryFile::at(told.file()).change(|change| change.add(&name, &new)).unwrap();
    };
    told.cut_log();
    add(&history[0], "one");
    add(&history[1], "two");
    let revisions = told.revisions();
    assert_eq!(revisions.len(), 2, "a masked copy of a body that is there is one more place of it");
    assert_eq!((revisions[0].source, revisions[0].digest_valid), (RevisionSource::Live, Some(true)));
    assert!(revisions[0].places.iter().any(|place| place.source == RevisionSource::History));
    let masked = &revisions[1];
    assert_eq!((masked.source, masked.complete, masked.digest_valid), (RevisionSource::History, true, None));
    assert_eq!(masked.digest.as_ref(), Some(&history[0].digest), "the digest of what was masked");
    assert!(masked.receipt, "which is the one that a receipt names");
}

#[test]
fn the_demonstration_store_is_not_recorded() {
    let told = Told::new(Journal::CLOSED, 1, &["one"]);
    turn_on(&told.inspector);
    told.inspector.mark_demo(&told.built.path);
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 0);
}

#[test]
fn what_was_deleted_while_a_recorder_waited_is_not_recorded() {
    let told = Told::new(Journal::KEPT_LOG, 1, &["a sentence to be deleted for good"]);
    turn_on(&told.inspector);
    let Some(holder) = Holder::start(&told.file(), &["BEGIN IMMEDIATE"]) else { return };
    let recorded = std::thread::scope(|scope| {
        let recording = scope.spawn(|| told.inspector.record_new(&told.built.path));
        // By now it has read the body and waits for the history.
        std::thread::sleep(Duration::from_millis(700));
        delete_as_others_do(&told);
        drop(holder);
        recording.join().unwrap().unwrap()
    });
    assert_eq!((recorded, copies(&told.file()).len()), (0, 0));
    assert!(!holds(&told.file(), "a sentence to be deleted"));
}

#[test]
fn a_delete_by_others_keeps_the_copies_and_says_so() {
    let told = Told::new(Journal::CLOSED, 1, &["recorded before it was deleted"]);
    turn_on(&told.inspector);
    told.inspector.record_new(&told.built.path).unwrap();
    delete_as_others_do(&told);
    told.cut_log();
    told.inspector.record_new(&told.built.path).unwrap();
    let revisions = told.revisions();
    let kept: Vec<_> = revisions.iter().filter(|revision| revision.source == RevisionSource::History).collect();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].deleted && kept[0].complete);
}

#[cfg(unix)]
#[test]
fn everything_of_it_is_readable_by_its_owner_only() {
    use std::os::unix::fs::MetadataExt;
    let told = Told::new(Journal::CLOSED, 1, &["one"]);
    turn_on(&told.inspector);
    told.inspector.record_new(&told.built.path).unwrap();
    let mode = |path: &Path| path.metadata().unwrap().mode() & 0o777;
    for (path, _) in tree(&told.machine.path("own data")) {
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
    assert_eq!(mode(&told.machine.path("own data")), 0o700);
    let names: Vec<_> = tree(&told.machine.own("")).into_iter().map(|(path, _)| path).collect();
    assert_eq!(names, [told.machine.own("history.json"), told.file()]);
}

#[rstest]
#[case::notes(b"my notes, longer than a header, so that it is read as one: 0123456789 0123456789", "history-foreign")]
#[case::newer(&[], "history-newer")]
#[case::cut(&[1], "history-damaged")]
fn a_history_that_cannot_be_used_is_named_and_left(#[case] content: &[u8], #[case] expected: &str) {
    let told = Told::new(Journal::KEPT_LOG, 1, &["one", "two"]);
    turn_on(&told.inspector);
    told.inspector.record_new(&told.built.path).unwrap();
    match content {
        [] => {
            let connection = rusqlite::Connection::open(told.file()).unwrap();
            connection.execute_batch("PRAGMA user_version = 2").unwrap();
        }
        [_] => {
            let bytes = std::fs::read(told.file()).unwrap();
            std::fs::write(told.file(), &bytes[..2_000]).unwrap();
        }
        content => std::fs::write(told.file(), content).unwrap(),
    }
    let before = std::fs::read(told.file()).unwrap();
    told.go_on(1..2);
    let error = told.inspector.record_new(&told.built.path).unwrap_err();
    assert_eq!(error.code, expected);
    assert!(error.message.contains("history.sqlite3") && error.next.is_some());
    assert_eq!(told.inspector.history_problem(), Some(error));
    let shown = state(&told.inspector);
    assert_eq!((shown.problem.map(|problem| problem.code).as_deref(), shown.bodies), (Some(expected), 0));
    let document = told.inspector.revisions_document(&told.built.path, told.task()).unwrap();
    assert_eq!(document.history_error.map(|error| error.code).as_deref(), Some(expected));
    assert!(document.revisions.len() >= 2, "what can be found is shown all the same");
    assert_eq!(code(told.inspector.clear_history(clear(None, None))), expected);
    assert_eq!(code(told.inspector.change_history(HistorySettings { keep_days: 7, ..ON })), expected);
    assert_eq!(state(&told.inspector).settings, ON, "settings that could not be followed are not kept");
    let off = HistorySettings { record: false, ..ON };
    let turned_off = told.inspector.change_history(off.clone()).unwrap();
    assert_eq!((turned_off.settings, turned_off.problem.map(|problem| problem.code).as_deref()), (off, Some(expected)));
    assert!(std::fs::read(told.file()).unwrap() == before, "the file is left as it is");
    std::fs::remove_file(told.file()).unwrap();
    turn_on(&told.inspector);
    assert!(told.inspector.record_new(&told.built.path).unwrap() >= 1);
    assert_eq!(told.inspector.history_problem(), None);
}

#[test]
fn settings_that_cannot_be_read_record_nothing_and_are_named() {
    let told = Told::new(Journal::CLOSED, 1, &["one"]);
    turn_on(&told.inspector);
    for content in ["{", "[]", r#"{"record":true}"#, r#"{"record":true,"keepDays":0,"keepBytes":1048576}"#] {
        std::fs::write(told.machine.own("history.json"), content).unwrap();
        assert_eq!(code(told.inspector.record_new(&told.built.path)), "history-settings", "{content}");
        let shown = state(&told.inspector);
        assert_eq!((shown.settings.record, shown.problem.unwrap().code.as_str()), (false, "history-settings"));
    }
    let newer = r#"{"record":true,"keepDays":7,"keepBytes":1048576,"a field of tomorrow":1}"#;
    std::fs::write(told.machine.own("history.json"), newer).unwrap();
    assert_eq!(told.inspector.record_new(&told.built.path).unwrap(), 1);
    assert_eq!(state(&told.inspector).settings.keep_days, 7);
}

#[rstest]
fn a_watch_records_at_its_start_after_each_change_and_when_it_is_turned_on(
    #[values(Way::Events, Way::Polling)] way: Way,
) {
    let told = Told::new(Journal::KEPT_LOG, 1, &["one", "two", "three", "four"]);
    let source = open(&told.inspector, &told.built.path);
    let bodies = |expected: u64| {
        let deadline = Instant::now() + Duration::from_secs(20);
        while state(&told.machine.inspector()).bodies != expected {
            assert!(Instant::now() < deadline, "{expected} bodies were not recorded");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let watch = told.inspector.watch_by(way, &source, Box::new(|_| ())).unwrap();
    // By another process, as far as the watch can see.
    turn_on(&told.machine.inspector());
    bodies(1);
    told.go_on(1..3);
    bodies(3);
    drop(watch);
    told.inspector.finish_recording();
    told.go_on(3..4);
    assert_eq!(state(&told.inspector).bodies, 3);
    let _watch = told.inspector.watch_by(way, &source, Box::new(|_| ())).unwrap();
    bodies(4);
    let error: Option<ErrorBody> = told.inspector.history_problem();
    assert_eq!(error, None);
    let request = TaskRequest { source, task_correlation: told.task().to_owned() };
    assert_eq!(told.inspector.read_task(request).unwrap().revisions.len(), 4);
}
