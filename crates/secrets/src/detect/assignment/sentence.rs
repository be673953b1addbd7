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
    // Words that lead to a value are English.
    if matches!(rest, [0xEA..=0xED, ..]) {
        return Some(Link { how: How::Space, end: 0 });
    }
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
        let longest = if words == 0 { 6 } else { 16 };
        let drawn = word.len() >= longest && word.iter().any(u8::is_ascii_digit);
        if last || !plain || drawn || word.is_empty() {
            break;
        }
        changed |= is_one_of(word, CHANGED);
        at = next;
        words += 1;
    }
    Some(Link { how: How::Space, end: 0 })
}

/// Words before a name after which a word with a digit is a value: "login with password …".
const GIVEN: &[&[u8]] = words!(
    "with user username login account admin root temp temporary initial default set changed reset as id new old"
);

/// Returns whether what stands before a name says that its value follows.
pub(super) fn gives(before: &[u8]) -> bool {
    let tail = before.get(before.len().saturating_sub(32)..).unwrap_or_default();
    let line = tail.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.split(|byte| !byte.is_ascii_alphanumeric()).any(|word| is_one_of(word, GIVEN))
}

/// Returns whether a name goes on to speak of something else: "the password hasher".
pub(super) fn goes_on(behind: &[u8]) -> bool {
    let Some(rest) = behind.strip_prefix(b" ") else { return false };
    let length = rest.iter().take(24).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let word = rest.get(..length).unwrap_or_default();
    is_one_of(word, HARMLESS) || is_one_of(word, words!("hasher hashing verifier encoder kdf module library"))
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
