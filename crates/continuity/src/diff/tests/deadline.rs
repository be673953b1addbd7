//! What stays true when there is no time.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::diff::{BodyDiff, Deadline, FlatBody, Note, Op, compare, rows};

fn items(diff: &BodyDiff, op: Op) -> usize {
    rows(diff).filter(|row| row.op == op).count()
}

/// Two sides of many items: a third the same, a third similar, a third new.
fn large(side: &str, count: usize) -> FlatBody {
    let text = |n: usize| match n % 3 {
        0 => format!("Item number{n} stays as it is."),
        1 => format!("Item number{n} was written by the {side} side."),
        _ => format!("{side}{n} {side}word{n}"),
    };
    let texts: Vec<String> = (0..count).map(text).collect();
    FlatBody::new().with_texts("core.progress", texts.iter().map(String::as_str))
}

#[test]
fn large_lists_find_their_pairs_through_the_index() {
    let diff = compare(&large("older", 1500), &large("newer", 1500), &Deadline::never());
    assert_eq!(diff.notes, []);
    assert_eq!((items(&diff, Op::Kept), items(&diff, Op::Changed)), (500, 500));
    for row in rows(&diff).filter(|row| row.op == Op::Changed) {
        assert_eq!(row.from_index, row.to_index);
    }
}

#[test]
fn without_time_same_items_are_still_found_and_the_note_says_so() {
    let now = Instant::now();
    let clock = || now;
    let deadline = Deadline::new(now - Duration::from_secs(1), &clock);
    let diff = compare(&large("older", 300), &large("newer", 300), &deadline);
    assert_eq!(diff.notes, [Note::FinePassCut]);
    assert_eq!((items(&diff, Op::Kept), items(&diff, Op::Changed)), (100, 0));
    assert_eq!((items(&diff, Op::Removed), items(&diff, Op::Added)), (200, 200));
    assert_eq!(diff.dropped.len(), 200);
}

#[test]
fn time_that_runs_out_on_the_way_leaves_every_item_once() {
    for looks in [1, 10, 100, 500, 1000, 1400] {
        let start = Instant::now();
        let seen = Cell::new(0);
        let clock = || {
            seen.set(seen.get() + 1);
            if seen.get() > looks { start + Duration::from_secs(2) } else { start }
        };
        let deadline = Deadline::new(start + Duration::from_secs(1), &clock);
        let diff = compare(&large("older", 600), &large("newer", 600), &deadline);
        let count = |op| items(&diff, op);
        assert_eq!(count(Op::Kept), 200);
        assert_eq!(count(Op::Kept) + count(Op::Changed) + count(Op::Removed), 600, "{looks}");
        assert_eq!(count(Op::Kept) + count(Op::Changed) + count(Op::Added), 600, "{looks}");
    }
}

#[test]
fn nothing_left_to_pair_is_not_called_cut() {
    let now = Instant::now();
    let clock = || now;
    let deadline = Deadline::new(now - Duration::from_secs(1), &clock);
    let body = large("same", 300);
    assert_eq!(compare(&body, &body, &deadline).notes, []);
    assert_eq!(compare(&body, &FlatBody::new(), &deadline).notes, []);
}
