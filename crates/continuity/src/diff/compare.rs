//! The comparison of two bodies: fields by path, lists step by step.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::deadline::Deadline;
use super::flat::{FieldKey, FieldValue, FlatBody, Item};
use super::outcome::{BodyDiff, Dropped, FieldDiff, ItemDiff, ListDiff, Note, Op, Placed, ValueDiff};
use super::path::DROP_ORDER;
use super::scratch::{LeftFate, ListWork, RightFate};
use super::{across, keyed, order, pairing};

/// Compares two bodies. A field that one side lacks is a value `added` or `removed`, or a list without items there.
/// Where one side has a list and the other a single value, the value counts as a list of one item that is never the
/// same as, or similar to, an item of the list.
pub fn compare(from: &FlatBody, to: &FlatBody, deadline: &Deadline<'_>) -> BodyDiff {
    let mut lists = Vec::new();
    let mut fields: Vec<Option<FieldDiff>> = Vec::new();
    let keys: BTreeSet<&FieldKey> = from.keyed_fields().keys().chain(to.keyed_fields().keys()).collect();
    for key in keys {
        let (left, right) = (from.keyed_fields().get(key), to.keyed_fields().get(key));
        if let (None | Some(FieldValue::Value(_)), None | Some(FieldValue::Value(_))) = (left, right) {
            fields.push(Some(FieldDiff::Value(value_diff(key.path(), single(left), single(right)))));
        } else {
            lists.push(ListWork::new(key.path().clone(), items(left), items(right)));
            fields.push(None);
        }
    }
    let cut = match_lists(&mut lists, deadline);
    let dropped = dropped(&lists);
    let mut done = lists.iter().map(|list| FieldDiff::List(list_diff(list)));
    let fields = fields.into_iter().filter_map(|field| field.or_else(|| done.next())).collect();
    BodyDiff { fields, dropped, notes: if cut { vec![Note::FinePassCut] } else { Vec::new() } }
}

/// Runs the steps of [the module](super) over all lists; returns whether the deadline cut the last one.
fn match_lists(lists: &mut [ListWork], deadline: &Deadline<'_>) -> bool {
    for list in &mut *lists {
        order::pair_same(list);
        keyed::pair_by_key(list);
    }
    across::move_same(lists);
    lists.iter_mut().for_each(across::pair_same_words);
    across::move_same_words(lists);
    lists.iter_mut().fold(false, |cut, list| pairing::pair_similar(list, deadline) | cut)
}

fn single(value: Option<&FieldValue>) -> Option<Item> {
    match value {
        Some(FieldValue::Value(item)) => Some(item.clone()),
        _ => None,
    }
}

fn items(value: Option<&FieldValue>) -> Vec<Item> {
    match value {
        Some(FieldValue::List(items)) => items.clone(),
        Some(FieldValue::Value(item)) => vec![item.clone().whole()],
        None => Vec::new(),
    }
}

fn value_diff(path: &Arc<str>, from: Option<Item>, to: Option<Item>) -> ValueDiff {
    let op = match (&from, &to) {
        (Some(a), Some(b)) if a.same(b) => Op::Kept,
        (None, _) => Op::Added,
        (_, None) => Op::Removed,
        _ => Op::Changed,
    };
    ValueDiff { path: path.clone(), op, from, to }
}

fn dropped(lists: &[ListWork]) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    for path in DROP_ORDER {
        for list in lists.iter().filter(|list| &*list.path == path) {
            let gone = list.open_left();
            dropped.extend(gone.map(|(index, item)| Dropped { path: list.path.clone(), index, item: item.clone() }));
        }
    }
    dropped
}

/// Returns the rows of a list in reading order: the newer side in its order, and each removed item before what
/// followed it in the older side.
fn list_diff(list: &ListWork) -> ListDiff {
    let mut partners: Vec<Option<(usize, Op)>> = vec![None; list.right.len()];
    let mut anchors = Vec::new();
    for (l, fate) in list.left_fates.iter().enumerate() {
        let (r, op) = match *fate {
            LeftFate::Kept(r) => (r, Op::Kept),
            LeftFate::Changed(r) => (r, Op::Changed),
            LeftFate::Moved(r) => (r, Op::Moved),
            LeftFate::Open | LeftFate::Went(_) => continue,
        };
        if let Some(partner) = partners.get_mut(r) {
            *partner = Some((l, op));
        }
        if op != Op::Moved {
            anchors.push((l, r));
        }
    }
    let mut rows = Vec::with_capacity(list.left.len().max(list.right.len()));
    let (mut next_left, mut next_right) = (0, 0);
    let end = (list.left.len(), list.right.len());
    for (l, r) in order::longest_increasing(&anchors).into_iter().chain([end]) {
        rows.extend((next_left..l).filter_map(|l| removed_row(list, l)));
        rows.extend((next_right..r).chain((r < end.1).then_some(r)).map(|r| newer_row(list, &partners, r)));
        (next_left, next_right) = (l + 1, r + 1);
    }
    ListDiff { path: list.path.clone(), items: rows }
}

fn removed_row(list: &ListWork, l: usize) -> Option<ItemDiff> {
    let moved_to = match list.left_fates.get(l)? {
        LeftFate::Open => None,
        LeftFate::Went(path) => Some(path.clone()),
        LeftFate::Kept(_) | LeftFate::Moved(_) | LeftFate::Changed(_) => return None,
    };
    Some(ItemDiff { op: Op::Removed, from: placed(&list.left, l), to: None, moved_to, moved_from: None })
}

fn newer_row(list: &ListWork, partners: &[Option<(usize, Op)>], r: usize) -> ItemDiff {
    let to = placed(&list.right, r);
    if let Some((l, op)) = partners.get(r).copied().flatten() {
        return ItemDiff { op, from: placed(&list.left, l), to, moved_to: None, moved_from: None };
    }
    let moved_from = match list.right_fates.get(r) {
        Some(RightFate::Came(path)) => Some(path.clone()),
        _ => None,
    };
    ItemDiff { op: Op::Added, from: None, to, moved_to: None, moved_from }
}

fn placed(items: &[Item], index: usize) -> Option<Placed> {
    items.get(index).map(|item| Placed { index, item: item.clone() })
}
