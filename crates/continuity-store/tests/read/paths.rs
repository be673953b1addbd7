//! Whatever stands at the path.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use continuity_store::read::Store;
use fixtures::{Journal, Snapshot, StoreBuilder};

use crate::common::beside;

fn objective_of(path: &Path) -> String {
    let mut found = String::new();
    Store::read(path).unwrap().each_snapshot(|_, row| {
        let text: serde_json::Value = serde_json::from_slice(row.body.bytes()).unwrap();
        found = text["core"]["objective"].as_str().unwrap().to_owned();
    });
    found
}

#[test]
fn a_name_that_looks_like_a_uri_or_is_no_utf_8_is_a_name() {
    for name in [&b"a b.sqlite3"[..], b"100%25.sqlite3", b"x#y.sqlite3", b"q?mode=ro&x=1.sqlite3", b"caf\xe9\xff.db"] {
        let folder = tempfile::tempdir().unwrap();
        let built = StoreBuilder::new()
            .journal(Journal::KEPT_LOG)
            .task("s", |t| t.checkpoint(Snapshot::new("only in the log")))
            .build(folder.path())
            .unwrap();
        let odd = folder.path().join(OsStr::from_bytes(b"odd \xff folder"));
        std::fs::create_dir(&odd).unwrap();
        let path = odd.join(OsStr::from_bytes(name));
        for suffix in ["", "-wal", "-shm"] {
            std::fs::rename(beside(&built.path, suffix), beside(&path, suffix)).unwrap();
        }
        assert_eq!(objective_of(&path), "only in the log");
    }
}

#[test]
fn a_symbolic_link_shows_the_log_beside_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("behind the link")))
        .build(folder.path())
        .unwrap();
    let link = elsewhere.path().join("link.sqlite3");
    std::os::unix::fs::symlink(&built.path, &link).unwrap();
    assert_eq!(objective_of(&link), "behind the link");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [folder.path(), &pipe, Path::new("/dev/zero"), Path::new("/dev/null")] {
        assert_eq!(Store::read(path).err().unwrap().code(), "not-a-file", "{}", path.display());
    }
    assert_eq!(Store::read(&folder.path().join("nothing")).err().unwrap().code(), "missing");
    assert_eq!(Store::read(&pipe.join("below-a-pipe")).err().unwrap().code(), "missing");
}

#[test]
fn a_broken_link_is_missing_and_a_loop_is_no_hang() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    std::os::unix::fs::symlink(folder.path().join("gone"), &broken).unwrap();
    assert_eq!(Store::read(&broken).err().unwrap().code(), "missing");
    let circle = folder.path().join("circle");
    std::os::unix::fs::symlink(&circle, &circle).unwrap();
    assert!(Store::read(&circle).is_err());
}
