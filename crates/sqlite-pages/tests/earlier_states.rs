//! Every commit in the log gives back what was committed then, or says which pages are lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::HashSet;

use common::{Live, Seen, open, rows};
use proptest::prelude::*;
use sqlite_pages::{FileRole, History, PageView, Pages, Record, Standing, Value, VersionSource, entries};

/// Runs statements as one transaction each and notes the rows after each of them.
fn run_and_note(live: &Live, statements: &[String]) -> Vec<Seen> {
    let note = |sql: &String| {
        live.run(sql);
        live.rows()
    };
    statements.iter().map(note).collect()
}

fn changes() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![
        (0i64..40, 1i64..2500).prop_map(|(id, len)| format!(
            "INSERT OR REPLACE INTO t VALUES({id}, printf('%.*c', {len}, char(97 + {id} % 26)))"
        )),
        (0i64..40).prop_map(|id| format!("UPDATE t SET v = 'u' || substr(v, 2) WHERE id >= {id}")),
        (0i64..40, 1i64..9).prop_map(|(id, n)| format!("DELETE FROM t WHERE id BETWEEN {id} AND {id}+{n}")),
    ];
    prop::collection::vec(one, 1..14)
}

/// A row of a state as text, by the walker alone.
fn walked(state: &dyn Pages, root: u32) -> (HashSet<(i64, Vec<u8>)>, usize) {
    let (mut found, mut lost) = (HashSet::new(), 0);
    for entry in entries(state, root) {
        let Ok((rowid, payload)) = entry.and_then(|e| Ok((e.rowid(), e.payload()?))) else {
            lost += 1;
            continue;
        };
        if let Some(Value::Text(text)) = Record::parse(&payload).unwrap().value(1) {
            found.insert((rowid, text.to_vec()));
        }
    }
    (found, lost)
}

fn noted(seen: &Seen) -> HashSet<(i64, Vec<u8>)> {
    let Seen::Rows(rows) = seen else { panic!("{seen:?}") };
    rows.iter()
        .map(|(_, row)| match row.as_slice() {
            [rusqlite::types::Value::Integer(id), rusqlite::types::Value::Text(v)] => (*id, v.clone().into_bytes()),
            other => panic!("{other:?}"),
        })
        .collect()
}

