//! Suppress and allow, literally.

use fixtures::{Journal, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;
use rusqlite::types::Value;

use crate::act::{allow, suppress};
use crate::common::{dump, integrity};

const NOW: &str = "2026-10-01T00:00:00.000Z";

#[rstest]
#[case(SchemaVersion::V1)]
#[case(SchemaVersion::V2)]
#[case(SchemaVersion::V3)]
fn suppressing_changes_the_flag_and_the_time_of_one_row(#[case] schema: SchemaVersion) {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .schema(schema)
        .task("mine", |t| {
            t.checkpoint(Snapshot::new("one")).clear().checkpoint(Snapshot::new("two")).mark_pre_compact()
        })
        .task("other", |t| t.checkpoint(Snapshot::new("other")))
        .build(folder.path())
        .unwrap();
    let task = built.tasks[0].correlation.as_str();
    let before = dump(&built.path);
    assert!(suppress(&built.path, task, 2, NOW).unwrap());

    let mut expected = before.clone();
    let row = expected.get_mut("continuity_tasks").unwrap();
    let row = row.iter_mut().find(|row| row[0] == Value::Text(task.to_owned())).unwrap();
    // Columns 3 and 10 of continuity_tasks: suppressed, updated_at.
    row[3] = Value::Integer(1);
    row[10] = Value::Text(NOW.to_owned());
    assert_eq!(dump(&built.path), expected);

    // Again: nothing to do, and the time stays.
    assert!(!suppress(&built.path, task, 2, "2027-01-01T00:00:00.000Z").unwrap());
    assert_eq!(dump(&built.path), expected);

    assert!(allow(&built.path, task, 2, "2026-10-02T00:00:00.000Z").unwrap());
    let row = expected.get_mut("continuity_tasks").unwrap();
    let row = row.iter_mut().find(|row| row[0] == Value::Text(task.to_owned())).unwrap();
    row[3] = Value::Integer(0);
    row[10] = Value::Text("2026-10-02T00:00:00.000Z".to_owned());
    assert_eq!(dump(&built.path), expected);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn the_real_rules_leave_the_same_rows() {
    let story = |t: fixtures::TaskBuilder| t.checkpoint(Snapshot::new("one")).clear().checkpoint(Snapshot::new("two"));
    let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let built = StoreBuilder::new().task("s", story).build(ours.path()).unwrap();
    let real = StoreBuilder::new().task("s", |t| story(t).suppress()).build(theirs.path()).unwrap();
    suppress(&built.path, built.tasks[0].correlation.as_str(), 2, &real.clock).unwrap();
    assert_eq!(dump(&built.path), dump(&real.path));
}

#[rstest]
#[case::an_epoch_that_was_cleared(1, "stale-revision")]
#[case::an_epoch_that_is_not_there_yet(3, "stale-revision")]
fn another_epoch_than_the_current_one_is_refused(#[case] epoch: i64, #[case] code: &str) {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("one")).clear())
        .build(folder.path())
        .unwrap();
    let before = dump(&built.path);
    let task = built.tasks[0].correlation.as_str();
    assert_eq!(suppress(&built.path, task, epoch, NOW).unwrap_err().code(), code);
    assert_eq!(allow(&built.path, task, epoch, NOW).unwrap_err().code(), code);
    assert_eq!(suppress(&built.path, "hmac-sha256:nobody", 2, NOW).unwrap_err().code(), "changed-since-read");
    assert_eq!(dump(&built.path), before);
}
