//! Text across the end of a page is found as well as text inside one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Live;
use sqlite_pages::{FileRole, Locator, Part};

const NEEDLE: &str = "needle-that-is-cut-somewhere-0123456789";

/// A database whose only long row holds the needle behind `before` other bytes.
fn with_needle_at(size: u32, encoding: &str, before: usize, after: usize) -> Live {
    let live = Live::new(&format!(
        "PRAGMA page_size={size}; PRAGMA encoding='{encoding}'; PRAGMA secure_delete=OFF; PRAGMA synchronous=OFF;
         CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)"
    ));
    live.run(&format!(
        "INSERT INTO t VALUES(1, '{}{NEEDLE}{}')",
        "abcdefg".repeat(before / 7 + 1).get(..before).unwrap(),
        "zyxwvut".repeat(after / 7 + 1).get(..after).unwrap()
    ));
    live
}

fn encoded(encoding: &str) -> Vec<u8> {
    match encoding {
        "UTF-8" => NEEDLE.as_bytes().to_vec(),
        "UTF-16le" => NEEDLE.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => NEEDLE.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    }
}

#[test]
fn wherever_a_page_cuts_it_a_text_is_found_once() {
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
        let needle = encoded(encoding);
        let mut cut = 0;
        // Pages are filled from the end of a row: what stands behind the needle decides where it is cut.
        for after in 0..520 {
            let live = with_needle_at(512, encoding, 700, after);
            let image = live.files().image();
            let locator = Locator::new(&image);
            let whole = locator.find(&needle, usize::MAX).len();
            let split = locator.find_split(&needle, usize::MAX);
            assert_eq!(whole + split.len(), 1, "{encoding}, {after} characters behind");
            cut += split.len();
            for split in split {
                let main = live.files().main;
                let head = &main[split.head.offset as usize..][..split.head_len as usize];
                assert_eq!(head, &needle[..head.len()]);
                let rest = &needle[head.len()..];
                let shown = rest.len().min(508);
                assert_eq!(&main[split.tail.offset as usize..][..shown], &rest[..shown]);
                assert_eq!(split.tail.file, FileRole::Main);
                assert!(matches!(split.head.part, Part::Page(_)));
            }
        }
        assert!(cut > 20, "{encoding}: {cut}");
    }
}

#[test]
fn a_deleted_text_that_a_page_cut_is_found_too() {
    let mut cut = 0;
    for after in 0..520 {
        let live = with_needle_at(512, "UTF-8", 3_000, after);
        live.run("DELETE FROM t");
        let image = live.files().image();
        let locator = Locator::new(&image);
        let split = locator.find_split(NEEDLE.as_bytes(), 9).len();
        assert_eq!(locator.find(NEEDLE.as_bytes(), 9).len() + split, 1, "{after}");
        cut += split;
    }
    assert!(cut > 10, "{cut}");
}

#[test]
fn a_text_over_many_pages_is_found() {
    let long: String = (0..900).map(|n| format!("<{n}>")).collect();
    let live =
        Live::new("PRAGMA page_size=512; PRAGMA synchronous=OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
    live.run(&format!("INSERT INTO t VALUES(1, 'xx{long}yy')"));
    let image = live.files().image();
    let locator = Locator::new(&image);
    assert_eq!(locator.find(long.as_bytes(), 9).len(), 0);
    assert_eq!(locator.find_split(long.as_bytes(), 9).len(), 1);
    assert_eq!(locator.find_split(format!("{long}?").as_bytes(), 9).len(), 0);
    for nothing in ["", "x"] {
        assert_eq!(locator.find_split(nothing.as_bytes(), 9).len(), 0);
    }
}
