//! Deleted and replaced text is found wherever a plain search of the files finds it, and each place
//! has the name of what it is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::HashMap;

use common::{Files, Live};
use sqlite_pages::{FileRole, Locator, PageUse, Part, Region, Standing};

/// All places of all needles that begin with `<` and end with `>`, found by going over every byte
/// of the files once.
fn plain_search(files: &Files) -> HashMap<Vec<u8>, Vec<(FileRole, u64)>> {
    let mut places: HashMap<Vec<u8>, Vec<(FileRole, u64)>> = HashMap::new();
    for (role, bytes) in [
        (FileRole::Main, Some(&files.main)),
        (FileRole::Log, files.log.as_ref()),
        (FileRole::Journal, files.journal.as_ref()),
    ] {
        let bytes = bytes.map_or(&[][..], Vec::as_slice);
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'<') {
            let rest = &bytes[at..bytes.len().min(at + 20)];
            if let Some(end) = rest.iter().position(|byte| *byte == b'>') {
                places.entry(rest[..=end].to_vec()).or_default().push((role, at as u64));
            }
        }
    }
    places
}

/// Compares the places of needles of the form `<…>` and returns how many there are.
fn check(files: &Files, needles: &[String]) -> usize {
    let image = files.image();
    let locator = Locator::new(&image);
    let expected = plain_search(files);
    let mut count = 0;
    for needle in needles {
        let places = locator.find(needle.as_bytes(), usize::MAX);
        let found: Vec<_> = places.iter().map(|place| (place.file, place.offset)).collect();
        assert_eq!(Some(&found), expected.get(needle.as_bytes()).or(Some(&vec![])), "{needle}");
        for place in &places {
            if let Part::Page(part) = place.part {
                assert!(part.region_start <= part.offset && part.offset < part.region_end);
                // Text is never where only numbers are.
                let numbers = [Region::PageHeader, Region::CellPointers, Region::PointerMap];
                assert!(!numbers.contains(&part.region), "{place:?}");
            }
        }
        count += places.len();
    }
    count
}

#[test]
fn in_every_page_size_and_vacuum_mode_the_places_are_those_of_a_plain_search() {
    for shift in 9..=16 {
        for auto_vacuum in ["NONE", "FULL", "INCREMENTAL"] {
            for journal in ["WAL", "DELETE"] {
                let size = 1u32 << shift;
                let live = Live::new(&format!(
                    "PRAGMA page_size={size}; PRAGMA auto_vacuum={auto_vacuum};
                     PRAGMA secure_delete=OFF; PRAGMA journal_mode={journal};
                     PRAGMA synchronous=OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"
                ));
                live.run(
                    "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s LIMIT 60)
                     INSERT INTO t SELECT i, printf('<body %d>%.*c</body %d>', i,
                     i * i * 3 % 4000, 'x', i) FROM s;
                     UPDATE t SET v = printf('<again %d>', id) WHERE id % 5 = 0;
                     DELETE FROM t WHERE id % 3 = 0; DELETE FROM t WHERE id > 45",
                );
                let needles: Vec<String> = (1..=60)
                    .step_by(4)
                    .flat_map(|i| [format!("<body {i}>"), format!("</body {i}>"), format!("<again {i}>")])
                    .collect();
                let found = check(&live.files(), &needles);
                assert!(found > 20, "{size} {auto_vacuum} {journal}: {found}");
            }
        }
    }
}

#[test]
fn each_kind_of_place_has_its_name() {
    let live = Live::new(
        "PRAGMA page_size=1024; PRAGMA secure_delete=OFF; PRAGMA synchronous=OFF;
         CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);
         CREATE TABLE long(id INTEGER PRIMARY KEY, v TEXT)",
    );
    live.run(
        "INSERT INTO t VALUES(1, 'live-row-one'), (2, 'gone-row-two'), (3, 'live-row-three');
         INSERT INTO long VALUES(4, printf('%.*c', 5000, 'q') || 'end-of-long-text');
         INSERT INTO long VALUES(5, printf('%.*c', 5000, 'r') || 'end-of-gone-text');
         DELETE FROM t WHERE id = 2; DELETE FROM long WHERE id = 5",
    );
    let image = live.files().image();
    let locator = Locator::new(&image);
    let place = |needle: &str| {
        let places = locator.find(needle.as_bytes(), 9);
        assert_eq!(places.len(), 1, "{needle}");
        match places[0].part {
            Part::Page(part) => (part.region, part.page_use.unwrap(), part.standing),
            other => panic!("{other:?}"),
        }
    };
    let tree = PageUse::BTree { root: 2 };
    assert_eq!(place("live-row-one"), (Region::Cell(0), tree, Standing::Newest));
    assert_eq!(place("live-row-three"), (Region::Cell(1), tree, Standing::Newest));
    assert_eq!(place("gone-row-two"), (Region::FreeBlock, tree, Standing::Newest));
    assert_eq!(place("CREATE TABLE t").1, PageUse::BTree { root: 1 });
    let (region, page_use, _) = place("end-of-long-text");
    assert_eq!(region, Region::OverflowContent);
    assert!(matches!(page_use, PageUse::Overflow { root: 3, owner: 3, .. }), "{page_use:?}");
    let (region, page_use, _) = place("end-of-gone-text");
    assert_eq!(region, Region::Content);
    assert!(matches!(page_use, PageUse::FreeLeaf | PageUse::FreeTrunk), "{page_use:?}");
}

