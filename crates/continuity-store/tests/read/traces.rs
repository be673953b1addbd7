//! Looking changes nothing.

use continuity_store::read::{Store, stamp};
use fixtures::{Journal, Snapshot, StoreBuilder};

use crate::common::{age, contents, traces};

fn story(journal: Journal) -> StoreBuilder {
    StoreBuilder::new().journal(journal).task("look", |t| {
        t.checkpoint(Snapshot::new("first")).checkpoint(Snapshot::new("second").constraint("stay")).clear()
    })
}

#[test]
fn reading_leaves_no_sidecar_no_byte_and_no_time() {
    for journal in [Journal::CLOSED, Journal::KEPT_LOG, Journal::Delete] {
        let folder = tempfile::tempdir().unwrap();
        let store = story(journal).build(folder.path()).unwrap();
        let before = contents(folder.path());
        age(folder.path());
        let traces_before = traces(folder.path());
        assert_eq!(traces_before[0].1[4], 1_000_000_000, "the file system keeps access times");
        std::thread::sleep(std::time::Duration::from_millis(15));

        let read = Store::read(&store.path).unwrap();
        assert_eq!(read.tasks().unwrap().0.len(), 1);
        let mut bodies = 0;
        read.each_snapshot(|key, _| {
            bodies += 1;
            assert!(read.snapshot(key).unwrap().is_some());
        });
        read.each_request(|_| ());
        read.tombstones();
        read.deltas();
        read.signing_secret().unwrap();
        stamp(&store.path).unwrap();
        drop(read);

        assert_eq!(bodies, 1);
        assert_eq!(traces(folder.path()), traces_before, "{journal:?}");
        assert_eq!(contents(folder.path()), before, "{journal:?}");
    }
}

#[test]
fn a_read_store_holds_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = story(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let read = Store::read(&store.path).unwrap();
    let open: Vec<_> = std::fs::read_dir("/proc/self/fd").into_iter().flatten().filter_map(Result::ok).collect();
    for descriptor in open {
        let target = std::fs::read_link(descriptor.path()).unwrap_or_default();
        assert!(!target.starts_with(folder.path()), "a file of the store is still open");
    }
    std::fs::remove_dir_all(folder.path()).unwrap();
    assert_eq!(read.tasks().unwrap().0.len(), 1);
}

#[test]
fn the_stamp_of_a_read_store_is_that_of_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = story(Journal::KEPT_LOG).build(folder.path()).unwrap();
    let read = Store::read(&store.path).unwrap();
    assert_eq!(read.stamp(), &stamp(&store.path).unwrap());
    store.connect().unwrap().execute("UPDATE continuity_tasks SET suppressed = 1", []).unwrap();
    assert_ne!(read.stamp(), &stamp(&store.path).unwrap());
}
