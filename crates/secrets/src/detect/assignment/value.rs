//! The value behind a link.

use crate::word_list::{is_one_of, words};
use std::ops::Range;

use super::link::{How, Link};
use super::name::Name;
use crate::detect::Detector;
use crate::value::colour::colours_len;
use crate::value::expression::reads_from_elsewhere;
use crate::value::shape::has_marks;

/// The longest value, in bytes.
pub(super) const LONGEST: usize = 2048;

/// The longest value of a name that stands inside a longer value: what repeats a name without end is read once.
pub(super) const NESTED: usize = 256;

/// Calls that only wrap a literal.
const WRAPPERS: &[&[u8]] = words!(
    "from new into string str some bytes bytearray secretstr secretstring secretbox secret zeroizing"
    "b64decode atob quote of text literal char"
);

/// A value.
pub(super) struct Value {
    /// The value itself.
    pub(super) range: Range<usize>,
    /// Where its quotes end, or it itself.
    pub(super) end: usize,
    /// Whether it is quoted.
    pub(super) quoted: bool,
}

impl Value {
    /// Reads the value that a link leads to.
    ///
    /// At most `longest` bytes are read.
    pub(super) fn read(text: &[u8], name: &Name, link: &Link, longest: usize) -> Option<Self> {
        let rest = text.get(link.end..link.end.saturating_add(longest).min(text.len()))?;
        let start = begin(rest, link.how)?;
        let start = start + string_prefix(rest.get(start..)?);
        let start = match wrapper(rest.get(start..)?) {
            Wrapper::None => start,
            Wrapper::Literal(length) => start + length + string_prefix(rest.get(start + length..)?),
            Wrapper::Elsewhere => return None,
        };
        let found = match quotes(rest.get(start..)?) {
            Some((open, close)) => quoted(rest, start + open, close),
            None if matches!(link.how, How::Compare | How::Call | How::Next | How::Quoted) => None,
            None => bare(text, rest, start, name, link),
        }?;
        let at = |offset: usize| link.end + offset;
        Some(Self { range: at(found.range.start)..at(found.range.end), end: at(found.end), ..found })
    }
}

/// Returns where a value begins: behind white space and colours, and for an assignment on the next line if that begins
/// with a quote or is one word with the marks of a password.
fn begin(rest: &[u8], how: How) -> Option<usize> {
    let white = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let mut at = rest.iter().take(64).take_while(white).count();
    let line_end = rest.get(at..)?.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    if line_end > 0 {
        if !matches!(how, How::Assign | How::Colon | How::Call | How::Next) || line_end > 2 {
            return None;
        }
        let next = at + line_end;
        let indent = rest.get(next..)?.iter().take(64).take_while(white).count();
        at = next + indent;
        let quoted = matches!(rest.get(at), Some(b'"' | b'\'' | b'`'));
        let lone = how == How::Colon && is_lone_word(rest.get(at..)?);
        if !quoted && !lone {
            return None;
        }
    }
    let colours = colours_len(rest.get(at..)?);
    if colours > 0 {
        at += colours;
        at += rest.get(at..)?.iter().take(64).take_while(white).count();
    }
    // Markdown's stars: "**Password:** …".
    let stars = rest.get(at..)?.iter().take_while(|byte| **byte == b'*').count();
    if stars == 2 {
        at += stars + rest.get(at + stars..)?.iter().take_while(white).count();
    }
    Some(at)
}

/// Returns whether a line is one word with the marks of a password, and no list, key or path.
fn is_lone_word(line: &[u8]) -> bool {
    let length = line.iter().take(80).take_while(|byte| !byte.is_ascii_whitespace()).count();
    let word = line.get(..length).unwrap_or_default();
    let alone = line.get(length..).is_some_and(|rest| {
        rest.iter().take_while(|byte| **byte != b'\n').all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    });
    alone && has_marks(word) && !word.iter().any(|byte| matches!(byte, b':' | b'=' | b'/' | b'(' | b'<' | b'{'))
}

