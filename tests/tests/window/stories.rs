//! The stores that these tests show.

use std::path::Path;

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};

/// Session of the task that the main job works on.
pub(crate) const PAYMENTS: &str = "window-payments";
/// First line of its objective, which is its title.
pub(crate) const TITLE: &str = "Move the payment retries";
/// A text that only bodies hold; it must not reach any other file.
pub(crate) const NEEDLE: &str = "heron-7431-quartz";

/// A store with one task of two epochs, the second of which lost a constraint. Makes the folder.
pub(crate) fn payments(folder: &Path) -> BuiltStore {
    std::fs::create_dir_all(folder).unwrap();
    let first = Snapshot::new(TITLE)
        .constraint("Do not touch the payment files.")
        .constraint("Keep the public API.")
        .decision(&format!("The queue is called {NEEDLE}."))
        .progress("Read the retry code; two tests fail.")
        .next_action("Ask before changing the schedule.");
    let second = Snapshot::new(TITLE)
        .constraint("Keep the public API.")
        .decision(&format!("The queue is called {NEEDLE}."))
        .progress("Read the retry code; one test fails.")
        .next_action("Ask before changing the schedule.");
    let story = StoreBuilder::new().journal(Journal::KEPT_LOG);
    story.task(PAYMENTS, |task| task.checkpoint(first).clear().checkpoint(second)).build(folder).unwrap()
}

/// Builds a store whose log still holds every revision of an epoch, the body of a deleted one among them.
pub(crate) fn revisions(folder: &Path) -> BuiltStore {
    std::fs::create_dir_all(folder).unwrap();
    let body = |progress: &str| Snapshot::new(TITLE).constraint("Keep the public API.").progress(progress);
    let story = StoreBuilder::new().journal(Journal::KEPT_LOG);
    story
        .task(PAYMENTS, |task| {
            task.checkpoint(body("Read the retry code.").constraint("Do not touch the payment files."))
                .checkpoint(body("Read the retry code; two tests fail.").constraint("Do not touch the payment files."))
                .checkpoint(body("Read the retry code; one test fails."))
        })
        .task("deleted-session", |task| task.checkpoint(Snapshot::new("A body that was deleted")).purge())
        .build(folder)
        .unwrap()
}
