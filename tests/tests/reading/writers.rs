//! Reading beside others: a lock that is held, and a writer that does not stop.

use fixtures::Journal;
use serde_json::Value;
use tests::{command, fingerprint, second_opinion};

use crate::stores::build;

#[test]
fn a_lock_of_another_process_does_not_make_us_wait_or_show_what_is_not_committed() {
    if !second_opinion::is_here() {
        return;
    }
    for journal in [Journal::KEPT_LOG, Journal::CLOSED, Journal::Delete] {
        let folder = tempfile::tempdir().unwrap();
        let store = build(folder.path(), journal);
        let holder = second_opinion::lock(&store.path).unwrap();
        let before = fingerprint::of(folder.path()).unwrap();
        let answer = command::ask("tasks", &store.path, &[]).unwrap();
        let changed = fingerprint::differences(&before, &fingerprint::of(folder.path()).unwrap());
        drop(holder);
        assert_eq!(answer.status, 0, "{journal:?}: {}", answer.said);
        assert_eq!(answer.document["total"], 2, "{journal:?}");
        let suppressed = answer.document["tasks"].as_array().unwrap().iter().any(|task| task["suppressed"] == true);
        assert!(!suppressed, "{journal:?}: the holder has not committed");
        assert_eq!(changed, Vec::<String>::new(), "{journal:?}");
    }
}

#[test]
fn a_steady_writer_is_never_refused_and_only_committed_states_are_shown() {
    if !second_opinion::is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = build(folder.path(), Journal::KEPT_LOG);
    let mut writer = second_opinion::write_steadily(&store.path, 20).unwrap();
    let mut last = 0;
    for _ in 0..100 {
        let answer = command::ask("tasks", &store.path, &[]).unwrap();
        assert_eq!(answer.status, 0, "{}", answer.said);
        let revisions = revisions(&answer.document);
        assert_eq!(revisions.len(), 4);
        assert!(revisions.iter().all(|revision| *revision == revisions[0]), "torn: {revisions:?}");
        assert!(revisions[0] >= last, "{} came after {last}", revisions[0]);
        last = revisions[0];
    }
    assert!(last > 1_001, "the writer wrote while we read");
    assert!(writer.is_running(), "the writer was refused");
}

/// Returns the revision of every stored body. The writer gives all of them the same in one transaction.
fn revisions(document: &Value) -> Vec<i64> {
    let tasks = document["tasks"].as_array().unwrap();
    let epochs = tasks.iter().flat_map(|task| task["epochs"].as_array().unwrap());
    epochs.map(|epoch| epoch["snapshot"]["revision"].as_i64().unwrap()).collect()
}
