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
