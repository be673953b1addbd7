//! Page sizes, encodings, journals and logs: the same rows whatever the file looks like.

use continuity_store::read::Store;
use fixtures::{AutoVacuum, Encoding, Journal, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;
use rusqlite::Connection;

use crate::common::{beside, copy};

fn bodies(path: &std::path::Path) -> Vec<String> {
    let store = Store::read(path).unwrap();
    let mut found = Vec::new();
    let damage = store.each_snapshot(|_, row| found.push(String::from_utf8(row.body.bytes().to_vec()).unwrap()));
    assert_eq!(damage, []);
    found
}

fn story() -> StoreBuilder {
    StoreBuilder::new()
        .task("long", |t| t.checkpoint(Snapshot::new(&"어제 멈춘 곳 🙂 ".repeat(300)).constraint("tab\t\"quote\" \\")))
        .task("short", |t| t.checkpoint(Snapshot::new("short")).clear().checkpoint(Snapshot::new("next epoch")))
}

#[rstest]
#[case::smallest(story().page_size(512))]
#[case::largest(story().page_size(65_536))]
#[case::utf16_le(story().encoding(Encoding::Utf16Le))]
#[case::utf16_be(story().encoding(Encoding::Utf16Be))]
#[case::auto_vacuum(story().auto_vacuum(AutoVacuum::Full))]
#[case::rollback_journal(story().journal(Journal::Delete))]
#[case::kept_log(story().journal(Journal::KEPT_LOG))]
#[case::small_pages_in_the_log(story().journal(Journal::KEPT_LOG).page_size(512).encoding(Encoding::Utf16Be))]
#[case::third_schema(story().schema(SchemaVersion::V3))]
fn every_layout_reads_the_same_bodies(#[case] story: StoreBuilder) {
    let folder = tempfile::tempdir().unwrap();
    let built = story.build(folder.path()).unwrap();
    let expected: Vec<String> =
        built.tasks.iter().flat_map(|task| task.history.iter().map(|revision| revision.body.clone())).collect();
    assert_eq!(bodies(&built.path), expected);
    assert_eq!(Store::read(&built.path).unwrap().signing_secret().unwrap().map(|s| s.len()), Some(43));
}

#[test]
fn a_log_left_by_an_older_file_reads_as_sqlite_reads_it() {
    let old = tempfile::tempdir().unwrap();
    let new = tempfile::tempdir().unwrap();
    let older = story().journal(Journal::KEPT_LOG).build(old.path()).unwrap();
    let newer = story().task("new", |t| t.checkpoint(Snapshot::new("newer file"))).build(new.path()).unwrap();
    assert!(!beside(&newer.path, "-wal").exists());
    std::fs::copy(beside(&older.path, "-wal"), beside(&newer.path, "-wal")).unwrap();

    // SQLite cannot tell a log's file: it replays what is valid. What it then shows is what AGS would work with.
    let scratch = tempfile::tempdir().unwrap();
    let sqlite = Connection::open(copy(&newer.path, scratch.path())).unwrap();
    let mut statement = sqlite.prepare("SELECT snapshot_json FROM continuity_snapshots ORDER BY rowid").unwrap();
    let expected: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(bodies(&newer.path), expected);
}

#[rstest]
#[case::other_page_size(512)]
#[case::larger_pages(8_192)]
fn a_log_of_other_page_size_counts_for_nothing(#[case] page_size: u32) {
    let old = tempfile::tempdir().unwrap();
    let new = tempfile::tempdir().unwrap();
    let older = story().page_size(page_size).journal(Journal::KEPT_LOG).build(old.path()).unwrap();
    let newer = StoreBuilder::new().task("new", |t| t.checkpoint(Snapshot::new("newer"))).build(new.path()).unwrap();
    std::fs::copy(beside(&older.path, "-wal"), beside(&newer.path, "-wal")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let sqlite = Connection::open(copy(&newer.path, scratch.path())).unwrap();
    let counted = sqlite.query_row("SELECT count(*) FROM continuity_snapshots", [], |row| row.get::<_, i64>(0));
    match counted {
        Ok(count) => assert_eq!(bodies(&newer.path).len() as i64, count),
        // Some releases of SQLite refuse such a pair; the state of the main file is then the only committed one.
        Err(_) => assert!(Store::read(&newer.path).is_err() || bodies(&newer.path).len() == 1),
    }
}

#[test]
fn a_torn_log_shows_the_last_whole_commit() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("first")).checkpoint(Snapshot::new("second")))
        .build(folder.path())
        .unwrap();
    let log = beside(&built.path, "-wal");
    let length = std::fs::metadata(&log).unwrap().len();
    std::fs::OpenOptions::new().write(true).open(&log).unwrap().set_len(length - 100).unwrap();
    assert_eq!(bodies(&built.path), [built.tasks[0].history[0].body.clone()]);
}

#[test]
fn a_log_of_noise_counts_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let built = story().build(folder.path()).unwrap();
    let before = bodies(&built.path);
    std::fs::write(beside(&built.path, "-wal"), [0x5A; 9_000]).unwrap();
    assert_eq!(bodies(&built.path), before);
}
