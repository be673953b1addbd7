//! Pieces of values that were taken out of texts which stay: the value itself, and every window that holds enough of it.
//!
//! Of a body that is deleted every window is looked for. Here the text round a value stays where it is, so a window counts
//! only when it holds some bytes of the value that chance does not write.

use std::ops::Range;

use sqlite_pages::TextEncoding;

use super::pieces::{Pieces, WINDOW};
use super::texts::{ascii_escaped, in_encoding};

/// So many characters of a value tell it from others; of a shorter one, all of them.
const TELLING: usize = 8;

/// A value where it stood. Holds text; it has no `Debug` output.
pub struct Value {
    before: String,
    value: String,
    after: String,
    /// Length in bytes of what every value of the kind begins with, and what so tells nothing.
    public: usize,
}

impl Value {
    /// Takes a value out of a decoded string (WTF-8), with the text round it as far as a window reaches. `None` where the
    /// range is no text of it.
    pub fn of(text: &[u8], range: Range<usize>, public_prefix: usize) -> Option<Self> {
        let value = std::str::from_utf8(text.get(range.clone())?).ok().filter(|value| !value.is_empty())?.to_owned();
        let before = text.get(..range.start)?.utf8_chunks().last().filter(|last| last.invalid().is_empty());
        let before: Vec<char> = before.map_or("", |last| last.valid()).chars().rev().take(WINDOW).collect();
        let after = text.get(range.end..)?.utf8_chunks().next().map_or("", |first| first.valid());
        let public =
            if value.is_char_boundary(public_prefix) && public_prefix < value.len() { public_prefix } else { 0 };
        Some(Self {
            before: before.into_iter().rev().collect(),
            value,
            after: after.chars().take(WINDOW).collect(),
            public,
        })
    }
}

/// How a text is written.
type Spelling = fn(&str) -> String;

/// As it reads; as JSON writes it; with everything beyond ASCII escaped; with the slash escaped as well.
const SPELLINGS: [Spelling; 4] =
    [str::to_owned, json, |text| ascii_escaped(&json(text)), |text| json(text).replace('/', "\\/")];

fn json(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
}

/// Collects what is left of values: whole, in every spelling and in the database's encoding, and every window that holds at
/// least eight characters of one beyond what all of its kind begin with. A value shorter than six bytes is looked for
/// with the text round it only.
pub fn pieces_of_values(values: &[Value], encoding: TextEncoding) -> Pieces {
    let mut texts = Vec::new();
    let mut exact = Vec::new();
    let encodings = [TextEncoding::Utf8, encoding];
    let encodings = if encoding == TextEncoding::Utf8 { &encodings[..1] } else { &encodings[..] };
    for value in values {
        for encoding in encodings {
            for spelling in SPELLINGS {
                let bytes = |text: &str| in_encoding(&spelling(text), *encoding);
                let (before, whole, after) = (bytes(&value.before), bytes(&value.value), bytes(&value.after));
                let public = bytes(value.value.get(..value.public).unwrap_or_default()).len();
                let unit = if *encoding == TextEncoding::Utf8 { 1 } else { 2 };
                let telling = before.len() + public..before.len() + whole.len();
                let needed = telling.len().min(TELLING * unit);
                let starts = (telling.start + needed).saturating_sub(WINDOW)..telling.end - needed + 1;
                texts.push(([before.as_slice(), &whole, &after].concat(), starts));
                exact.push(whole);
            }
        }
    }
    texts.sort_unstable_by(|one, other| (&one.0, one.1.start).cmp(&(&other.0, other.1.start)));
    texts.dedup();
    exact.sort_unstable();
    exact.dedup();
    Pieces::of_parts(&texts, &exact)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use sqlite_pages::TextEncoding;

    use super::{Value, pieces_of_values};

    fn value(text: &str, secret: &str, public: usize) -> Value {
        let at = text.find(secret).unwrap();
        Value::of(text.as_bytes(), at..at + secret.len(), public).unwrap()
    }

    fn found(value: Value, file: &[u8]) -> usize {
        pieces_of_values(&[value], TextEncoding::Utf8).find(file).len()
    }

    #[test]
    fn a_value_is_found_whole_wherever_it_stands_and_however_it_is_cut_into_parts() {
        let short = pieces_of_values(&[value("login with hunter2xy today", "hunter2xy", 0)], TextEncoding::Utf8);
        let file = b"..hunter2xy..[hunter2xyz] and not hunter2";
        for size in 1..=file.len() {
            assert_eq!(short.find_across(file.chunks(size)).stretches.len(), 2, "parts of {size}");
        }
        let long = "abcdefghijklmnopqrstuvwxyz0123456789";
        assert_eq!(found(value(long, long, 0), format!("--{long}--").as_bytes()), 1);
    }

    #[test]
    fn a_part_of_a_value_with_the_text_before_it_is_found_and_the_text_alone_is_not() {
        let text = ["the deploy key", " is tk_0123456789abcdef, keep it safe for everybody"].concat();
        let secret = || value(&text, "tk_0123456789abcdef", 3);
        assert_eq!(found(secret(), b"the deploy key is tk_01234567"), 1, "eight telling characters");
        assert_eq!(found(secret(), b"the deploy key is tk_0123456"), 0, "seven");
        assert_eq!(found(secret(), b"the deploy key is tk_999999999, keep it safe for everybody"), 0);
        assert_eq!(found(secret(), b"89abcdef, keep it safe for"), 1);
        assert_eq!(found(secret(), b"the deploy key is [REDACTED:key], keep it safe for everybody"), 0);
    }

    #[test]
    fn a_value_is_found_as_json_and_other_encodings_write_it() {
        let secret = || value(&["비밀번호", ": \"한/ab\\c\""].concat(), "한/ab\\c", 0);
        for spelling in ["한/ab\\c", r"한/ab\\c", r"\ud55c/ab\\c", r"한\/ab\\c"] {
            assert_eq!(found(secret(), format!("x {spelling} x").as_bytes()), 1, "{spelling}");
        }
        let wide: Vec<u8> = "_hunter2xy_".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let pieces = pieces_of_values(&[value("hunter2xy", "hunter2xy", 0)], TextEncoding::Utf16Be);
        assert_eq!(pieces.find(&wide).len(), 1);
        assert_eq!(pieces.find(b"_hunter2xy_").len(), 1);
    }

    #[test]
    fn a_very_short_value_is_found_with_the_text_round_it_only() {
        let secret = || value("the pin of the front door is 4711 and no other", "4711", 0);
        assert_eq!(found(secret(), b"year 4711"), 0);
        assert_eq!(found(secret(), b"of the front door is 4711 and"), 1);
        assert_eq!(found(secret(), b"of the front door is 471[ and"), 0);
    }

    #[test]
    fn what_is_no_text_of_the_string_is_no_value() {
        assert!(Value::of(b"abc", 1..9, 0).is_none());
        assert!(Value::of(b"abc", 1..1, 0).is_none());
        assert!(Value::of(b"\xED\xA0\x80secret-1", 3..11, 0).is_some(), "behind a lone surrogate");
        assert!(Value::of(b"\xED\xA0\x80secret-1", 0..11, 0).is_none());
    }
}
