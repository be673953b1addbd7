//! Tests of the comparison as a whole.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod deadline;
mod json_patch;
mod lists;
mod properties;
mod revisions;
mod values;

use super::{Deadline, FieldDiff, FlatBody, ItemDiff, ListDiff, ValueDiff, compare, flatten};
use crate::json::Document;

/// Reads a body from JSON text.
fn body(json: &str) -> FlatBody {
    flatten(Document::parse(json.as_bytes()).unwrap().root())
}

/// Compares two bodies given as JSON text.
fn diff(from: &str, to: &str) -> super::BodyDiff {
    compare(&body(from), &body(to), &Deadline::never())
}

fn list<'d>(diff: &'d super::BodyDiff, path: &str) -> &'d ListDiff {
    match diff.fields.iter().find(|field| field.path() == path) {
        Some(FieldDiff::List(list)) => list,
        other => panic!("{path} is {other:?}"),
    }
}

fn value<'d>(diff: &'d super::BodyDiff, path: &str) -> &'d ValueDiff {
    match diff.fields.iter().find(|field| field.path() == path) {
        Some(FieldDiff::Value(value)) => value,
        other => panic!("{path} is {other:?}"),
    }
}

/// Writes a row as `op from -> to`, with indices and moves.
fn row(item: &ItemDiff) -> String {
    let side = |side: &Option<super::Placed>| {
        side.as_ref().map_or("·".to_owned(), |placed| format!("{}:{}", placed.index, placed.item.shown()))
    };
    let mut text = format!("{} {} -> {}", item.op.as_str(), side(&item.from), side(&item.to));
    if let Some(path) = &item.moved_to {
        text += &format!(" (to {path})");
    }
    if let Some(path) = &item.moved_from {
        text += &format!(" (from {path})");
    }
    text
}

fn rows_of(diff: &super::BodyDiff, path: &str) -> Vec<String> {
    list(diff, path).items.iter().map(row).collect()
}

fn dropped(diff: &super::BodyDiff) -> Vec<(String, String)> {
    diff.dropped.iter().map(|d| (d.path.to_string(), d.item.shown().to_owned())).collect()
}
