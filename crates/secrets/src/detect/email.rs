//! Addresses for mail.

use crate::value::contains_ignoring_case;
use crate::word_list::{is_one_of, words};
use std::ops::Range;

use super::Detector;
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan};

/// Longest local part (RFC 5321) and domain that is read, in bytes.
const LOCAL: usize = 64;
const DOMAIN: usize = 253;

/// Last labels that are file types, not domains.
const FILE_TYPES: &[&[u8]] = words!(
    "png jpg jpeg gif svg webp ico css js ts jsx tsx mjs json html xml yml yaml toml lock txt pdf zip gz tgz"
    "woff woff2 map service target timer socket"
);

/// Local parts of machines, not of people.
const MACHINES: &[&[u8]] = words!("noreply no-reply donotreply do-not-reply mailer-daemon git hg svn");

/// Domains that documentation uses (RFC 2606).
const DOCUMENTED: &[&[u8]] = words!("example.com example.org example.net .example .test .invalid");

/// Looks at `@`.
pub(super) fn at(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let text = scan.text;
    let before = text.get(hit.start.saturating_sub(LOCAL + 1)..hit.start).unwrap_or_default();
    let mut local = before.iter().rev().take_while(|byte| is_local(**byte)).count();
    // An escape such as \n or %3A before the address is no part of it.
    let word = before.get(before.len() - local..).unwrap_or_default();
    if let Some(skip) = escape_len(before, before.len() - local, word) {
        local -= skip;
    }
    let lead = before
        .get(before.len() - local..)
        .unwrap_or_default()
        .iter()
        .take_while(|byte| !byte.is_ascii_alphanumeric() && **byte != b'_')
        .count();
    local -= lead;
    // A name in Hangul, as internationalised addresses have.
    if local == 0 {
        local = hangul_before(before);
    }
    let start = hit.start - local;
    let name = text.get(start..hit.start).unwrap_or_default();
    if name.is_empty() || local > LOCAL || name.ends_with(b".") || is_machine(name) {
        return;
    }
    let after = text.get(hit.end..hit.end.saturating_add(DOMAIN).min(text.len())).unwrap_or_default();
    let Some(length) = domain_len(after).or_else(|| hangul_domain_len(after)) else { return };
    let domain = after.get(..length).unwrap_or_default();
    // user:password@host belongs to another rule, user@host:path is a remote, a@b@c is no address.
    let next = after.get(length);
    if next == Some(&b'@')
        || is_url(text, start)
        || name.eq_ignore_ascii_case(b"git")
        || domain.to_ascii_lowercase().ends_with(b"noreply.github.com")
    {
        return;
    }
    if next == Some(&b':')
        && after.get(length + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'~'))
    {
        return;
    }
    let mut reasons = Reasons::none().with(Reason::StructureValid);
    let lower = domain.to_ascii_lowercase();
    if DOCUMENTED.iter().any(|known| lower.ends_with(known)) {
        reasons = reasons.with(Reason::Documented);
    }
    let value = start..hit.end + length;
    scan.offer(Detector::Email, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Returns the length of the Hangul syllables at the end of a text (U+AC00 to U+D7A3: EA B0 80 to ED 9E A3).
fn hangul_before(text: &[u8]) -> usize {
    let syllables = text.rchunks_exact(3).take_while(|bytes| is_hangul(bytes));
    syllables.count() * 3
}

fn is_hangul(bytes: &[u8]) -> bool {
    matches!(bytes, [0xEA..=0xED, 0x80..=0xBF, 0x80..=0xBF])
}

/// Returns the length of a domain in Hangul: `한국.kr`, `회사.한국`, and hosts in it.
fn hangul_domain_len(text: &[u8]) -> Option<usize> {
    let label = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.chunks_exact(3).take(21).take_while(|bytes| is_hangul(bytes)).count() * 3
    };
    let first = label(0);
    if first == 0 || text.get(first) != Some(&b'.') {
        return None;
    }
    let rest = text.get(first + 1..)?;
    let own = "한국".as_bytes();
    if rest.starts_with(own) {
        return Some(first + 1 + own.len());
    }
    let last = rest.iter().take(12).take_while(|byte| byte.is_ascii_lowercase() || **byte == b'.').count();
    let known = rest.get(..last).map(|last| last.strip_suffix(b".").unwrap_or(last))?;
    is_one_of(known, words!("kr com net org co.kr or.kr")).then_some(first + 1 + known.len())
}

fn is_machine(name: &[u8]) -> bool {
    is_one_of(name, MACHINES) || contains_ignoring_case(name, b"noreply") || contains_ignoring_case(name, b"no-reply")
}

fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'%' | b'\'')
}

/// Returns how many bytes at the start of a word belong to an escape.
fn escape_len(before: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let slash = before.get(..at).is_some_and(|text| text.ends_with(b"\\"));
    match word {
        [b'n' | b't' | b'r', ..] if slash => Some(1),
        [b'u', a, b, c, d, ..] if slash && [a, b, c, d].iter().all(|byte| byte.is_ascii_hexdigit()) => Some(5),
        [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => Some(3),
        _ => None,
    }
}

/// Returns the length of a domain with at least two labels whose last is letters; `None` when there is none.
fn domain_len(text: &[u8]) -> Option<usize> {
    let whole = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')).count();
    let mut domain = text.get(..whole)?;
    while let [rest @ .., b'.' | b'-'] = domain {
        domain = rest;
    }
    let last = domain.rsplit(|byte| *byte == b'.').next()?;
    let labels = domain.split(|byte| *byte == b'.').collect::<Vec<_>>();
    let sound = labels.len() >= 2
        && labels
            .iter()
            .all(|label| !label.is_empty() && label.len() <= 63 && !label.starts_with(b"-") && !label.ends_with(b"-"))
        && (2..=24).contains(&last.len())
        && last.iter().all(u8::is_ascii_alphabetic)
        && !is_one_of(last, FILE_TYPES);
    // `@decorator.member` of code: a domain is followed by no bracket.
    let call = matches!(text.get(domain.len()), Some(b'(' | b'['));
    (sound && !call).then_some(domain.len())
}

/// Returns whether the name is the user of a URL: `https://user@host`, `ssh://git@host`.
fn is_url(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(64)..start).unwrap_or_default();
    before.ends_with(b"://")
        || before.ends_with(b":")
            && memchr::memmem::rfind(before, b"://").is_some_and(|at| {
                before
                    .get(at + 3..)
                    .is_some_and(|name| name.iter().all(|byte| !byte.is_ascii_whitespace() && *byte != b'/'))
            })
}
