//! A comparison as the one document of `continuity diff --json`.

use continuity::diff::{self, Op};
use wire::compare::{DiffDocument, DiffOp, Dropped, FieldDiff, ItemDiff, ListDiff, ValueDiff};
use wire::{Json, Text};

use super::Compared;
use crate::masking::Shown;

pub(crate) fn op(op: Op) -> DiffOp {
    match op {
        Op::Kept => DiffOp::Kept,
        Op::Moved => DiffOp::Moved,
        Op::Changed => DiffOp::Changed,
        Op::Added => DiffOp::Added,
        Op::Removed => DiffOp::Removed,
    }
}

/// Both sides as they are shown, and whether something in them is masked.
fn sides(
    path: &str,
    from: Option<&diff::Item>,
    to: Option<&diff::Item>,
    shown: Shown<'_>,
) -> (Option<Json>, Option<Json>, bool) {
    let mut masked = false;
    let mut json = |item: &diff::Item| {
        let (json, hides) = shown.json(item.json().into_owned(), path);
        masked |= hides;
        json
    };
    let (from, to) = (from.map(&mut json), to.map(&mut json));
    (from, to, masked)
}

pub(super) fn dropped(item: &diff::Dropped, shown: Shown<'_>) -> Dropped {
    let text = shown.text(item.item.shown(), &item.path);
    Dropped { path: item.path.to_string(), masked: !text.spans.is_empty(), text: Text(text.text) }
}

pub(super) fn document(compared: &Compared, shown: Shown<'_>) -> DiffDocument {
    // A single value that is the same on both sides says nothing; a list is listed whole, so that both sides can be
    // rebuilt from it.
    let fields = compared.diff.fields.iter().filter_map(|field| match field {
        diff::FieldDiff::Value(_) if field.is_unchanged() => None,
        diff::FieldDiff::Value(value) => {
            let (from, to, masked) = sides(&value.path, value.from.as_ref(), value.to.as_ref(), shown);
            Some(FieldDiff::Value(ValueDiff { path: value.path.to_string(), op: op(value.op), from, to, masked }))
        }
        diff::FieldDiff::List(list) => Some(FieldDiff::List(ListDiff {
            path: list.path.to_string(),
            items: list.items.iter().map(|item| item_diff(&list.path, item, shown)).collect(),
        })),
    });
    DiffDocument {
        from: compared.from.clone(),
        to: compared.to.clone(),
        fields: fields.collect(),
        dropped: compared.diff.dropped.iter().map(|item| dropped(item, shown)).collect(),
        notes: compared.notes.iter().map(|note| note.code().to_owned()).collect(),
    }
}

fn item_diff(path: &str, item: &diff::ItemDiff, shown: Shown<'_>) -> ItemDiff {
    let side = |placed: &Option<diff::Placed>| placed.as_ref().map(|placed| placed.item.clone());
    let (from, to, masked) = sides(path, side(&item.from).as_ref(), side(&item.to).as_ref(), shown);
    ItemDiff {
        op: op(item.op),
        from_index: item.from.as_ref().map(|placed| placed.index as u64),
        to_index: item.to.as_ref().map(|placed| placed.index as u64),
        from,
        to,
        masked,
        moved_to: item.moved_to.as_ref().map(ToString::to_string),
        moved_from: item.moved_from.as_ref().map(ToString::to_string),
    }
}
