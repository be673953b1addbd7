//! From a body's JSON to the flat fields that are compared.

use std::fmt::Write;

use super::flat::{FieldValue, FlatBody, Item};
use super::json_text::json_text;
use super::path::{EVIDENCE_PATH, join};
use crate::json::{Kind, Value, Wtf8};

/// Objects nested deeper than this, or under a path longer than [`LONGEST_PATH`], are one JSON value: paths repeat the
/// keys above them, so that without a bound a small body could ask for a lot of memory.
const DEEPEST: usize = 64;

/// In bytes.
const LONGEST_PATH: usize = 512;

/// Returns the fields of a body. Objects become paths (`core.numbers.n1`), arrays become lists, everything else is a
/// single value, an empty object included; a body that is no object is one field with an empty path.
pub fn flatten(body: Value<'_>) -> FlatBody {
    let mut flat = FlatBody::new();
    let mut open = vec![(String::new(), 0, body)];
    while let Some((path, depth, value)) = open.pop() {
        match value.kind() {
            Kind::Object if !value.is_empty() && depth < DEEPEST && path.len() <= LONGEST_PATH => {
                open.extend(value.entries().map(|(key, value)| (join(&path, key), depth + 1, value)));
            }
            Kind::Array => {
                let item = if path == EVIDENCE_PATH { evidence } else { item };
                flat.set(path, FieldValue::List(value.items().map(item).collect()));
            }
            _ => flat.set(path, FieldValue::Value(item(value))),
        }
    }
    flat
}

/// Returns the item of a value: its text when it is a string, else its JSON.
fn item(value: Value<'_>) -> Item {
    match value.as_str() {
        Some(text) => match text.as_str() {
            Some(text) => Item::text(text),
            None => Item::ill_formed_text(shown(text), json_text(value)),
        },
        None => Item::json_value(json_text(value)),
    }
}

/// Returns a string with each lone surrogate as the escape that JSON writes (`\ud83d`).
fn shown(text: Wtf8<'_>) -> String {
    let mut out = String::with_capacity(text.as_bytes().len());
    for point in text.code_points() {
        match char::from_u32(point) {
            Some(c) => out.push(c),
            None => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{point:04x}");
            }
        }
    }
    out
}

/// The fields of an evidence reference in the order in which people read them; `verified` follows as a word.
const EVIDENCE_FIELDS: [&str; 3] = ["artifactId", "locator", "digest"];

/// Returns the item of an evidence reference: paired by artifact id, shown as `id · locator · digest · verified`.
/// What is no such reference is a plain item.
fn evidence(value: Value<'_>) -> Item {
    let Some(id) = value.get("artifactId").filter(|id| id.as_str().is_some()) else { return item(value) };
    let as_text = |value: Value<'_>| value.as_str().map_or_else(|| json_text(value), shown);
    let mut parts: Vec<String> = EVIDENCE_FIELDS.iter().filter_map(|name| value.get(name)).map(as_text).collect();
    parts.extend(value.get("verified").map(|verified| match verified.as_bool() {
        Some(true) => "verified".to_owned(),
        Some(false) => "not verified".to_owned(),
        None => format!("verified: {}", json_text(verified)),
    }));
    // Fields that the contract does not know, so that no difference is invisible.
    let known = |key: &Wtf8<'_>| EVIDENCE_FIELDS.iter().any(|name| *key == *name) || *key == "verified";
    let others = value.entries().filter(|(key, _)| !known(key));
    parts.extend(others.map(|(key, value)| format!("{}: {}", shown(key), json_text(value))));
    Item::keyed(json_text(id), parts.join(" · "), json_text(value))
}
