//! Where the file format leaves a choice, the image shows what SQLite itself shows. Each test hands
//! the same files to both.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Files, Live, Seen};
use sqlite_pages::{Header, LogReject, LogStatus};

fn both_see(files: &Files) -> Seen {
    let sqlite = files.as_sqlite_sees();
    assert_eq!(files.as_image_shows(), sqlite);
    sqlite
}

/// A log whose commits are partly in the main file already.
fn logged() -> Live {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.add(1, 20, 100);
    live.run("PRAGMA wal_checkpoint(PASSIVE)");
    live.add(21, 20, 300);
    live
}

fn first_page_of_log(log: &mut [u8], change: impl Fn(&mut [u8])) {
    change(&mut log[32 + 24..]);
}

/// Computes the log's checksums anew, so that a changed log is a valid one (file format, section 4.2).
fn seal(log: &mut [u8], page_size: usize) {
    let big = log[3] & 1 == 1;
    let word = |b: &[u8]| {
        let raw: [u8; 4] = b.try_into().unwrap();
        if big { u32::from_be_bytes(raw) } else { u32::from_le_bytes(raw) }
    };
    let sum = |mut s: (u32, u32), bytes: &[u8]| {
        for pair in bytes.chunks_exact(8) {
            s.0 = s.0.wrapping_add(word(&pair[..4])).wrapping_add(s.1);
            s.1 = s.1.wrapping_add(word(&pair[4..])).wrapping_add(s.0);
        }
        s
    };
    let mut s = sum((0, 0), &log[..24]);
    log[24..28].copy_from_slice(&s.0.to_be_bytes());
    log[28..32].copy_from_slice(&s.1.to_be_bytes());
    for frame in log[32..].chunks_exact_mut(24 + page_size) {
        s = sum(sum(s, &frame[..8]), &frame[24..]);
        frame[16..20].copy_from_slice(&s.0.to_be_bytes());
        frame[20..24].copy_from_slice(&s.1.to_be_bytes());
    }
}

#[test]
fn a_log_is_replayed() {
    let live = logged();
    assert_eq!(both_see(&live.files()), live.rows());
}

#[test]
fn a_log_with_the_other_byte_order_is_replayed() {
    let live = logged();
    let mut files = live.files();
    let log = files.log.as_mut().unwrap();
    log[3] ^= 1;
    seal(log, 1024);
    assert_eq!(both_see(&files), live.rows());
}

