//! The walker finds the rows that SQL finds, in databases that SQLite built in every shape.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::shape::{Shape, build, shape};
use common::{Live, exercise, seen_in};
use proptest::prelude::*;
use rusqlite::types::Value as Sql;
use sqlite_pages::{
    AutoVacuum, PageImage, PageMap, PageUse, Pointer, Record, Region, Schema, TextEncoding, Value, entries, layout,
    read_pointer,
};

fn to_sql(value: Value<'_>, encoding: TextEncoding) -> Sql {
    match value {
        Value::Null => Sql::Null,
        Value::Integer(i) => Sql::Integer(i),
        Value::Real(f) => Sql::Real(f),
        Value::Text(t) => Sql::Text(encoding.decode(t).into_owned()),
        Value::Blob(b) => Sql::Blob(b.to_vec()),
    }
}

/// The rows of a b-tree as the walker sees them; a row id replaces the null that stands for it.
fn walked(image: &PageImage, root: u32) -> Vec<Vec<Sql>> {
    let encoding = image.header().text_encoding;
    let walk = entries(image, root).map(|entry| {
        let entry = entry.unwrap();
        let payload = entry.payload().unwrap();
        let record = Record::parse(&payload).unwrap();
        assert!(record.is_whole());
        assert_eq!(record.encoded_len(), payload.len());
        let mut row: Vec<_> = record.values().map(|v| to_sql(v.unwrap(), encoding)).collect();
        if let Some(rowid) = entry.cell.rowid {
            row[0] = Sql::Integer(rowid);
        }
        row
    });
    walk.collect()
}

fn selected(live: &Live, sql: &str) -> Vec<Vec<Sql>> {
    let mut statement = live.sql.prepare(sql).unwrap();
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|i| row.get(i)).collect()).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn check(shape: &Shape) {
    let live = build(shape);
    let image = PageImage::read(&live.path).unwrap();
    assert_eq!(seen_in(&image), live.rows());
    assert_eq!(image.missing_pages(), 0);

    let schema = Schema::read(&image);
    assert!(schema.faults.is_empty());
    let names: Vec<_> = schema.entries.iter().map(|e| (e.kind.as_str(), e.name.as_str())).collect();
    assert_eq!(names, [("table", "a"), ("index", "a_x"), ("table", "w")]);
    assert!(schema.entries[0].sql.as_deref().unwrap().starts_with("CREATE TABLE a("));
    let root = |name: &str| schema.entries.iter().find(|e| e.name == name).unwrap().root.unwrap();
    assert_eq!(walked(&image, root("a")), selected(&live, "SELECT id, x, y FROM a ORDER BY id"));
    assert_eq!(walked(&image, root("w")), selected(&live, "SELECT k, x, y FROM w ORDER BY k"));
    let index = selected(&live, "SELECT x, id FROM a INDEXED BY a_x ORDER BY x, id");
    assert_eq!(walked(&image, root("a_x")), index);

    let map = PageMap::of(&image);
    assert_eq!(map.faults(), []);
    let has_maps = image.header().auto_vacuum() != AutoVacuum::None;
    assert_eq!(has_maps, shape.auto_vacuum != "NONE");
    let mut free = 0;
    for (page, page_use) in map.iter() {
        let pointer = read_pointer(&image, page);
        let bytes = image.page(page).unwrap();
        let spans = layout(bytes, page, image.header().usable_size(), Some(page_use));
        match page_use {
            PageUse::BTree { root } => {
                let is_root = page == root;
                assert!(!has_maps || page == 1 || is_root == (pointer == Some(Pointer::Root)));
                // SQLite's own count of lost bytes, and of nothing else.
                let lost: u32 = spans.iter().filter(|s| s.region == Region::Fragment).map(|s| s.end - s.start).sum();
                let stored = bytes[if page == 1 { 107 } else { 7 }];
                assert_eq!(lost, u32::from(stored), "page {page}");
            }
            PageUse::Overflow { owner, .. } => {
                let expected = Pointer::FirstOverflow { on: owner };
                let is_next = matches!(pointer, Some(Pointer::NextOverflow { .. }));
                assert!(!has_maps || pointer == Some(expected) || is_next);
            }
            PageUse::FreeTrunk | PageUse::FreeLeaf => {
                free += 1;
                assert!(!has_maps || pointer == Some(Pointer::Free));
            }
            PageUse::PointerMap => assert!(has_maps),
            other => panic!("page {page} is {other:?}"),
        }
    }
    assert_eq!(free, image.header().free_pages);
    exercise::exercise(&image);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn in_any_shape_the_walker_and_sql_agree(shape in shape()) {
        check(&shape);
    }
}

#[test]
fn deep_trees_of_small_pages_are_walked_whole() {
    let live = Live::new(
        "PRAGMA page_size=512; PRAGMA auto_vacuum=FULL;
         CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE INDEX tv ON t(v);
         CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
    );
    live.add(1, 5000, 60);
    live.run("INSERT INTO w SELECT v, id FROM t; DELETE FROM t WHERE id % 7 = 0");
    let image = live.files().image();
    let schema = Schema::read(&image);
    let root = |name: &str| schema.entries.iter().find(|e| e.name == name).unwrap().root.unwrap();
    assert_eq!(schema.table_root("T"), Some(root("t")));
    assert_eq!(walked(&image, root("t")), selected(&live, "SELECT id, v FROM t ORDER BY id"));
    assert_eq!(walked(&image, root("tv")), selected(&live, "SELECT v, id FROM t ORDER BY v, id"));
    assert_eq!(walked(&image, root("w")), selected(&live, "SELECT k, v FROM w ORDER BY k"));
    assert_eq!(PageMap::of(&image).faults(), []);
}

#[test]
fn reserved_bytes_are_left_out_of_every_page() {
    let main = common::with_reserved_bytes();
    let sql = common::open(&main).unwrap();
    assert_eq!(common::rows(&sql).unwrap(), []);
    let check: String = sql.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
    assert_eq!(check, "ok");
    let image = PageImage::from_bytes(main, None, None).unwrap();
    assert_eq!(Schema::read(&image).table_root("t"), Some(2));
    let map = PageMap::of(&image);
    for page in 1..=2 {
        let spans = layout(image.page(page).unwrap(), page, 992, map.page_use(page));
        let last = spans.last().unwrap();
        assert_eq!((last.start, last.end, last.region), (992, 1024, Region::Reserved));
    }
}
