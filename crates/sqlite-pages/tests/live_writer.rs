//! Images that are read while a writer is at work are whole committed states.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Live, open};
use sqlite_pages::PageImage;

/// Sums that every transaction keeps equal, in two tables that lie far apart in the file.
const SETUP: &str = "CREATE TABLE a(id INTEGER PRIMARY KEY, n INT, pad TEXT);
    CREATE TABLE b(id INTEGER PRIMARY KEY, n INT, pad TEXT);
    INSERT INTO a SELECT value, 0, printf('%.*c', 400, 'a') FROM generate_series(1, 3000);
    INSERT INTO b SELECT value, 0, printf('%.*c', 400, 'b') FROM generate_series(1, 3000);";

fn setup() -> String {
    // `generate_series` is not built in.
    SETUP.replace(
        "generate_series(1, 3000)",
        "(WITH RECURSIVE s(value) AS (VALUES(1) UNION ALL SELECT value+1 FROM s LIMIT 3000) SELECT * FROM s)",
    )
}

/// One transaction that writes pages all over the file.
fn step(round: i64) -> String {
    format!(
        "BEGIN; UPDATE a SET n=n+1 WHERE id % 40 = {x} AND id <= 3000;
         INSERT INTO a(n, pad) VALUES(0, printf('%.*c', {len}, 'c'));
         DELETE FROM a WHERE id > 3000 AND id % 3 = {third};
         UPDATE b SET n=n+1 WHERE id % 40 = {y}; COMMIT",
        x = round * 7 % 40,
        y = round * 13 % 40,
        len = round % 17 * 300,
        third = round % 3,
    )
}

/// Stops the writer also when the reader fails, which would wait for it for ever otherwise.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs a writer and reads beside it as often as asked, for at most four seconds. Returns how many
/// images came out and how often reading gave up.
fn read_beside_writer(live: &Live, images: usize, between: &[&str], pause: Duration) -> (usize, usize) {
    let path = live.path.clone();
    let stop = AtomicBool::new(false);
    let (mut whole, mut gave_up) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let sql = rusqlite::Connection::open(&path).unwrap();
            sql.execute_batch("PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=200").unwrap();
            let mut round = 0;
            while !stop.load(Ordering::Relaxed) {
                round += 1;
                sql.execute_batch(&step(round)).unwrap();
                if let Some(extra) = between.get((round % 9) as usize) {
                    sql.execute_batch(extra).unwrap();
                }
                std::thread::sleep(pause);
            }
        });
        let _stop = StopOnDrop(&stop);
        let begun = Instant::now();
        let mut last = 0;
        while whole < images && begun.elapsed() < Duration::from_secs(4) {
            let image = match PageImage::read(&path) {
                Ok(image) => image,
                Err(e) => {
                    assert_eq!(e.code(), "changed-while-reading");
                    gave_up += 1;
                    continue;
                }
            };
            assert_eq!(image.missing_pages(), 0);
            let sql = open(image.newest()).unwrap();
            let one = |q: &str| sql.query_row(q, [], |r| r.get::<_, i64>(0)).unwrap();
            if whole % 8 == 0 {
                let check: String = sql.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
                assert_eq!(check, "ok");
            }
            let (a, b) = (one("SELECT sum(n) FROM a"), one("SELECT sum(n) FROM b"));
            assert_eq!(a, b);
            assert!(a >= last, "went back from {last} to {a}");
            last = a;
            whole += 1;
        }
    });
    (whole, gave_up)
}

#[test]
fn beside_a_busy_log_every_image_is_a_committed_state() {
    let live = Live::new("PRAGMA page_size=1024; PRAGMA journal_mode=WAL");
    live.run(&setup());
    let between =
        ["PRAGMA wal_checkpoint(RESTART)", "", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_checkpoint(PASSIVE)"];
    let (whole, _) = read_beside_writer(&live, 150, &between, Duration::ZERO);
    assert!(whole >= 10, "only {whole} images");
}

#[test]
fn beside_rollback_journals_every_image_is_a_committed_state() {
    for mode in ["DELETE", "TRUNCATE", "PERSIST"] {
        let live = Live::new(&format!("PRAGMA page_size=1024; PRAGMA journal_mode={mode}"));
        live.run(&setup());
        let mode_again = format!("PRAGMA journal_mode={mode}");
        let between = vec![mode_again.as_str(); 9];
        let (whole, _) = read_beside_writer(&live, 80, &between, Duration::from_millis(20));
        assert!(whole >= 3, "{mode}: only {whole} images");
    }
}
