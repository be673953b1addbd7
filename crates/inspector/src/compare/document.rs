//! A comparison as the one document of `continuity diff --json`.

use continuity::diff::{self, Op};
use wire::compare::{DiffDocument, DiffOp, Dropped, FieldDiff, ItemDiff, ListDiff, ValueDiff};
use wire::{Json, Text};

use super::Compared;

pub(crate) fn op(op: Op) -> DiffOp {
    match op {
        Op::Kept => DiffOp::Kept,
        Op::Moved => DiffOp::Moved,
        Op::Changed => DiffOp::Changed,
        Op::Added => DiffOp::Added,
        Op::Removed => DiffOp::Removed,
    }
}

fn json(item: &diff::Item) -> Json {
    Json::new(item.json().into_owned())
}

pub(super) fn dropped(item: &diff::Dropped) -> Dropped {
    Dropped { path: item.path.to_string(), text: Text(item.item.shown().to_owned()) }
}

pub(super) fn document(compared: &Compared) -> DiffDocument {
    // A single value that is the same on both sides says nothing; a list is listed whole, so that both sides can be
    // rebuilt from it.
    let fields = compared.diff.fields.iter().filter_map(|field| match field {
        diff::FieldDiff::Value(_) if field.is_unchanged() => None,
        diff::FieldDiff::Value(value) => Some(FieldDiff::Value(ValueDiff {
            path: value.path.to_string(),
            op: op(value.op),
            from: value.from.as_ref().map(json),
            to: value.to.as_ref().map(json),
        })),
        diff::FieldDiff::List(list) => Some(FieldDiff::List(ListDiff {
            path: list.path.to_string(),
            items: list.items.iter().map(item_diff).collect(),
        })),
    });
    DiffDocument {
        from: compared.from.clone(),
        to: compared.to.clone(),
        fields: fields.collect(),
        dropped: compared.diff.dropped.iter().map(dropped).collect(),
        notes: compared.notes.iter().map(|note| note.code().to_owned()).collect(),
    }
}

fn item_diff(item: &diff::ItemDiff) -> ItemDiff {
    ItemDiff {
        op: op(item.op),
        from_index: item.from.as_ref().map(|placed| placed.index as u64),
        to_index: item.to.as_ref().map(|placed| placed.index as u64),
        from: item.from.as_ref().map(|placed| json(&placed.item)),
        to: item.to.as_ref().map(|placed| json(&placed.item)),
        moved_to: item.moved_to.as_ref().map(ToString::to_string),
        moved_from: item.moved_from.as_ref().map(ToString::to_string),
    }
}