/// Returns the length of what marks a kind of string: `b"`, `rb"`, `@"`, `$"`, `L"`.
fn string_prefix(rest: &[u8]) -> usize {
    match rest {
        [b'b' | b'r' | b'f' | b'u' | b'L' | b'@' | b'$' | b'B' | b'R', b'"' | b'\'', ..] => 1,
        [b'b' | b'r', b'b' | b'r' | b'#', b'"' | b'\'', ..] => 2,
        _ => 0,
    }
}

enum Wrapper {
    None,
    /// The length of a call that wraps a literal, bracket included.
    Literal(usize),
    /// The value is worked out from something else.
    Elsewhere,
}

fn wrapper(rest: &[u8]) -> Wrapper {
    let new = if rest.starts_with(b"new ") { 4 } else { 0 };
    let body = rest.get(new..).unwrap_or_default();
    let path = body
        .iter()
        .take(48)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'!'))
        .count();
    let call = body.get(..path).unwrap_or_default();
    if path == 0 || !body.first().is_some_and(u8::is_ascii_alphabetic) || !matches!(body.get(path), Some(b'(' | b'[')) {
        return Wrapper::None;
    }
    let inside = body.get(path + 1..).unwrap_or_default();
    let gap = inside.iter().take_while(|byte| **byte == b' ').count();
    let literal = inside
        .get(gap..)
        .is_some_and(|inside| quotes(inside.get(string_prefix(inside)..).unwrap_or_default()).is_some());
    let last = call.rsplit(|byte| matches!(byte, b'.' | b':')).next().unwrap_or(call);
    let wraps = new > 0 || is_one_of(last, WRAPPERS);
    if literal && wraps && !reads_from_elsewhere(call) {
        return Wrapper::Literal(new + path + 1 + gap);
    }
    // A password may hold brackets; a call has a quote, a name or nothing in them.
    let called = literal
        || inside.first().is_some_and(|byte| matches!(byte, b')' | b']' | b'&' | b'$'))
        || reads_from_elsewhere(call);
    if called { Wrapper::Elsewhere } else { Wrapper::None }
}

/// Returns the length of an opening quote and the quote that closes it.
fn quotes(rest: &[u8]) -> Option<(usize, &'static [u8])> {
    Some(match rest {
        [b'"', b'"', b'"', ..] => (3, b"\"\"\""),
        [b'\\', b'\\', b'\\', b'"', ..] => (4, b"\\\\\\\""),
        [b'\\', b'"', ..] => (2, b"\\\""),
        [b'\\', b'\'', ..] => (2, b"\\'"),
        [b'"', ..] => (1, b"\""),
        [b'\'', ..] => (1, b"'"),
        [b'`', ..] => (1, b"`"),
        [0xE2, 0x80, 0x9C, ..] => (3, "”".as_bytes()),
        [0xE2, 0x80, 0x98, ..] => (3, "’".as_bytes()),
        [0xE3, 0x80, 0x8C, ..] => (3, "」".as_bytes()),
        _ if rest.starts_with(b"&quot;") => (6, b"&quot;"),
        _ => return None,
    })
}

