//! Reading leaves no trace and never waits, whatever stands at the path.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use common::{Live, beside, seen_in};
use sqlite_pages::{FileKind, FileRole, PageImage, ReadErrorKind, Stamp};

/// Everything that the file system keeps about a folder and what is in it.
fn traces(dir: &Path) -> Vec<(PathBuf, [i64; 8], Vec<u8>)> {
    let mut found: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let m = path.metadata().unwrap();
            let times = [m.mtime(), m.mtime_nsec(), m.ctime(), m.ctime_nsec()];
            let rest = [m.atime(), m.atime_nsec(), m.size() as i64, m.ino() as i64];
            let all = [times, rest].concat().try_into().unwrap();
            (path.clone(), all, Vec::new())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn reading_keeps_all_times_sizes_and_names() {
    let live = Live::with_log("");
    live.add(1, 100, 500);
    live.run("PRAGMA wal_checkpoint(PASSIVE)");
    live.add(101, 10, 500);
    let before = traces(live.dir.path());
    let bytes = live.files();
    // The comparison itself reads the files, so the access times are taken afterwards.
    let before_read = traces(live.dir.path());
    assert_eq!(before.len(), before_read.len());
    std::thread::sleep(std::time::Duration::from_millis(20));
    let image = PageImage::read(&live.path).unwrap();
    Stamp::of(&live.path).unwrap();
    assert_eq!(traces(live.dir.path()), before_read);
    let after = live.files();
    assert_eq!((after.main, after.log), (bytes.main, bytes.log));
    assert_eq!(seen_in(&image), live.rows());
}

#[test]
fn a_symbolic_link_uses_the_log_beside_its_target() {
    let live = Live::with_log("");
    live.add(1, 10, 50);
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("link.db");
    std::os::unix::fs::symlink(&live.path, &link).unwrap();
    std::fs::write(beside(&link, "-wal"), b"not the log that counts").unwrap();
    assert_eq!(seen_in(&PageImage::read(&link).unwrap()), live.rows());
    // A hard link under another name has no log, as for SQLite.
    let hard = live.dir.path().join("hard.db");
    std::fs::hard_link(&live.path, &hard).unwrap();
    assert!(PageImage::read(&hard).unwrap().log().is_none());
}

#[test]
fn names_that_are_not_utf_8_or_look_like_uris_are_names() {
    for name in [&b"caf\xe9 \xff.db"[..], b"a%20b.db", b"x?mode=memory#y.db", b"sp ace.db"] {
        let live = Live::with_log("");
        live.add(1, 10, 50);
        let path = live.dir.path().join(OsStr::from_bytes(name));
        live.files().put(&path);
        let image = PageImage::read(&path).unwrap();
        assert!(image.log().unwrap().is_used());
        assert_eq!(seen_in(&image), live.rows());
    }
}

#[test]
fn what_is_no_file_is_refused_by_name_and_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let socket = dir.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (path, expected) in [
        (dir.path().to_owned(), FileKind::Folder),
        (pipe, FileKind::Pipe),
        (socket, FileKind::Socket),
        ("/dev/null".into(), FileKind::Device),
    ] {
        for error in [PageImage::read(&path).unwrap_err(), Stamp::of(&path).unwrap_err()] {
            assert_eq!(error.code(), "not-a-file");
            assert!(matches!(error.kind, ReadErrorKind::NotAFile { what } if what == expected));
        }
    }
}

#[test]
fn a_pipe_in_the_place_of_the_log_is_not_opened() {
    let live = Live::new("CREATE TABLE t(x)");
    let made = std::process::Command::new("mkfifo").arg(beside(&live.path, "-wal")).status();
    assert!(made.unwrap().success());
    let error = PageImage::read(&live.path).unwrap_err();
    assert_eq!((error.code(), error.file), ("not-a-file", FileRole::Log));
}

#[test]
fn missing_files_text_files_and_loops_have_their_codes() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    std::fs::write(path("text"), "just some text ".repeat(100)).unwrap();
    std::fs::write(path("short"), "x").unwrap();
    std::fs::write(path("empty"), "").unwrap();
    std::os::unix::fs::symlink(path("loop"), path("loop")).unwrap();
    std::os::unix::fs::symlink(path("gone"), path("dangling")).unwrap();
    let code = |name: &str| PageImage::read(&path(name)).unwrap_err().code();
    assert_eq!(code("gone"), "missing");
    assert_eq!(code("dangling"), "missing");
    assert_eq!(code("text/below"), "missing");
    assert_eq!(code("text"), "not-a-database");
    assert_eq!(code("short"), "not-a-database");
    assert_eq!(code("loop"), "not-a-file");
    assert!(PageImage::read(&path("empty")).unwrap().is_empty());
}

#[test]
fn a_sparse_file_above_the_limit_is_too_large() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("huge");
    let file = std::fs::File::create(&path).unwrap();
    if file.set_len((64 << 30) + 1).is_ok() {
        assert_eq!(PageImage::read(&path).unwrap_err().code(), "too-large");
    }
}

#[test]
fn a_stamp_changes_exactly_when_something_was_written() {
    let live = Live::with_log("");
    live.add(1, 10, 50);
    let image = PageImage::read(&live.path).unwrap();
    assert_eq!(image.stamp(), &Stamp::of(&live.path).unwrap());
    live.run("SELECT count(*) FROM t");
    assert_eq!(image.stamp(), &Stamp::of(&live.path).unwrap());
    let mut seen = vec![image.stamp().clone()];
    for change in [
        "UPDATE t SET v='z' WHERE id=1",
        "PRAGMA wal_checkpoint(RESTART)",
        "UPDATE t SET v='y' WHERE id=1",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "PRAGMA journal_mode=DELETE",
        "UPDATE t SET v='x' WHERE id=1",
    ] {
        live.run(change);
        let now = Stamp::of(&live.path).unwrap();
        assert!(!seen.contains(&now), "{change}");
        assert_eq!(PageImage::read(&live.path).unwrap().stamp(), &now, "{change}");
        seen.push(now);
    }
    assert_ne!(Stamp::default(), Stamp::of(&live.path).unwrap());
}

#[test]
fn a_sparse_file_is_the_same_as_a_whole_one_without_its_holes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE t(v); INSERT INTO t VALUES (hex(randomblob(9000)))").unwrap();
    drop(connection);
    let len = std::fs::metadata(&path).unwrap().len();
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    // Written just now, so it is read twice and compared.
    file.set_len(40 << 20).unwrap();
    let image = PageImage::read(&path).unwrap();
    let stored = std::fs::read(&path).unwrap();
    assert_eq!(image.original_main_pieces().flatten().count(), 40 << 20);
    assert!(image.original_main_pieces().flatten().eq(&stored));
    assert_eq!(u64::from(image.page_count()) * u64::from(image.page_size()), len);
}
