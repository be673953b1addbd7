//! Saving a body, and showing it whole.

use fixtures::{Snapshot, StoreBuilder};
use inspector::RevisionName;

use crate::common::{Machine, code, open, snapshot};

fn epoch(epoch: i64) -> RevisionName {
    RevisionName { epoch, revision: None, digest: None }
}

#[test]
fn an_export_is_the_stored_text_for_its_owner_only() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("한글 \"q\"")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let to = machine.path("exported body.json");
    std::fs::write(&to, b"older").unwrap();
    let done = inspector.export_body(snapshot(&source, task, 1), &to).unwrap();
    let body = built.tasks[0].history[0].body.as_bytes();
    assert_eq!((std::fs::read(&to).unwrap().as_slice(), done.bytes), (body, body.len() as u64));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(inspector.stored_bytes(&built.path, task, &epoch(1)).unwrap(), body);
    assert_eq!(code(inspector.export_body(snapshot(&source, task, 2), &machine.path("x"))), "no-body");
    assert!(!machine.path("x").exists());
    let blocked = machine.path("exported body.json/below a file");
    assert_eq!(code(inspector.export_body(snapshot(&source, task, 1), &blocked)), "io-error");
}

#[test]
fn show_takes_the_current_epoch_else_the_newest_with_a_body() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("one")).clear().checkpoint(Snapshot::new("two")).clear())
        .task("none", |t| t)
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let task = built.tasks[0].correlation.as_str();
    let shown = |name: Option<RevisionName>, raw| inspector.show_document(&built.path, task, name.as_ref(), raw, false);
    let newest = shown(None, true).unwrap();
    assert_eq!((newest.epoch, newest.task.current_epoch), (2, 3));
    assert_eq!(newest.stored_text.unwrap().as_str(), built.tasks[0].history[1].body);
    assert_eq!(shown(Some(epoch(1)), false).unwrap().stored_text, None);
    assert_eq!(code(shown(Some(epoch(3)), false)), "no-body");
    let none = inspector.show_document(&built.path, built.tasks[1].correlation.as_str(), None, false, false).unwrap();
    assert_eq!((none.epoch, none.snapshot), (1, None));
}
