//! Rows that were committed and replaced, as far as the log still holds them.

use continuity_store::read::Store;
use continuity_store::recover::{LogMark, superseded};
use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};

fn build(folder: &std::path::Path, checkpoints: usize) -> BuiltStore {
    let story = |t| {
        (1..=checkpoints).fold(t, |t: fixtures::TaskBuilder, n| t.checkpoint(Snapshot::new(&format!("number {n}"))))
    };
    StoreBuilder::new().journal(Journal::KEPT_LOG).task("s", story).build(folder).unwrap()
}

fn bodies(store: &Store, since: Option<LogMark>) -> Vec<String> {
    let mut bodies = Vec::new();
    superseded(store.image(), since, |row| bodies.push(String::from_utf8(row.body.bytes().to_vec()).unwrap()));
    bodies.dedup();
    bodies
}

#[test]
fn every_replaced_revision_comes_once_and_only_what_is_new_after_a_mark() {
    let folder = tempfile::tempdir().unwrap();
    let built = build(&folder.path().join("store"), 3);
    let whole = build(&folder.path().join("whole"), 6);
    let history: Vec<&str> = whole.tasks[0].history.iter().map(|revision| revision.body.as_str()).collect();
    let store = Store::read(&built.path).unwrap();
    let mark = LogMark::of(store.image());
    assert!(mark.is_some());
    assert_eq!(bodies(&store, None), history[..2]);
    assert_eq!(bodies(&store, mark), [""; 0]);
    let connection = built.connect().unwrap();
    for revision in &whole.tasks[0].history[3..] {
        let sql = "UPDATE continuity_snapshots SET revision = ?1, snapshot_digest = ?2, snapshot_json = ?3";
        connection.execute(sql, (revision.revision, &revision.digest, &revision.body)).unwrap();
    }
    let store = Store::read(&built.path).unwrap();
    assert_eq!(bodies(&store, mark), history[3..5], "the third was the newest when the log was marked");
    assert_eq!(bodies(&store, None), history[..5]);
    // A new generation of the log: the mark says nothing about it.
    connection.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(())).unwrap();
    connection.execute("UPDATE continuity_snapshots SET snapshot_json = ?1", [history[0]]).unwrap();
    let store = Store::read(&built.path).unwrap();
    assert_ne!(LogMark::of(store.image()), mark);
    assert_eq!(bodies(&store, mark), history[5..], "what the main file held before");
}

#[test]
fn without_a_log_nothing_is_superseded() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("s", |t| t.checkpoint(Snapshot::new("a")).checkpoint(Snapshot::new("b")))
        .build(folder.path())
        .unwrap();
    let store = Store::read(&built.path).unwrap();
    assert_eq!(LogMark::of(store.image()), None);
    assert_eq!(bodies(&store, None), [""; 0]);
}
