//! Writing values as `JSON.stringify` does.

use super::node::Node;
use super::scan::plain_run;
use super::{Document, Entries, Items, Kind, Value, Wtf8};

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
    // Only strings that are no UTF-8 hold lone surrogates.
    let well_formed = text.as_str().is_some();
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        at += if well_formed { plain_run(rest) } else { run_before_surrogate(rest) };
        let Some(&byte) = bytes.get(at) else { break };
        sink.put(bytes.get(start..at).unwrap_or_default());
        at += match byte {
            b'"' => escaped(b"\\\"", sink),
            b'\\' => escaped(b"\\\\", sink),
            0x08 => escaped(b"\\b", sink),
            b'\t' => escaped(b"\\t", sink),
            b'\n' => escaped(b"\\n", sink),
            0x0C => escaped(b"\\f", sink),
            b'\r' => escaped(b"\\r", sink),
            0xED => {
                let lone = Wtf8::from_checked(bytes.get(at..at + 3).unwrap_or_default());
                put_unit(lone.code_points().next().unwrap_or(0xFFFD), sink);
                3
            }
            _ => {
                put_unit(u32::from(byte), sink);
                1
            }
        };
        start = at;
    }
    sink.put(bytes.get(start..).unwrap_or_default());
    sink.put(b"\"");
}

fn escaped(escape: &[u8], sink: &mut impl ByteSink) -> usize {
    sink.put(escape);
    1
}

/// Returns how many bytes come before the next quote, backslash, control character or lone surrogate.
fn run_before_surrogate(bytes: &[u8]) -> usize {
    let plain = bytes.get(..plain_run(bytes)).unwrap_or_default();
    plain.windows(2).position(|pair| matches!(pair, [0xED, 0xA0..=0xFF])).unwrap_or(plain.len())
}

/// Writes the string of a text node: one that stands in the text without escapes is written as it stands there.
pub(crate) fn write_text_node(document: &Document, node: Node, sink: &mut impl ByteSink) {
    match node {
        Node::Plain { start, len } => {
            let (start, end) = (start as usize, (start + len) as usize);
            sink.put(document.text.as_bytes().get(start - 1..=end).unwrap_or_default());
        }
        _ => write_string(document.string_of(node), sink),
    }
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
    if (0.0..1e15).contains(&number) && number.fract() == 0.0 {
        return write_integer(number as u64, sink);
    }
    sink.put(ryu_js::Buffer::new().format_finite(number).as_bytes());
}

fn write_integer(mut number: u64, sink: &mut impl ByteSink) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len() - 1;
    for (at, digit) in digits.iter_mut().enumerate().rev() {
        *digit = b'0' + u8::try_from(number % 10).unwrap_or(0);
        first = at;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    sink.put(digits.get(first..).unwrap_or_default());
}

/// A container that is being written.
enum Open<'d> {
    Array(Items<'d>),
    Object(Entries<'d>),
}

/// Writes a value as `JSON.stringify` does, whatever its depth. Where `instead` has JSON text for a node, that is written
/// in its place.
pub(super) fn stringify<'r>(value: Value<'_>, instead: &impl Fn(u32) -> Option<&'r str>, sink: &mut impl ByteSink) {
    let mut open = Vec::new();
    start(value, instead, &mut open, sink);
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
                start(value, instead, &mut open, sink);
                first = open.len() > depth;
            }
        }
    }
}

/// Writes a scalar, or opens a container.
fn start<'d, 'r>(
    value: Value<'d>,
    instead: &impl Fn(u32) -> Option<&'r str>,
    open: &mut Vec<Open<'d>>,
    sink: &mut impl ByteSink,
) {
    if let Some(text) = instead(value.index) {
        return sink.put(text.as_bytes());
    }
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
    if value.kind() == Kind::String {
        write_text_node(value.document, value.node(), sink);
    } else if let Some(flag) = value.as_bool() {
        sink.put(if flag { b"true" } else { b"false" });
    } else if value.is_null() {
        sink.put(b"null");
    }
}
