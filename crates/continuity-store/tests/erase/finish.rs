//! Finishing later, without knowing what was deleted.

use continuity_store::search::find_in_main;
use continuity_store::write::{What, erase, finish, unused};
use fixtures::Journal;
use rstest::rstest;
use sqlite_pages::Unused;

use crate::common::{Holder, beside, dump};
use crate::stories::{count, go_on, head, pieces, replaced};

#[rstest]
#[case(Journal::CLOSED)]
#[case(Journal::KEPT_LOG)]
#[case(Journal::Delete)]
fn what_a_reader_held_up_is_finished_once_it_is_gone(#[case] journal: Journal) {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(journal).build(folder.path()).unwrap();
    let rows = dump(&built.path);
    let wanted = pieces(&built, "alder");
    let Some(holder) = Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_snapshots"]) else {
        return;
    };
    let first = erase(&built.path, What::Holding(&wanted), &mut go_on).unwrap();
    assert!(!first.is_done(), "{first:?}");
    assert!(count(folder.path(), &head("alder", 4)) > 0, "the reader may still need it");
    assert!(!unused(&built.path).unwrap().is_clean());
    if journal != Journal::Delete {
        // Where the main file is older than the log, that is said, and not taken for unused bytes.
        let image = sqlite_pages::PageImage::read(&built.path).unwrap();
        let finds = find_in_main(&wanted, &image, false);
        assert!(finds.replaced > 0 && finds.slack == 0 && finds.free == 0, "{finds:?}");
    }
    drop(holder);
    // As another process would: nothing is known of the text.
    let done = finish(&built.path, &mut go_on).unwrap();
    assert!(done.erasure.is_done(), "{done:?}");
    assert_eq!(done.unused, Unused::default());
    for name in ["alder", "birch"] {
        for n in 0..5 {
            assert_eq!(count(folder.path(), &head(name, n)), 0, "{name} {n}");
        }
    }
    assert_eq!(dump(&built.path), rows);
}

#[test]
fn looking_at_what_is_unused_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().journal(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let before = crate::common::contents(folder.path());
    let found = unused(&built.path).unwrap();
    assert!(found.slack_bytes > 1_000 && found.free_pages > 0 && found.log_frames > 10, "{found:?}");
    assert_eq!(found.log_bytes, std::fs::metadata(beside(&built.path, "-wal")).unwrap().len());
    assert_eq!(crate::common::contents(folder.path()), before);
}
