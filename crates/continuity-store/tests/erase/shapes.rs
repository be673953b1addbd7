//! Every shape that a database can have: what is used stays byte for byte.

use continuity_store::write::{What, can_wipe, erase, unused, wipe};
use proptest::prelude::*;
use rusqlite::Connection;
use sqlite_pages::{PageImage, PageMap, PageUse, unused_bytes};

use crate::pages::Files;
use crate::pages::shape::{Shape, build, shape};
use crate::stories::go_on;

#[test]
fn this_build_can_overwrite_pages() {
    assert!(can_wipe(), "SQLite was built without SQLITE_ENABLE_DBPAGE_VTAB: see .cargo/config.toml");
}

/// Every page of the newest state with its unused bytes zeroed. Of the first page, the counters that every commit moves
/// are zeroed too (file format, sections 1.3.6 and 1.3.15).
fn used(image: &PageImage) -> Vec<Vec<u8>> {
    let page = |(page, page_use): (u32, PageUse)| {
        let mut bytes = image.page(page).unwrap().to_vec();
        for range in unused_bytes(&bytes, page, image.header().usable_size(), page_use).unwrap() {
            bytes[range].fill(0);
        }
        if page == 1 {
            bytes[24..28].fill(0);
            bytes[92..100].fill(0);
        }
        bytes
    };
    PageMap::of(image).iter().map(page).collect()
}

fn facts(files: &Files) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("copy.db");
    files.put(&path);
    let copy = Connection::open(&path).unwrap();
    let ask = |name: &str| {
        let sql = format!("PRAGMA {name}");
        let value: rusqlite::types::Value = copy.query_row(&sql, [], |row| row.get(0)).unwrap();
        format!("{name} {value:?}")
    };
    ["integrity_check", "freelist_count", "page_count", "schema_version", "journal_mode", "auto_vacuum", "encoding"]
        .iter()
        .map(|name| ask(name))
        .collect()
}

fn holds(shape: &Shape) {
    let folder = crate::common::memory_folder();
    let path = folder.path().join("live.db");
    // The files of a store that somebody has open, taken at a moment: the log still holds frames.
    let before = build(shape).files();
    before.put(&path);
    let (rows, told, image) = (before.as_sqlite_sees(), facts(&before), before.image());
    // A database that cuts free pages off at each commit does so at ours as well.
    let stays = shape.auto_vacuum != "FULL";

    let report = wipe(&path, What::AllUnused, &mut go_on).unwrap();
    assert!(report.is_done() && report.left == 0 && report.unclear == 0, "{report:?} {shape:?}");
    let wiped = Files::take(&path);
    assert_eq!(wiped.as_sqlite_sees(), rows, "{shape:?}");
    if stays {
        assert_eq!(facts(&wiped), told, "{shape:?}");
        assert!(used(&wiped.image()) == used(&image), "a byte that is used has changed: {shape:?}");
    }

    let erasure = erase(&path, What::AllUnused, &mut go_on).unwrap();
    assert!(erasure.is_done(), "{erasure:?} {shape:?}");
    assert_eq!(erasure.wipe.pages, 0, "the second time there is nothing to do: {shape:?}");
    let left = unused(&path).unwrap();
    assert!(left.is_clean(), "{left:?} {shape:?}");
    let erased = Files::take(&path);
    assert_eq!(erased.as_sqlite_sees(), rows, "{shape:?}");
    assert!(facts(&erased)[0].contains("\"ok\""), "{shape:?}");
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["live.db"], "{shape:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn what_is_used_stays_byte_for_byte(shape in shape()) {
        holds(&shape);
    }
}

#[test]
fn reserved_bytes_and_pages_of_a_past_that_cannot_be_judged_stay() {
    let folder = crate::common::memory_folder();
    let path = folder.path().join("reserved.db");
    std::fs::write(&path, crate::pages::with_reserved_bytes()).unwrap();
    let sql = Connection::open(&path).unwrap();
    sql.execute_batch(
        "PRAGMA secure_delete=OFF;
         INSERT INTO t WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s LIMIT 80)
         SELECT printf('%.*c', 900 + n, 'x') FROM s;
         DELETE FROM t WHERE rowid % 3 = 0 OR rowid > 60",
    )
    .unwrap();
    drop(sql);
    let tails = || std::fs::read(&path).unwrap().chunks(1024).map(|page| page[992..].to_vec()).collect::<Vec<_>>();
    let before = tails();
    assert!(before[..2].iter().all(|tail| tail.iter().all(|byte| *byte == 0xaa)));
    let report = wipe(&path, What::AllUnused, &mut go_on).unwrap();
    assert!(report.is_done() && report.pages > 20, "{report:?}");
    assert_eq!(tails(), before);
    assert_eq!(crate::common::integrity(&path), "ok");

    // A page that counts more fragments than it has is left to those who repair it, and named.
    let mut bytes = std::fs::read(&path).unwrap();
    let leaf = bytes.chunks(1024).position(|page| page[0] == 13).unwrap();
    bytes[leaf * 1024 + 7] += 9;
    bytes.extend_from_slice(b"behind the end");
    std::fs::write(&path, &bytes).unwrap();
    let report = wipe(&path, What::AllUnused, &mut go_on).unwrap();
    assert_eq!((report.end, report.unclear), (continuity_store::write::WipeEnd::Left, 1), "{report:?}");
    assert_eq!(unused(&path).unwrap().unclear_pages, 1);
    assert_eq!(unused(&path).unwrap().behind_end_bytes, 14);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}
