//! Sentences that give a value away.

use super::link::{How, Link};
use crate::value::contains_ignoring_case;
use crate::word_list::{is_one_of, words};

/// How far a sentence may lead from a name to its value, in bytes.
const SENTENCE: usize = 64;

/// Words after which a value follows.
const IS: &[&[u8]] = words!("is was are equals becomes remains");
const CHANGED: &[&[u8]] =
    words!("changed set rotated reset updated switched moved back temporarily now password token");

/// Words between a name and a value that say the value is no secret.
const HARMLESS: &[&[u8]] = words!(
    "hash hashing hashes digest checksum sha256 commit uuid fingerprint length version revision sha id policy field"
    "manager reset file input prompt rule rules generator strength format type column table entry check validation"
    "encryption algorithm protection protected endpoint store storage model expiry minimum limit count usage header"
);

/// Goes over words that lead to the value: "password for the staging database is …", or to nothing.
pub(super) fn lead(rest: &[u8]) -> Option<Link> {
    let rest = rest.get(..rest.len().min(SENTENCE)).unwrap_or_default();
    let mut at = 0;
    let mut changed = false;
    let mut words = 0;
    while words < 7 {
        let length = rest.get(at..)?.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let word = rest.get(at..at + length)?;
        let next = at + length + 1;
        let last = rest.get(at + length) != Some(&b' ');
        let bare = word.strip_suffix(b":").unwrap_or(word);
        if is_one_of(bare, HARMLESS) {
            return None;
        }
        let is = is_one_of(bare, IS) || changed && bare.eq_ignore_ascii_case(b"to");
        let ends = word.len() > bare.len() && words > 0 || matches!(word, b"=" | b":" | b"->" | b"\xE2\x86\x92");
        if (is || ends) && !last {
            let negated = rest.get(next..).is_some_and(|value| {
                [&b"not "[..], b"no ", b"never ", b"only ", b"a ", b"an ", b"the "]
                    .iter()
                    .any(|no| contains_ignoring_case(value.get(..no.len()).unwrap_or_default(), no))
            });
            return (!negated).then_some(Link { how: How::Word, end: next });
        }
        // "rotated from … to …": only a word with the marks of a password follows.
        if !last && (bare.eq_ignore_ascii_case(b"from") || bare.eq_ignore_ascii_case(b"to")) {
            return Some(Link { how: How::Space, end: next });
        }
        // The first word may be the value itself; a word with the marks of one ends the sentence.
        let plain =
            word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\'' | b'.' | b'/'))
                && word.iter().filter(|byte| byte.is_ascii_digit()).count() * 3 <= word.len();
        if last || !plain || word.is_empty() {
            break;
        }
        changed |= is_one_of(word, CHANGED);
        at = next;
        words += 1;
    }
    Some(Link { how: How::Space, end: 0 })
}

/// Returns how far before a name the value stands that a sentence gives it, as start and end before the name: "use … as
/// the admin password".
pub(super) fn value_before(before: &[u8]) -> Option<(usize, usize)> {
    let mut words = before.strip_suffix(b" ")?.rsplit(|byte| *byte == b' ').take(5);
    let mut skipped = 1;
    words.by_ref().take(4).find(|word| {
        skipped += word.len() + 1;
        word.eq_ignore_ascii_case(b"as")
    })?;
    let word = words.next()?;
    let marks = |byte: &&u8| matches!(byte, b'"' | b'\'' | b'`' | b'*' | b'(' | b')' | b',');
    let (open, close) = (word.iter().take_while(marks).count(), word.iter().rev().take_while(marks).count());
    let end = skipped + close;
    (word.len() > open + close).then(|| (skipped + word.len() - open, end))
}
