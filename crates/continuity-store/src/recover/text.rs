//! Runs of text in bytes whose use is not known.
//!
//! A run is a stretch of valid UTF-8 without control characters (U+0000 to U+001F and U+0080 to U+009F), as JSON text
//! without line breaks is. Tab and line ends are no text either: in records they are small numbers, and would join what
//! does not belong together.
//! Where a stretch of bytes begins or ends inside a character, as pages do, the part of the character belongs to the run.
//! A run begins anew where a body of AGS does, and ends at a `}` with a stored time behind it: that is where a row ends, and
//! what follows is the rest of another one.

use std::ops::Range;

use memchr::memchr2_iter;
use memchr::memmem;

/// Names of values that are secret and no text of a body, as AGS stores them in its metadata tables.
const SECRETS: [&[u8]; 3] = [b"signing-secret", b"plan-signing-key", b"state-cleanup-signing-key"];
/// Longest value behind such a name: 32 bytes in base64url are 43 letters.
const SECRET_LENGTH: usize = 64;

/// Finds the runs of at least `least` bytes, in order.
pub(super) fn runs(bytes: &[u8], least: usize) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = run_end(bytes, at);
        if end - at >= least {
            split(bytes, at..end, &mut runs);
        }
        at = end.max(at + 1);
        // Most bytes that are no text are zeros, in long rows.
        at += bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| **byte == 0).count());
    }
    runs.retain(|run| run.len() >= least);
    runs
}

/// Returns how much of a text is text of whole characters.
pub(super) fn length(text: &[u8]) -> usize {
    let end = if text.first().is_some_and(|byte| is_continuation(*byte)) { 0 } else { run_end(text, 0) };
    let whole = text.get(..end).map(std::str::from_utf8);
    whole.map_or(0, |whole| whole.map_or_else(|error| error.valid_up_to(), str::len))
}

/// Returns where the text that begins at `start` ends.
fn run_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    if start == 0 {
        // The rest of a character, of which at most three bytes can be left.
        at += bytes.iter().take(3).take_while(|byte| is_continuation(**byte)).count();
    }
    while let Some(&byte) = bytes.get(at) {
        let length = match byte {
            0x20..=0x7F => 1,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => break,
        };
        if length > 1 {
            let rest = bytes.get(at..).unwrap_or_default();
            let character = rest.get(..length).unwrap_or(rest);
            match std::str::from_utf8(character) {
                Ok(character) if character.chars().any(char::is_control) => break,
                Ok(_) => {}
                // The bytes end within the character.
                Err(error) if error.error_len().is_none() && character.len() == rest.len() => return bytes.len(),
                Err(_) => break,
            }
        }
        at += length;
    }
    at
}

fn is_continuation(byte: u8) -> bool {
    (0x80..=0xBF).contains(&byte)
}

/// How every body and receipt of AGS begins.
const BEGINNING: &[u8] = b"{\"schemaVersion\":";

/// Splits a run where rows and their bodies begin and end, and cuts out what is secret.
fn split(bytes: &[u8], run: Range<usize>, runs: &mut Vec<Range<usize>>) {
    let text = bytes.get(run.clone()).unwrap_or_default();
    let mut start = 0;
    for brace in memchr2_iter(b'{', b'}', text) {
        let (end, next) = match text.get(brace..) {
            Some(rest) if rest.starts_with(BEGINNING) => (brace, brace),
            Some([b'}', behind @ ..]) => match time_length(behind) {
                Some(length) => (brace + 1, brace + 1 + length),
                None => continue,
            },
            _ => continue,
        };
        without_secrets(text, start..end, run.start, runs);
        start = next;
    }
    without_secrets(text, start..text.len(), run.start, runs);
}

fn without_secrets(text: &[u8], range: Range<usize>, offset: usize, runs: &mut Vec<Range<usize>>) {
    let part = text.get(range.clone()).unwrap_or_default();
    let found = SECRETS.iter().filter_map(|name| Some((memmem::find(part, name)?, name.len()))).min();
    match found {
        None => runs.push(offset + range.start..offset + range.end),
        Some((at, length)) => {
            let behind = part.get(at + length..).unwrap_or_default();
            let is_value = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-' || **byte == b'_';
            let value = behind.iter().take(SECRET_LENGTH).take_while(is_value).count();
            runs.push(offset + range.start..offset + range.start + at);
            without_secrets(text, range.start + at + length + value..range.end, offset, runs);
        }
    }
}

/// Returns the length of the time with which a text begins, as AGS stores times: `2026-09-20T01:00:00.000Z`.
pub(super) fn time_length(text: &[u8]) -> Option<usize> {
    const FORM: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let fits = |(byte, form): (&u8, &u8)| if *form == b'd' { byte.is_ascii_digit() } else { byte == form };
    if !text.get(..FORM.len())?.iter().zip(FORM).all(fits) {
        return None;
    }
    let behind = text.get(FORM.len()..)?;
    let fraction = behind.iter().take(10).take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    (behind.get(fraction) == Some(&b'Z')).then_some(FORM.len() + fraction + 1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::single_range_in_vec_init)]
    use super::runs;

    #[test]
    fn runs_end_at_control_characters_and_broken_characters() {
        let bytes = b"\0\0first run\x01\x02second run\xFFthird run\tfourth\nab";
        let found: Vec<&[u8]> = runs(bytes, 4).into_iter().map(|run| &bytes[run]).collect();
        assert_eq!(found, [&b"first run"[..], b"second run", b"third run", b"fourth"]);
    }

    #[test]
    fn a_character_that_a_page_cuts_belongs_to_the_run() {
        let text = "한국어 한국어".as_bytes();
        for start in 0..3 {
            for end in text.len() - 2..=text.len() {
                assert_eq!(runs(&text[start..end], 4), [0..end - start], "{start}..{end}");
            }
        }
        // Four parts of characters are none.
        assert_eq!(runs(b"\x80\x80\x80\x80text", 4), [4..8]);
    }

    #[test]
    fn a_run_ends_with_its_row() {
        let bytes = b"the end\"}2026-09-20T01:00:05.000Zsha256:00{\"schemaVersion\":{}}2026the rest";
        let found: Vec<&[u8]> = runs(bytes, 4).into_iter().map(|run| &bytes[run]).collect();
        assert_eq!(found, [&b"the end\"}"[..], b"sha256:00", b"{\"schemaVersion\":{}}2026the rest"]);
    }

    #[test]
    fn keys_of_a_store_are_no_text() {
        let key = "A0-_".repeat(10);
        let bytes = format!("before it signing-secret{key}\0signing-secret{key}");
        let found: Vec<&str> = runs(bytes.as_bytes(), 4).into_iter().map(|run| &bytes[run]).collect();
        assert_eq!(found, ["before it "]);
    }
}
