//! Commits, uncommitted tails and leftovers of a log, against what was done to produce them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Live, seen_in};
use sqlite_pages::{LeftoverKind, LogStatus};

#[test]
fn every_commit_is_counted_and_the_newest_is_shown() {
    let live = Live::with_log("PRAGMA page_size=1024");
    for i in 0..7 {
        live.add(i, 1, 100);
    }
    let image = live.files().image();
    let log = image.log().unwrap();
    assert_eq!(log.status(), LogStatus::Used);
    // One for the table and seven for the rows.
    assert_eq!(log.commits().len(), 8);
    assert!(!log.has_uncommitted_tail());
    assert!(log.leftovers().is_empty());
    assert!(image.header().is_wal());
    assert_eq!(image.newest()[18..20], [1, 1]);
    assert_eq!(image.original_main_page(1).unwrap()[18..20], [2, 2]);
    assert_eq!(seen_in(&image), live.rows());
}

#[test]
fn an_uncommitted_tail_is_named_and_not_shown() {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.add(1, 10, 100);
    let rows = live.rows();
    live.run("PRAGMA cache_size=3; PRAGMA cache_spill=1; BEGIN");
    live.add(100, 100, 900);
    let files = live.files();
    let image = files.image();
    assert!(image.log().unwrap().has_uncommitted_tail());
    assert_eq!(seen_in(&image), rows);
    assert_eq!(files.as_sqlite_sees(), rows);
    live.run("ROLLBACK");
    live.add(100, 1, 10);
    assert_eq!(seen_in(&live.files().image()), live.rows());
}

#[test]
fn frames_of_an_earlier_generation_are_left_over_and_not_applied() {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.add(1, 30, 400);
    let old = live.files().image().log().unwrap().frames().len();
    live.run("PRAGMA wal_checkpoint(RESTART)");
    live.add(31, 1, 10);
    let files = live.files();
    let image = files.image();
    let log = image.log().unwrap();
    let header = log.header().unwrap();
    assert_eq!(log.commits().len(), 1);
    assert_eq!(log.frames().len() + log.leftovers().len(), old);
    for (i, leftover) in log.leftovers().iter().enumerate() {
        assert_eq!(leftover.kind, LeftoverKind::EarlierGeneration);
        assert_ne!(leftover.salts, header.salts);
        // The frame before the first one is overwritten, so only the others can be checked.
        assert_eq!(leftover.verified, i > 0);
        assert_eq!(log.slot_page(leftover.number).unwrap().len(), 1024);
    }
    assert_eq!(log.leftovers().last().unwrap().number as usize, old);
    assert!(log.leftovers().last().unwrap().db_size > 0);
    assert_eq!(seen_in(&image), live.rows());
    assert_eq!(files.as_sqlite_sees(), live.rows());
}

#[test]
fn a_database_that_shrank_in_the_log_shows_its_new_size() {
    let live = Live::with_log("PRAGMA page_size=1024; PRAGMA auto_vacuum=FULL");
    live.add(1, 200, 900);
    live.run("PRAGMA wal_checkpoint(PASSIVE); DELETE FROM t WHERE id > 10");
    let files = live.files();
    let image = files.image();
    assert!(image.newest().len() < files.main.len());
    assert_eq!(seen_in(&image), live.rows());
    let pieces: Vec<u8> = image.original_main_pieces().flatten().copied().collect();
    assert!(pieces == files.main);
    let last = (files.main.len() / 1024) as u32;
    assert_eq!(image.original_main_page(last).unwrap(), &files.main[files.main.len() - 1024..]);
    assert_eq!(image.original_main_page(last + 1), None);
    assert_eq!(image.page(last), None);
}

#[test]
fn an_empty_log_changes_nothing() {
    let live = Live::with_log("");
    live.add(1, 3, 10);
    live.run("PRAGMA wal_checkpoint(TRUNCATE)");
    let image = live.files().image();
    assert_eq!(image.log().unwrap().status(), LogStatus::Empty);
    assert_eq!(seen_in(&image), live.rows());
}

#[test]
fn every_page_size_and_encoding_reads_back() {
    for shift in 9..=16 {
        for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
            let size = 1u32 << shift;
            let live = Live::with_log(&format!("PRAGMA page_size={size}; PRAGMA encoding='{encoding}'"));
            live.add(1, 5, i64::from(size) * 2);
            let image = live.files().image();
            assert_eq!(image.page_size(), size);
            assert_eq!(seen_in(&image), live.rows());
        }
    }
}

#[test]
fn debug_output_holds_no_text_of_the_database() {
    let live = Live::with_log("");
    live.run("INSERT INTO t VALUES(1, 'a very secret sentence')");
    let image = live.files().image();
    let shown = format!("{image:?} {:?} {:?}", image.log(), image.stamp());
    assert!(!shown.contains("secret"));
    assert!(!shown.contains("115, 101, 99, 114"));
}
