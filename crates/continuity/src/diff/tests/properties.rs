//! Promises that hold for any two bodies.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use crate::diff::{BodyDiff, Deadline, FieldDiff, FieldValue, FlatBody, Item, LIST_PATHS, Op, compare};

/// Texts of few words, so that equal, similar and unrelated items all occur.
fn item_text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["the", "API", "tests", "pandoc", "렌더러", "완료", "x", "—", "done"]);
    prop_oneof![
        9 => prop::collection::vec(word, 0..5).prop_map(|words| words.join(" ")),
        1 => any::<String>(),
    ]
}

fn bodies() -> impl Strategy<Value = FlatBody> {
    prop::collection::vec(prop::collection::vec(item_text(), 0..9), 6).prop_map(|lists| {
        LIST_PATHS
            .iter()
            .zip(&lists)
            .fold(FlatBody::new(), |body, (path, texts)| body.with_texts(path, texts.iter().map(String::as_str)))
    })
}

fn texts(body: &FlatBody, path: &str) -> Vec<String> {
    match body.get(path) {
        Some(FieldValue::List(items)) => items.iter().map(|item| item.shown().to_owned()).collect(),
        _ => Vec::new(),
    }
}

fn lists(diff: &BodyDiff) -> impl Iterator<Item = &crate::diff::ListDiff> {
    diff.fields.iter().filter_map(|field| match field {
        FieldDiff::List(list) => Some(list),
        FieldDiff::Value(_) => None,
    })
}

/// The words of the contract's checker, for texts of letters, digits and low lines in scripts without vowel signs.
fn checker_words(text: &str) -> HashSet<String> {
    let mut words = HashSet::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            let done = std::mem::take(&mut word);
            if done.chars().count() >= 2 {
                words.insert(done);
            }
        }
    }
    words
}

/// How many items of each side are equal, as multisets.
fn intersection(a: &[String], b: &[String]) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    a.iter().for_each(|text| *counts.entry(text).or_default() += 1);
    b.iter()
        .filter(|text| match counts.get_mut(text.as_str()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
        .count()
}

proptest! {
    #[test]
    fn both_sides_can_be_rebuilt_and_every_promise_of_the_contract_holds(from in bodies(), to in bodies()) {
        let diff = compare(&from, &to, &Deadline::never());
        let (mut went, mut came) = (Vec::new(), Vec::new());
        let mut gone = Vec::new();
        for list in lists(&diff) {
            let (old, new) = (texts(&from, &list.path), texts(&to, &list.path));
            let mut left: Vec<_> = list.items.iter().filter_map(|row| row.from.as_ref()).collect();
            let mut right: Vec<_> = list.items.iter().filter_map(|row| row.to.as_ref()).collect();
            left.sort_by_key(|placed| placed.index);
            right.sort_by_key(|placed| placed.index);
            prop_assert!(left.iter().enumerate().all(|(at, placed)| placed.index == at));
            prop_assert!(right.iter().enumerate().all(|(at, placed)| placed.index == at));
            prop_assert_eq!(left.iter().map(|p| p.item.shown()).collect::<Vec<_>>(), old.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(right.iter().map(|p| p.item.shown()).collect::<Vec<_>>(), new.iter().map(String::as_str).collect::<Vec<_>>());
            let same = list.items.iter().filter(|row| matches!(row.op, Op::Kept | Op::Moved)).count();
            prop_assert_eq!(same, intersection(&old, &new));
            for row in &list.items {
                let (a, b) = (row.from.as_ref().map(|p| p.item.shown()), row.to.as_ref().map(|p| p.item.shown()));
                match row.op {
                    Op::Kept | Op::Moved => prop_assert_eq!(a, b),
                    Op::Changed => prop_assert!(!checker_words(a.unwrap()).is_disjoint(&checker_words(b.unwrap()))),
                    Op::Added => prop_assert!(a.is_none() && b.is_some() && row.moved_to.is_none()),
                    Op::Removed => prop_assert!(a.is_some() && b.is_none() && row.moved_from.is_none()),
                }
                if let Some(path) = &row.moved_to {
                    went.push((list.path.clone(), path.clone(), a.unwrap().split_whitespace().collect::<Vec<_>>().join(" ")));
                } else if row.op == Op::Removed {
                    gone.push((list.path.to_string(), a.unwrap().to_owned()));
                }
                if let Some(path) = &row.moved_from {
                    came.push((path.clone(), list.path.clone(), b.unwrap().split_whitespace().collect::<Vec<_>>().join(" ")));
                }
            }
            let kept: Vec<_> = list.items.iter().filter(|row| row.op == Op::Kept).map(|row| (row.from.as_ref().unwrap().index, row.to.as_ref().unwrap().index)).collect();
            prop_assert!(kept.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
        }
        went.sort();
        came.sort();
        prop_assert!(went.iter().all(|(a, b, _)| a != b));
        prop_assert_eq!(went, came);
        let mut dropped: Vec<_> = diff.dropped.iter().map(|d| (d.path.to_string(), d.item.shown().to_owned())).collect();
        dropped.sort();
        gone.sort();
        prop_assert_eq!(dropped, gone);
    }

    #[test]
    fn a_body_compared_with_itself_is_unchanged(body in bodies()) {
        let diff = compare(&body, &body, &Deadline::never());
        prop_assert!(diff.is_unchanged() && diff.dropped.is_empty() && diff.changes() == 0);
    }

    #[test]
    fn the_same_question_always_has_the_same_answer(from in bodies(), to in bodies()) {
        let show = |diff: BodyDiff| lists(&diff).flat_map(|list| list.items.iter().map(super::row).collect::<Vec<_>>()).collect::<Vec<_>>();
        prop_assert_eq!(show(compare(&from, &to, &Deadline::never())), show(compare(&from, &to, &Deadline::never())));
    }

    #[test]
    fn an_order_that_changed_loses_nothing(texts in prop::collection::vec(item_text(), 0..12).prop_shuffle(), seed in any::<u64>()) {
        let mut other = texts.clone();
        let mut state = seed;
        for at in (1..other.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            other.swap(at, (state >> 33) as usize % (at + 1));
        }
        let body = |texts: &[String]| {
            let mut body = FlatBody::new();
            body.set("core.constraints", FieldValue::List(texts.iter().map(|text| Item::text(text.as_str())).collect()));
            body
        };
        let diff = compare(&body(&texts), &body(&other), &Deadline::never());
        prop_assert!(diff.dropped.is_empty());
        prop_assert!(lists(&diff).all(|list| list.items.iter().all(|row| matches!(row.op, Op::Kept | Op::Moved))));
    }
}
