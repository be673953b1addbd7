//! Damaged and made-up files: nothing panics, nothing runs on, and damage in one place does not hide
//! what lies elsewhere.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::LazyLock;

use common::{Files, Live, exercise::exercise, exercise::record};
use proptest::prelude::*;
use sqlite_pages::{Fault, PageImage, PageMap, Schema, entries};

/// Databases in several shapes; a hot journal among them.
static SEEDS: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let mut seeds = Vec::new();
    for setup in [
        "PRAGMA page_size=512",
        "PRAGMA page_size=512; PRAGMA auto_vacuum=FULL",
        "PRAGMA page_size=1024; PRAGMA encoding='UTF-16le'",
    ] {
        let live = Live::with_log(setup);
        live.run("CREATE INDEX tv ON t(v); CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID");
        live.add(1, 12, 900);
        live.run("INSERT INTO w SELECT id, v FROM t; PRAGMA wal_checkpoint(RESTART)");
        live.run("DELETE FROM t WHERE id IN (3, 4, 5); UPDATE w SET v='short' WHERE k > 8");
        live.add(40, 3, 90);
        seeds.push(live.files());
        live.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE");
        live.run("PRAGMA cache_size=2; PRAGMA cache_spill=1; BEGIN; UPDATE t SET v=v||v");
        seeds.push(live.files());
    }
    seeds
});

fn try_all(files: Files) {
    if let Ok(image) = PageImage::from_bytes(files.main, files.log, files.journal) {
        exercise(&image);
    }
}

