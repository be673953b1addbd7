//! Damaged pages: what can be read is read, what cannot is named.

use std::path::Path;

use continuity_store::read::{Damage, Store};
use fixtures::{BuiltStore, Delta, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;

use crate::common::{leaves, spoil};

const PAGE: usize = 1_024;
const TASKS: usize = 60;

/// A store of schema 3 whose every table has several pages: each task holds a body, a tombstone of an earlier epoch,
/// a second body, and requests.
fn large(folder: &Path) -> BuiltStore {
    let mut story = StoreBuilder::new().schema(SchemaVersion::V3).page_size(PAGE as u32);
    for number in 0..TASKS {
        story = story.task(&format!("session-{number}"), |t| {
            t.checkpoint(Snapshot::new("gone"))
                .purge()
                .clear()
                .checkpoint(Snapshot::new(&format!("task {number}")))
                .delta(Delta::new(Snapshot::new("second")))
        });
    }
    story.build(folder).unwrap()
}

/// Rows read from a table, with its damage.
fn read(store: &Store, table: &str) -> (usize, Vec<Damage>) {
    let mut count = 0;
    match table {
        "continuity_tasks" => {
            let (rows, damage) = store.tasks().unwrap();
            (rows.len(), damage)
        }
        "continuity_snapshots" => {
            let damage = store.each_snapshot(|_, _| count += 1);
            (count, damage)
        }
        "continuity_requests" => {
            let damage = store.each_request(|_| count += 1);
            (count, damage)
        }
        "continuity_tombstones" => {
            let (rows, damage) = store.tombstones();
            (rows.len(), damage)
        }
        _ => {
            let (rows, damage) = store.deltas();
            (rows.len(), damage)
        }
    }
}

const TABLES: [&str; 5] = [
    "continuity_tasks",
    "continuity_snapshots",
    "continuity_requests",
    "continuity_tombstones",
    "continuity_delta_state",
];

#[rstest]
#[case::at_the_start(|count: usize| vec![0; count.min(1)])]
#[case::in_the_middle(|count: usize| vec![count / 2])]
#[case::at_the_end(|count: usize| vec![count - 1])]
#[case::two_with_good_pages_between(|count: usize| vec![count / 4, count * 3 / 4])]
fn a_spoilt_page_hides_its_own_rows_only(#[case] which: fn(usize) -> Vec<usize>) {
    let folder = tempfile::tempdir().unwrap();
    let built = large(folder.path());
    let whole = Store::read(&built.path).unwrap();
    let counts: Vec<usize> = TABLES.iter().map(|table| read(&whole, table).0).collect();
    let bytes = std::fs::read(&built.path).unwrap();
    let mut wrong = Vec::new();
    for (table, all) in TABLES.iter().zip(&counts) {
        std::fs::write(&built.path, &bytes).unwrap();
        let pages = leaves(&built.path, table);
        assert!(pages.len() >= 5, "{table} has {} leaves", pages.len());
        let chosen: Vec<(usize, usize)> = which(pages.len()).into_iter().map(|at| pages[at]).collect();
        chosen.iter().for_each(|(page, _)| spoil(&built.path, *page, PAGE));
        let lost: usize = chosen.iter().map(|(_, cells)| cells).sum();

        let store = Store::read(&built.path).unwrap();
        for (other, count) in TABLES.iter().zip(&counts) {
            let (found, damage) = read(&store, other);
            if other != table {
                assert_eq!((found, damage), (*count, Vec::new()), "{other} is whole while {table} is spoilt");
                continue;
            }
            assert_eq!(damage.first().map(|damage| damage.reason), Some("unreadable-page"), "{table}");
            if found != all - lost {
                wrong.push(format!("{table}: {found} rows of {}", all - lost));
            }
        }
    }
    assert!(wrong.is_empty(), "rows on good pages are not shown: {wrong:?}");
}

#[test]
fn a_body_whose_overflow_chain_is_cut_hides_no_other_body() {
    let folder = tempfile::tempdir().unwrap();
    let mut story = StoreBuilder::new().page_size(PAGE as u32);
    for number in 0..9 {
        let long = format!("number {number} ").repeat(600);
        story = story.task(&format!("session-{number}"), |t| t.checkpoint(Snapshot::new(&long)));
    }
    let built = story.build(folder.path()).unwrap();
    let connection = rusqlite::Connection::open(&built.path).unwrap();
    // A page in the middle of the chain of the fifth body: its link is set to a page far beyond the file.
    let sql = "SELECT pageno FROM dbstat WHERE name = 'continuity_snapshots' AND pagetype = 'overflow' ORDER BY path";
    let mut statement = connection.prepare(sql).unwrap();
    let pages: Vec<i64> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(statement);
    drop(connection);
    let page = pages[pages.len() / 2] as usize;
    let mut bytes = std::fs::read(&built.path).unwrap();
    bytes[(page - 1) * PAGE..(page - 1) * PAGE + 4].copy_from_slice(&0x00FF_FFFF_u32.to_be_bytes());
    std::fs::write(&built.path, bytes).unwrap();

    let store = Store::read(&built.path).unwrap();
    let mut found = 0;
    let damage = store.each_snapshot(|_, _| found += 1);
    assert_eq!(found, 8);
    assert_eq!(damage.len(), 1);
}

#[rstest]
#[case("sqlite_autoindex_continuity_tasks_1")]
#[case("sqlite_autoindex_continuity_snapshots_1")]
#[case("sqlite_autoindex_continuity_requests_1")]
#[case("sqlite_autoindex_continuity_tombstones_1")]
#[case("sqlite_autoindex_continuity_metadata_1")]
#[case("continuity_snapshots_cleanup")]
#[case("continuity_tasks_cleanup")]
fn a_spoilt_index_hides_no_row(#[case] index: &str) {
    let folder = tempfile::tempdir().unwrap();
    let built = large(folder.path());
    let whole = Store::read(&built.path).unwrap();
    let counts: Vec<usize> = TABLES.iter().map(|table| read(&whole, table).0).collect();
    let correlation = built.tasks[7].correlation.as_str();
    let (requests, secret) = (whole.requests_of(correlation), whole.signing_secret().unwrap());
    for (page, _) in leaves(&built.path, index) {
        spoil(&built.path, page, PAGE);
    }
    let store = Store::read(&built.path).unwrap();
    for (table, count) in TABLES.iter().zip(&counts) {
        assert_eq!(read(&store, table), (*count, Vec::new()), "{table}");
    }
    let sorted = |mut rows: Vec<continuity::records::RequestRow>| {
        rows.sort_by(|a, b| a.created_at.cmp(&b.created_at));
        rows
    };
    assert_eq!(requests.len(), 3);
    assert_eq!(sorted(store.requests_of(correlation)), sorted(requests));
    assert_eq!(store.signing_secret().ok(), Some(secret), "the secret can be read without its index");
}

#[test]
fn a_task_table_that_cannot_be_read_at_all_is_corrupt() {
    let folder = tempfile::tempdir().unwrap();
    let built = large(folder.path());
    for (page, _) in leaves(&built.path, "continuity_tasks") {
        spoil(&built.path, page, PAGE);
    }
    let error = Store::read(&built.path).unwrap().tasks().unwrap_err();
    assert_eq!(error.code(), "corrupt");
    assert_eq!(error.known().unwrap().schema_version, Some(3));
    assert!(error.known().unwrap().tables.iter().any(|name| name == "continuity_snapshots"));
}

#[test]
fn random_damage_never_panics_and_never_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let built = large(folder.path());
    let bytes = std::fs::read(&built.path).unwrap();
    // A reader that hangs would hang the test as well, so it reads in a thread of its own.
    let (done, finished) = std::sync::mpsc::channel();
    let path = built.path.clone();
    let correlation = built.tasks[0].correlation.as_str().to_owned();
    let reader = std::thread::spawn(move || {
        let mut state = 0x1234_5678_9ABC_DEF1_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..60 {
            let mut spoilt = bytes.clone();
            for _ in 0..1 + next() % 20 {
                let at = next() as usize % spoilt.len();
                spoilt[at] = next() as u8;
            }
            std::fs::write(&path, &spoilt).unwrap();
            if let Ok(store) = Store::read(&path) {
                for table in &TABLES[1..] {
                    let (found, _) = read(&store, table);
                    assert!(found <= 100 * TASKS, "rows are counted more than once");
                }
                let _ = store.tasks();
                let _ = store.signing_secret();
                store.requests_of(&correlation);
            }
        }
        let _ = done.send(());
    });
    match finished.recv_timeout(std::time::Duration::from_secs(20)) {
        Ok(()) => {}
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("reading hangs"),
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => panic!("reading panics: {:?}", reader.join().is_err()),
    }
}
