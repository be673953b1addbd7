//! Paths that other programs stumble over, and things that are no files.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use fixtures::Journal;
use tests::command;

use crate::stores::{beside, build};

/// Moves a built store with its log to another name.
fn rename(from: &Path, to: &Path) {
    for suffix in ["", "-wal"] {
        fs::rename(beside(from, suffix), beside(to, suffix)).unwrap();
    }
}

#[test]
fn a_name_that_means_something_in_an_address_or_a_shell_is_only_a_name() {
    for name in [&b"with space.sqlite3"[..], b"50%23 off#1?mode=rw&x.sqlite3", b"-x\n'\".sqlite3", b"\xff\xfe.sqlite3"]
    {
        let folder = tempfile::tempdir().unwrap();
        let store = build(folder.path(), Journal::KEPT_LOG);
        let odd = folder.path().join(OsStr::from_bytes(name));
        rename(&store.path, &odd);
        let answer = command::ask("tasks", &odd, &[]).unwrap();
        assert_eq!(answer.status, 0, "{name:?}: {}", answer.said);
        assert_eq!(answer.document["tasks"][0]["epochs"].as_array().unwrap().len(), 2, "{name:?}");
    }
}

#[test]
fn a_link_is_read_with_the_log_beside_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real");
    fs::create_dir(&real).unwrap();
    let store = build(&real, Journal::KEPT_LOG);
    let link = folder.path().join("link.sqlite3");
    symlink(&store.path, &link).unwrap();
    let answer = command::ask("tasks", &link, &[]).unwrap();
    assert_eq!((answer.status, &answer.document["total"]), (0, &2.into()), "{}", answer.said);
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [folder.path(), &pipe, Path::new("/dev/zero")] {
        let answer = command::ask("tasks", path, &[]).unwrap();
        assert_eq!((answer.status, answer.code()), (3, "not-a-file"), "{}", path.display());
    }
    let missing = command::ask("tasks", &folder.path().join("none.sqlite3"), &[]).unwrap();
    assert_eq!((missing.status, missing.code()), (3, "missing"));
}
