//! What moved, what is locked, what may not be written: nothing changes.

use std::time::Instant;

use continuity::transition::{RowChange, Seen, SeenDigest};
use continuity_store::StoreError;
use continuity_store::write::transact;
use fixtures::{BuiltStore, Journal, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;

use crate::act::{Failure, WAIT, purge, purge_within, seen, suppress};
use crate::common::{Holder, contents, dump, integrity};

fn store(journal: Journal) -> (tempfile::TempDir, BuiltStore) {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(journal)
        .task("s", |t| t.checkpoint(Snapshot::new("one")).checkpoint(Snapshot::new("two")))
        .build(folder.path())
        .unwrap();
    (folder, built)
}

#[test]
fn a_body_that_moved_is_not_deleted() {
    let (_folder, built) = store(Journal::CLOSED);
    let task = built.tasks[0].correlation.as_str();
    let before = dump(&built.path);
    let first = SeenDigest::parse(&built.tasks[0].history[0].digest);
    let now = SeenDigest::parse(&built.tasks[0].history[1].digest);
    for (what, code) in [
        (seen(1, 1), "stale-revision"),
        (seen(1, 3), "stale-revision"),
        (Seen { epoch: 1, revision: 2, digest: first }, "changed-since-read"),
        (seen(2, 1), "changed-since-read"),
        (seen(0, 2), "refused-by-rules"),
    ] {
        assert_eq!(purge(&built.path, task, &what, "id", "t").unwrap_err().code(), code, "{what:?}");
        assert_eq!(dump(&built.path), before);
    }
    let nobody = purge(&built.path, "hmac-sha256:none", &seen(1, 2), "id", "t");
    assert_eq!(nobody.unwrap_err().code(), "changed-since-read");
    assert_eq!(dump(&built.path), before);
    purge(&built.path, task, &Seen { epoch: 1, revision: 2, digest: now }, "id", "t").unwrap();
    // What is not there any more cannot be deleted again.
    let gone = dump(&built.path);
    assert_eq!(purge(&built.path, task, &seen(1, 2), "other", "t").unwrap_err().code(), "changed-since-read");
    assert_eq!(dump(&built.path), gone);
}

#[test]
fn a_change_between_looking_and_acting_is_seen_under_the_lock() {
    let (_folder, built) = store(Journal::KEPT_LOG);
    let task = built.tasks[0].correlation.as_str();
    let looked = seen(1, 2);
    built.connect().unwrap().execute("DELETE FROM continuity_snapshots", []).unwrap();
    assert_eq!(purge(&built.path, task, &looked, "id", "t").unwrap_err().code(), "changed-since-read");
}

#[test]
fn an_action_that_fails_half_way_leaves_nothing() {
    let (_folder, built) = store(Journal::CLOSED);
    let task = built.tasks[0].correlation.as_str();
    let before = dump(&built.path);
    let done: Result<(), Failure> = transact(&built.path, WAIT, |rows| {
        let (mut changes, _) = purge_within(rows, task, &seen(1, 2), "id", "t")?;
        changes.push(RowChange::DeleteSnapshot { correlation: "nobody".into(), epoch: 1 });
        Ok((changes, ()))
    });
    assert_eq!(done.unwrap_err().code(), "changed-since-read");
    assert_eq!(dump(&built.path), before);
    let done: Result<(), Failure> = transact(&built.path, WAIT, |_| Err(Failure::Store(StoreError::Full)));
    assert_eq!(done.unwrap_err().code(), "disk-full");
    let done: Result<u8, Failure> = transact(&built.path, WAIT, |_| Ok((Vec::new(), 7)));
    assert_eq!(done.unwrap(), 7);
    assert_eq!(dump(&built.path), before);
}

#[rstest]
#[case::log(Journal::KEPT_LOG, &["BEGIN IMMEDIATE"])]
#[case::log_with_a_change(Journal::CLOSED, &["BEGIN EXCLUSIVE", "UPDATE continuity_tasks SET root_id = 'held'"])]
#[case::all_to_itself(
    Journal::CLOSED,
    &["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "UPDATE continuity_tasks SET root_id = 'held'"]
)]
#[case::rollback_journal(Journal::Delete, &["BEGIN IMMEDIATE"])]
#[case::rollback_journal_exclusive(Journal::Delete, &["BEGIN EXCLUSIVE"])]
#[case::a_reader_in_rollback_mode(Journal::Delete, &["BEGIN", "SELECT count(*) FROM continuity_tasks"])]
fn a_lock_of_another_process_is_busy_after_the_wait(#[case] journal: Journal, #[case] held: &[&str]) {
    let (folder, built) = store(journal);
    let task = built.tasks[0].correlation.as_str();
    let Some(holder) = Holder::start(&built.path, held) else { return };
    let before = contents(folder.path());
    let started = Instant::now();
    assert_eq!(suppress(&built.path, task, 1, "t").unwrap_err().code(), "busy");
    let waited = started.elapsed();
    assert!(waited >= WAIT && waited < WAIT * 5, "waited {waited:?}");
    for (path, bytes) in &before {
        // The shared memory of the log holds locks and marks of readers, no state.
        if !path.to_string_lossy().ends_with("-shm") {
            assert!(std::fs::read(path).unwrap() == *bytes, "{} changed", path.display());
        }
    }
    drop(holder);
    assert!(suppress(&built.path, task, 1, "t").unwrap());
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn a_lock_that_is_let_go_in_time_is_waited_for() {
    let (_folder, built) = store(Journal::CLOSED);
    let task = built.tasks[0].correlation.as_str().to_owned();
    let Some(holder) = Holder::start(&built.path, &["BEGIN IMMEDIATE"]) else { return };
    let later = std::thread::spawn(move || {
        std::thread::sleep(WAIT / 3);
        drop(holder);
    });
    assert!(suppress(&built.path, &task, 1, "t").unwrap());
    later.join().unwrap();
}

#[test]
fn what_is_no_store_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("places.sqlite3");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE places (id)").unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "not a database ".repeat(100)).unwrap();
    let newer = folder.path().join("newer");
    let newer = StoreBuilder::new().schema(SchemaVersion::Future(9)).build(&newer).unwrap().path;
    let empty = folder.path().join("empty");
    std::fs::write(&empty, b"").unwrap();
    for (path, code) in [(&other, "not-a-continuity-store"), (&text, "corrupt"), (&newer, "unsupported-schema")] {
        let bytes = std::fs::read(path).unwrap();
        let found = suppress(path, "x", 1, "t").unwrap_err().code();
        assert!(found == code || (code == "corrupt" && found == "not-a-database"), "{}: {found}", path.display());
        assert_eq!(std::fs::read(path).unwrap(), bytes);
    }
    assert!(suppress(&empty, "x", 1, "t").is_err());
    assert_eq!(std::fs::metadata(&empty).unwrap().len(), 0, "an empty file stays empty");
    let gone = folder.path().join("gone.sqlite3");
    assert!(suppress(&gone, "x", 1, "t").is_err());
    assert!(!gone.exists(), "a store is never created");
    assert!(suppress(folder.path(), "x", 1, "t").is_err());
}

#[test]
fn a_row_on_a_spoilt_page_is_refused_as_corrupt() {
    let (_folder, built) = store(Journal::CLOSED);
    let task = built.tasks[0].correlation.as_str();
    let (page, _) = crate::common::leaves(&built.path, "continuity_snapshots")[0];
    crate::common::spoil(&built.path, page, 4_096);
    let bytes = std::fs::read(&built.path).unwrap();
    assert_eq!(purge(&built.path, task, &seen(1, 2), "id", "t").unwrap_err().code(), "corrupt");
    assert_eq!(std::fs::read(&built.path).unwrap(), bytes);
}

#[test]
fn no_refusal_shows_body_text() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .task("s", |t| {
            t.checkpoint(Snapshot::new("MARKER-51c0")).sql(
                "CREATE TRIGGER stop BEFORE DELETE ON continuity_snapshots BEGIN
                   SELECT RAISE(ABORT, 'no deletes here'); END",
            )
        })
        .build(folder.path())
        .unwrap();
    let before = dump(&built.path);
    let refused = purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap_err();
    let shown = format!("{refused:?}");
    assert!(!shown.contains("MARKER"), "{shown}");
    assert_eq!(dump(&built.path), before);
}
