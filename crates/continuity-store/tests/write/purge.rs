//! Deleting a body, literally and against the real rules.

use continuity::Digest;
use fixtures::{Delta, Encoding, SchemaVersion, Snapshot, StoreBuilder, TaskBuilder};
use rstest::rstest;
use rusqlite::types::Value;

use crate::act::{purge, seen};
use crate::common::{dump, integrity};

fn story(schema: SchemaVersion) -> StoreBuilder {
    let checkpoints = move |t: TaskBuilder| {
        let t = t
            .checkpoint(Snapshot::new("first"))
            .checkpoint_with_bare_body(Snapshot::new("second, kept in its request too"))
            .checkpoint_with_wrapped_body(Snapshot::new("third, wrapped"));
        if schema == SchemaVersion::V3 { t.delta(Delta::new(Snapshot::new("third for a receiver"))) } else { t }
    };
    StoreBuilder::new()
        .schema(schema)
        .task("other", |t| t.checkpoint_with_bare_body(Snapshot::new("of another task")))
        .task("mine", |t| checkpoints(t.checkpoint(Snapshot::new("old")).clear()))
}

#[rstest]
#[case::schema_1(SchemaVersion::V1)]
#[case::schema_2(SchemaVersion::V2)]
#[case::schema_3(SchemaVersion::V3)]
fn the_real_rules_leave_the_same_rows(#[case] schema: SchemaVersion) {
    let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let built = story(schema).build(ours.path()).unwrap();
    let real = story(schema).task("mine", |t| t.purge_as("the-purge")).build(theirs.path()).unwrap();
    let task = built.tasks[1].correlation.as_str();
    purge(&built.path, task, &seen(2, 3), "the-purge", &real.clock).unwrap();
    let (mut mine, mut expected) = (dump(&built.path), dump(&real.path));
    if schema == SchemaVersion::V1 {
        // The last build of schema 1 hashed the request into the tombstone, the first did not; a store does not say
        // which wrote it. Only the digest differs.
        for tables in [&mut mine, &mut expected] {
            tables.get_mut("continuity_tombstones").unwrap()[0][3] = Value::Null;
            for row in tables.get_mut("continuity_requests").unwrap() {
                if let Value::Text(text) = &mut row[4]
                    && let Some(at) = text.find("\"tombstoneDigest\":\"sha256:")
                {
                    text.replace_range(at + 26..at + 90, "");
                }
            }
        }
    }
    assert_eq!(mine, expected);
    assert_eq!(integrity(&built.path), "ok");
}

