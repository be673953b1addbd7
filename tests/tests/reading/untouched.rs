//! A folder is the same after every question, to the time stamp.

use std::fs;

use fixtures::Journal;
use tests::{command, fingerprint};

use crate::stores::{beside, build, questions};

/// Asks everything and compares the folder; returns what changed.
fn changed_by_reading(journal: Journal, prepare: impl FnOnce(&std::path::Path)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let store = build(folder.path(), journal);
    prepare(&store.path);
    let before = fingerprint::of(folder.path()).unwrap();
    for (subcommand, more) in questions(&store) {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let answer = command::ask(subcommand, &store.path, &more).unwrap();
        assert_eq!(answer.status, 0, "{subcommand}: {}", answer.said);
    }
    fingerprint::differences(&before, &fingerprint::of(folder.path()).unwrap())
}

#[test]
fn a_store_with_a_log_gets_no_shared_memory_file_and_no_new_time() {
    assert_eq!(changed_by_reading(Journal::KEPT_LOG, |_| {}), Vec::<String>::new());
}

#[test]
fn a_closed_store_gets_no_sidecar_files() {
    let no_log = |store: &std::path::Path| assert!(!beside(store, "-wal").exists());
    assert_eq!(changed_by_reading(Journal::CLOSED, no_log), Vec::<String>::new());
}

#[test]
fn a_log_of_an_older_file_is_ignored_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let older = build(folder.path(), Journal::KEPT_LOG);
    let log = fs::read(beside(&older.path, "-wal")).unwrap();
    let leave_log = |store: &std::path::Path| {
        // Salts that no header of this store ever had.
        let mut foreign = log.clone();
        foreign[16..24].copy_from_slice(b"otherlog");
        fs::write(beside(store, "-wal"), foreign).unwrap();
    };
    assert_eq!(changed_by_reading(Journal::CLOSED, leave_log), Vec::<String>::new());
}
