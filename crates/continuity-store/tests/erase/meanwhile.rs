//! What was worth a look may be something else by the time it is overwritten. A store that others change between the
//! search and each transaction holds the same rows as one that nobody erased.

use std::ops::ControlFlow;
use std::path::Path;

use continuity_store::write::{Progress, Step, What, finish, wipe};
use proptest::prelude::*;
use rusqlite::Connection;

use crate::pages::Files;
use crate::pages::shape::{Shape, build, shape};
use crate::stories::go_on;

/// Runs statements as another process would: opens, writes, closes. (This process must not have the file open in SQLite
/// while it reads it otherwise.)
fn run(path: &Path, sql: &str) {
    let other = Connection::open(path).unwrap();
    other.execute_batch(&format!("PRAGMA secure_delete=OFF; PRAGMA synchronous=OFF; {sql}")).unwrap();
}

/// Statements that free pages and take them again, often with the very bytes that they had.
fn meanwhile(step: usize, seed: u64) -> String {
    let at = (seed >> (step % 8 * 8)) % 11;
    match (seed >> step).wrapping_add(step as u64) % 5 {
        0 => format!("DELETE FROM a WHERE id IN (SELECT id FROM a ORDER BY id LIMIT 4 OFFSET {at})"),
        1 => "INSERT OR IGNORE INTO a SELECT * FROM kept".to_owned(),
        2 => format!("UPDATE a SET y = substr(y, 1, length(y) / 2) WHERE id IN (SELECT id FROM a LIMIT 3 OFFSET {at})"),
        3 => "UPDATE a SET y = (SELECT y FROM kept WHERE kept.id = a.id) WHERE id IN (SELECT id FROM kept)".to_owned(),
        _ => format!(
            "DELETE FROM w WHERE k IN (SELECT k FROM w LIMIT 2 OFFSET {at}); INSERT INTO w SELECT random(), y, x FROM kept LIMIT 0"
        ),
    }
}

fn holds(shape: &Shape, seed: u64) {
    let folder = crate::common::memory_folder();
    let live = build(shape);
    live.run("CREATE TABLE kept AS SELECT * FROM a; INSERT OR IGNORE INTO w VALUES (-1, zeroblob(5000), 'x')");
    live.run("DELETE FROM a WHERE id IN (SELECT id FROM a LIMIT 20)");
    let files = live.files();
    let (erased, spared) = (folder.path().join("erased.db"), folder.path().join("spared.db"));
    files.put(&erased);
    files.put(&spared);
    let mut step = 0;
    let report = wipe(&erased, What::AllUnused, &mut |progress: Progress| {
        if progress.step == Step::Overwrite && step < 40 {
            let sql = meanwhile(step, seed);
            run(&erased, &sql);
            run(&spared, &sql);
            step += 1;
        }
        ControlFlow::Continue(())
    });
    report.unwrap();
    let seen = |path: &Path| Files::take(path).as_sqlite_sees();
    assert_eq!(seen(&erased), seen(&spared), "{seed} {shape:?}");
    assert_eq!(crate::common::integrity(&erased), "ok", "{seed} {shape:?}");
    let finished = finish(&erased, &mut go_on).unwrap();
    assert!(finished.unused.is_clean(), "{finished:?} {seed} {shape:?}");
    assert_eq!(seen(&erased), seen(&spared), "{seed} {shape:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn rows_that_come_and_go_meanwhile_are_as_if_nobody_erased(shape in shape(), seed in any::<u64>()) {
        holds(&shape, seed);
    }
}

/// A row whose pages are freed is stored again, the same bytes on the same pages, after the search found them free.
#[test]
fn a_body_that_is_stored_again_on_the_same_pages_is_not_overwritten() {
    let folder = crate::common::memory_folder();
    let path = folder.path().join("x.db");
    run(
        &path,
        "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, zeroblob(3000000));
         UPDATE t SET v = CAST(replace(hex(v), '00', 'secret ') AS BLOB);
         INSERT INTO t VALUES (2, 'y'); CREATE TABLE k AS SELECT * FROM t",
    );
    let stored = std::fs::read(&path).unwrap();
    let mut same = 0;
    for _ in 0..2 {
        run(&path, "DELETE FROM t WHERE id = 1");
        let mut again = true;
        let report = wipe(&path, What::AllUnused, &mut |progress: Progress| {
            if progress.step == Step::Overwrite && std::mem::take(&mut again) {
                let before = std::fs::read(&path).unwrap();
                run(&path, "INSERT INTO t SELECT * FROM k WHERE id = 1");
                let after = std::fs::read(&path).unwrap();
                same = before.chunks(4096).zip(after.chunks(4096)).filter(|(a, b)| a == b).count();
            }
            ControlFlow::Continue(())
        });
        let report = report.unwrap();
        println!("{report:?} {same}");
        assert!(report.is_done(), "{report:?}");
        let rows: i64 = Connection::open(&path)
            .unwrap()
            .query_row("SELECT count(*) FROM t JOIN k USING (id) WHERE t.v = k.v", [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 2);
        assert_eq!(crate::common::integrity(&path), "ok");
    }
    assert!(same > 0 && stored.len() > 20_000_000);
}
