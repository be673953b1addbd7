//! Whose texts a delete is about.

use continuity_store::read::Store;
use continuity_store::search::{Scope, bodies_in};
use fixtures::{Delta, Journal, SchemaVersion, Snapshot, StoreBuilder};

#[test]
fn a_scope_holds_the_bodies_that_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .journal(Journal::KEPT_LOG)
        .task("other", |t| t.checkpoint(Snapshot::new("of another task")))
        .task("mine", |t| {
            t.checkpoint(Snapshot::new("first of the first epoch"))
                .checkpoint(Snapshot::new("last of the first epoch"))
                .clear()
                .checkpoint(Snapshot::new("replaced"))
                .checkpoint_with_bare_body(Snapshot::new("also in its request"))
                .checkpoint(Snapshot::new("now"))
                .delta(Delta::new(Snapshot::new("for a receiver")))
        })
        .build(folder.path())
        .unwrap();
    let store = Store::read(&built.path).unwrap();
    let task = built.tasks[1].correlation.as_str();
    let all = [
        "first of the first epoch",
        "last of the first epoch",
        "replaced",
        "also in its request",
        "now",
        "for a receiver",
        "of another task",
    ];
    let named = |scope: Scope| {
        let bodies = bodies_in(&store, task, scope);
        let held =
            |text: &&str| bodies.iter().any(|body| memchr::memmem::find(body.bytes(), text.as_bytes()).is_some());
        all.into_iter().filter(held).collect::<Vec<_>>()
    };
    assert_eq!(named(Scope::Rows(2)), ["also in its request", "now", "for a receiver"]);
    assert_eq!(named(Scope::Epoch(2)), ["replaced", "also in its request", "now", "for a receiver"]);
    assert_eq!(named(Scope::Epoch(1)), all[..2]);
    assert_eq!(named(Scope::Task), all[..6]);
    assert_eq!(named(Scope::Rows(7)), [""; 0]);
    let bodies = bodies_in(&store, task, Scope::Task);
    let bytes: std::collections::HashSet<_> = bodies.iter().map(|body| body.bytes()).collect();
    assert_eq!(bytes.len(), bodies.len(), "each body comes once, in however many places it stands");
}
