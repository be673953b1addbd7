//! The log: written back and cut, unless somebody reads from it.

use continuity_store::write::{CutEnd, cut_log};
use fixtures::Journal;
use rusqlite::Connection;

use crate::common::{Holder, beside, dump};
use crate::stories::replaced;

fn log_len(path: &std::path::Path) -> u64 {
    std::fs::metadata(beside(path, "-wal")).map_or(0, |file| file.len())
}

#[test]
fn a_log_of_a_closed_store_is_cut_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let rows = dump(&built.path);
    assert!(log_len(&built.path) > 20_000);
    let cut = cut_log(&built.path).unwrap();
    assert!(cut.is_cut() && cut.frames_held == 0 && cut.longest_lock.as_millis() < 250, "{cut:?}");
    assert_eq!(log_len(&built.path), 0);
    assert_eq!(dump(&built.path), rows);
}

#[test]
fn a_store_without_a_log_has_nothing_to_cut() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let before = crate::common::contents(folder.path());
    assert!(cut_log(&built.path).unwrap().is_cut());
    assert_eq!(crate::common::contents(folder.path()), before);
}

#[test]
fn a_reader_of_an_earlier_state_keeps_the_log_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let Some(reader) = Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]) else { return };
    let writer = Holder::start(&built.path, &["UPDATE continuity_tasks SET updated_at = 'later'"]).unwrap();
    let cut = cut_log(&built.path).unwrap();
    assert_eq!(cut.end, CutEnd::Held);
    assert!(cut.frames_held > 0, "{cut:?}");
    assert!(cut.longest_lock.as_millis() < 250, "the write lock was held while waiting: {cut:?}");
    drop(reader);
    // Another program that has the store open, but reads nothing just now, holds nothing.
    let cut = cut_log(&built.path).unwrap();
    assert!(cut.is_cut(), "{cut:?}");
    assert_eq!(log_len(&built.path), 0);
    drop(writer);
}

#[test]
fn a_reader_of_the_newest_state_keeps_the_log_only() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let Some(reader) = Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]) else { return };
    let cut = cut_log(&built.path).unwrap();
    assert_eq!((cut.end, cut.frames_held), (CutEnd::Held, 0), "all of it is in the main file");
    assert!(log_len(&built.path) > 0);
    drop(reader);
    assert!(cut_log(&built.path).unwrap().is_cut());
}

#[test]
fn an_action_writes_no_long_log_back() {
    // SQLite writes a log of more than 1,000 pages back at a commit, which would destroy earlier states.
    let folder = tempfile::tempdir().unwrap();
    let built = replaced()
        .journal(Journal::KEPT_LOG)
        .raw_sql("CREATE TABLE big(v); INSERT INTO big VALUES (zeroblob(6000000))")
        .build(folder.path())
        .unwrap();
    let before = std::fs::read(&built.path).unwrap();
    let done = continuity_store::write::transact(&built.path, continuity_store::write::LOCK_WAIT, |_| {
        let change = continuity::transition::RowChange::SetSuppressed {
            correlation: built.tasks[0].correlation.as_str().to_owned(),
            epoch: 1,
            suppressed: true,
            updated_at: "t".to_owned(),
        };
        Ok::<_, continuity_store::StoreError>((vec![change], ()))
    });
    done.unwrap();
    assert_eq!(std::fs::read(&built.path).unwrap(), before);
    let suppressed: i64 = Connection::open(&built.path)
        .unwrap()
        .query_row("SELECT count(*) FROM continuity_tasks WHERE suppressed", [], |row| row.get(0))
        .unwrap();
    assert_eq!(suppressed, 1);
}
