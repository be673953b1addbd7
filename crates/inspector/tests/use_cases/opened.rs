//! Stores opened before.

use fixtures::{Snapshot, StoreBuilder};
use wire::commands::{ForgetRequest, ListSources};
use wire::sources::SourceOrigin;

use crate::common::Machine;

fn build(machine: &Machine, name: &str) -> std::path::PathBuf {
    let story = StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x")));
    story.build(&machine.path(name)).unwrap().path
}

fn listed(machine: &Machine) -> Vec<(SourceOrigin, String)> {
    let list = machine.inspector().list_sources(ListSources {}).unwrap();
    list.sources.into_iter().map(|source| (source.origin, source.path)).collect()
}

#[test]
fn what_was_opened_is_there_at_the_next_start_newest_first() {
    let machine = Machine::new();
    let (a, b) = (build(&machine, "a"), build(&machine, "b"));
    let inspector = machine.inspector();
    inspector.open_and_remember(&a).unwrap();
    inspector.open_and_remember(&b).unwrap();
    inspector.open_and_remember(&a).unwrap();
    let opened = |path: &std::path::Path| (SourceOrigin::Opened, path.to_str().unwrap().to_owned());
    assert_eq!(listed(&machine), [opened(&a), opened(&b)]);

    let id = machine.inspector().open_path(&a).unwrap().id;
    let after = machine.inspector().forget_store(ForgetRequest { source: id }).unwrap();
    assert_eq!(after.sources.len(), 1);
    assert_eq!(listed(&machine), [opened(&b)]);
    assert!(a.exists(), "forgetting does not touch the file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(machine.own("opened.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn opening_for_now_leaves_nothing_behind() {
    let machine = Machine::new();
    let path = build(&machine, "a");
    machine.inspector().open_path(&path).unwrap();
    assert_eq!(listed(&machine), []);
    assert!(!machine.path("own data").exists());
}

#[test]
fn a_spoilt_list_is_an_empty_list() {
    let machine = Machine::new();
    let path = build(&machine, "a");
    std::fs::create_dir_all(machine.own("")).unwrap();
    for content in [&b"{not json"[..], b"[1,2]", b"\xff\xff", b"[\"zz\",\"\"]", b""] {
        std::fs::write(machine.own("opened.json"), content).unwrap();
        assert_eq!(listed(&machine), []);
    }
    machine.inspector().open_and_remember(&path).unwrap();
    assert_eq!(listed(&machine).len(), 1);
}

#[test]
fn a_remembered_store_that_is_gone_is_no_source() {
    let machine = Machine::new();
    let path = build(&machine, "a");
    machine.inspector().open_and_remember(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let list = machine.inspector().list_sources(ListSources {}).unwrap();
    assert_eq!(list.sources, []);
    assert!(list.looked_at.iter().any(|place| place.origin == SourceOrigin::Opened));
}
