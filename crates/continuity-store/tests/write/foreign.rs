//! Objects that are not AGS's go on working.

use fixtures::{Foreign, Journal, Snapshot, StoreBuilder};

use crate::act::{purge, seen, suppress};
use crate::common::integrity;

#[test]
fn a_full_text_index_forgets_the_deleted_words() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .foreign(Foreign::FullText)
        .task("mine", |t| t.checkpoint(Snapshot::new("zebra secret")))
        .task("other", |t| t.checkpoint(Snapshot::new("giraffe stays")))
        .build(folder.path())
        .unwrap();
    let found = |word: &str| -> i64 {
        let connection = built.connect().unwrap();
        let sql = "SELECT count(*) FROM snapshot_words WHERE snapshot_words MATCH ?1";
        connection.query_row(sql, [word], |row| row.get(0)).unwrap()
    };
    assert_eq!((found("zebra"), found("giraffe")), (1, 1));
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
    assert_eq!((found("zebra"), found("giraffe")), (0, 1));
    let connection = built.connect().unwrap();
    connection.execute("INSERT INTO snapshot_words(snapshot_words) VALUES('integrity-check')", []).unwrap();
    drop(connection);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn an_audit_trigger_fires_as_it_does_for_ags() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .foreign(Foreign::Audit)
        .task("s", |t| t.checkpoint(Snapshot::new("copied")))
        .build(folder.path())
        .unwrap();
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
    let connection = built.connect().unwrap();
    let what: String = connection.query_row("SELECT what FROM snapshot_audit", [], |row| row.get(0)).unwrap();
    assert_eq!(what, "deleted");
}

#[test]
fn an_index_over_bodies_and_a_view_stay_whole() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .foreign(Foreign::BodyIndex)
        .foreign(Foreign::View)
        .task("s", |t| t.checkpoint(Snapshot::new("indexed")))
        .build(folder.path())
        .unwrap();
    let task = built.tasks[0].correlation.as_str();
    assert!(suppress(&built.path, task, 1, "t").unwrap());
    purge(&built.path, task, &seen(1, 1), "id", "t").unwrap();
    assert_eq!(integrity(&built.path), "ok");
}

/// Every word that the segments of the index hold, whatever marks say of it.
fn words_in_index(path: &std::path::Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    let log = std::fs::read(path.with_file_name("continuity.sqlite3-wal")).unwrap_or_default();
    [bytes, log].concat()
}

#[test]
fn no_segment_of_a_merged_index_holds_a_deleted_word() {
    let word = "quetzalcoatlus";
    let folder = tempfile::tempdir().unwrap();
    let mut store = StoreBuilder::new().journal(Journal::Delete).foreign(Foreign::FullText);
    for at in 0..40 {
        store = store.task(&format!("s{at}"), |t| t.checkpoint(Snapshot::new(&format!("giraffe number{at} stays"))));
    }
    let built =
        store.task("mine", |t| t.checkpoint(Snapshot::new(&format!("{word} goes")))).build(folder.path()).unwrap();
    purge(&built.path, built.tasks[40].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
    let holds = |word: &str| {
        words_in_index(&built.path).windows(word.len()).filter(|window| *window == word.as_bytes()).count()
    };
    assert!(holds(word) > 0, "the delete only marks what its segment holds");
    let merged = continuity_store::write::merge_full_text(&built.path).unwrap();
    assert_eq!(
        merged.iter().map(|index| (index.name.as_str(), index.is_clean())).collect::<Vec<_>>(),
        [("snapshot_words", true)]
    );
    let unused = continuity_store::write::What::AllUnused;
    continuity_store::write::erase(&built.path, unused, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(holds(word), 0);
    let connection = built.connect().unwrap();
    connection.execute("INSERT INTO snapshot_words(snapshot_words) VALUES('integrity-check')", []).unwrap();
    let sql = "SELECT count(*) FROM snapshot_words WHERE snapshot_words MATCH 'giraffe'";
    let found: i64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(found, 40);
    drop(connection);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn a_store_without_an_index_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(folder.path()).unwrap();
    let before = std::fs::read(&built.path).unwrap();
    assert_eq!(continuity_store::write::merge_full_text(&built.path).unwrap(), []);
    assert!(std::fs::read(&built.path).unwrap() == before);
}

#[test]
fn an_index_that_cannot_be_merged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .foreign(Foreign::FullText)
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .build(folder.path())
        .unwrap();
    built.connect().unwrap().execute("DROP TABLE snapshot_words_data", []).unwrap();
    let merged = continuity_store::write::merge_full_text(&built.path).unwrap();
    assert_eq!(merged.iter().map(|index| index.is_clean()).collect::<Vec<_>>(), [false]);
}

#[test]
fn an_index_that_was_not_told_of_the_delete_is_not_called_clean() {
    let insert = "CREATE TRIGGER words_insert AFTER INSERT ON continuity_snapshots BEGIN
         INSERT INTO words(rowid, body) VALUES (new.rowid, new.snapshot_json); END;";
    for index in [
        "CREATE VIRTUAL TABLE words USING fts5(body, content='');",
        "CREATE VIRTUAL TABLE words USING fts5(snapshot_json, content='continuity_snapshots', content_rowid='rowid');",
        "CREATE VIRTUAL TABLE words USING fts5(snapshot_json, content = 'continuity_snapshots', tokenize = 'trigram');",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let column = if index.contains("(body") { "body" } else { "snapshot_json" };
        let built = StoreBuilder::new()
            .raw_sql(&format!("{index} {}", insert.replace("body)", &format!("{column})"))))
            .task("gone", |t| t.checkpoint(Snapshot::new("quetzalcoatlus goes")))
            .task("kept", |t| t.checkpoint(Snapshot::new("giraffe stays")))
            .build(folder.path())
            .unwrap();
        purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
        let merged = continuity_store::write::merge_full_text(&built.path).unwrap();
        assert_eq!(merged.iter().map(|index| index.is_clean()).collect::<Vec<_>>(), [false], "{index}");
        assert_eq!(integrity(&built.path), "ok");
    }
}
