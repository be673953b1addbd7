//! The walk over a log, and what is made of a file with one.
#![allow(clippy::unwrap_used)]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use rusqlite::Connection;
use sqlite_pages::{History, Locator, Log, PageImage, PageMap};

fn main() {
    divan::main();
}

/// A database of about 16 MB with a log of as much, page size 4096.
fn files() -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let sql = Connection::open(&path).unwrap();
    sql.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=0;
         CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);
         WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM s LIMIT 3200)
         INSERT INTO t SELECT n, printf('%.*c', 4900, char(97 + n % 26)) FROM s;
         PRAGMA wal_checkpoint(TRUNCATE)",
    )
    .unwrap();
    for round in 0..40 {
        sql.execute("UPDATE t SET v = upper(v) || ?1 WHERE id % 40 = ?1", [round]).unwrap();
    }
    (std::fs::read(&path).unwrap(), std::fs::read(folder.path().join("bench.db-wal")).unwrap())
}

#[divan::bench]
fn walk_a_log(bencher: Bencher<'_, '_>) {
    let (_, log) = files();
    bencher.counter(BytesCount::new(log.len())).with_inputs(|| log.clone()).bench_values(|log| Log::parse(log, None));
}

#[divan::bench]
fn put_an_image_together(bencher: Bencher<'_, '_>) {
    let (main, log) = files();
    bencher
        .counter(BytesCount::new(main.len() + log.len()))
        .with_inputs(|| (main.clone(), log.clone()))
        .bench_values(|(main, log)| PageImage::from_bytes(main, Some(log), None).unwrap());
}

#[divan::bench]
fn compare_with_the_main_file(bencher: Bencher<'_, '_>) {
    let (main, log) = files();
    let image = PageImage::from_bytes(main, Some(log), None).unwrap();
    bencher.bench_local(|| History::of(black_box(&image)).commits().len());
}

#[divan::bench]
fn map_all_pages(bencher: Bencher<'_, '_>) {
    let (main, log) = files();
    let image = PageImage::from_bytes(main, Some(log), None).unwrap();
    bencher.bench_local(|| PageMap::of(black_box(&image)));
}

#[divan::bench]
fn find_a_text(bencher: Bencher<'_, '_>) {
    let (main, log) = files();
    let bytes = main.len() + log.len();
    let image = PageImage::from_bytes(main, Some(log), None).unwrap();
    let locator = Locator::new(&image);
    bencher.counter(BytesCount::new(bytes)).bench_local(|| locator.find(b"a text that is nowhere", 10).len());
}
