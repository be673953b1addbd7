//! A hot journal is rolled back in the image exactly as SQLite rolls it back in the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Files, Live, Seen};
use sqlite_pages::JournalStatus;

/// The files of a database whose large transaction is under way, so that pages have been spilled
/// into the main file, and the rows before it.
fn in_the_middle(setup: &str, change: &str) -> (Files, Seen) {
    let live = Live::new(setup);
    live.run("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 200, 300);
    let rows = live.rows();
    live.run("PRAGMA cache_size=5; PRAGMA cache_spill=1; BEGIN");
    live.run(change);
    let files = live.files();
    live.run("ROLLBACK");
    (files, rows)
}

const CHANGE: &str = "UPDATE t SET v = v || v; DELETE FROM t WHERE id % 3 = 0;
    INSERT INTO t SELECT id + 1000, v FROM t";

#[test]
fn a_transaction_that_was_cut_off_is_rolled_back() {
    for setup in [
        "PRAGMA page_size=512",
        "PRAGMA page_size=1024; PRAGMA synchronous=OFF",
        "PRAGMA page_size=4096; PRAGMA auto_vacuum=FULL; PRAGMA journal_mode=PERSIST",
        "PRAGMA page_size=2048; PRAGMA journal_mode=TRUNCATE",
    ] {
        let (files, rows) = in_the_middle(setup, CHANGE);
        let image = files.image();
        assert_eq!(image.journal().unwrap().status(), JournalStatus::Hot, "{setup}");
        assert!(!image.journal().unwrap().records().is_empty(), "{setup}");
        assert_eq!(files.as_sqlite_sees(), rows, "{setup}");
        assert_eq!(files.as_image_shows(), rows, "{setup}");
        let pieces: Vec<u8> = image.original_main_pieces().flatten().copied().collect();
        assert!(pieces == files.main, "{setup}");
    }
}

#[test]
fn a_journal_that_ended_is_not_rolled_back() {
    let (files, _) = in_the_middle("PRAGMA page_size=1024", CHANGE);
    for (name, change) in [
        ("zeroed", (|j: &mut Vec<u8>| j[..28].fill(0)) as fn(&mut Vec<u8>)),
        ("emptied", |j| j.clear()),
        ("shorter than a sector", |j| j.truncate(300)),
        ("page size of 7", |j| j[24..28].copy_from_slice(&7u32.to_be_bytes())),
        ("another magic", |j| j[2] ^= 1),
    ] {
        let mut files = files.clone();
        change(files.journal.as_mut().unwrap());
        assert!(!files.image().journal().unwrap().is_hot(), "{name}");
        assert_eq!(files.as_image_shows(), files.as_sqlite_sees(), "{name}");
    }
}

#[test]
fn a_torn_journal_is_rolled_back_as_far_as_sqlite_does() {
    let (files, _) = in_the_middle("PRAGMA page_size=512", CHANGE);
    let len = files.journal.as_ref().unwrap().len();
    for at in (0..len).step_by(len / 60) {
        let mut torn = files.clone();
        torn.journal.as_mut().unwrap()[at] ^= 0x10;
        same_or_both_damaged(&torn);
        let mut cut = files.clone();
        cut.journal.as_mut().unwrap().truncate(at);
        same_or_both_damaged(&cut);
    }
}

fn same_or_both_damaged(files: &Files) {
    let (ours, sqlites) = (files.as_image_shows(), files.as_sqlite_sees());
    // A file that SQLite lengthens with zeros counts as damaged here before a row is read.
    if ours != Seen::Refused("corrupt".into()) {
        assert_eq!(ours, sqlites);
    }
}

#[test]
fn a_journal_of_the_first_transaction_leaves_an_empty_store() {
    let live = Live::new("PRAGMA page_size=512; PRAGMA cache_size=2; PRAGMA cache_spill=1; BEGIN");
    live.run("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 200, 300);
    let files = live.files();
    assert!(!files.main.is_empty());
    assert!(files.image().is_empty());
    assert_eq!(files.as_image_shows(), files.as_sqlite_sees());
}

#[test]
fn a_journal_beside_an_empty_file_is_ignored() {
    let (mut files, _) = in_the_middle("PRAGMA page_size=1024", CHANGE);
    files.main.clear();
    assert!(files.image().is_empty());
    assert_eq!(files.image().journal().unwrap().status(), JournalStatus::EmptyStore);
    assert_eq!(files.as_sqlite_sees(), Seen::Rows(vec![]));
}

#[test]
fn a_super_journal_that_is_gone_means_that_the_transaction_was_committed() {
    let (mut files, rows) = in_the_middle("PRAGMA page_size=1024", CHANGE);
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().join("copy.db-mj0A1B2C9D3");
    let bytes = name.to_str().unwrap().as_bytes();
    let sum = bytes.iter().fold(0u32, |s, b| s + u32::from(*b));
    let journal = files.journal.as_mut().unwrap();
    // The lock-byte page's number marks the record of the name (section 3).
    journal.extend((0x4000_0000u32 / 1024 + 1).to_be_bytes());
    journal.extend(bytes);
    journal.extend((bytes.len() as u32).to_be_bytes());
    journal.extend(sum.to_be_bytes());
    journal.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    let path = dir.path().join("copy.db");
    files.put(&path);
    std::fs::write(&name, "").unwrap();
    let image = sqlite_pages::PageImage::read(&path).unwrap();
    assert_eq!(image.journal().unwrap().super_journal(), Some(bytes));
    assert_eq!(common::seen_in(&image), rows);
    std::fs::remove_file(&name).unwrap();
    let image = sqlite_pages::PageImage::read(&path).unwrap();
    assert_eq!(image.journal().unwrap().status(), JournalStatus::SuperJournalGone);
    assert_eq!(common::seen_in(&image), files.as_sqlite_sees());
}
