//! Canonical JSON, and the digest over it.
//!
//! Object keys sorted by UTF-16 units, no spaces, strings and numbers as `JSON.stringify` writes them. The real server
//! builds this text recursively: it refuses numbers that are not finite, and overflows its stack on deep values. Here
//! nothing recurses, and a digest is computed without building the text.

use thiserror::Error;

use crate::digest::Digest;
use crate::hashing::HashSink;
use crate::json::{ByteSink, Items, Kind, Value, write_number, write_scalar, write_text_node};

/// The deepest nesting of arrays and objects that counts as digestible.
///
/// The real server has no limit of its own: its recursive canonicaliser overflows the stack of Node 20 somewhere
/// between 2,000 and more than 5,000 levels, depending on how warm the code is. Values between are decided here.
pub const DEEPEST: usize = 3_000;

/// Why a value has no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CanonicalError {
    /// A number beyond the largest double; the real server answers `INVALID_INPUT`.
    #[error("a number is not finite")]
    NonFinite,
    /// Nested deeper than [`DEEPEST`]; the real server's stack overflows, and it answers `CONTINUITY_UNAVAILABLE`.
    #[error("nested too deep")]
    TooDeep,
}

impl CanonicalError {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NonFinite => "non-finite-number",
            Self::TooDeep => "too-deep",
        }
    }
}

/// Returns the digest of a value, `omit` being keys of the value itself (not of values inside) that are left out.
///
/// # Errors
/// When the value has no canonical form; the first fault in canonical order decides which.
pub fn digest(value: Value<'_>, omit: &[&str]) -> Result<Digest, CanonicalError> {
    let mut sink = HashSink::new();
    write(value, omit, &mut sink)?;
    Ok(sink.finish())
}

/// Returns the canonical text of a value.
///
/// # Errors
/// When the value has no canonical form.
pub fn to_text(value: Value<'_>, omit: &[&str]) -> Result<String, CanonicalError> {
    let mut out = Vec::new();
    write(value, omit, &mut out)?;
    Ok(String::from_utf8(out).unwrap_or_default())
}

/// A container that is being written.
enum Open<'d> {
    Array(Items<'d>),
    Object { of: Value<'d>, keys: std::slice::Iter<'d, u32> },
}

fn write<'d>(value: Value<'d>, omit: &[&str], sink: &mut impl ByteSink) -> Result<(), CanonicalError> {
    let mut open: Vec<Open<'d>> = Vec::new();
    start(value, &mut open, sink)?;
    let mut first = true;
    while let Some(depth) = open.len().checked_sub(1) {
        let Some(container) = open.last_mut() else { break };
        let next = match container {
            Open::Array(items) => items.next(),
            Open::Object { of, keys } => {
                let document = of.document;
                let omitted =
                    |key: &u32| depth == 0 && omit.iter().any(|name| document.string_of(document.node(*key)) == *name);
                keys.find(|key| !omitted(key)).map(|key| Value { document, index: key + 1 })
            }
        };
        let Some(next) = next else {
            sink.put(if matches!(container, Open::Array(_)) { b"]" } else { b"}" });
            open.pop();
            first = false;
            continue;
        };
        if !first {
            sink.put(b",");
        }
        if matches!(container, Open::Object { .. }) {
            write_text_node(next.document, next.document.node(next.index - 1), sink);
            sink.put(b":");
        }
        first = start(next, &mut open, sink)?;
    }
    Ok(())
}

/// Writes a scalar (false) or opens a container (true).
fn start<'d>(value: Value<'d>, open: &mut Vec<Open<'d>>, sink: &mut impl ByteSink) -> Result<bool, CanonicalError> {
    let container = match value.kind() {
        Kind::Array => Open::Array(value.items()),
        Kind::Object => Open::Object { of: value, keys: value.sorted_keys().iter() },
        Kind::Number => {
            return match value.as_f64() {
                Some(number) if number.is_finite() => {
                    write_number(number, sink);
                    Ok(false)
                }
                _ => Err(CanonicalError::NonFinite),
            };
        }
        _ => {
            write_scalar(value, sink);
            return Ok(false);
        }
    };
    if open.len() >= DEEPEST {
        return Err(CanonicalError::TooDeep);
    }
    sink.put(if matches!(container, Open::Array(_)) { b"[" } else { b"{" });
    open.push(container);
    Ok(true)
}
