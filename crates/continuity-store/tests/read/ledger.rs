//! The workflow ledger: roots and the run that counts.

use continuity_store::read::{Ledger, Store};
use fixtures::{Root, Run, StoreBuilder};

#[test]
fn the_last_linked_run_counts_by_epoch_and_ordinal() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .workflows([Root::new("root-1", "task-1", "objective")
            .revision(3)
            .run(Run::new("run-a").revision(1))
            .run(Run::new("run-b").revision(4))])
        .workflows([Root::new("bare", "task-2", "no run")])
        .build(folder.path())
        .unwrap();
    let ledger = Ledger::read(built.workflows.as_deref().unwrap()).unwrap();
    let root = ledger.root("root-1").unwrap().unwrap();
    assert_eq!((root.root_id.as_str(), root.revision), ("root-1", 3));
    let run = ledger.last_run("root-1").unwrap().unwrap();
    assert_eq!((run.run_id.as_str(), run.revision), ("run-b", 4));
    assert!(ledger.last_run("bare").unwrap().is_none());
    assert!(ledger.root("nobody").unwrap().is_none());
}

#[test]
fn a_run_whose_row_is_gone_gives_no_earlier_run() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .workflows([Root::new("root-1", "task-1", "o").run(Run::new("run-a")).run(Run::new("run-b"))])
        .build(folder.path())
        .unwrap();
    let path = built.workflows.unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM workflow_runs WHERE run_id = 'run-b'").unwrap();
    connection.close().unwrap();
    assert!(Ledger::read(&path).unwrap().last_run("root-1").unwrap().is_none());
}

#[test]
fn a_newer_ledger_or_another_database_is_refused_by_code() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new().workflows([Root::new("r", "t", "o")]).build(folder.path()).unwrap();
    let path = built.workflows.unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 6").unwrap();
    assert_eq!(Ledger::read(&path).err().unwrap().code(), "unsupported-schema");
    assert_eq!(Ledger::read(&built.path).err().unwrap().code(), "not-a-continuity-store");
    assert_eq!(Ledger::read(&folder.path().join("none")).err().unwrap().code(), "missing");
    assert_eq!(Store::read(&path).err().unwrap().code(), "not-a-continuity-store");
}
