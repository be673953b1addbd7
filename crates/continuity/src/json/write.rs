//! Writing values as `JSON.stringify` does.

use super::{Entries, Items, Kind, Value, Wtf8};

/// Where written bytes go: memory, or a hash.
pub(crate) trait ByteSink {
    fn put(&mut self, bytes: &[u8]);
}

impl ByteSink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Writes a string with its quotes: short escapes for \b \t \n \f \r \" \\, `\u00xx` below U+0020, `\udxxx` for lone
/// surrogates, everything else as it is.
pub(crate) fn write_string(text: Wtf8<'_>, sink: &mut impl ByteSink) {
    let bytes = text.as_bytes();
    sink.put(b"\"");
    let mut start = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let lone = byte == 0xED && bytes.get(at + 1).is_some_and(|next| *next >= 0xA0);
        if byte >= 0x20 && byte != b'"' && byte != b'\\' && !lone {
            at += 1;
            continue;
        }
        sink.put(bytes.get(start..at).unwrap_or_default());
        if lone {
            let unit = Wtf8::from_checked(bytes.get(at..at + 3).unwrap_or_default()).code_points().next().unwrap_or(0xFFFD);
            put_unit(unit, sink);
            at += 3;
        } else {
            match byte {
                b'"' => sink.put(b"\\\""),
                b'\\' => sink.put(b"\\\\"),
                0x08 => sink.put(b"\\b"),
                b'\t' => sink.put(b"\\t"),
                b'\n' => sink.put(b"\\n"),
                0x0C => sink.put(b"\\f"),
                b'\r' => sink.put(b"\\r"),
                _ => put_unit(u32::from(byte), sink),
            }
            at += 1;
        }
        start = at;
    }
    sink.put(bytes.get(start..).unwrap_or_default());
    sink.put(b"\"");
}

/// Writes `\u` and four lower-case hex digits.
fn put_unit(unit: u32, sink: &mut impl ByteSink) {
    let digit = |shift: u32| {
        let nibble = u8::try_from((unit >> shift) & 0xF).unwrap_or(0);
        if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
    };
    sink.put(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

/// Writes a finite number as ECMAScript's `Number::toString` does; -0 is `0`.
pub(crate) fn write_number(number: f64, sink: &mut impl ByteSink) {
    sink.put(ryu_js::Buffer::new().format_finite(number).as_bytes());
}

/// A container that is being written.
enum Open<'d> {
    Array(Items<'d>),
    Object(Entries<'d>),
}

/// Writes a value as `JSON.stringify` does, whatever its depth.
pub(super) fn stringify(value: Value<'_>, sink: &mut impl ByteSink) {
    let mut open = Vec::new();
    start(value, &mut open, sink);
    let mut first = true;
    while let Some(container) = open.last_mut() {
        let next = match container {
            Open::Array(items) => items.next().map(|item| (None, item)),
            Open::Object(entries) => entries.next().map(|(key, value)| (Some(key), value)),
        };
        match next {
            None => {
                sink.put(if matches!(container, Open::Array(_)) { b"]" } else { b"}" });
                open.pop();
                first = false;
            }
            Some((key, value)) => {
                if !first {
                    sink.put(b",");
                }
                if let Some(key) = key {
                    write_string(key, sink);
                    sink.put(b":");
                }
                let depth = open.len();
                start(value, &mut open, sink);
                first = open.len() > depth;
            }
        }
    }
}

/// Writes a scalar, or opens a container.
fn start<'d>(value: Value<'d>, open: &mut Vec<Open<'d>>, sink: &mut impl ByteSink) {
    match value.kind() {
        Kind::Array => {
            sink.put(b"[");
            open.push(Open::Array(value.items()));
        }
        Kind::Object => {
            sink.put(b"{");
            open.push(Open::Object(value.entries()));
        }
        Kind::Number => match value.as_f64() {
            Some(number) if number.is_finite() => write_number(number, sink),
            _ => sink.put(b"null"),
        },
        _ => write_scalar(value, sink),
    }
}

/// Writes `null`, a boolean or a string; nothing for another kind.
pub(crate) fn write_scalar(value: Value<'_>, sink: &mut impl ByteSink) {
    if let Some(text) = value.as_str() {
        write_string(text, sink);
    } else if let Some(flag) = value.as_bool() {
        sink.put(if flag { b"true" } else { b"false" });
    } else if value.is_null() {
        sink.put(b"null");
    }
}
