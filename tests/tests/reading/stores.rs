//! The stores that these tests read.

use std::path::{Path, PathBuf};

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};

/// Sessions of the two tasks in every store here.
pub(crate) const FIRST: &str = "reading-first";
pub(crate) const SECOND: &str = "reading-second";

/// Builds a store with two tasks of two epochs in a folder.
pub(crate) fn build(folder: &Path, journal: Journal) -> BuiltStore {
    let told = |objective: &str| Snapshot::new(objective).constraint("Keep the public API.");
    let mut story = StoreBuilder::new().journal(journal);
    for session in [FIRST, SECOND] {
        story = story.task(session, |task| {
            task.checkpoint(told("Validate requests.")).clear().checkpoint(told("Validate requests, then log them."))
        });
    }
    story.build(folder).unwrap()
}

/// Returns every way in which the command reads a store, each as subcommand and further arguments.
pub(crate) fn questions(store: &BuiltStore) -> Vec<(&'static str, Vec<String>)> {
    let task = store.correlation(FIRST).as_str().to_owned();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    vec![
        ("tasks", Vec::new()),
        ("show", words(&[&task])),
        ("diff", words(&[&task, "--from", "1", "--to", "2"])),
        ("purge", words(&[&task, "--epoch", "1", "--revision", "1"])),
    ]
}

/// Returns the file beside a store that SQLite names with a suffix.
pub(crate) fn beside(store: &Path, suffix: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
