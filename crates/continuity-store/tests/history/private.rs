//! Only the owner can read the history, from its first byte on.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use continuity_store::history::HistoryFile;

use crate::some::{add, copy, names, text};

const AT: &str = "2026-09-20T01:00:00.000Z";

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().mode() & 0o777
}

#[test]
fn the_file_and_its_journal_are_private_while_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let mut modes = Vec::new();
    let mut seen = || {
        for name in names(folder.path()) {
            let mode = mode(&folder.path().join(&name));
            modes.push((name, mode));
        }
    };
    file.change(|change| {
        seen();
        // More than SQLite holds in memory, so that pages reach the file before the commit.
        change.add(b"s", &copy("t", 1, &text("large", 6_000_000), AT))?;
        seen();
        Ok::<_, continuity_store::history::HistoryError>(())
    })
    .unwrap();
    seen();
    assert!(modes.iter().any(|(name, _)| name.ends_with("-journal")), "{modes:?}");
    assert!(modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}

#[test]
fn a_file_that_was_opened_to_others_is_closed_again_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    add(&file, b"s", &copy("t", 1, b"body", AT));
    std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(0o644)).unwrap();
    file.change(|change| {
        assert_eq!(mode(file.path()), 0o600);
        change.add(b"s", &copy("t", 1, b"other", AT))
    })
    .unwrap();
    assert_eq!(mode(file.path()), 0o600);
}
