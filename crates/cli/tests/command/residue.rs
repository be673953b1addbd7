//! `residue`: where a text, a task or anything deleted can still be read.

use std::path::Path;

use fixtures::{Encoding, Journal, Snapshot, StoreBuilder};
use serde_json::Value;

use crate::run::{Machine, Ran};

/// Offsets at which a text stands in a file, by going over every byte.
fn places(path: &Path, text: &[u8]) -> Vec<u64> {
    let bytes = std::fs::read(path).unwrap_or_default();
    (0..bytes.len()).filter(|at| bytes[*at..].starts_with(text)).map(|at| at as u64).collect()
}

fn look(machine: &Machine, store: &Path, text: impl AsRef<[u8]>) -> Ran {
    machine.fed(store, &["--json", "residue", "--text", "-"], text.as_ref())
}

fn offsets(document: &Value, file: &str) -> Vec<u64> {
    let hits = document["hits"].as_array().unwrap().iter();
    hits.filter(|hit| hit["file"] == file).map(|hit| hit["offset"].as_u64().unwrap()).collect()
}

#[test]
fn a_text_is_found_wherever_a_plain_search_finds_it() {
    let marker = "okapi-7f3a";
    for journal in [Journal::KEPT_LOG, Journal::CLOSED, Journal::Delete] {
        let machine = Machine::new();
        let built = StoreBuilder::new()
            .journal(journal)
            .task("a", |t| t.checkpoint(Snapshot::new(marker)).purge().checkpoint(Snapshot::new("clean")))
            .task("b", |t| t.checkpoint(Snapshot::new("other").constraint(&format!("say {marker} twice {marker}"))))
            .cleanup("plan")
            .build(&machine.path("store"))
            .unwrap();
        let document = look(&machine, &built.path, marker).json();
        let mut all = 0;
        for file in ["continuity.sqlite3", "continuity.sqlite3-wal"] {
            let expected = places(&built.path.with_file_name(file), marker.as_bytes());
            all += expected.len();
            assert_eq!(offsets(&document, file), expected, "{file} of {journal:?}");
        }
        for backup in &built.backups {
            let name = format!("backups/{}", backup.file_name().unwrap().to_string_lossy());
            let expected = places(backup, marker.as_bytes());
            all += expected.len();
            assert_eq!(offsets(&document, &name), expected, "{name}");
        }
        assert_eq!(document["total"], all);
        let live = document["hits"].as_array().unwrap().iter().filter(|hit| hit["live"] == true).count();
        assert_eq!(live, 2, "the row of the second task, once");
    }
}

#[test]
fn a_text_that_pages_cut_or_json_escapes_is_found() {
    let machine = Machine::new();
    let text = "C:\\keys\\\"quoted\" 한글 path";
    let long = |n: usize| format!("{}{text}{}", "a".repeat(n), "b".repeat(3_000));
    let body = (0..40).fold(Snapshot::new("x"), |body, n| body.constraint(&long(n * 97)));
    let built = StoreBuilder::new()
        .journal(Journal::Delete)
        .page_size(512)
        .task("s", |t| t.checkpoint(body))
        .build(&machine.path("store"))
        .unwrap();
    let document = look(&machine, &built.path, text).json();
    assert_eq!(document["total"], 40);
    assert!(!document["split"].as_array().unwrap().is_empty(), "40 places in pages of 512 bytes");
    assert!(document["split"].as_array().unwrap().iter().all(|hit| hit["live"] == true));

    let wide = StoreBuilder::new()
        .encoding(Encoding::Utf16Be)
        .task("s", |t| t.checkpoint(Snapshot::new(text)))
        .build(&machine.path("wide"))
        .unwrap();
    assert_eq!(look(&machine, &wide.path, text).json()["total"], 1);
}

