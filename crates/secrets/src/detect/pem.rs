//! Private keys in PEM and its relatives: whole, cut off, in one line with escaped line ends, and once more in base64.

use std::ops::Range;

use super::Detector;
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan};
use crate::value::base64_text::decode;
use crate::value::contains_ignoring_case;

/// The longest key with its markers, in bytes.
const LONGEST: usize = 24 << 10;

/// So many characters of base64 make a body; a marker that is only named has none.
const SHORTEST_BODY: usize = 24;

/// The longest label between the dashes.
const LONGEST_LABEL: usize = 64;

/// Looks at `-----BEGIN`, or the four dashes and space of SSH2.
pub(super) fn whole(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let rest = window(scan.text, hit.start);
    let Some(header) = marker(rest, hit.end - hit.start) else { return };
    let body_and_tail = rest.get(header..).unwrap_or_default();
    let body = body_len(body_and_tail);
    let inside = body_and_tail.get(..body).unwrap_or_default();
    if base64_count(inside) < SHORTEST_BODY {
        return;
    }
    let mut reasons = Reasons::none().with(Reason::Prefix);
    let label = rest.get(..header).unwrap_or_default();
    let start_of_body = inside.get(..inside.len().min(512)).unwrap_or_default();
    if contains_ignoring_case(label, b"encrypted") || contains_ignoring_case(start_of_body, b",encrypted") {
        reasons = reasons.with(Reason::Locked);
    }
    let closing = body_and_tail.get(body..).unwrap_or_default();
    let closed = closing.starts_with(b"-----END") || closing.starts_with(b"---- END");
    let length = match marker(closing, 8).filter(|_| closed) {
        Some(tail) => header + body + tail,
        None => {
            reasons = reasons.with(Reason::CutOff);
            header + trimmed(body_and_tail, body)
        }
    };
    let value = hit.start..hit.start + length;
    scan.offer(Detector::PrivateKey, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Looks at `-----END`: the end of a key whose beginning is not here.
pub(super) fn tail(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let text = scan.text;
    let Some(marker) = marker(window(text, hit.start), hit.end - hit.start) else { return };
    let before = text.get(hit.start.saturating_sub(LONGEST)..hit.start).unwrap_or_default();
    let body = before.iter().rev().take_while(|byte| is_body(**byte)).count();
    let start = hit.start - body;
    // What stands before a body that has its beginning is the last dash of the marker.
    if body == before.len() && hit.start > LONGEST || text.get(..start).is_some_and(|before| before.ends_with(b"-")) {
        return;
    }
    let inside = text.get(start..hit.start).unwrap_or_default();
    let lead = inside.iter().rposition(|byte| *byte == b' ').map_or(0, |at| at + 1);
    let lead = if inside.len() - lead < SHORTEST_BODY { 0 } else { lead };
    if base64_count(inside.get(lead..).unwrap_or_default()) < SHORTEST_BODY {
        return;
    }
    let value = start + lead..hit.start + marker;
    let reasons = Reasons::none().with(Reason::Prefix).with(Reason::CutOff);
    scan.offer(Detector::PrivateKeyTail, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Looks at `LS0tLS1CRUdJT`, the base64 of `-----BEGIN`.
pub(super) fn in_base64(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let rest = window(scan.text, hit.start);
    if !rest.starts_with(b"LS0tLS1CRUdJT") || !crate::engine::starts_word(scan.text, hit.start) {
        return;
    }
    let length =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')).count();
    let label = rest.get(..length.min(64) / 4 * 4).and_then(decode).unwrap_or_default();
    if !contains_ignoring_case(&label, b"private key") || length < 100 {
        return;
    }
    let value = hit.start..hit.start + length;
    let reasons = Reasons::none().with(Reason::Prefix).with(Reason::StructureValid);
    scan.offer(Detector::PrivateKeyBase64, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

fn window(text: &[u8], start: usize) -> &[u8] {
    text.get(start..start.saturating_add(LONGEST).min(text.len())).unwrap_or_default()
}

/// Returns the length of a marker that names a private key, its dashes included. `label` is where its words begin.
fn marker(text: &[u8], label: usize) -> Option<usize> {
    let words = text.get(label..)?;
    let length = words
        .iter()
        .take(LONGEST_LABEL)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'_'))
        .count();
    let label_text = words.get(..length)?;
    let dashes = words.iter().skip(length).take(5).take_while(|byte| **byte == b'-').count();
    (contains_ignoring_case(label_text, b"private key") && dashes >= 4).then_some(label + length + dashes)
}

/// Returns whether a byte can stand in a body: base64, white space, quotes and escapes of one-line forms.
fn is_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'+' | b'/' | b'=' | b'\\' | b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns how far a body reaches: to a closing marker, or to what no body holds. Lines such as `Proc-Type: 4,ENCRYPTED`
/// belong to it.
fn body_len(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'-' if text.get(at..at + 4) == Some(b"----") => return at,
            b'-' | b':' | b',' | b'.' | b'(' | b')' | b'@' => {
                // Only inside a header line, which stands near the beginning.
                if at > 600 {
                    return at;
                }
            }
            other if is_body(*other) => {}
            _ => return at,
        }
        at += 1;
    }
    at
}

/// Returns the length of a body without what follows it: of a key that is cut off the last words may be a sentence.
fn trimmed(text: &[u8], body: usize) -> usize {
    let inside = text.get(..body).unwrap_or_default();
    let mut end = 0;
    let mut at = 0;
    for line in inside.split_inclusive(|byte| matches!(byte, b'\n' | b' ' | b'\t')) {
        at += line.len();
        let word = line.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        let is_key = word >= 16 || (end > 0 && word >= 4 && line.contains(&b'=')) || contains_ignoring_case(line, b"-");
        if is_key {
            end = at - line.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        }
    }
    let kept = inside.get(..end).unwrap_or_default();
    kept.len() - kept.iter().rev().take_while(|byte| matches!(byte, b'"' | b'\'' | b'\\' | b',' | b'.' | b')')).count()
}

fn base64_count(text: &[u8]) -> usize {
    text.iter().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')).count()
}
