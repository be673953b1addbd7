//! A comparison with its found values masked, to be written out: item by item, before an item becomes lines and marks.

use continuity::diff::{BodyDiff, FieldDiff, Item, ItemKind, Placed};

use super::{json, mask};
use crate::finding::Known;

/// Returns the comparison with every found value masked. What changed stays changed, also where both masks are alike.
pub(crate) fn diff(diff: &BodyDiff, known: Option<&Known>) -> BodyDiff {
    let mut shown = diff.clone();
    for field in &mut shown.fields {
        match field {
            FieldDiff::Value(value) => {
                let sides = [&mut value.from, &mut value.to].into_iter().flatten();
                sides.for_each(|item| hide(item, &value.path, known));
            }
            FieldDiff::List(list) => {
                for row in &mut list.items {
                    let sides = [&mut row.from, &mut row.to].into_iter().flatten();
                    sides.for_each(|Placed { item, .. }| hide(item, &list.path, known));
                }
            }
        }
    }
    shown.dropped.iter_mut().for_each(|dropped| hide(&mut dropped.item, &dropped.path, known));
    shown
}

fn hide(item: &mut Item, path: &str, known: Option<&Known>) {
    let value = item.json().into_owned();
    let Some(value) = json::mask(&value, path, known) else { return };
    let text = || mask(item.shown(), path, known).map_or_else(|| item.shown().to_owned(), |masked| masked.text);
    *item = match (item.kind(), item.key()) {
        (_, Some(key)) => {
            Item::keyed(mask(key, "", known).map_or_else(|| key.to_owned(), |masked| masked.text), text(), value)
        }
        (ItemKind::Text, None) => Item::text(text()),
        (_, None) => Item::json_value(value),
    };
}
