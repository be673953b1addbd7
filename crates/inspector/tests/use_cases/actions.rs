//! Suppress, allow and purge against what was seen.

use fixtures::{BuiltStore, Delta, Journal, Root, SchemaVersion, Snapshot, StoreBuilder};
use rstest::rstest;
use wire::Number;
use wire::actions::{PlaceState, PlanEffect, ProofPlaceKind, PurgeSummary};
use wire::commands::{PurgeRequest, SuppressRequest};

use crate::common::{Holder, Machine, NOW, code, open, plan_request};

fn build(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .task("s", |t| {
            t.checkpoint(Snapshot::new("first words")).checkpoint(Snapshot::new("a long and unique sentence to delete"))
        })
        .build(&machine.path("store"))
        .unwrap()
}

fn purge(
    inspector: &inspector::Inspector,
    source: &str,
    task: &str,
    change: impl FnOnce(&mut PurgeRequest),
) -> Result<PurgeSummary, wire::ErrorBody> {
    let plan = inspector.plan_purge(plan_request(source, task, 1)).unwrap();
    let mut request =
        PurgeRequest { source: source.to_owned(), plan: plan.id, confirmation: plan.confirmation, finish: false };
    change(&mut request);
    inspector.purge(request, &|_| true)
}

fn bodies(built: &BuiltStore) -> i64 {
    let connection = built.connect().unwrap();
    connection.query_row("SELECT count(*) FROM continuity_snapshots", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_plan_names_every_row_and_writes_nothing() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .workflows([Root::new("r", "t", "o")])
        .task("s", |t| {
            t.checkpoint(Snapshot::new("one"))
                .checkpoint_with_bare_body(Snapshot::new("the text that is in its request as well"))
                .delta(Delta::new(Snapshot::new("second body")))
        })
        .build(&machine.path("store"))
        .unwrap();
    let before = crate::common::tree(machine.home.path());
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let plan = inspector.plan_purge(plan_request(&source, task, 1)).unwrap();
    assert_eq!((plan.dry_run, plan.epoch, plan.revision, plan.offered), (true, 1, Number(2.0), true));
    assert_eq!(plan.confirmation, "delete epoch 1");
    let bytes = continuity::Digest::of_bytes(built.tasks[0].last().unwrap().body.as_bytes()).to_string();
    assert_eq!(plan.digest, bytes.replace("sha256:", "bytes:"));
    let rows: Vec<(PlanEffect, &str, u64)> = plan
        .plan
        .iter()
        .filter(|item| item.file.is_none())
        .map(|item| (item.effect, item.kind.as_str(), item.count))
        .collect();
    assert_eq!(
        rows,
        [
            (PlanEffect::Delete, "body", 1),
            (PlanEffect::Delete, "delta", 1),
            (PlanEffect::Scrub, "request", 1),
            (PlanEffect::Write, "tombstone", 1),
            (PlanEffect::Write, "request", 1),
            (PlanEffect::Keep, "request", 1),
            (PlanEffect::Keep, "workflow", 1),
        ]
    );
    assert_eq!(crate::common::tree(machine.home.path()), before);
}

#[test]
fn a_delete_needs_its_words() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    for typed in ["", "delete", "delete epoch 2", "Delete epoch 1", "delete epoch 1!", "yes"] {
        let refused = purge(&inspector, &source, task, |request| request.confirmation = typed.to_owned());
        assert_eq!(code(refused), "not-confirmed", "{typed}");
    }
    assert_eq!(bodies(&built), 1);
    let done =
        purge(&inspector, &source, task, |request| request.confirmation = " delete epoch 1 ".to_owned()).unwrap();
    let result = &done.deleted[0].result;
    assert_eq!((result.epoch, result.revision, result.purged_at.as_str()), (1, Number(2.0), NOW));
    assert_eq!((done.deleted_count, done.refused_count, done.stopped), (1, 0, 0));
    assert_eq!(bodies(&built), 0);
}

#[test]
fn what_moved_since_the_plan_is_not_deleted() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let older = inspector.plan_purge(plan_request(&source, task, 1)).unwrap().id;
    assert_eq!(code(purge(&inspector, &source, task, |request| request.plan = older)), "changed-since-read");
    assert_eq!(code(purge(&inspector, &source, task, |request| request.plan.clear())), "changed-since-read");
    let first = Some(built.tasks[0].history[0].digest.clone());
    for (revision, digest, refusal) in
        [(1, None, "stale-revision"), (2, Some("sha256:zz".to_owned()), "usage"), (2, first, "changed-since-read")]
    {
        let seen = inspector::SeenBody { epoch: 1, revision, digest };
        assert_eq!(code(inspector.purge_body(&built.path, task, &seen)), refusal);
    }
    // Between plan and delete somebody writes the same revision again, with other bytes.
    let meanwhile = |_: &mut PurgeRequest| {
        let sql = "UPDATE continuity_snapshots SET snapshot_json = snapshot_json || ' '";
        built.connect().unwrap().execute(sql, []).unwrap();
    };
    assert_eq!(code(purge(&inspector, &source, task, meanwhile)), "changed-since-read");
    let gone = |_: &mut PurgeRequest| {
        built.connect().unwrap().execute("DELETE FROM continuity_snapshots", []).unwrap();
    };
    assert_eq!(bodies(&built), 1);
    assert_eq!(code(purge(&inspector, &source, task, gone)), "changed-since-read");
    assert_eq!(code(inspector.plan_purge(plan_request(&source, task, 1))), "changed-since-read");
    assert_eq!(code(inspector.plan_purge(plan_request(&source, "none", 1))), "not-found");
    let receipts: i64 = built
        .connect()
        .unwrap()
        .query_row("SELECT count(*) FROM continuity_requests WHERE result_json LIKE '%purged%'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(receipts, 0, "no refusal wrote a receipt");
}