#[test]
fn a_log_is_replayed_although_the_main_header_says_rollback_journal() {
    let live = Live::new("PRAGMA page_size=1024; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 20, 100);
    let before = live.files();
    live.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    live.add(21, 20, 300);
    let mut files = live.files();
    assert_eq!(files.main[18..20], [2, 2]);
    files.main[18..20].copy_from_slice(&before.main[18..20]);
    assert_eq!(both_see(&files), live.rows());
}

#[test]
fn a_log_beside_an_empty_main_file_is_ignored() {
    let mut files = logged().files();
    files.main.clear();
    assert_eq!(both_see(&files), Seen::Rows(vec![]));
    let image = files.image();
    assert!(image.is_empty());
    assert_eq!(image.log().unwrap().status(), LogStatus::EmptyStore);
    assert!(image.newest().is_empty());
}

#[test]
fn a_log_with_a_broken_header_is_ignored() {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.add(1, 20, 100);
    live.run("PRAGMA wal_checkpoint(PASSIVE)");
    let checkpointed = live.rows();
    live.add(21, 20, 300);
    for at in [0, 3, 9, 17, 30] {
        let mut files = live.files();
        files.log.as_mut().unwrap()[at] ^= 0x40;
        assert_eq!(both_see(&files), checkpointed, "byte {at}");
        assert!(matches!(files.image().log().unwrap().status(), LogStatus::Foreign(_)));
    }
}

#[test]
fn a_log_of_an_unknown_version_keeps_the_database_closed() {
    let mut files = logged().files();
    let log = files.log.as_mut().unwrap();
    log[7] ^= 1;
    seal(log, 1024);
    assert!(matches!(files.as_sqlite_sees(), Seen::Refused(_)));
    assert_eq!(files.as_image_shows(), Seen::Refused("corrupt".into()));
}

#[test]
fn a_cut_or_torn_log_ends_at_its_last_whole_commit() {
    let live = Live::with_log("PRAGMA page_size=512");
    for i in 0..6 {
        live.add(i * 5, 5, 200);
    }
    let files = live.files();
    let len = files.log.as_ref().unwrap().len();
    for cut in (0..len).step_by(701).chain([31, 32, 33, 56, len - 1]) {
        let mut files = files.clone();
        files.log.as_mut().unwrap().truncate(cut);
        both_see(&files);
    }
    for torn in (32..len).step_by(977) {
        let mut files = files.clone();
        files.log.as_mut().unwrap()[torn] ^= 1;
        both_see(&files);
    }
}

#[test]
fn a_log_with_another_page_size_that_brings_its_own_page_1_is_replayed() {
    let other = Live::with_log("PRAGMA page_size=4096");
    other.add(1, 30, 500);
    let mut files = logged().files();
    files.log = other.files().log;
    assert_eq!(both_see(&files), other.rows());
}

#[test]
fn a_log_with_another_page_size_without_page_1_is_ignored() {
    let live = Live::with_log("PRAGMA page_size=4096");
    live.add(1, 30, 500);
    live.run("PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET v='b' || substr(v, 2) WHERE id=30");
    let log = live.files().log.unwrap();
    let mut files = Live::new("PRAGMA page_size=1024; CREATE TABLE t(x); INSERT INTO t VALUES(7)").files();
    files.log = Some(log);
    assert_eq!(both_see(&files), Seen::Rows(vec![("t".into(), vec![7.into()])]));
    let image = files.image();
    let status = image.log().unwrap().status();
    assert_eq!(status, LogStatus::Foreign(LogReject::OtherPageSize));
}

#[test]
fn a_main_file_without_a_header_is_no_database_unless_the_log_brings_page_1() {
    let live = logged();
    let mut files = live.files();
    files.main[..16].fill(b'x');
    assert_eq!(both_see(&files), live.rows());
    files.log = None;
    assert_eq!(both_see(&files), Seen::Refused("not-a-database".into()));
    // One byte is left out: SQLite takes it for an empty file on Unix and for no database elsewhere.
    for len in [2, 15, 99] {
        let files = Files { main: vec![b'a'; len], ..Files::default() };
        assert_eq!(both_see(&files), Seen::Refused("not-a-database".into()));
    }
}

#[test]
fn each_illegal_header_field_is_refused_with_sqlites_answer() {
    let live = Live::new("CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    for (at, value) in [(0, b'X'), (19, 3), (21, 65), (22, 31), (23, 0), (16, 0x11), (16, 0)] {
        let mut files = live.files();
        files.main[at] = value;
        assert_eq!(both_see(&files), Seen::Refused("not-a-database".into()), "byte {at}");
        assert!(Header::parse(&files.main).is_err());
    }
    let mut small = Live::new("PRAGMA page_size=512; CREATE TABLE t(x)").files();
    small.main[20] = 33;
    assert_eq!(both_see(&small), Seen::Refused("not-a-database".into()));
}

#[test]
fn a_shortened_main_file_counts_its_missing_pages() {
    let live = Live::new("PRAGMA page_size=1024; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 40, 300);
    let whole = live.files();
    let pages = whole.main.len() / 1024;
    let mut files = whole.clone();
    files.main.truncate((pages - 3) * 1024 + 17);
    let image = files.image();
    assert_eq!(image.page_count() as usize, pages - 3);
    assert_eq!(image.expected_page_count() as usize, pages);
    assert_eq!(image.missing_pages(), 3);
    assert_eq!(files.as_sqlite_sees(), Seen::Refused("corrupt".into()));
    assert_eq!(files.as_image_shows(), Seen::Refused("corrupt".into()));
}

#[test]
fn pages_that_only_the_log_holds_complete_a_short_main_file() {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.add(1, 40, 300);
    let mut files = live.files();
    files.main.truncate(1024);
    assert_eq!(both_see(&files), live.rows());
    assert_eq!(files.image().missing_pages(), 0);
    // A page more than half there does not count as there.
    files.main.resize(1500, 0xee);
    assert_eq!(both_see(&files), live.rows());
    let pieces: Vec<u8> = files.image().original_main_pieces().flatten().copied().collect();
    assert_eq!(pieces, files.main);
}

#[test]
fn a_header_in_the_log_that_claims_more_pages_than_the_commit_is_corrupt() {
    let live = Live::with_log("PRAGMA page_size=1024");
    let mut files = live.files();
    let log = files.log.as_mut().unwrap();
    first_page_of_log(log, |page| page[28..32].copy_from_slice(&99u32.to_be_bytes()));
    let frames = (log.len() - 32) / (1024 + 24);
    for i in 0..frames {
        let at = 32 + i * (1024 + 24);
        if log[at..at + 4] == [0, 0, 0, 1] {
            log[at + 24 + 28..at + 24 + 32].copy_from_slice(&99u32.to_be_bytes());
        }
    }
    seal(log, 1024);
    assert_eq!(both_see(&files), Seen::Refused("corrupt".into()));
    assert!(files.image().missing_pages() > 0);
}

#[test]
fn a_commit_that_claims_billions_of_pages_costs_no_memory() {
    let live = Live::with_log("PRAGMA page_size=1024");
    let mut files = live.files();
    let log = files.log.as_mut().unwrap();
    let frames = (log.len() - 32) / (1024 + 24);
    let last = 32 + (frames - 1) * (1024 + 24);
    log[last..last + 4].copy_from_slice(&0xffff_fff0u32.to_be_bytes());
    log[last + 4..last + 8].copy_from_slice(&0xffff_ffffu32.to_be_bytes());
    for i in 0..frames {
        let at = 32 + i * (1024 + 24);
        if log[at..at + 4] == [0, 0, 0, 1] {
            // The header's page count is not valid, so the commit's is taken.
            log[at + 24 + 92..at + 24 + 96].copy_from_slice(&[9; 4]);
        }
    }
    seal(log, 1024);
    let image = files.image();
    assert!(image.newest().len() <= 2 * (files.main.len() + files.log.unwrap().len()));
    assert!(image.missing_pages() > 0xffff_0000);
}
