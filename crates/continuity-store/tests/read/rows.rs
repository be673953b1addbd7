//! Rows as they are stored, whatever somebody put into them.

use continuity::records::StoredBody;
use continuity_store::read::Store;
use fixtures::{Delta, SchemaVersion, Snapshot, StoreBuilder};

fn store(builder: &StoreBuilder) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let built = builder.build(folder.path()).unwrap();
    let store = Store::read(&built.path).unwrap();
    (folder, store)
}

#[test]
fn a_row_of_wrong_types_is_counted_and_hides_no_other() {
    let builder = StoreBuilder::new()
        .task("good", |t| t.checkpoint(Snapshot::new("good")).checkpoint(Snapshot::new("better")).purge().clear())
        .task("also", |t| t.checkpoint(Snapshot::new("also good")))
        .raw_sql(
            "PRAGMA ignore_check_constraints = 1;
             INSERT INTO continuity_tasks(task_correlation, current_epoch, updated_at) VALUES('bad-epoch', 'two', 'x');
             INSERT INTO continuity_tasks(task_correlation, current_epoch, updated_at) VALUES(NULL, 1, 'x');
             INSERT INTO continuity_tasks(task_correlation, current_epoch, suppressed, updated_at)
               VALUES(x'ff00', 1, 'yes', x'ff');
             INSERT INTO continuity_snapshots VALUES('bad', 'one', 1, 'd', 'text', 't');
             INSERT INTO continuity_snapshots VALUES('bad', 2, 1.5, 'd', 'text', 't');
             INSERT INTO continuity_snapshots VALUES('blob', 1, 1, x'00ff', x'7b7d', 5);
             INSERT INTO continuity_snapshots VALUES('number', 1, 1, 7, 12.5, 't');
             INSERT INTO continuity_tombstones VALUES('bad', 'x', 1, 'd', 't');
             INSERT INTO continuity_requests VALUES('bad', 'x', 'h', 'c', 'r', 't');",
        );
    let (_folder, store) = store(&builder);
    let (tasks, damage) = store.tasks().unwrap();
    let named: Vec<&str> = tasks.iter().map(|task| task.correlation.as_str()).collect();
    assert_eq!(named.len(), 3, "the two good ones, and the one whose name is bytes");
    assert_eq!(named[2], "\u{FFFD}\0");
    assert_eq!((damage[0].table, damage[0].reason, damage[0].count), ("continuity_tasks", "wrong-type", Some(2)));

    let mut bodies = Vec::new();
    let damage = store.each_snapshot(|_, row| bodies.push((row.correlation, row.body)));
    assert_eq!(bodies.len(), 4, "the server never reads the revision column, so 1.5 there hides nothing");
    assert_eq!(bodies[1], ("bad".to_owned(), StoredBody::Text(b"text".to_vec())));
    assert_eq!(bodies[2], ("blob".to_owned(), StoredBody::Blob(b"{}".to_vec())));
    assert_eq!(bodies[3], ("number".to_owned(), StoredBody::Text(b"12.5".to_vec())));
    assert_eq!((damage[0].reason, damage[0].count), ("wrong-type", Some(1)));

    let (tombstones, damage) = store.tombstones();
    assert_eq!((tombstones.len(), damage[0].count), (1, Some(1)));
    let mut requests = 0;
    let damage = store.each_request(|_| requests += 1);
    assert_eq!((requests, damage[0].count), (4, Some(1)));
}

#[test]
fn text_that_is_no_utf_8_keeps_its_bytes() {
    let builder = StoreBuilder::new().task("s", |t| {
        t.checkpoint(Snapshot::new("x"))
            .sql("UPDATE continuity_snapshots SET snapshot_json = CAST(x'7b22ff22' AS TEXT)")
    });
    let (_folder, store) = store(&builder);
    store.each_snapshot(|_, row| assert_eq!(row.body, StoredBody::Text(b"{\"\xff\"".to_vec())));
}

#[test]
fn text_with_a_zero_byte_is_not_cut() {
    let builder = StoreBuilder::new().task("s", |t| {
        t.checkpoint(Snapshot::new("x"))
            .sql("UPDATE continuity_snapshots SET snapshot_json = CAST(x'61006263' AS TEXT)")
    });
    let (_folder, store) = store(&builder);
    let mut seen = 0;
    store.each_snapshot(|_, row| {
        seen += 1;
        assert_eq!(row.body.bytes(), b"a\0bc");
    });
    assert_eq!(seen, 1);
}

#[test]
fn a_missing_table_is_named_and_the_rest_is_read() {
    for table in ["continuity_snapshots", "continuity_requests", "continuity_tombstones"] {
        let builder = StoreBuilder::new()
            .task("s", |t| t.checkpoint(Snapshot::new("one")).purge().checkpoint(Snapshot::new("two")))
            .raw_sql(&format!("DROP TABLE {table}"));
        let (_folder, store) = store(&builder);
        assert_eq!(store.tasks().unwrap().0.len(), 1);
        let (mut bodies, mut requests) = (0, 0);
        let damage =
            [store.each_snapshot(|_, _| bodies += 1), store.each_request(|_| requests += 1), store.tombstones().1];
        let damage: Vec<_> = damage.into_iter().flatten().collect();
        assert_eq!(damage.len(), 1, "{table}");
        assert_eq!((damage[0].table, damage[0].reason), (table, "missing-table"));
        let tombstones = store.tombstones().0.len();
        let expected = match table {
            "continuity_snapshots" => (0, 3, 1),
            "continuity_requests" => (1, 0, 1),
            _ => (1, 3, 0),
        };
        assert_eq!((bodies, requests, tombstones), expected, "{table}");
    }
}