fn quoted(rest: &[u8], start: usize, close: &'static [u8]) -> Option<Value> {
    let escaped = close.first() == Some(&b'\\');
    let mut at = start;
    while let Some(byte) = rest.get(at) {
        if rest.get(at..).is_some_and(|rest| rest.starts_with(close)) {
            return (at > start).then_some(Value { range: start..at, end: at + close.len(), quoted: true });
        }
        match byte {
            b'\n' | b'\r' if close.len() != 3 => return None,
            // A quote of the string outside ends what is quoted with escaped quotes.
            b'"' if escaped => return None,
            b'\\' if !escaped => at += 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Reads a value without quotes.
fn bare(text: &[u8], rest: &[u8], start: usize, name: &Name, link: &Link) -> Option<Value> {
    let value = rest.get(start..)?;
    let line = whole_line(text, name) && link.how == How::Assign;
    let hangul = value.first().is_some_and(|byte| *byte >= 0x80);
    let mut at = 0;
    let mut depth = 0_i32;
    while let Some(byte) = value.get(at) {
        let next = value.get(at + 1);
        let ends = match byte {
            _ if byte.is_ascii_whitespace() || byte.is_ascii_control() => true,
            b'"' | b'`' => true,
            b'\'' => at > 0 && !next.is_some_and(u8::is_ascii_alphanumeric),
            b'<' => link.how == How::Element || value.get(at + 1) == Some(&b'/'),
            b'\\' => {
                matches!(next, Some(b'n' | b'r' | b't' | b'"' | b'\''))
                    || colours_len(value.get(at..).unwrap_or_default()) > 0
            }
            b'&' => name.query || is_parameter(value.get(at + 1..)),
            b'#' => name.query && name.kind != Detector::Password,
            b';' => !line || next.is_none_or(u8::is_ascii_whitespace),
            b',' => {
                !line
                    && (next.is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'"' | b'\''))
                        || is_parameter(value.get(at + 1..))
                        || value.get(..at).is_some_and(|word| word.iter().all(u8::is_ascii_alphabetic)))
            }
            b'|' => link.how == How::Cell,
            b'(' | b'[' | b'{' => {
                depth += 1;
                false
            }
            b')' | b']' | b'}' => {
                depth -= 1;
                depth < 0 && !line
            }
            0x80.. => !hangul && at > 0 && link.how != How::Element,
            _ => false,
        };
        if ends && !(link.how != How::Element && goes_on(value, at)) {
            break;
        }
        at += 1;
    }
    let read = value.get(..at)?;
    if link.how == How::Element && !value.get(at..).is_some_and(|rest| rest.starts_with(b"</")) {
        return None;
    }
    // The end of a sentence, and Markdown's stars.
    let trimmed = read.iter().rev().take_while(|byte| matches!(byte, b'.' | b',' | b':' | b'*')).count();
    let trimmed = if line { 0 } else { trimmed };
    let end = start + at - trimmed;
    (end > start).then_some(Value { range: start..end, end, quoted: false })
}

/// Returns whether a password goes on behind a mark that mostly ends one: what follows without a gap has the marks of a
/// password itself. Else its rest would be left where it stands.
fn goes_on(value: &[u8], at: usize) -> bool {
    let length = match value.get(at) {
        Some(b')' | b']' | b'}' | b';' | b'"' | b'`') => 1,
        // A letter beyond ASCII; a whole word of them is most likely the sentence that goes on.
        Some(0x80..) => value.iter().skip(at).take_while(|byte| **byte >= 0x80).count(),
        _ => return false,
    };
    let rest = value.get(at + length..).unwrap_or_default();
    let is_part = |byte: &&u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'`' | b'\\');
    let word = rest.get(..rest.iter().take(64).take_while(is_part).count()).unwrap_or_default();
    let begins = word.first().is_some_and(u8::is_ascii_alphanumeric);
    length <= LETTER && begins && !is_parameter(Some(rest)) && has_marks(word)
}

/// Most bytes of one letter beyond ASCII.
pub(super) const LETTER: usize = 4;

/// Returns whether the name stands at the start of its line, but for `export` and the like: then the value is the rest.
fn whole_line(text: &[u8], name: &Name) -> bool {
    let before = text.get(name.whole.start.saturating_sub(16)..name.whole.start).unwrap_or_default();
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let reaches_start = before.len() < 16 || line.len() < before.len();
    let word = line.trim_ascii();
    reaches_start && (word.is_empty() || [&b"export"[..], b"set", b"declare -x", b"ENV", b"-e"].contains(&word))
}

/// Returns whether what follows is the next parameter of a list: `user=`, `user:`.
fn is_parameter(rest: Option<&[u8]>) -> bool {
    let rest = rest.unwrap_or_default();
    let name = rest
        .iter()
        .take(32)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ' | b'.'))
        .count();
    name > 0 && rest.first().is_some_and(u8::is_ascii_alphabetic) && matches!(rest.get(name), Some(b'=' | b':'))
}
