//! Writes small databases, logs, journals and records as the first corpus of the fuzz targets:
//! `cargo run --example seed_corpus -- FOLDER` fills `FOLDER/file`, `FOLDER/log` and `FOLDER/record`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;

use rusqlite::Connection;
use sqlite_pages::{PageImage, Schema, entries};

fn main() {
    let folder = std::env::args_os().nth(1).expect("a folder is needed");
    let folder = Path::new(&folder);
    for target in ["file", "log", "record"] {
        std::fs::create_dir_all(folder.join(target)).unwrap();
    }
    let mut count = 0;
    for setup in [
        "PRAGMA page_size=512",
        "PRAGMA page_size=512; PRAGMA auto_vacuum=FULL",
        "PRAGMA page_size=512; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA encoding='UTF-16be'",
        "PRAGMA page_size=1024; PRAGMA encoding='UTF-16le'",
        "PRAGMA page_size=4096",
    ] {
        for rows in [0, 3, 20] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("seed.db");
            let sql = Connection::open(&path).unwrap();
            let run = |text: &str| sql.execute_batch(text).unwrap();
            let beside = |suffix: &str| std::fs::read(dir.path().join(format!("seed.db-{suffix}"))).unwrap_or_default();
            let mut write = |flags: &[u8], other: &[u8]| {
                count += 1;
                let main = std::fs::read(&path).unwrap();
                if other.is_empty() {
                    std::fs::write(folder.join(format!("file/{count}")), &main).unwrap();
                }
                let len = (main.len() as u32).to_be_bytes();
                for flags in flags {
                    let input = [&[*flags], &len[1..], &main, other].concat();
                    let name = format!("log/{count}-{flags}");
                    std::fs::write(folder.join(name), input).unwrap();
                }
            };
            run(&format!(
                "{setup}; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;
                 PRAGMA secure_delete=OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, v, n REAL);
                 CREATE INDEX tv ON t(v); CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID;
                 WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s LIMIT {rows})
                 INSERT INTO t SELECT i, printf('%.*c', i * i * 4, 'x'), i / 3.0 FROM s WHERE {rows};
                 INSERT INTO w SELECT id, v FROM t"
            ));
            write(&[0, 2], &beside("wal"));
            run("PRAGMA wal_checkpoint(RESTART); DELETE FROM t WHERE id % 3 = 1");
            write(&[0, 2], &beside("wal"));
            run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE");
            write(&[], &[]);
            run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; UPDATE t SET v = v || 'y'");
            write(&[1], &beside("journal"));
            run("ROLLBACK");

            let image = PageImage::read(&path).unwrap();
            let roots = Schema::read(&image).entries;
            for root in roots.iter().filter_map(|entry| entry.root).chain([1]) {
                for (at, entry) in entries(&image, root).flatten().take(4).enumerate() {
                    let payload = entry.payload().unwrap();
                    let name = format!("record/{count}-{root}-{at}");
                    std::fs::write(folder.join(name), &payload[..payload.len().min(300)]).unwrap();
                }
            }
        }
    }
}
