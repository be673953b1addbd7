//! What a write leaves of log, mode and names.

use fixtures::{Journal, Snapshot, StoreBuilder};

use crate::act::{purge, seen, suppress};
use crate::common::{beside, dump};

fn story(journal: Journal) -> StoreBuilder {
    StoreBuilder::new()
        .journal(journal)
        .task("s", |t| t.checkpoint(Snapshot::new("one")).checkpoint(Snapshot::new("two")))
}

#[test]
fn a_log_that_held_frames_is_neither_cut_nor_emptied() {
    let folder = tempfile::tempdir().unwrap();
    let built = story(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let log = beside(&built.path, "-wal");
    let (log_before, main_before) = (std::fs::read(&log).unwrap(), std::fs::read(&built.path).unwrap());
    assert!(log_before.len() > 20_000);
    suppress(&built.path, built.tasks[0].correlation.as_str(), 1, "t").unwrap();
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 2), "id", "t").unwrap();
    let log_after = std::fs::read(&log).unwrap();
    assert!(log_after.len() > log_before.len(), "the change is appended");
    assert!(log_after.starts_with(&log_before), "earlier states are still in the log");
    assert_eq!(std::fs::read(&built.path).unwrap(), main_before, "no checkpoint ran");
}

#[test]
fn no_file_is_left_beside_a_store_that_had_none() {
    for journal in [Journal::CLOSED, Journal::Delete] {
        let folder = tempfile::tempdir().unwrap();
        let built = story(journal).build(folder.path()).unwrap();
        let task = built.tasks[0].correlation.as_str();
        suppress(&built.path, task, 1, "t").unwrap();
        suppress(&built.path, task, 9, "t").unwrap_err();
        purge(&built.path, task, &seen(1, 2), "id", "t").unwrap();
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["continuity.sqlite3"], "{journal:?}");
        let mode: String = built.connect().unwrap().query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, if journal == Journal::Delete { "delete" } else { "wal" });
    }
}

#[test]
fn the_schema_is_not_upgraded_by_writing() {
    use fixtures::SchemaVersion;
    let folder = tempfile::tempdir().unwrap();
    let built = story(Journal::CLOSED).schema(SchemaVersion::V1).build(folder.path()).unwrap();
    let facts = || {
        let connection = built.connect().unwrap();
        let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        (one("PRAGMA user_version"), one("PRAGMA schema_version"), one("SELECT count(*) FROM sqlite_schema"))
    };
    let before = facts();
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 2), "id", "t").unwrap();
    assert_eq!(facts(), before);
}

#[test]
fn a_deleted_body_is_overwritten_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("s", |t| t.checkpoint(Snapshot::new("UNIQUE-WORDS-OF-A-BODY").constraint(&"filler ".repeat(900))))
        .build(folder.path())
        .unwrap();
    let holds = || {
        let bytes = std::fs::read(&built.path).unwrap();
        bytes.windows(22).any(|window| window == b"UNIQUE-WORDS-OF-A-BODY")
    };
    assert!(holds());
    purge(&built.path, built.tasks[0].correlation.as_str(), &seen(1, 1), "id", "t").unwrap();
    assert!(!holds());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &std::path::Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_mode_of_the_files_is_kept() {
        for wanted in [0o600, 0o640, 0o664] {
            let folder = tempfile::tempdir().unwrap();
            let built = story(Journal::KEPT_LOG).build(folder.path()).unwrap();
            for suffix in ["", "-wal", "-shm"] {
                let file = beside(&built.path, suffix);
                std::fs::set_permissions(&file, std::fs::Permissions::from_mode(wanted)).unwrap();
            }
            suppress(&built.path, built.tasks[0].correlation.as_str(), 1, "t").unwrap();
            for suffix in ["", "-wal", "-shm"] {
                assert_eq!(mode(&beside(&built.path, suffix)), wanted, "{suffix}");
            }
        }
    }

    #[test]
    fn a_store_behind_a_link_is_written_and_the_link_stays() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let built = story(Journal::KEPT_LOG).build(folder.path()).unwrap();
        let link = elsewhere.path().join("link.sqlite3");
        symlink(&built.path, &link).unwrap();
        let length = std::fs::metadata(beside(&built.path, "-wal")).unwrap().len();
        assert!(suppress(&link, built.tasks[0].correlation.as_str(), 1, "t").unwrap());
        assert!(link.symlink_metadata().unwrap().file_type().is_symlink());
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
        assert!(std::fs::metadata(beside(&built.path, "-wal")).unwrap().len() > length);
        assert!(format!("{:?}", dump(&built.path)["continuity_tasks"]).contains("Integer(1), Null"));
    }

    #[test]
    fn odd_names_can_be_written_too() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"a b.sqlite3"[..], b"100%25.sqlite3", b"x#y.sqlite3", b"q?mode=ro.sqlite3", b"caf\xe9\xff.db"] {
            let folder = tempfile::tempdir().unwrap();
            let built = story(Journal::CLOSED).build(folder.path()).unwrap();
            let path = folder.path().join(OsStr::from_bytes(name));
            std::fs::rename(&built.path, &path).unwrap();
            let done = suppress(&path, built.tasks[0].correlation.as_str(), 1, "t");
            assert!(matches!(done, Ok(true)), "{}: {done:?}", path.display());
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
