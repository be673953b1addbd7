//! Unused bytes are those that SQLite does without: whatever stands there, it reads the same rows and finds no damage.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::shape::{Shape, build, shape};
use common::{Files, Live};
use proptest::prelude::*;
use rusqlite::types::Value as Sql;
use sqlite_pages::{Fault, PageImage, PageMap, PageUse, Unused, unused_bytes};

/// The newest state of a database as one file without a log.
fn settled(files: &Files) -> Files {
    Files { main: files.image().newest().to_vec(), log: None, journal: None }
}

/// Writes `fill` over every unused byte. The bytes that SQLite itself left there are no part of the answer.
fn overwritten(files: &Files, fill: impl Fn(usize) -> u8) -> Files {
    let image = files.image();
    let size = image.page_size() as usize;
    let mut main = files.main.clone();
    for (page, page_use) in PageMap::of(&image).iter() {
        let Some(bytes) = image.page(page) else { continue };
        for range in unused_bytes(bytes, page, image.header().usable_size(), page_use).unwrap() {
            for at in range {
                main[(page as usize - 1) * size + at] = fill(at);
            }
        }
    }
    Files { main, ..Files::default() }
}

fn one(files: &Files, sql: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("copy.db");
    files.put(&path);
    let value: Sql = rusqlite::Connection::open(&path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap();
    format!("{value:?}")
}

fn unused(files: &Files) -> Unused {
    let image = files.image();
    Unused::of(&image, &PageMap::of(&image))
}

fn holds(shape: &Shape) {
    let before = settled(&build(shape).files());
    let facts = ["PRAGMA integrity_check", "PRAGMA freelist_count", "PRAGMA page_count", "PRAGMA schema_version"];
    let facts = |files: &Files| facts.map(|sql| one(files, sql));
    let expected = (before.as_sqlite_sees(), facts(&before));
    assert!(expected.1[0].contains("ok"), "{shape:?}");
    for fill in [0x00, 0xFF, 0x0D] {
        let after = overwritten(&before, |at| if fill == 0x0D { (at % 251) as u8 } else { fill });
        assert_eq!((after.as_sqlite_sees(), facts(&after)), expected, "filled with {fill}: {shape:?}");
    }
    let clean = unused(&overwritten(&before, |_| 0));
    assert!(clean.is_clean(), "{clean:?}: {shape:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn sqlite_reads_the_same_whatever_stands_in_unused_bytes(shape in shape()) {
        holds(&shape);
    }
}

#[test]
fn a_database_with_reserved_bytes_has_them_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("reserved.db");
    std::fs::write(&path, common::with_reserved_bytes()).unwrap();
    let sql = rusqlite::Connection::open(&path).unwrap();
    sql.execute_batch(
        "PRAGMA secure_delete=OFF;
         INSERT INTO t WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s LIMIT 80)
         SELECT printf('%.*c', 900 + n, 'x') FROM s;
         DELETE FROM t WHERE rowid % 3 = 0 OR rowid > 60",
    )
    .unwrap();
    drop(sql);
    let files = Files::take(&path);
    assert_eq!(files.image().header().reserved, 32);
    let after = overwritten(&files, |_| 0xEE);
    assert_eq!(one(&after, "PRAGMA integrity_check"), one(&files, "PRAGMA integrity_check"));
    assert_eq!(after.as_sqlite_sees(), files.as_sqlite_sees());
    let tails = |files: &Files| files.main.chunks(1024).map(|page| page[992..].to_vec()).collect::<Vec<_>>();
    assert_eq!(tails(&after), tails(&files));
}

