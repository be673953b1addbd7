//! The revisions of all tasks at once, and pieces of bodies among them.

use std::collections::BTreeMap;

use fixtures::{Delta, Journal, SchemaVersion, Snapshot, StoreBuilder};
use wire::revisions::{RevisionEntry, RevisionSource};

use crate::common::Machine;

/// A snapshot with these items of progress, each on a line of its own.
fn items(numbers: impl IntoIterator<Item = u32>, word: &str) -> Snapshot {
    let item = |number| format!("Item {number:04} {word} something that no other item says in {number:04} words.");
    numbers.into_iter().fold(Snapshot::new("The list of items"), |snapshot, number| snapshot.progress(&item(number)))
}

#[test]
fn all_tasks_at_once_have_the_revisions_that_each_has_alone() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .journal(Journal::KEPT_LOG)
        .task("replaced", |t| {
            t.checkpoint(items(0..5, "says")).checkpoint(items(0..80, "says")).checkpoint(items(3..9, "is"))
        })
        .task("purged", |t| t.checkpoint(items(0..30, "had")).purge().checkpoint(items(0..2, "has")))
        .task("cleared", |t| t.checkpoint(items(0..4, "was")).clear().checkpoint(items(0..4, "were")))
        .task("receiver", |t| t.checkpoint(items(0..4, "got")).delta(Delta::new(items(1..6, "gets"))))
        .task("legacy", |t| t.checkpoint_with_bare_body(items(0..4, "kept")).checkpoint(items(0..3, "keeps")))
        .task("empty", |t| t.suppress())
        .raw_sql("PRAGMA wal_checkpoint(RESTART)")
        .task("forgotten", |t| t.checkpoint(items(0..40, "did")).checkpoint(items(5..50, "does")))
        .task("forgotten", |t| t.sql("DELETE FROM continuity_snapshots WHERE task_correlation = :task"))
        .task("forgotten", |t| t.sql("DELETE FROM continuity_requests WHERE task_correlation = :task"))
        .task("forgotten", |t| t.sql("DELETE FROM continuity_tasks WHERE task_correlation = :task"))
        .raw_sql(
            "INSERT INTO continuity_tasks(task_correlation, current_epoch, updated_at) VALUES('by hand', 1, '2026');
             INSERT INTO continuity_snapshots VALUES('by hand', 1, 1, 'none', '{\"a\":1}', '2026')",
        )
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let every = inspector.every_revision_document(&built.path).unwrap();
    let mut found: BTreeMap<String, Vec<RevisionEntry>> =
        every.tasks.into_iter().map(|task| (task.task_correlation, task.revisions)).collect();

    // A task whose rows are all gone is not there to be asked for; its bodies are.
    let forgotten = built.task("forgotten").unwrap();
    let left = found.remove(forgotten.correlation.as_str()).unwrap();
    let digests: Vec<_> = left.iter().filter(|entry| entry.complete).map(|entry| entry.digest.clone()).collect();
    let expected: Vec<_> = forgotten.history.iter().rev().map(|body| Some(body.digest.clone())).collect();
    assert_eq!(digests, expected);

    let names = ["replaced", "purged", "cleared", "receiver", "legacy", "empty"];
    let mut names: Vec<String> = names.iter().map(|name| built.correlation(name).as_str().to_owned()).collect();
    names.push("by hand".to_owned());
    assert_eq!(found.len(), names.len());
    for name in names {
        let alone = inspector.revisions_document(&built.path, &name).unwrap();
        assert_eq!(found[&name], alone.revisions, "{name}");
    }
    assert!(found["by hand"].len() == 1 && found[built.correlation("replaced").as_str()].len() >= 3);
}

#[test]
fn a_piece_is_a_fragment_of_its_task_and_never_a_revision() {
    let machine = Machine::new();
    // The second body is shorter and repeats half of the first, every tenth item changed.
    let second = (300..600).fold(Snapshot::new("The list of items"), |snapshot, number| {
        let word = if number % 10 == 0 { "now says" } else { "says" };
        snapshot.progress(&format!("Item {number:04} {word} something that no other item says in {number:04} words."))
    });
    let built = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("s", |t| t.checkpoint(items(0..600, "says")).checkpoint(second))
        .build(&machine.path("store"))
        .unwrap();
    let document = machine.inspector().revisions_document(&built.path, built.correlation("s").as_str()).unwrap();
    let file = std::fs::read(&built.path).unwrap();
    let first = built.tasks[0].history[0].body.as_bytes();
    let pieces: Vec<&RevisionEntry> =
        document.revisions.iter().filter(|entry| !entry.complete && entry.source == RevisionSource::FreePage).collect();
    assert!(!pieces.is_empty());
    for piece in pieces {
        assert_eq!((piece.epoch, piece.revision, piece.digest_valid, piece.receipt), (1, None, None, false));
        let place = &piece.places[0];
        assert_eq!((place.file.as_str(), place.source), ("continuity.sqlite3", RevisionSource::FreePage));
        let start = place.offset.unwrap() as usize;
        let bytes = &file[start..start + piece.bytes.unwrap() as usize];
        assert!(first.windows(bytes.len()).any(|window| window == bytes), "a piece of the first body");
    }
    let whole: Vec<_> = document.revisions.iter().filter(|entry| entry.complete).collect();
    assert_eq!(whole.len(), 1, "the stored body alone is whole");
}