#[test]
fn slack_of_the_last_overflow_page_is_told_from_its_content() {
    // The second text takes all the pages of the first, the trunk of the free list last; SQLite
    // clears free leaves before it reuses them, but not trunks.
    let live = Live::new("PRAGMA page_size=1024; PRAGMA secure_delete=OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, v)");
    live.run(
        "INSERT INTO t VALUES(1, printf('%.*c', 9000, 'a') || 'old-tail-that-stays');
         DELETE FROM t; INSERT INTO t VALUES(2, printf('%.*c', 8134, 'b') || 'new-tail')",
    );
    let image = live.files().image();
    let locator = Locator::new(&image);
    for (needle, expected) in [("new-tail", Region::OverflowContent), ("aaaaaaaa", Region::OverflowSlack)] {
        let regions: Vec<_> = locator
            .find(needle.as_bytes(), usize::MAX)
            .iter()
            .filter_map(|place| match place.part {
                Part::Page(part) if matches!(part.page_use, Some(PageUse::Overflow { .. })) => Some(part.region),
                _ => None,
            })
            .collect();
        assert!(!regions.is_empty(), "{needle}");
        assert!(regions.iter().all(|region| *region == expected), "{needle} {regions:?}");
    }
}

#[test]
fn text_in_a_log_is_told_by_commit_and_generation() {
    let live = Live::with_log("PRAGMA page_size=1024");
    live.run("INSERT INTO t VALUES(1, 'oldest-word')");
    live.run("INSERT INTO t VALUES(2, 'second-word')");
    live.run("UPDATE t SET v='third-word' WHERE id=1");
    live.run("PRAGMA wal_checkpoint(RESTART)");
    live.run("UPDATE t SET v='newest-word' WHERE id=1");
    let image = live.files().image();
    let locator = Locator::new(&image);
    let standings = |needle: &str| -> Vec<(FileRole, Standing)> {
        let places = locator.find(needle.as_bytes(), 99);
        let part = |part| match part {
            Part::Page(part) => part.standing,
            other => panic!("{other:?}"),
        };
        places.iter().map(|place| (place.file, part(place.part))).collect()
    };
    assert_eq!(standings("newest-word"), [(FileRole::Log, Standing::Newest)]);
    let old = standings("second-word");
    assert_eq!(old[0], (FileRole::Main, Standing::Superseded));
    assert!(old.contains(&(FileRole::Log, Standing::Newest)));
    assert!(old.contains(&(FileRole::Log, Standing::Leftover)));
    assert!(matches!(locator.locate(FileRole::Log, 5).unwrap().part, Part::LogHeader));
    assert!(matches!(locator.locate(FileRole::Log, 40).unwrap().part, Part::FrameHeader(1)));
}

#[test]
fn text_in_a_hot_journal_is_told_by_record() {
    let live = Live::new(
        "PRAGMA page_size=1024; PRAGMA cache_size=2; PRAGMA cache_spill=1;
         CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)",
    );
    live.add(1, 60, 300);
    live.run("UPDATE t SET v='the-word-before' WHERE id=1");
    live.run("BEGIN; UPDATE t SET v='the-word-after!' WHERE id=1; UPDATE t SET v=v||v WHERE id>1");
    let files = live.files();
    let image = files.image();
    assert!(image.journal().unwrap().is_hot());
    let locator = Locator::new(&image);
    let before = locator.find(b"the-word-before", 9);
    assert!(before.iter().any(|place| place.file == FileRole::Journal
        && matches!(place.part, Part::Page(part) if part.standing == Standing::Newest
            && matches!(part.region, Region::Cell(_)))));
}
