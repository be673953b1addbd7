//! What is not a history of this version is named and left as it is.

use std::path::Path;

use continuity_store::history::{HistoryError, HistoryFile, Scope};
use rusqlite::Connection;

use crate::some::{add, copy, text};

const AT: &str = "2026-09-20T01:00:00.000Z";

/// The codes of looking, adding, removing and rewriting; the bytes must stay.
fn codes(path: &Path) -> [&'static str; 4] {
    let before = std::fs::read(path).unwrap();
    let file = HistoryFile::at(path);
    let code = |answer: Result<(), HistoryError>| answer.err().map_or("ok", |error| error.code());
    let codes = [
        code(file.look(|look| look.totals()).map(drop)),
        code(file.change(|change| change.add(b"s", &copy("t", 1, b"body", AT))).map(drop)),
        code(file.change_existing(|change| change.forget(&[Scope::All], false)).map(drop)),
        code(file.rewrite()),
    ];
    assert!(std::fs::read(path).unwrap() == before, "the file was changed: {codes:?}");
    codes
}

#[test]
fn a_file_of_somebody_else_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite3");
    std::fs::write(&path, b"a note of mine").unwrap();
    assert_eq!(codes(&path), ["history-foreign"; 4]);
    std::fs::write(&path, text("no database", 4_096)).unwrap();
    assert_eq!(codes(&path), ["history-foreign"; 4]);
    std::fs::remove_file(&path).unwrap();
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE copies (mine TEXT); PRAGMA user_version = 1").unwrap();
    drop(connection);
    assert_eq!(codes(&path), ["history-foreign"; 4]);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let file = HistoryFile::at(&path);
    assert!(matches!(file.look(|look| look.totals()), Err(HistoryError::Foreign)));
    assert!(matches!(file.change(|change| change.add(b"s", &copy("t", 1, b"b", AT))), Err(HistoryError::Foreign)));
}

#[test]
fn a_history_of_a_newer_version_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite3");
    add(&HistoryFile::at(&path), b"s", &copy("t", 1, b"body", AT));
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 2").unwrap();
    assert_eq!(codes(&path), ["history-newer"; 4]);
}

#[test]
fn a_damaged_history_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite3");
    let file = HistoryFile::at(&path);
    for number in 0..200 {
        let body = text(&number.to_string(), 3_000);
        add(&file, b"s", &copy(&number.to_string(), 1, &body, AT));
    }
    let whole = std::fs::read(&path).unwrap();
    // The heads of all pages of trees but the first, so that no reader can take them for such.
    let mut spoiled = whole.clone();
    for page in spoiled.chunks_mut(1024).skip(1).filter(|page| matches!(page[0], 2 | 5 | 10 | 13)) {
        page[..8].fill(0xEE);
    }
    std::fs::write(&path, &spoiled).unwrap();
    assert_eq!(codes(&path), ["history-damaged"; 4]);
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(codes(&path)[..2], ["history-damaged"; 2]);
    // The head alone: right names, no table.
    std::fs::write(&path, &whole[..100]).unwrap();
    assert_eq!(codes(&path), ["history-damaged"; 4]);
}

#[test]
fn an_empty_file_is_a_history_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite3");
    std::fs::write(&path, b"").unwrap();
    let file = HistoryFile::at(&path);
    assert_eq!(file.look(|look| look.totals()).unwrap(), None);
    assert!(add(&file, b"s", &copy("t", 1, b"body", AT)));
    assert_eq!(file.look(|look| look.totals()).unwrap().unwrap().len(), 1);
}

#[test]
fn the_file_says_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite3");
    add(&HistoryFile::at(&path), b"s", &copy("t", 1, b"body", AT));
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(&bytes[68..72], b"CIHS", "application id");
    assert_eq!(&bytes[60..64], &[0, 0, 0, 1], "user version");
    assert_eq!(&bytes[18..20], &[1, 1], "a rollback journal and no log");
}
