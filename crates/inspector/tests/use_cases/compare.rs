//! Two bodies, in pages of rows.

use fixtures::{BuiltStore, Evidence, Snapshot, StoreBuilder};
use wire::commands::{CompareRequest, SideRequest};
use wire::compare::{ComparePage, DiffOp, Piece};

use crate::common::{Machine, code, open};

fn side(source: &str, task: &str, epoch: i64) -> SideRequest {
    SideRequest { source: source.to_owned(), task_correlation: task.to_owned(), epoch, revision: None, digest: None }
}

fn text(pieces: Option<&Vec<Piece>>) -> String {
    pieces.into_iter().flatten().map(|piece| piece.text.as_str()).collect()
}

fn build(machine: &Machine) -> BuiltStore {
    let older = Snapshot::new("Ship it")
        .constraint("do not touch the public API")
        .constraint("keep the build green")
        .constraint("write tests for the parser first")
        .blocker("waiting for the review of Kim")
        .next_action("merge the branch")
        .evidence(Evidence::new("log-1", "first"));
    let newer = Snapshot::new("Ship it now")
        .constraint("keep the build green")
        .constraint("write tests for the new parser first")
        .decision("waiting for the review of Kim")
        .next_action("merge the branch")
        .evidence(Evidence::new("log-1", "second"));
    StoreBuilder::new()
        .task("s", |t| t.checkpoint(older).clear().checkpoint(newer))
        .build(&machine.path("store"))
        .unwrap()
}

fn compared(
    inspector: &inspector::Inspector,
    from: SideRequest,
    to: SideRequest,
    offset: u64,
    limit: u64,
) -> ComparePage {
    inspector.compare(CompareRequest { from, to, offset, limit }).unwrap()
}

#[test]
fn what_was_dropped_moved_and_changed_is_said() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let page = compared(&inspector, side(&source, task, 1), side(&source, task, 2), 0, 500);
    assert_eq!((page.from.epoch, page.to.epoch, page.dropped_count), (1, 2, 1));
    assert_eq!(page.dropped[0].path, "core.constraints");
    assert_eq!(page.dropped[0].text.as_str(), "do not touch the public API");
    assert_eq!(page.rows.len() as u64, page.total);
    assert_eq!(page.rows.iter().filter(|row| row.op != DiffOp::Kept).count() as u64, page.changes);

    let changed = page.rows.iter().find(|row| row.path == "core.constraints" && row.op == DiffOp::Changed).unwrap();
    assert_eq!(text(changed.from.as_ref()), "write tests for the parser first");
    assert_eq!(text(changed.to.as_ref()), "write tests for the new parser first");
    let marked: String =
        changed.to.iter().flatten().filter(|piece| piece.marked).map(|piece| piece.text.as_str()).collect();
    assert_eq!(marked.trim(), "new");
    assert!(changed.from.iter().flatten().all(|piece| !piece.marked));

    let left = page.rows.iter().find(|row| row.path == "core.blockers").unwrap();
    assert_eq!((left.op, left.moved_to.as_deref()), (DiffOp::Removed, Some("core.decisions")));
    let arrived = page.rows.iter().find(|row| row.path == "core.decisions").unwrap();
    assert_eq!((arrived.op, arrived.moved_from.as_deref()), (DiffOp::Added, Some("core.blockers")));
    let evidence = page.rows.iter().find(|row| row.path == "evidenceRefs").unwrap();
    assert_eq!(evidence.op, DiffOp::Changed, "evidence is compared by its artifact id");
}

#[test]
fn pages_are_stretches_of_one_comparison() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let (from, to) = (side(&source, task, 1), side(&source, task, 2));
    let whole = compared(&inspector, from.clone(), to.clone(), 0, 500);
    let mut rows = Vec::new();
    while (rows.len() as u64) < whole.total {
        let page = compared(&inspector, from.clone(), to.clone(), rows.len() as u64, 3);
        assert!(!page.rows.is_empty() && page.rows.len() <= 3);
        assert_eq!((page.total, page.changes, page.dropped_count), (whole.total, whole.changes, whole.dropped_count));
        rows.extend(page.rows);
    }
    assert_eq!(rows, whole.rows);
    assert_eq!(compared(&inspector, from.clone(), to.clone(), whole.total, 3).rows, []);
    assert_eq!(compared(&inspector, from, to, u64::MAX, u64::MAX).rows, []);
}

#[test]
fn swapped_sides_swap_what_was_added_and_removed() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let there = compared(&inspector, side(&source, task, 1), side(&source, task, 2), 0, 500);
    let back = compared(&inspector, side(&source, task, 2), side(&source, task, 1), 0, 500);
    let count = |page: &ComparePage, op| page.rows.iter().filter(|row| row.op == op).count();
    assert_eq!(count(&there, DiffOp::Removed), count(&back, DiffOp::Added));
    assert_eq!(count(&there, DiffOp::Changed), count(&back, DiffOp::Changed));
    let same = compared(&inspector, side(&source, task, 1), side(&source, task, 1), 0, 500);
    assert_eq!((same.changes, same.dropped_count), (0, 0));
}

#[test]
fn a_comparison_sees_what_was_written_since() {
    let machine = Machine::new();
    let built = build(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let task = built.tasks[0].correlation.as_str();
    let before = compared(&inspector, side(&source, task, 1), side(&source, task, 2), 0, 500);
    let sql = "UPDATE continuity_snapshots SET snapshot_json =
               (SELECT snapshot_json FROM continuity_snapshots WHERE epoch = 1) WHERE epoch = 2";
    built.connect().unwrap().execute(sql, []).unwrap();
    let after = compared(&inspector, side(&source, task, 1), side(&source, task, 2), 0, 500);
    assert!(before.changes > 0 && after.changes == 0);
}

#[test]
fn another_file_can_be_the_other_side() {
    let machine = Machine::new();
    let built = build(&machine);
    let copy = machine.path("copy.sqlite3");
    std::fs::copy(&built.path, &copy).unwrap();
    rusqlite::Connection::open(&copy).unwrap().execute("DELETE FROM continuity_snapshots WHERE epoch = 2", []).unwrap();
    let inspector = machine.inspector();
    let (source, other) = (open(&inspector, &built.path), open(&inspector, &copy));
    let task = built.tasks[0].correlation.as_str();
    let page = compared(&inspector, side(&other, task, 1), side(&source, task, 2), 0, 500);
    assert_eq!(page.dropped_count, 1);
    let request = |from, to| CompareRequest { from, to, offset: 0, limit: 1 };
    assert_eq!(code(inspector.compare(request(side(&other, task, 2), side(&source, task, 2)))), "no-body");
    assert_eq!(code(inspector.compare(request(side(&source, task, 7), side(&source, task, 2)))), "no-body");
    assert_eq!(code(inspector.compare(request(side(&source, "none", 1), side(&source, task, 2)))), "not-found");
    built
        .connect()
        .unwrap()
        .execute("UPDATE continuity_snapshots SET snapshot_json = '[]' WHERE epoch = 1", [])
        .unwrap();
    assert_eq!(code(inspector.compare(request(side(&source, task, 1), side(&source, task, 2)))), "not-comparable");
}