#[test]
fn rows_that_no_table_holds_are_listed_with_their_task() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("gone", |t| t.checkpoint(Snapshot::new("gone")).purge())
        .task("kept", |t| t.checkpoint(Snapshot::new("first")).checkpoint(Snapshot::new("second")))
        .build(&machine.path("store"))
        .unwrap();
    let named = |args: &[&str]| {
        let document = machine.on(&built.path, &[&["residue"], args].concat()).json();
        let hits = document["hits"].as_array().unwrap().clone();
        let mut found: Vec<_> = hits
            .iter()
            .map(|hit| {
                let task = hit["taskCorrelation"].as_str().unwrap().to_owned();
                (task, hit["revision"].as_i64().unwrap(), hit["live"].as_bool().unwrap())
            })
            .collect();
        found.sort();
        found.dedup();
        found
    };
    let task = |at: usize| built.tasks[at].correlation.as_str().to_owned();
    let left = [(task(0), 1, false), (task(1), 1, false)];
    // The page of the second state holds the first body of the task too, in its unused bytes.
    let all = named(&["--all"]);
    assert!(left.iter().all(|row| all.contains(row)), "{all:?}");
    assert!(all.iter().all(|(_, _, live)| !live));
    let kept = named(&["--session", "kept"]);
    assert!(kept.contains(&(task(1), 2, true)) && kept.contains(&(task(1), 1, false)), "{kept:?}");
    assert!(kept.iter().all(|(name, ..)| *name == task(1)));
    assert_eq!(machine.on(&built.path, &["residue", "000000"]).error(), "not-found");
}

#[test]
fn what_is_not_recognised_is_never_called_nothing() {
    let machine = Machine::new();
    // Deleted rows of a table that is not the store's own, in an encoding in which pieces are not told apart.
    let built = StoreBuilder::new()
        .encoding(Encoding::Utf16Le)
        .journal(Journal::Delete)
        .raw_sql("CREATE TABLE notes(v); INSERT INTO notes VALUES(hex(randomblob(3000))); DELETE FROM notes")
        .build(&machine.path("store"))
        .unwrap();
    let document = machine.on(&built.path, &["residue", "--all"]).json();
    let unused = &document["unused"];
    let held = unused["pageSlack"].as_u64().unwrap() + unused["freePages"].as_u64().unwrap();
    assert!(held > 0, "{document}");
    let said = machine.plain(&built.path, &["residue", "--all"]).out;
    assert!(!said.contains("Nothing was found") && said.contains("continuity erase"), "{said}");
    assert_eq!(machine.on(&built.path, &["erase", "--yes"]).code, 0);
    let said = machine.plain(&built.path, &["residue", "--all"]).out;
    assert!(said.contains("Nothing was found in any of these files."), "{said}");
    assert!(look(&machine, &built.path, "any text").json()["unused"].is_null());
}

#[test]
fn a_text_is_never_an_argument_and_never_repeated() {
    let machine = Machine::new();
    let built = crate::run::simple(&machine);
    let secret = ["hush", "hush"].concat();
    let ran = machine.on(&built.path, &["residue", "--text", &secret]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "usage"));
    assert!(!ran.out.contains(&secret) && !ran.err.contains(&secret));
    for (text, code) in [("", 2), ("abc", 2), ("abcd", 0), ("abcd\n", 0), ("abcd\r\n", 0), ("abc\n", 2)] {
        assert_eq!(look(&machine, &built.path, text).code, code, "{text:?}");
    }
    assert_eq!(look(&machine, &built.path, vec![b'x'; (1 << 20) + 1]).code, 2);
    assert_eq!(look(&machine, &built.path, [0xff, 0xfe, 0xfd, 0xfc]).json()["total"], 0);
    assert_eq!(look(&machine, &built.path, "first objective\n").json()["total"], 1);
    let ran = machine.plain(&built.path, &["residue"]);
    assert_eq!(ran.code, 2);
    let said = machine.fed(&built.path, &["residue", "--text", "-"], b"first objective");
    assert!(said.out.contains("1 found in") && !said.out.contains("first objective"), "{}", said.out);
    let none = machine.fed(&built.path, &["residue", "--text", "-"], b"nowhere to be seen");
    assert!(none.out.contains("Nothing was found"), "{}", none.out);
}
