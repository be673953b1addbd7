//! Stores with a past, and what a test asks of them.

use std::ops::ControlFlow;
use std::path::Path;

use continuity_store::search::{Pieces, texts_of_all};
use continuity_store::write::{Progress, WipeReport};
use fixtures::{BuiltStore, Snapshot, StoreBuilder};
use rusqlite::Connection;

/// Goes on, whatever is said.
pub(crate) fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A text that occurs once in the world, long enough for overflow pages.
pub(crate) fn text(name: &str, number: usize) -> String {
    (0..240).map(|word| format!("{name}-{number}-{word:03} ")).collect()
}

/// How such a text begins.
pub(crate) fn head(name: &str, number: usize) -> Vec<u8> {
    text(name, number).as_bytes()[..30].to_vec()
}

/// Two tasks whose bodies were replaced five times, and copies of each earlier body in tables that were dropped, by
/// somebody who does not overwrite what is freed.
pub(crate) fn replaced() -> StoreBuilder {
    let names = ["alder", "birch"];
    let body = |name: &str, n: usize| Snapshot::new(&text(name, n)).constraint(&format!("{name} rule {n}"));
    let mut story = StoreBuilder::new();
    for n in 0..5 {
        for name in names {
            story = story.task(name, |t| t.checkpoint(body(name, n))).raw_sql(&format!(
                "CREATE TABLE {name}_{n}(v);
                 INSERT INTO {name}_{n} SELECT snapshot_json FROM continuity_snapshots WHERE snapshot_json LIKE '%{name}%'",
            ));
        }
    }
    for name in names {
        story = story.task(name, |t| t.checkpoint(body(name, 5)));
        let drops: String = (0..5).map(|n| format!("DROP TABLE {name}_{n};")).collect();
        story = story.raw_sql(&drops);
    }
    story
}

/// The pieces of every body that a task ever had.
pub(crate) fn pieces(built: &BuiltStore, session: &str) -> Pieces {
    let bodies: Vec<_> = built
        .task(session)
        .unwrap()
        .history
        .iter()
        .map(|revision| continuity::records::StoredBody::Text(revision.body.clone().into_bytes()))
        .collect();
    let texts = texts_of_all(&bodies, sqlite_pages::TextEncoding::Utf8);
    Pieces::of(texts.iter().map(Vec::as_slice))
}

/// How often a text stands in the files of a folder: the store, its log, whatever else is there.
pub(crate) fn count(folder: &Path, text: &[u8]) -> usize {
    crate::common::contents(folder).values().map(|bytes| memchr::memmem::find_iter(bytes, text).count()).sum()
}

/// A number that SQLite says of a store.
pub(crate) fn number(path: &Path, sql: &str) -> i64 {
    Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

/// What holds for everything that was overwritten.
pub(crate) fn check(report: &WipeReport) {
    assert!(report.longest_lock.as_millis() < 250, "the lock was held for {:?}", report.longest_lock);
    assert!(report.locked >= report.longest_lock);
}
