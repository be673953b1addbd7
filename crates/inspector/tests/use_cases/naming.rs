//! Finding the task that a person means.

use fixtures::{Bulk, Snapshot, StoreBuilder};
use inspector::TaskName;

use crate::common::{Machine, code};

#[test]
fn a_correlation_a_prefix_or_a_session_names_a_task() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .task("other", |t| t)
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let whole = built.tasks[0].correlation.as_str();
    let hex = &whole["hmac-sha256:".len()..];
    let by_name = |name: &str| inspector.resolve_task(&built.path, TaskName::Correlation(name));
    for name in [whole, hex, &hex[..6], &hex[..20], &whole["hmac-".len() - 5..18 + 12]] {
        assert_eq!(by_name(name).unwrap(), whole, "{name}");
    }
    assert_eq!(inspector.resolve_task(&built.path, TaskName::Session("s")).unwrap(), whole);
    for name in ["", &hex[..5], "hmac-sha256:", &whole[..17], "ffffffffffff", &hex[1..9], "zzzzzz", "s"] {
        assert_eq!(code(by_name(name)), "not-found", "{name}");
    }
    assert_eq!(code(inspector.resolve_task(&built.path, TaskName::Session("nobody"))), "not-found");
    assert_eq!(code(inspector.resolve_task(&built.path, TaskName::Session(""))), "not-found");
}

#[test]
fn an_ambiguous_prefix_lists_its_matches() {
    let machine = Machine::new();
    let mut story = StoreBuilder::new();
    for name in ["abcdef11", "abcdef22", "abcdef"] {
        story = story.raw_sql(&format!(
            "INSERT INTO continuity_tasks(task_correlation, current_epoch, updated_at)
             VALUES('hmac-sha256:{name}' || '{}', 1, 'x')",
            "0".repeat(64 - name.len())
        ));
    }
    let built = story.bulk(Bulk::new(3)).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let error = inspector.resolve_task(&built.path, TaskName::Correlation("abcdef")).unwrap_err();
    assert_eq!((error.code.as_str(), error.matches.len()), ("ambiguous", 3));
    assert!(error.matches.iter().all(|name| name.starts_with("hmac-sha256:abcdef")));
    let one = inspector.resolve_task(&built.path, TaskName::Correlation("hmac-sha256:abcdef1")).unwrap();
    assert!(one.starts_with("hmac-sha256:abcdef11"));
}

#[test]
fn a_deep_link_finds_the_store_of_a_task() {
    let machine = Machine::new();
    let inspector = machine.inspector();
    for (name, session) in [("a", "one"), ("b", "two")] {
        let story = StoreBuilder::new().secret(name).task(session, |t| t.checkpoint(Snapshot::new("x")));
        inspector.open_path(&story.build(&machine.path(name)).unwrap().path).unwrap();
    }
    let two = fixtures::StoreBuilder::new().secret("b").build(&machine.path("c")).unwrap().correlation("two");
    let found = inspector.find_task(&two.as_str()[12..20]).unwrap();
    assert_eq!(found.task_correlation.as_deref(), Some(two.as_str()));
    assert_eq!(code(inspector.find_task("000000000000")), "not-found");
}
