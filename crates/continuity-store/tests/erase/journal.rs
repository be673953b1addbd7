//! A rollback journal holds the pages as they were. After an erasure no journal does.

use continuity_store::write::{What, erase, finish, unused};
use fixtures::Journal;
use rstest::rstest;
use rusqlite::Connection;

use crate::common::{beside, integrity};
use crate::stories::{count, go_on, head, pieces, replaced};

#[rstest]
#[case("PERSIST")]
#[case("TRUNCATE")]
#[case("DELETE")]
fn no_text_is_left_in_a_journal_of_any_mode(#[case] mode: &str) {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let wanted = pieces(&built, "alder");
    // An agent that keeps its journal. The task's body goes, so the journal holds it once more.
    let agent = Connection::open(&built.path).unwrap();
    agent.execute_batch(&format!("PRAGMA journal_mode={mode}; DELETE FROM continuity_snapshots")).unwrap();
    drop(agent);
    let journal = beside(&built.path, "-journal");
    let holds = |n| journal.exists() && count(folder.path(), &head("alder", n)) > 0;
    assert_eq!(std::fs::metadata(&journal).map_or(0, |file| file.len()) > 512, mode == "PERSIST");
    assert_eq!(holds(5), mode != "DELETE", "the body is still in the file's free space");
    let erasure = erase(&built.path, What::Holding(&wanted), &mut go_on).unwrap();
    assert!(erasure.is_done(), "{erasure:?}");
    for n in 0..6 {
        assert_eq!(count(folder.path(), &head("alder", n)), 0, "{n}");
    }
    assert!(!journal.exists() || std::fs::metadata(&journal).unwrap().len() == 0);
    assert_eq!(unused(&built.path).unwrap().journal_bytes, 0);
    assert_eq!(integrity(&built.path), "ok");
}

#[test]
fn a_journal_that_is_still_needed_brings_the_store_back_first() {
    // The files as a writer that died in the middle of its transaction leaves them.
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let rows = crate::common::dump(&built.path);
    let agent = Connection::open(&built.path).unwrap();
    agent
        .execute_batch("PRAGMA cache_size=1; BEGIN; UPDATE continuity_snapshots SET snapshot_json = zeroblob(90000)")
        .unwrap();
    let died = tempfile::tempdir().unwrap();
    let path = died.path().join("continuity.sqlite3");
    std::fs::copy(&built.path, &path).unwrap();
    std::fs::copy(beside(&built.path, "-journal"), beside(&path, "-journal")).unwrap();
    drop(agent);
    assert!(std::fs::read(beside(&path, "-journal")).unwrap()[0] != 0, "the journal is hot");
    let done = finish(&path, &mut go_on).unwrap();
    assert!(done.erasure.is_done() && done.unused.is_clean(), "{done:?}");
    assert_eq!(crate::common::dump(&path), rows);
    assert_eq!(integrity(&path), "ok");
}

#[test]
fn the_body_that_a_delete_took_out_is_in_no_journal_and_in_no_block_that_was_one() {
    // A second name for the journal's file shows what was in it when it was removed.
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::Delete).build(folder.path()).unwrap();
    let journal = beside(&built.path, "-journal");
    std::fs::write(&journal, b"").unwrap();
    let kept = folder.path().join("kept");
    std::fs::hard_link(&journal, &kept).unwrap();
    let task = built.tasks[0].correlation.as_str();
    let done = continuity_store::write::transact(&built.path, continuity_store::write::LOCK_WAIT, |_| {
        let change = continuity::transition::RowChange::DeleteSnapshot { correlation: task.to_owned(), epoch: 1 };
        Ok::<_, continuity_store::StoreError>((vec![change], ()))
    });
    done.unwrap();
    assert_eq!(std::fs::metadata(&kept).unwrap().len(), 0, "it was overwritten, then cut");
    assert_eq!(count(folder.path(), &head("alder", 5)), 0);
}
