//! Databases in every shape, as SQLite builds them.

use proptest::prelude::*;
use rusqlite::types::Value as Sql;

use super::Live;

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Insert(i64, Sql, Sql),
    Delete(i64, i64),
    Update(i64, Sql),
    Checkpoint,
    Vacuum,
}

#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) page_size: u32,
    pub(crate) encoding: &'static str,
    pub(crate) auto_vacuum: &'static str,
    pub(crate) journal: &'static str,
    pub(crate) ops: Vec<Op>,
}

fn value() -> impl Strategy<Value = Sql> {
    let letters = "[a-z가-힣]{0,12}";
    prop_oneof![
        Just(Sql::Null),
        prop_oneof![-3i64..3, -40_000i64..40_000, any::<i64>()].prop_map(Sql::Integer),
        any::<f64>().prop_filter("SQLite keeps no NaN", |f| !f.is_nan()).prop_map(Sql::Real),
        letters.prop_map(Sql::Text),
        (letters, 1usize..1200).prop_map(|(s, n)| Sql::Text(s.repeat(n / 4 + 1))),
        prop::collection::vec(any::<u8>(), 0..3000).prop_map(Sql::Blob),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        8 => (any::<i64>(), value(), value()).prop_map(|(k, a, b)| Op::Insert(k, a, b)),
        3 => (0i64..50, 1i64..9).prop_map(|(k, n)| Op::Delete(k, n)),
        3 => (0i64..50, value()).prop_map(|(k, v)| Op::Update(k, v)),
        1 => Just(Op::Checkpoint),
        1 => Just(Op::Vacuum),
    ]
}

pub(crate) fn shape() -> impl Strategy<Value = Shape> {
    (
        9u32..=16,
        prop::sample::select(vec!["UTF-8", "UTF-16le", "UTF-16be"]),
        prop::sample::select(vec!["NONE", "FULL", "INCREMENTAL"]),
        prop::sample::select(vec!["WAL", "DELETE"]),
        prop::collection::vec(op(), 1..60),
    )
        .prop_map(|(shift, encoding, auto_vacuum, journal, ops)| Shape {
            page_size: 1 << shift,
            encoding,
            auto_vacuum,
            journal,
            ops,
        })
}

pub(crate) fn build(shape: &Shape) -> Live {
    let live = Live::new(&format!(
        "PRAGMA page_size={}; PRAGMA encoding='{}'; PRAGMA auto_vacuum={}; PRAGMA secure_delete=OFF;
         PRAGMA journal_mode={}; PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=OFF;
         CREATE TABLE a(id INTEGER PRIMARY KEY, x, y); CREATE INDEX a_x ON a(x);
         CREATE TABLE w(k, x, y, PRIMARY KEY(k)) WITHOUT ROWID",
        shape.page_size, shape.encoding, shape.auto_vacuum, shape.journal
    ));
    for op in &shape.ops {
        match op {
            Op::Insert(key, x, y) => {
                for table in ["a", "w"] {
                    let sql = format!("INSERT OR REPLACE INTO {table} VALUES(?, ?, ?)");
                    live.sql.execute(&sql, (key, x, y)).unwrap();
                }
            }
            Op::Delete(from, count) => {
                for (table, key) in [("a", "id"), ("w", "k")] {
                    live.run(&format!(
                        "DELETE FROM {table} WHERE {key} IN
                         (SELECT {key} FROM {table} ORDER BY {key} LIMIT {count} OFFSET {from})"
                    ));
                }
            }
            Op::Update(at, x) => {
                for (table, key) in [("a", "id"), ("w", "k")] {
                    let sql = format!(
                        "UPDATE {table} SET x=?1 WHERE {key} =
                         (SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {at})"
                    );
                    live.sql.execute(&sql, [x]).unwrap();
                }
            }
            Op::Checkpoint if shape.journal == "WAL" => live.run("PRAGMA wal_checkpoint(RESTART)"),
            Op::Checkpoint => {}
            Op::Vacuum => live.run("PRAGMA incremental_vacuum(3)"),
        }
    }
    live
}