#[test]
fn a_newer_revision_between_plan_and_delete_is_stale() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let newer = |_: &mut PurgeRequest| {
        let sql = "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, '\"revision\":2', '\"revision\":3')";
        built.connect().unwrap().execute(sql, []).unwrap();
    };
    let refused = purge(&inspector, &source, built.tasks[0].correlation.as_str(), newer).unwrap_err();
    assert_eq!(refused.code, "stale-revision");
    assert!(refused.message.contains('3'), "the refusal says what is stored now: {}", refused.message);
}

#[rstest]
#[case::first(SchemaVersion::V1First, false)]
#[case::one(SchemaVersion::V1, false)]
#[case::two(SchemaVersion::V2, false)]
#[case::three(SchemaVersion::V3, false)]
#[case::two_beside_a_reader(SchemaVersion::V2, true)]
fn the_proof_lists_every_place(#[case] schema: SchemaVersion, #[case] beside_a_reader: bool) {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .schema(schema)
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("words that only this body has, and nobody else")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let holder =
        beside_a_reader.then(|| Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]));
    if matches!(holder, Some(None)) {
        return;
    }
    let done = purge(&inspector, &source, built.tasks[0].correlation.as_str(), |_| ()).unwrap();
    let state = |kind| done.proof.places.iter().find(|place| place.place == kind).map(|place| place.state);
    use ProofPlaceKind as Kind;
    let every = [
        Kind::Row,
        Kind::PageSlack,
        Kind::FreePage,
        Kind::Log,
        Kind::SharedMemory,
        Kind::Journal,
        Kind::Receipt,
        Kind::Delta,
        Kind::SchemaObject,
    ];
    for kind in every {
        assert!(state(kind).is_some(), "{kind:?} is not in the proof");
    }
    assert_eq!(state(Kind::Row), Some(PlaceState::Gone));
    let files: Vec<Vec<u8>> = ["", "-wal"]
        .iter()
        .filter_map(|suffix| std::fs::read(machine.path(&format!("store/continuity.sqlite3{suffix}"))).ok())
        .collect();
    let holds = files.iter().any(|file| file.windows(21).any(|window| window == b"words that only this "));
    assert_eq!(done.proof.erased, !holds, "the proof says what the files hold");
    assert_eq!(done.proof.erased, !beside_a_reader);
    assert_eq!(state(Kind::Log), Some(if beside_a_reader { PlaceState::Remains } else { PlaceState::Gone }));
    for place in &done.proof.places {
        assert_eq!(
            place.state == PlaceState::Gone,
            place.next.is_none() && place.reason.is_none(),
            "{:?}",
            place.place
        );
        assert!(!place.file.starts_with('/'), "{} is relative to the store's folder", place.file);
    }
}

#[test]
fn nothing_is_left_where_nothing_else_held_the_text() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("words that only this body has, and nobody else")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let done = purge(&inspector, &source, built.tasks[0].correlation.as_str(), |_| ()).unwrap();
    assert!(
        done.proof.erased,
        "{:?}",
        done.proof.places.iter().filter(|p| p.state != PlaceState::Gone).collect::<Vec<_>>()
    );
    let bytes = std::fs::read(&built.path).unwrap();
    assert!(!bytes.windows(10).any(|window| window == b"words that"));
}

#[test]
fn suppress_and_allow_undo_each_other() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let request = |epoch| SuppressRequest { source: source.clone(), task_correlation: task.to_owned(), epoch };
    let done = inspector.suppress(request(1)).unwrap();
    assert_eq!((done.changed, done.suppressed, done.epoch, done.dry_run), (true, true, 1, false));
    let again = inspector.suppress(request(1)).unwrap();
    assert_eq!((again.changed, again.suppressed), (false, true));
    let undone = inspector.allow(request(1)).unwrap();
    assert_eq!((undone.changed, undone.suppressed), (true, false));
    assert_eq!(code(inspector.suppress(request(2))), "stale-revision");
    let mut unknown = request(1);
    unknown.task_correlation = "none".to_owned();
    assert_eq!(code(inspector.suppress(unknown)), "changed-since-read");
    assert_eq!(bodies(&built), 1, "suppress keeps the body");
}
