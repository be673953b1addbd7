//! Where characters, words and lines begin and end.

use std::ops::Range;

/// Returns whether a character starts at `at`: every byte but a continuation byte of UTF-8 does, and so does the end.
fn is_boundary(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| (*byte as i8) >= -0x40)
}

/// Returns the start of the character that `at` falls into. In damaged text, where continuation bytes stand alone, the
/// result is at most three bytes away.
pub(crate) fn char_floor(text: &[u8], at: usize) -> usize {
    (0..4).map(|back| at.saturating_sub(back)).find(|at| is_boundary(text, *at)).unwrap_or(at)
}

/// Returns `at`, or the start of the next character when `at` falls into one.
pub(crate) fn char_ceil(text: &[u8], at: usize) -> usize {
    (at..at.saturating_add(4)).find(|at| is_boundary(text, *at)).unwrap_or(at).min(text.len())
}

/// Returns whether a word can start at `at`: no letter, digit or underscore stands before it, unless that belongs to an
/// escape (`\n`, `\x3d`, `\u003d`, `%3D`, a terminal's colour).
pub(crate) fn starts_word(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    match before {
        [] => true,
        [.., last] if !last.is_ascii_alphanumeric() && *last != b'_' => true,
        [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f' | b'0'] => true,
        [.., b'%', high, low] | [.., b'\\', b'x', high, low] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        [.., b'\\', b'u', a, b, c, d] => [a, b, c, d].iter().all(|byte| byte.is_ascii_hexdigit()),
        [.., b'm'] => {
            let tail = before.get(before.len().saturating_sub(12)..).unwrap_or_default();
            tail.iter().rposition(|byte| *byte == 0x1B).is_some_and(|escape| tail.get(escape + 1) == Some(&b'['))
        }
        _ => false,
    }
}

/// Returns whether `at` stands inside a long run of base64: behind a `-`, `+` or `/` that follows twenty characters
/// of capitals, small letters and digits. A prefix there is chance.
pub(crate) fn inside_base64(text: &[u8], at: usize) -> bool {
    const RUN: usize = 20;
    let Some([before @ .., sign @ (b'-' | b'+' | b'/')]) = text.get(..at) else { return false };
    let (mut upper, mut lower, mut digits) = (0, 0, 0);
    for back in before.iter().rev().take(RUN) {
        match back {
            b'A'..=b'Z' => upper += 1,
            b'a'..=b'z' => lower += 1,
            b'0'..=b'9' => digits += 1,
            b'-' | b'_' | b'+' => {}
            _ => return false,
        }
    }
    let drawn = digits >= 1 || *sign == b'+' && upper >= 6;
    before.len() >= RUN && upper >= 3 && lower + digits >= 3 && drawn
}

/// Returns the line round a range, at most 1,024 bytes to either side.
pub(crate) fn line_around(text: &[u8], range: &Range<usize>) -> Range<usize> {
    const REACH: usize = 1024;
    let before = text.get(range.start.saturating_sub(REACH)..range.start).unwrap_or_default();
    let after = text.get(range.end..range.end.saturating_add(REACH).min(text.len())).unwrap_or_default();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(before.len(), |at| before.len() - at - 1);
    let end = after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
    range.start - start..range.end + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_starts_behind_an_escape() {
        let starts = |text: &str| starts_word(text.as_bytes(), text.len());
        for text in ["", " ", "a-", "x=", r"a\n", r"\x3d", r"\u003D", "a%3D", "\x1b[32m", "한"] {
            assert!(starts(text), "{text:?}");
        }
        for text in ["a", "_", "9", "a%3", "0m", "n"] {
            assert!(!starts(text), "{text:?}");
        }
    }

    #[test]
    fn a_prefix_in_the_middle_of_base64_is_chance() {
        let inside = |text: &str| inside_base64(text.as_bytes(), text.len());
        assert!(inside("HpHjkS7liJxa2xGJcqVGoewgVYyHd-") && inside("xx/IK1pQNfAQEbT8WrNg0F1jtR6Wa/"));
        assert!(
            !inside("my-very-long-service-name-")
                && !inside("/a/path/Of/Some/Length/v1/")
                && !inside("-")
                && !inside("")
        );
    }

    #[test]
    fn boundaries_and_lines() {
        let text = "가나\nab\ncd".as_bytes();
        assert_eq!((char_floor(text, 1), char_floor(text, 4), char_ceil(text, 4), char_ceil(text, 6)), (0, 3, 6, 6));
        assert_eq!(line_around(text, &(8..9)), 7..9);
        assert_eq!(char_ceil(&[0x80; 9], 1), 1, "damaged text stays where it is");
    }
}