#[derive(Clone, Debug)]
enum Change {
    Flip(usize, u8),
    Set(usize, Vec<u8>),
    Cut(usize),
    Copy(usize, usize, usize),
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let len = bytes.len();
    match change {
        Change::Flip(at, bits) => bytes[at % len] ^= bits,
        Change::Set(at, with) => {
            for (i, byte) in with.iter().enumerate() {
                bytes[(at + i) % len] = *byte;
            }
        }
        Change::Cut(at) => bytes.truncate(at % len),
        Change::Copy(from, to, count) => {
            for i in 0..count % 600 {
                bytes[(to + i) % len] = bytes[(from + i) % len];
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (any::<usize>(), 1u8..).prop_map(|(at, bits)| Change::Flip(at, bits)),
        // Most of what steers a reader stands at the start of a page or of the file.
        4 => (0usize..40, 0usize..110, any::<[u8; 2]>())
            .prop_map(|(page, at, with)| Change::Set(page * 512 + at, with.into())),
        2 => (any::<usize>(), prop::collection::vec(any::<u8>(), 1..9))
            .prop_map(|(at, with)| Change::Set(at, with)),
        1 => any::<usize>().prop_map(Change::Cut),
        1 => any::<[usize; 3]>().prop_map(|[from, to, count]| Change::Copy(from, to, count)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn changed_files_never_panic(
        seed in any::<prop::sample::Index>(),
        main in prop::collection::vec(change(), 0..6),
        log in prop::collection::vec(change(), 0..4),
        journal in prop::collection::vec(change(), 0..4),
    ) {
        let mut files = seed.get(&SEEDS).clone();
        main.iter().for_each(|c| apply(&mut files.main, c));
        if let Some(bytes) = &mut files.log {
            log.iter().for_each(|c| apply(bytes, c));
        }
        if let Some(bytes) = &mut files.journal {
            journal.iter().for_each(|c| apply(bytes, c));
        }
        try_all(files);
    }

    #[test]
    fn made_up_bytes_never_panic(
        main in prop::collection::vec(any::<u8>(), 0..3000),
        log in prop::option::of(prop::collection::vec(any::<u8>(), 0..2000)),
        journal in prop::option::of(prop::collection::vec(any::<u8>(), 0..2000)),
    ) {
        try_all(Files { main: main.clone(), log: log.clone(), journal });
        // With a header that is accepted, so that the pages are looked at.
        let mut headed = SEEDS[0].main[..100].to_vec();
        headed.extend(main);
        try_all(Files { main: headed, log, journal: None });
    }

    #[test]
    fn made_up_records_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        record(&bytes);
    }
}

#[test]
fn one_lost_page_hides_only_its_own_rows() {
    let live = Live::new("PRAGMA page_size=512; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.add(1, 400, 40);
    let whole = live.files();
    let image = whole.image();
    let map = PageMap::of(&image);
    let root = Schema::read(&image).table_root("t").unwrap();
    let ids = |files: &Files| {
        let image = files.image();
        let (rows, faults): (Vec<_>, Vec<_>) = entries(&image, root).partition(Result::is_ok);
        let rows: Vec<i64> = rows.into_iter().map(|row| row.unwrap().rowid()).collect();
        (rows, faults.into_iter().filter_map(Result::err).collect::<Vec<_>>())
    };
    let all = ids(&whole).0;
    assert_eq!(all, (1..=400).collect::<Vec<i64>>());
    let leaf = map.iter().map(|(page, _)| page).find(|page| {
        let bytes = image.page(*page).unwrap();
        *page > 2 && bytes[0] == 13
    });
    let leaf = leaf.unwrap();
    let start = (leaf as usize - 1) * 512;

    let mut zeroed = whole.clone();
    zeroed.main[start..start + 512].fill(0);
    let (rows, faults) = ids(&zeroed);
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].page, faults[0].fault), (leaf, Fault::NotABTree));
    assert!(rows.len() < 400 && rows.len() > 380, "{}", rows.len());
    assert!(!PageMap::of(&zeroed.image()).faults().is_empty());

    // One cell pointer that leads nowhere.
    let mut torn = whole.clone();
    torn.main[start + 8..start + 10].copy_from_slice(&[0xff, 0xff]);
    let (rows, faults) = ids(&torn);
    assert_eq!(rows.len(), 399);
    assert_eq!((faults[0].page, faults[0].fault), (leaf, Fault::Cell(0)));

    // A file that was cut: the rows of the pages that are left are all there.
    let mut cut = whole.clone();
    cut.main.truncate(whole.main.len() / 2);
    let (rows, faults) = ids(&cut);
    assert!(rows.len() > 100 && rows.len() < 399);
    assert!(faults.iter().all(|f| matches!(f.fault, Fault::OutOfRange | Fault::Missing)));
}

#[test]
fn cycles_end() {
    let live = Live::new("PRAGMA page_size=512; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.run("INSERT INTO t VALUES(1, printf('%.*c', 4000, 'a'))");
    let files = live.files();
    let image = files.image();
    let map = PageMap::of(&image);
    let overflow: Vec<u32> =
        map.iter().filter(|(_, u)| matches!(u, sqlite_pages::PageUse::Overflow { .. })).map(|(page, _)| page).collect();
    assert!(overflow.len() >= 7);
    // The third page of the chain leads back to the first.
    let mut cycle = files.clone();
    let at = (overflow[2] as usize - 1) * 512;
    cycle.main[at..at + 4].copy_from_slice(&overflow[0].to_be_bytes());
    let image = cycle.image();
    let entry = entries(&image, 2).next().unwrap().unwrap();
    let fault = entry.payload().unwrap_err();
    assert_eq!((fault.page, fault.fault), (overflow[0], Fault::UsedTwice));
    let (readable, _) = entry.readable_payload();
    assert!(readable.len() > 1500 && readable.len() < 4000);
    // A chain that ends early.
    cycle.main[at..at + 4].fill(0);
    let image = cycle.image();
    let entry = entries(&image, 2).next().unwrap().unwrap();
    assert_eq!(entry.payload().unwrap_err().fault, Fault::ChainEnds);
    assert_eq!(entry.payload().unwrap_err().page, overflow[2]);
}
