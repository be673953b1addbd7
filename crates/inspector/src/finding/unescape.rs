//! Escapes of JSON undone in text that is no JSON any more: the rest of a body, cut anywhere.

use std::ops::Range;

/// A text with its escapes undone, and the way back.
pub(crate) struct Unescaped {
    pub(crate) text: Vec<u8>,
    /// For each escape: where its character begins in `text`, and where it begins and ends in the original.
    escapes: Vec<(usize, usize, usize)>,
}

impl Unescaped {
    /// Undoes every escape that is one; anything else stays. `None` when there is none.
    pub(crate) fn of(original: &[u8]) -> Option<Self> {
        let mut at = memchr::memchr(b'\\', original)?;
        let mut text = original.get(..at)?.to_vec();
        let mut escapes = Vec::new();
        while let Some(byte) = original.get(at) {
            let rest = original.get(at..).unwrap_or_default();
            if *byte == b'\\'
                && let Some((character, length)) = escape(rest)
            {
                escapes.push((text.len(), at, at + length));
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                at += length;
                continue;
            }
            let run = 1 + memchr::memchr(b'\\', rest.get(1..).unwrap_or_default()).unwrap_or(rest.len());
            let run = run.min(rest.len());
            text.extend_from_slice(rest.get(..run).unwrap_or_default());
            at += run;
        }
        (!escapes.is_empty()).then_some(Self { text, escapes })
    }

    /// Where a range of the text stands in the original.
    pub(crate) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let place = |offset: usize, is_end: bool| {
            let behind = self.escapes.partition_point(|(start, ..)| *start < offset);
            match behind.checked_sub(1).and_then(|at| self.escapes.get(at)) {
                None => offset,
                Some((start, from, to)) => {
                    let next = self.escapes.get(behind).map_or(usize::MAX, |(_, from, _)| *from);
                    // Inside the character itself an end is behind the escape, a start before it.
                    let width = self.text.get(*start).map_or(1, |first| width(*first));
                    match offset.checked_sub(start + width) {
                        Some(rest) => (to + rest).min(next),
                        None if is_end => *to,
                        None => *from,
                    }
                }
            }
        };
        place(range.start, false)..place(range.end, true)
    }
}

/// Length of the UTF-8 character that begins with this byte.
fn width(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Reads one escape: its character and its length. A lone surrogate is none.
fn escape(rest: &[u8]) -> Option<(char, usize)> {
    let simple = match rest.get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let first = unit(rest.get(2..6)?)?;
            if let Some(character) = char::from_u32(first) {
                return Some((character, 6));
            }
            let second = rest.get(6..12)?.strip_prefix(b"\\u").and_then(unit)?;
            let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
            return Some((char::decode_utf16(pair).next()?.ok()?, 12));
        }
        _ => return None,
    };
    Some((simple, 2))
}

fn unit(digits: &[u8]) -> Option<u32> {
    let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Unescaped;

    #[test]
    fn ranges_lead_back_over_escapes() {
        let original = r#"a\u0062c\n\ud83d\ude00d\"e\q"#.as_bytes();
        let undone = Unescaped::of(original).unwrap();
        assert_eq!(undone.text, "abc\n😀d\"e\\q".as_bytes());
        assert_eq!(undone.original(&(1..2)), 1..7);
        assert_eq!(undone.original(&(0..3)), 0..8);
        assert_eq!(undone.original(&(2..3)), 7..8);
        assert_eq!(undone.original(&(4..8)), 10..22);
        assert_eq!(undone.original(&(8..9)), 22..23);
        assert_eq!(undone.original(&(10..11)), 25..26);
        assert!(Unescaped::of(br"plain").is_none() && Unescaped::of(br"C:\q\ud800 x").is_none());
    }
}
