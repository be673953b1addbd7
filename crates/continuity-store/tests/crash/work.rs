//! The work that is disturbed: a body is deleted, what is unused is overwritten, the log is cut.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use continuity_store::StoreError;
use continuity_store::write::{Erasure, What, erase, finish};
use fixtures::{AutoVacuum, BuiltStore, Journal, Snapshot, StoreBuilder};
use rusqlite::types::Value;

use crate::act::{Failure, purge, seen};
use crate::common::{contents, dump, memory_folder};

pub(crate) type Rows = BTreeMap<String, Vec<Vec<Value>>>;

/// The time of the delete.
const NOW: &str = "2026-10-01T00:00:00.000Z";

/// A store that holds one body of each of three tasks, and traces of many more on pages that were freed.
pub(crate) fn build(folder: &Path, journal: Journal) -> BuiltStore {
    let words = |name: &str, n: usize| (0..90).map(|word| format!("{name}-{n}-{word} ")).collect::<String>();
    let mut story = StoreBuilder::new().page_size(1_024).auto_vacuum(AutoVacuum::Incremental).journal(journal);
    for name in ["alder", "birch", "cedar"] {
        for n in 0..4 {
            let body = Snapshot::new(&words(name, n)).decision(&words("why", n));
            story = story.task(name, |t| t.checkpoint(body)).raw_sql(&format!(
                "CREATE TABLE {name}_{n}(v); INSERT INTO {name}_{n} SELECT snapshot_json FROM continuity_snapshots"
            ));
        }
    }
    for name in ["alder", "birch", "cedar"] {
        story = story.raw_sql(&(0..4).map(|n| format!("DROP TABLE {name}_{n};")).collect::<String>());
    }
    story.build(folder).unwrap()
}

/// Deletes the first task's body and erases. `deleted` is told when the delete is done.
pub(crate) fn work(path: &Path, task: &str, deleted: impl FnOnce()) -> Result<Erasure, StoreError> {
    match purge(path, task, &seen(1, 4), "the-purge", NOW) {
        Ok(_) => deleted(),
        Err(Failure::Store(error)) => return Err(error),
        // It was deleted before the crash.
        Err(Failure::Rule(_)) => {}
    }
    erase(path, What::AllUnused, &mut |_| ControlFlow::Continue(()))
}

/// A store, what its rows are before the work and after it, and its files before it.
pub(crate) struct Case {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) task: String,
    pub(crate) before: Rows,
    pub(crate) after: Rows,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Case {
    pub(crate) fn new(journal: Journal) -> Self {
        let folder = memory_folder();
        let built = build(folder.path(), journal);
        let task = built.tasks[0].correlation.as_str().to_owned();
        let (before, files) = (dump(&built.path), contents(folder.path()));
        let mut case = Self { folder, path: built.path, task, before: before.clone(), after: before, files };
        let erasure = work(&case.path, &case.task, || ()).unwrap();
        assert!(erasure.is_done() && erasure.wipe.transactions > 2, "{erasure:?}");
        case.after = dump(&case.path);
        assert_ne!(case.before, case.after);
        case.reset();
        case
    }

    /// Puts the files back as they were before the work.
    pub(crate) fn reset(&self) {
        for entry in std::fs::read_dir(self.folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for (path, bytes) in &self.files {
            std::fs::write(path, bytes).unwrap();
        }
    }

    /// The files before the work.
    pub(crate) fn files(&self) -> &BTreeMap<PathBuf, Vec<u8>> {
        &self.files
    }

    /// What holds after every disturbance. Returns whether the body is gone.
    pub(crate) fn check(&self, what: &str) -> bool {
        let names: Vec<_> = contents(self.folder.path()).into_keys().collect();
        for name in &names {
            let name = name.file_name().unwrap().to_str().unwrap();
            let beside = name.strip_prefix("continuity.sqlite3").unwrap_or("?");
            assert!(["", "-wal", "-shm", "-journal"].contains(&beside), "{name} is left: {what}");
        }
        assert_eq!(integrity(&self.path), "ok", "{what}");
        let rows = dump(&self.path);
        assert!(rows == self.before || rows == self.after, "rows are neither as before nor as after: {what}");
        rows == self.after
    }

    /// Erasing again brings it to its end.
    pub(crate) fn finishes(&self, what: &str) {
        let erasure = work(&self.path, &self.task, || ()).unwrap();
        assert!(erasure.is_done(), "{erasure:?}: {what}");
        let finished = finish(&self.path, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(finished.unused.is_clean(), "{finished:?}: {what}");
        assert!(self.check(what), "{what}");
        let left = contents(self.folder.path());
        let holds = left.values().any(|bytes| memchr::memmem::find(bytes, b"alder-").is_some());
        assert!(!holds, "text is left: {what}");
    }
}

/// What SQLite says of a copy, hot journal and all.
fn integrity(path: &Path) -> String {
    crate::common::integrity(path)
}

/// How many rounds to run: `few`, or what the environment asks for.
pub(crate) fn rounds(few: u64) -> u64 {
    std::env::var("CONTINUITY_CRASH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}