#[test]
fn a_missing_delta_table_of_schema_3_is_named() {
    let builder = StoreBuilder::new().schema(SchemaVersion::V3).raw_sql("DROP TABLE continuity_delta_state");
    let (_folder, store) = store(&builder);
    assert_eq!(store.deltas().1[0].reason, "missing-table");
    let builder = StoreBuilder::new().schema(SchemaVersion::V2);
    let (_folder, store) = self::store(&builder);
    assert_eq!(store.deltas(), (Vec::new(), Vec::new()));
}

#[test]
fn a_missing_column_is_named_and_the_rest_is_read() {
    let builder = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("one")))
        .raw_sql("ALTER TABLE continuity_snapshots RENAME COLUMN snapshot_digest TO other");
    let (_folder, store) = store(&builder);
    assert_eq!(store.tasks().unwrap().0.len(), 1);
    let damage = store.each_snapshot(|_, _| panic!("no row can be understood"));
    assert_eq!((damage[0].table, damage[0].reason), ("continuity_snapshots", "missing-column"));
    let mut requests = 0;
    assert_eq!(store.each_request(|_| requests += 1), []);
    assert_eq!(requests, 1);
}

#[test]
fn a_task_table_without_its_columns_is_an_unsupported_schema() {
    let builder = StoreBuilder::new().raw_sql("ALTER TABLE continuity_tasks RENAME COLUMN current_epoch TO other");
    let (_folder, store) = store(&builder);
    assert_eq!(store.tasks().unwrap_err().code(), "unsupported-schema");
}

#[test]
fn no_task_table_is_corrupt() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new().raw_sql("DROP TABLE continuity_tasks").build(folder.path()).unwrap();
    assert_eq!(Store::read(&built.path).err().unwrap().code(), "corrupt");
}

#[test]
fn a_missing_secret_is_none_and_no_error() {
    let (_folder, without_row) = store(&StoreBuilder::new().raw_sql("DELETE FROM continuity_metadata"));
    assert_eq!(without_row.signing_secret().unwrap(), None);
    let (_folder, without_table) = store(&StoreBuilder::new().raw_sql("DROP TABLE continuity_metadata"));
    assert_eq!(without_table.signing_secret().unwrap(), None);
}

#[test]
fn a_delta_row_is_read_with_its_second_body() {
    let builder = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .task("s", |t| t.checkpoint(Snapshot::new("first")).delta(Delta::new(Snapshot::new("of the receiver"))));
    let (_folder, store) = store(&builder);
    let (deltas, damage) = store.deltas();
    assert_eq!((deltas.len(), damage), (1, Vec::new()));
    assert!(String::from_utf8_lossy(deltas[0].checkpoint.bytes()).contains("of the receiver"));
    assert!(deltas[0].checkpoint_digest.starts_with("sha256:"));
}

#[test]
fn no_debug_output_of_a_row_holds_body_text() {
    let builder = StoreBuilder::new().schema(SchemaVersion::V3).task("s", |t| {
        t.checkpoint_with_bare_body(Snapshot::new("MARKER-7f3a"))
            .delta(Delta::new(Snapshot::new("MARKER-7f3a")))
            .checkpoint(Snapshot::new("MARKER-7f3a"))
    });
    let (_folder, store) = store(&builder);
    let mut shown = format!("{:?}{:?}{:?}", store.tasks().unwrap(), store.tombstones(), store.deltas());
    store.each_snapshot(|key, row| shown.push_str(&format!("{key:?}{row:?}")));
    store.each_request(|row| shown.push_str(&format!("{row:?}")));
    shown.push_str(&format!("{:?}", store.image()));
    assert!(!shown.contains("MARKER"));
}

#[test]
fn views_triggers_and_an_own_index_are_foreign_objects() {
    use fixtures::Foreign;
    let builder = StoreBuilder::new().foreign(Foreign::View).foreign(Foreign::Audit).foreign(Foreign::BodyIndex);
    let (_folder, store) = store(&builder);
    let mut names: Vec<String> = store.identity().foreign_objects.iter().map(|(_, name)| name.clone()).collect();
    names.sort();
    let expected =
        ["current_snapshots", "snapshot_audit", "snapshot_audit_delete", "snapshot_audit_update", "snapshots_by_body"];
    assert_eq!(names, expected);
}

#[test]
fn a_table_that_is_really_a_view_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .raw_sql(
            "ALTER TABLE continuity_tombstones RENAME TO kept;
             CREATE VIEW continuity_tombstones AS SELECT 1 AS task_correlation, randomblob(1000000000) AS epoch,
               1 AS revision, 1 AS payload_digest, 1 AS purged_at;",
        )
        .build(folder.path())
        .unwrap();
    let store = Store::read(&built.path).unwrap();
    assert_eq!(store.tombstones().1[0].reason, "missing-table");
    assert_eq!(store.tasks().unwrap().0.len(), 1);
}