#[rstest]
#[case::schema_1(SchemaVersion::V1First)]
#[case::schema_2(SchemaVersion::V2)]
#[case::schema_3(SchemaVersion::V3)]
fn every_row_is_as_the_rules_word_it(#[case] schema: SchemaVersion) {
    let folder = tempfile::tempdir().unwrap();
    let built = story(schema).build(folder.path()).unwrap();
    let task = built.tasks[1].correlation.as_str();
    let last = built.tasks[1].last().unwrap();
    let before = dump(&built.path);
    let now = "2026-10-01T00:00:00.000Z";
    let answered = purge(&built.path, task, &seen(2, 3), "id-1", now).unwrap();

    // Section 4 of the format: keys sorted, no spaces.
    let hash = built.secret.request_hash("id-1");
    let by_request =
        if schema == SchemaVersion::V1First { String::new() } else { format!(r#","purgeRequestHash":"{hash}""#) };
    let sorted = format!(
        r#"{{"epoch":2,"payloadDigest":"{}"{by_request},"revision":3,"taskCorrelation":"{task}"}}"#,
        last.digest
    );
    let digest = Digest::of_bytes(sorted.as_bytes()).to_string();
    assert_eq!(answered, digest);
    let command = r#"{"expectedEpoch":2,"expectedRevision":3,"requestId":"id-1","schemaVersion":"1.0.0"}"#;
    let command = Digest::of_bytes(command.as_bytes()).to_string();
    let facts = format!(r#""epoch":2,"revision":3,"tombstoneDigest":"{digest}","purgedAt":"{now}"}}"#);
    let receipt = format!(r#"{{"schemaVersion":"1.0.0","purged":true,{facts}"#);
    let scrubbed = format!(r#"{{"schemaVersion":"1.0.0","kind":"purged-request",{facts}"#);

    let text = |text: &str| Value::Text(text.to_owned());
    let mine = |row: &Vec<Value>| row[0] == text(task) && row[1] == Value::Integer(2);
    let mut expected = before.clone();
    expected.get_mut("continuity_snapshots").unwrap().retain(|row| !mine(row));
    if schema == SchemaVersion::V3 {
        assert_eq!(expected["continuity_delta_state"].len(), 1);
        expected.get_mut("continuity_delta_state").unwrap().clear();
    }
    let tombstone = vec![text(task), Value::Integer(2), Value::Integer(3), text(&digest), text(now)];
    expected.get_mut("continuity_tombstones").unwrap().push(tombstone);
    let requests = expected.get_mut("continuity_requests").unwrap();
    let mut overwritten = 0;
    for row in requests.iter_mut().filter(|row| mine(row)) {
        let Value::Text(result) = &row[4] else { panic!("a result is text") };
        if !result.contains(r#""kind":"checkpoint""#) {
            row[4] = text(&scrubbed);
            overwritten += 1;
        }
    }
    assert_eq!(overwritten, 2);
    requests.push(vec![text(task), Value::Integer(2), text(&hash), text(&command), text(&receipt), text(now)]);
    let key = |row: &Vec<Value>| format!("{:?}", &row[..3]);
    requests.sort_by_key(key);
    let mut after = dump(&built.path);
    after.get_mut("continuity_requests").unwrap().sort_by_key(key);
    assert_eq!(after, expected);
    let whole = format!("{after:?}");
    assert!(!whole.contains("third") && !whole.contains("kept in its request"), "a body is still in a row");
    assert!(whole.contains("of another task"), "rows of other tasks stay");
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn an_old_epoch_of_a_suppressed_task_with_a_root_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .task("s", |t| {
            t.checkpoint(Snapshot::new("old")).clear().checkpoint(Snapshot::new("new")).bind_root("r").suppress()
        })
        .build(folder.path())
        .unwrap();
    let task = built.tasks[0].correlation.as_str();
    let before = dump(&built.path);
    purge(&built.path, task, &seen(1, 1), "id", "t").unwrap();
    let after = dump(&built.path);
    assert_eq!(after["continuity_tasks"], before["continuity_tasks"]);
    assert_eq!(after["continuity_snapshots"], before["continuity_snapshots"][1..]);
    assert_eq!(after["continuity_observations"], before["continuity_observations"]);
    assert_eq!(after["continuity_metadata"], before["continuity_metadata"]);
}

#[test]
fn a_second_delete_overwrites_the_tombstone_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("one")).purge().checkpoint(Snapshot::new("two")))
        .build(folder.path())
        .unwrap();
    let task = built.tasks[0].correlation.as_str();
    purge(&built.path, task, &seen(1, 2), "id", "later").unwrap();
    let tombstones = &dump(&built.path)["continuity_tombstones"];
    assert_eq!(tombstones.len(), 1);
    assert_eq!((&tombstones[0][2], &tombstones[0][4]), (&Value::Integer(2), &Value::Text("later".into())));
}

#[test]
fn a_body_that_is_no_json_goes_by_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .task("s", |t| {
            t.checkpoint(Snapshot::new("one"))
                .sql("UPDATE continuity_snapshots SET snapshot_json = '{broken', revision = 7")
        })
        .build(folder.path())
        .unwrap();
    let task = built.tasks[0].correlation.as_str();
    assert_eq!(purge(&built.path, task, &seen(1, 1), "id", "t").unwrap_err().code(), "stale-revision");
    let bytes = format!("bytes:{}", Digest::of_bytes(b"{broken").to_string().trim_start_matches("sha256:"));
    let digest = continuity::transition::SeenDigest::parse(&bytes);
    assert!(digest.is_some());
    let by_bytes = continuity::transition::Seen { epoch: 1, revision: 7, digest };
    purge(&built.path, task, &by_bytes, "id", "t").unwrap();
    assert!(dump(&built.path)["continuity_snapshots"].is_empty());
}

#[test]
fn a_utf_16_store_keeps_its_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .encoding(Encoding::Utf16Be)
        .task("s", |t| t.checkpoint(Snapshot::new("한글")))
        .build(folder.path())
        .unwrap();
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
    let connection = built.connect().unwrap();
    let encoding: String = connection.query_row("PRAGMA encoding", [], |row| row.get(0)).unwrap();
    assert_eq!(encoding, "UTF-16be");
    drop(connection);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn the_shared_file_is_written_by_its_own_version() {
    let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let story = || StoreBuilder::new().shared_file().task("s", |t| t.checkpoint(Snapshot::new("shared")));
    let built = story().build(ours.path()).unwrap();
    let real = story().task("s", |t| t.purge_as("id")).build(theirs.path()).unwrap();
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", &real.clock).unwrap();
    assert_eq!(dump(&built.path), dump(&real.path));
}
