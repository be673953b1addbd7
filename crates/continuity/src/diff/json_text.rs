//! JSON text by which values are compared: equal texts exactly for equal values.
//!
//! Canonical JSON, with two additions for values that have none: any depth is written, and a number beyond the
//! largest double is written as `1e999`, which reads back as the same infinity.

use crate::json::{ByteSink, Items, Kind, Value, write_number, write_scalar, write_string};

/// A container that is being written.
enum Open<'d> {
    Array(Items<'d>),
    Object { of: Value<'d>, keys: std::slice::Iter<'d, u32> },
}

/// Returns the text of a value: keys sorted by UTF-16 units, no spaces, lone surrogates as escapes.
pub(crate) fn json_text(value: Value<'_>) -> String {
    let mut out = Vec::new();
    let mut open = Vec::new();
    start(value, &mut open, &mut out);
    let mut first = true;
    while let Some(container) = open.last_mut() {
        let next = match container {
            Open::Array(items) => items.next().map(|item| (None, item)),
            Open::Object { of, keys } => keys.next().map(|&key| {
                let document = of.document;
                (Some(document.string_of(document.node(key))), Value { document, index: key + 1 })
            }),
        };
        let Some((key, value)) = next else {
            out.put(if matches!(container, Open::Array(_)) { b"]" } else { b"}" });
            open.pop();
            first = false;
            continue;
        };
        if !first {
            out.put(b",");
        }
        if let Some(key) = key {
            write_string(key, &mut out);
            out.put(b":");
        }
        first = start(value, &mut open, &mut out);
    }
    // The writers put UTF-8 only.
    String::from_utf8(out).unwrap_or_default()
}

/// Writes a scalar (false) or opens a container (true).
fn start<'d>(value: Value<'d>, open: &mut Vec<Open<'d>>, out: &mut Vec<u8>) -> bool {
    match value.kind() {
        Kind::Array => {
            out.put(b"[");
            open.push(Open::Array(value.items()));
            return true;
        }
        Kind::Object => {
            out.put(b"{");
            open.push(Open::Object { of: value, keys: value.sorted_keys().iter() });
            return true;
        }
        Kind::Number => match value.as_f64() {
            Some(number) if number.is_finite() => write_number(number, out),
            Some(number) if number < 0.0 => out.put(b"-1e999"),
            _ => out.put(b"1e999"),
        },
        Kind::Null | Kind::Bool | Kind::String => write_scalar(value, out),
    }
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::json_text;
    use crate::json::Document;

    #[test]
    fn values_without_canonical_json_stay_different() {
        let text = |json: &str| json_text(Document::parse(json.as_bytes()).unwrap().root());
        assert_eq!(
            text(r#"{"b":[1e400,-1e400,null,-0,1.50],"a":"\ud83d","b2":{}}"#),
            r#"{"a":"\ud83d","b":[1e999,-1e999,null,0,1.5],"b2":{}}"#
        );
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(text(&deep), deep);
    }
}