/// Builds a log of commits before and after a checkpoint that may be kept partial by a reader, and
/// compares every state with what was noted. Returns how many states were whole and how many not.
fn check(auto_vacuum: &str, before: &[String], between: &[String], after: &[String]) -> [usize; 2] {
    let live = Live::with_log(&format!("PRAGMA page_size=512; PRAGMA auto_vacuum={auto_vacuum}"));
    live.add(1, 30, 700);
    live.run("PRAGMA wal_checkpoint(TRUNCATE)");
    let start = live.rows();
    let mut states = run_and_note(&live, before);
    // The reader keeps the checkpoint from going beyond what it sees.
    let reader = rusqlite::Connection::open(&live.path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM t").unwrap();
    states.extend(run_and_note(&live, between));
    live.run("PRAGMA wal_checkpoint(PASSIVE)");
    states.extend(run_and_note(&live, after));
    let files = live.files();
    reader.execute_batch("COMMIT").unwrap();

    let image = files.image();
    let history = History::of(&image);
    // Statements that change nothing commit nothing.
    let mut expected: Vec<Seen> = Vec::new();
    for state in states {
        if expected.last().unwrap_or(&start) != &state {
            expected.push(state);
        }
    }
    let commits = history.commits().len();
    assert!(commits >= expected.len());
    let root = sqlite_pages::Schema::read(&image).table_root("t").unwrap();

    let all_rows: HashSet<(i64, Vec<u8>)> = std::iter::once(&start).chain(&expected).flat_map(noted).collect();
    let mut counts = [0, 0];
    let mut seen: Vec<Seen> = Vec::new();
    let states = (0..commits).map(|at| history.as_of(at).unwrap());
    for state in std::iter::once(history.before_log()).chain(states) {
        let (found, lost) = walked(&state, root);
        let all_noted = || std::iter::once(&start).chain(&expected);
        assert!(found.is_subset(&all_rows), "a row that never was");
        match state.to_database() {
            Some(database) => {
                assert_eq!((lost, state.unknown_pages()), (0, vec![]));
                let rows = Seen::Rows(rows(&open(&database).unwrap()).unwrap());
                assert!(all_noted().any(|s| s == &rows));
                if seen.last() != Some(&rows) {
                    seen.push(rows);
                }
                counts[0] += 1;
            }
            None => {
                // A checkpoint overwrote a page, or cut it off with the end of the file.
                let is_lost = |page: u32| !matches!(state.view(page), PageView::Known(_));
                let cut_off = state.expected_page_count() > state.page_count();
                assert!(cut_off || (1..=state.page_count()).any(is_lost));
                assert!(auto_vacuum != "NONE" || !state.unknown_pages().is_empty());
                counts[1] += 1;
            }
        }
    }
    // The whole states are the noted ones, in the same order, up to the newest.
    let mut noted_states = std::iter::once(&start).chain(&expected);
    assert!(seen.iter().all(|s| noted_states.any(|n| n == s)), "a state out of order");
    assert_eq!(seen.last(), expected.last().or(Some(&start)));
    counts
}

#[test]
fn a_page_that_a_checkpoint_cut_off_makes_its_state_incomplete() {
    let texts = |statements: &[&str]| statements.iter().map(ToString::to_string).collect::<Vec<String>>();
    let rewrite = "UPDATE t SET v = 'u' || substr(v, 2) WHERE id >= 0";
    let before = ["DELETE FROM t WHERE id BETWEEN 7 AND 8", "DELETE FROM t WHERE id BETWEEN 0 AND 6", rewrite];
    let [_, incomplete] = check(
        "FULL",
        &texts(&[&before[..], &["DELETE FROM t WHERE id BETWEEN 18 AND 22"]].concat()),
        &texts(&[rewrite]),
        &texts(&["INSERT OR REPLACE INTO t VALUES(0, 'a')"]),
    );
    assert!(incomplete > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn every_whole_state_is_one_that_was_committed(
        auto_vacuum in prop::sample::select(vec!["NONE", "FULL", "INCREMENTAL"]),
        before in changes(),
        between in changes(),
        after in changes(),
    ) {
        check(auto_vacuum, &before, &between, &after);
    }
}

#[test]
fn without_a_checkpoint_all_states_are_whole() {
    let live = Live::with_log("PRAGMA page_size=1024");
    let statements: Vec<String> = (0..5).map(|i| format!("INSERT INTO t VALUES({i}, 'number {i}')")).collect();
    let noted = run_and_note(&live, &statements);
    let image = live.files().image();
    let history = History::of(&image);
    assert_eq!(history.commits().len(), 6);
    for (at, noted) in noted.iter().enumerate() {
        let database = history.as_of(at + 1).unwrap().to_database().unwrap();
        assert_eq!(&Seen::Rows(rows(&open(&database).unwrap()).unwrap()), noted);
    }
    assert!(history.as_of(6).is_none());
    // The main file held no table before the log began: one page with a header.
    let before = history.before_log().to_database().unwrap();
    assert_eq!(rows(&open(&before).unwrap()).unwrap(), []);
}

#[test]
fn after_a_partial_checkpoint_lost_pages_are_named_and_their_rows_not_made_up() {
    let update = |id: u32| format!("UPDATE t SET v = 'x' || substr(v, 2) || {id} WHERE id = {id}");
    // The pages of rows 1 and 30 are checkpointed, which spoils the states before each was changed.
    let counts = check("NONE", &[update(30), update(1)], &[update(15)], &[update(16)]);
    assert_eq!(counts, [3, 2], "whole, not whole");
}

#[test]
fn all_versions_of_a_page_are_listed_with_their_standing() {
    let live = Live::with_log("PRAGMA page_size=1024");
    for word in ["first", "second", "third"] {
        live.run(&format!("INSERT OR REPLACE INTO t VALUES(1, '{word} version')"));
    }
    live.run("PRAGMA wal_checkpoint(RESTART)");
    live.run("INSERT OR REPLACE INTO t VALUES(1, 'fourth version')");
    let image = live.files().image();
    let history = History::of(&image);
    let holds = |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|w| w == word.as_bytes());
    let versions = history.versions(2);
    let shown: Vec<_> = versions
        .iter()
        .map(|v| {
            let words = ["first", "second", "third", "fourth"];
            let newest = words.iter().rev().find(|w| holds(v.bytes, w)).copied();
            (v.source, v.standing, newest)
        })
        .collect();
    assert_eq!(
        shown,
        [
            (VersionSource::Frame(1), Standing::Newest, Some("fourth")),
            (VersionSource::Leftover(2), Standing::Leftover, None),
            (VersionSource::Leftover(3), Standing::Leftover, Some("first")),
            (VersionSource::Leftover(4), Standing::Leftover, Some("second")),
            (VersionSource::Leftover(5), Standing::Leftover, Some("third")),
            (VersionSource::Main, Standing::Superseded, Some("third")),
        ]
    );
    let newest = history.newest_version(2).unwrap();
    assert_eq!(newest.source, VersionSource::Frame(1));
    assert_eq!(newest.bytes, image.page(2).unwrap());
    assert_eq!(history.before_log().version(2).unwrap().source, VersionSource::Main);
    assert_eq!(history.as_of(0).unwrap().version(2).unwrap().source, VersionSource::Frame(1));
    // Each version's offset leads back to its bytes.
    let files = live.files();
    for version in &versions {
        let (file, at) = history.file_offset(version).unwrap();
        let bytes = if file == FileRole::Main { &files.main } else { files.log.as_ref().unwrap() };
        assert!(&bytes[at as usize..at as usize + 1024] == version.bytes);
    }
    let all = history.all_versions().filter(|v| v.page == 2).count();
    assert_eq!(all, versions.len());
}