#[test]
fn every_place_where_deleted_text_survives_is_counted() {
    let live = Live::new("PRAGMA page_size=4096; PRAGMA secure_delete=OFF; PRAGMA journal_mode=DELETE");
    live.run("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 3, 700);
    live.add(101, 1, 9_000);
    assert_eq!(unused(&live.files()), Unused::default());
    live.run("DELETE FROM t WHERE id = 2");
    let slack = unused(&live.files());
    // The cell was at least 700 letters long; four bytes of it became the header of the free block.
    assert!(slack.slack_pages == 1 && (690..=710).contains(&slack.slack_bytes), "{slack:?}");
    live.run("DELETE FROM t WHERE id = 101");
    let free = unused(&live.files());
    // 9,000 letters: two overflow pages, one of which became a trunk and lost 8 bytes of them.
    assert_eq!(free.free_pages, 2, "{free:?}");
    assert!((7_000..=8_192).contains(&free.free_bytes), "{free:?}");
    let mut behind = live.files();
    behind.main.extend_from_slice(b"left over");
    assert_eq!(unused(&behind).behind_end_bytes, 9);
    let mut journal = live.files();
    journal.journal = Some([&[0u8; 512][..], b"an earlier page"].concat());
    assert_eq!(unused(&journal).journal_bytes, 15);
}

#[test]
fn a_log_and_what_it_replaces_are_counted() {
    let live = Live::with_log("PRAGMA page_size=4096; PRAGMA secure_delete=ON");
    live.add(1, 3, 100);
    live.run("PRAGMA wal_checkpoint(TRUNCATE)");
    assert_eq!(unused(&live.files()), Unused::default());
    live.run("UPDATE t SET v = 'x' || v");
    let found = unused(&live.files());
    assert_eq!((found.replaced_pages, found.log_frames), (1, 1), "{found:?}");
    assert_eq!(found.log_bytes, 32 + 24 + 4096);
    live.run("PRAGMA wal_checkpoint(PASSIVE)");
    assert_eq!(unused(&live.files()).replaced_pages, 0);
}

/// Page 2 of a small database, with four rows of which the second is deleted.
fn page_with_a_free_block() -> (Vec<u8>, PageUse) {
    let live = Live::new("PRAGMA page_size=1024; PRAGMA secure_delete=OFF");
    live.run("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 4, 60);
    live.run("DELETE FROM t WHERE id = 2");
    let image = PageImage::read(&live.path).unwrap();
    (image.page(2).unwrap().to_vec(), PageMap::of(&image).page_use(2).unwrap())
}

#[test]
fn a_page_that_does_not_add_up_has_no_answer() {
    let (page, page_use) = page_with_a_free_block();
    let ask = |page: &[u8]| unused_bytes(page, 2, 1024, page_use);
    assert!(ask(&page).is_ok());
    let block = usize::from(u16::from_be_bytes([page[1], page[2]]));
    let gap_end = usize::from(u16::from_be_bytes([page[5], page[6]]));
    // One byte is changed at a time, each so that something is claimed twice, or by nobody.
    let spoiled: [(usize, u8, &str); 6] = [
        (7, page[7] + 1, "more fragments than there are"),
        (block + 3, page[block + 3] - 1, "a free block that is shorter than its place"),
        (block + 1, 1, "a free block behind which comes another that is not there"),
        (2, page[2] + 1, "a chain that begins inside a free block"),
        (6, (gap_end as u8).wrapping_add(1), "a gap that reaches into a cell"),
        (11, page[9], "a cell that is named twice"),
    ];
    for (at, byte, what) in spoiled {
        let mut page = page.clone();
        page[at] = byte;
        assert!(matches!(ask(&page), Err(Fault::FreeSpace | Fault::Cell(_))), "{what}");
    }
    assert_eq!(unused_bytes(&[0xFF; 1024], 3, 1024, PageUse::FreeTrunk), Err(Fault::TrunkCount));
    assert_eq!(unused_bytes(&[0; 1024], 3, 1024, page_use), Err(Fault::NotABTree));
    assert_eq!(unused_bytes(&[0; 1024], 3, 1024, PageUse::Unreachable), Ok(vec![]));
}
