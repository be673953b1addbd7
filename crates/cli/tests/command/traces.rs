//! Reading commands write nothing anywhere.

use fixtures::{Journal, Snapshot, StoreBuilder};

use crate::run::{Machine, tree};

#[test]
fn reading_commands_leave_store_and_home_as_they_were() {
    for journal in [Journal::CLOSED, Journal::KEPT_LOG, Journal::Delete] {
        let machine = Machine::new();
        let built = StoreBuilder::new()
            .journal(journal)
            .task("s", |t| t.checkpoint(Snapshot::new("a")).clear().checkpoint(Snapshot::new("b")))
            .build(&machine.path("store"))
            .unwrap();
        let before = tree(machine.folder.path());
        let files = facts(&machine.path("store"));
        for json in [&["--json"][..], &[]] {
            for args in [
                &["sources"][..],
                &["tasks"],
                &["tasks", "--fail-on", "broken"],
                &["show", "--session", "s"],
                &["show", "--session", "s", "--raw"],
                &["diff", "--session", "s", "--from", "1", "--to", "2"],
                &["diff", "--session", "s", "--from", "1", "--to", "2", "--format", "patch"],
                &["revisions", "--session", "s"],
                &["strip", "--session", "s"],
                &["residue", "--session", "s"],
                &["residue", "--all"],
                &["suppress", "--session", "s", "--epoch", "2"],
                &["allow", "--session", "s", "--epoch", "2"],
                &["purge", "--session", "s", "--epoch", "2", "--revision", "1"],
                &["show", "000000"],
                &["history"],
                &["history", "--clear"],
            ] {
                machine.plain(&built.path, &[json, args].concat());
            }
        }
        assert_eq!(facts(&machine.path("store")), files, "{journal:?}");
        assert!(tree(machine.folder.path()) == before, "{journal:?}");
        assert_eq!(tree(&machine.home()), [], "the home folder stays empty");
    }
}

/// Names, times and sizes of the files of a folder.
fn facts(folder: &std::path::Path) -> Vec<(std::path::PathBuf, Vec<i64>)> {
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let file = entry.metadata().unwrap();
            #[cfg(unix)]
            let facts = {
                use std::os::unix::fs::MetadataExt;
                vec![
                    file.mtime(),
                    file.mtime_nsec(),
                    file.ctime(),
                    file.ctime_nsec(),
                    file.size() as i64,
                    file.ino() as i64,
                ]
            };
            #[cfg(not(unix))]
            let facts = vec![file.len() as i64];
            (entry.path(), facts)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn an_action_writes_its_log_below_home_and_no_text_into_it() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("MARKER-33ee")))
        .build(&machine.path("store"))
        .unwrap();
    assert_eq!(
        machine.on(&built.path, &["purge", "--session", "s", "--epoch", "1", "--revision", "1", "--yes"]).code,
        0
    );
    let files: Vec<_> = tree(&machine.home()).into_iter().filter(|(path, _)| path.is_file()).collect();
    assert_eq!(files.len(), 1);
    assert!(files[0].0.ends_with("activity.jsonl"));
    assert!(!String::from_utf8_lossy(&files[0].1).contains("MARKER"));
}
