//! The log of what was done.

use fixtures::{Snapshot, StoreBuilder};
use inspector::SeenBody;
use wire::commands::{ActivityRequest, SuppressRequest};

use crate::common::{Machine, NOW, open};

#[test]
fn every_action_and_refusal_is_logged_without_text_for_its_owner_only() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("MARKER-2b77 objective").constraint("MARKER-2b77 constraint")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let page = inspector.list_activity(ActivityRequest { limit: 10 }).unwrap();
    assert_eq!((page.entries.len(), page.path), (0, None));
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str().to_owned();
    let request = |epoch| SuppressRequest { source: source.clone(), task_correlation: task.clone(), epoch };
    inspector.suppress(request(1)).unwrap();
    inspector.suppress(request(1)).unwrap();
    inspector.allow(request(7)).unwrap_err();
    inspector.allow(request(1)).unwrap();
    inspector.purge_body(&built.path, &task, &SeenBody { epoch: 1, revision: 4, digest: None }).unwrap_err();
    inspector.purge_body(&built.path, &task, &SeenBody { epoch: 1, revision: 1, digest: None }).unwrap();

    let page = inspector.list_activity(ActivityRequest { limit: 10 }).unwrap();
    let shown: Vec<(&str, &str, i64)> =
        page.entries.iter().map(|entry| (entry.action.as_str(), entry.outcome.as_str(), entry.epoch)).collect();
    assert_eq!(
        shown,
        [
            ("purge", "done", 1),
            ("purge", "stale-revision", 1),
            ("allow", "done", 1),
            ("allow", "stale-revision", 7),
            ("suppress", "unchanged", 1),
            ("suppress", "done", 1),
        ]
    );
    assert!(page.entries.iter().all(|entry| entry.at == NOW && entry.task_correlation == task));
    assert_eq!(page.entries[0].erased, Some(true));
    assert_eq!(inspector.list_activity(ActivityRequest { limit: 2 }).unwrap().entries, page.entries[..2]);

    let log = machine.own("activity.jsonl");
    assert_eq!(page.path.as_deref(), log.to_str());
    let text = std::fs::read_to_string(&log).unwrap();
    assert_eq!(text.lines().count(), 6);
    assert!(!text.contains("MARKER"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&log), mode(log.parent().unwrap())), (0o600, 0o700));
    }
}

#[test]
fn a_line_that_cannot_be_read_hides_no_other() {
    let machine = Machine::new();
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task_correlation = built.tasks[0].correlation.as_str().to_owned();
    inspector.suppress(SuppressRequest { source, task_correlation, epoch: 1 }).unwrap();
    let log = machine.own("activity.jsonl");
    let line = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, [line.as_bytes(), b"{half\n\xff\xfe\n\n", line.as_bytes()].concat()).unwrap();
    assert_eq!(inspector.list_activity(ActivityRequest { limit: 500 }).unwrap().entries.len(), 2);
}

#[test]
fn without_a_data_folder_or_with_one_that_cannot_be_made_the_action_still_counts() {
    for blocked in [false, true] {
        let mut machine = Machine::new();
        let built =
            StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
        if blocked {
            std::fs::write(machine.path("own data"), b"a file in the way").unwrap();
        } else {
            machine.environment.data_dir = None;
        }
        let inspector = machine.inspector();
        let source = open(&inspector, &built.path);
        let task_correlation = built.tasks[0].correlation.as_str().to_owned();
        assert!(inspector.suppress(SuppressRequest { source, task_correlation, epoch: 1 }).unwrap().changed);
        assert_eq!(inspector.list_activity(ActivityRequest { limit: 5 }).unwrap().entries, []);
    }
}
