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

/// The widest gap between two lines, in bytes: an indented block with numbers before its lines.
const WIDEST_GAP: usize = 96;

/// The longest label between the dashes.
const LONGEST_LABEL: usize = 64;

/// Looks at `-----BEGIN`, or the four dashes and space of SSH2.
pub(super) fn whole(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let rest = window(scan.text, hit.start);
    let Some(header) = marker(rest, hit.end - hit.start) else { return };
    let behind = rest.get(header..).unwrap_or_default();
    let body = Body::read(behind);
    if body.base64 < SHORTEST_BODY {
        return;
    }
    let mut reasons = Reasons::none().with(Reason::Prefix);
    let label = rest.get(..header).unwrap_or_default();
    let first_lines = behind.get(..body.end.min(512)).unwrap_or_default();
    if contains_ignoring_case(label, b"encrypted") || contains_ignoring_case(first_lines, b",encrypted") {
        reasons = reasons.with(Reason::Locked);
    }
    let closing = behind.get(body.next..).unwrap_or_default();
    let closed = closing.starts_with(b"-----END") || closing.starts_with(b"---- END");
    let length = match marker(closing, 8).filter(|_| closed) {
        Some(tail) => header + body.next + tail,
        None => {
            reasons = reasons.with(Reason::CutOff);
            header + body.end
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
    let Some((body, base64)) = body_before(before) else { return };
    if base64 < SHORTEST_BODY {
        return;
    }
    let value = hit.start - body..hit.start + marker;
    let reasons = Reasons::none().with(Reason::Prefix).with(Reason::CutOff);
    scan.offer(Detector::PrivateKeyTail, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Looks at `LS0tLS1CRUdJT`, the base64 of `-----BEGIN`.
pub(super) fn in_base64(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let rest = window(scan.text, hit.start);
    if !rest.starts_with(b"LS0tLS1CRUdJT") || !crate::engine::starts_word(scan.text, hit.start) {
        return;
    }
    let length = wrapped_len(rest);
    let label = rest.get(..length.min(64) / 4 * 4).and_then(decode).unwrap_or_default();
    if !contains_ignoring_case(&label, b"private key") || length < 100 {
        return;
    }
    let value = hit.start..hit.start + length;
    let reasons = Reasons::none().with(Reason::Prefix).with(Reason::StructureValid);
    scan.offer(Detector::PrivateKeyBase64, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Returns the length of base64 that may be wrapped into lines of at least forty characters.
fn wrapped_len(text: &[u8]) -> usize {
    let mut at = text.iter().take_while(|byte| is_base64(**byte)).count();
    let mut last = at;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | b' ' | b'\t')).count();
        let gap = if rest.starts_with(b"\\n") { 2 } else { ends };
        let line = rest.get(gap..).unwrap_or_default().iter().take_while(|byte| is_base64(**byte)).count();
        // The last line is shorter than the one before it; what follows padding, or a line that is not wrapped, is
        // another text.
        let padded = text.get(..at).is_some_and(|read| read.ends_with(b"="));
        if gap == 0 || line == 0 || padded || !(40..=120).contains(&last) || line > last {
            return at;
        }
        at += gap + line;
        last = line;
    }
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
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'_' | b'%' | b'+'))
        .count();
    let label_text = words.get(..length)?;
    let named = [&b"private key"[..], b"private%20key", b"private+key"];
    let dashes = words.iter().skip(length).take(5).take_while(|byte| **byte == b'-').count();
    (named.iter().any(|name| contains_ignoring_case(label_text, name)) && dashes >= 4)
        .then_some(label + length + dashes)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// What stands between the markers of a key.
struct Body {
    /// Where its last line ends.
    end: usize,
    /// Where what follows the white space behind it begins.
    next: usize,
    /// How many characters of base64 it has.
    base64: usize,
}

impl Body {
    /// Reads lines of base64 with real or escaped line ends or spaces between, after header lines
    /// (`Proc-Type: 4,ENCRYPTED`). The lines of a cut-off key end where a sentence begins.
    fn read(text: &[u8]) -> Self {
        let mut body = Self { end: 0, next: 0, base64: 0 };
        loop {
            let gap = gap_len(text.get(body.next..).unwrap_or_default());
            // What stands far behind is no line of this key.
            if gap > WIDEST_GAP {
                return body;
            }
            let start = body.next + gap;
            let rest = text.get(start..).unwrap_or_default();
            let line = line_len(rest);
            if body.base64 < SHORTEST_BODY
                && let Some(length) = header_len(rest)
            {
                body.next = start + length;
                continue;
            }
            let behind = rest.get(line..).unwrap_or_default();
            let after = behind.get(gap_len(behind)..).unwrap_or_default();
            let word = rest.get(..line).unwrap_or_default();
            let last = after.is_empty() || after.starts_with(b"----");
            let short = word.iter().any(|byte| !byte.is_ascii_alphabetic()) && (last || !behind.starts_with(b" "));
            let cut = (last || after.starts_with("…".as_bytes()) || after.starts_with(b"..."))
                && text.get(body.next..start).is_some_and(|gap| gap.contains(&b'\n') || gap.starts_with(b"\\n"));
            if line == 0 || line < 16 && !word.contains(&b'=') && !short && !cut && !after.starts_with(b"----") {
                if rest.starts_with(b"----") {
                    body.next = start;
                }
                return body;
            }
            body.base64 += line;
            body.end = start + line;
            body.next = body.end;
        }
    }
}

/// Returns the length of a line of base64, in which `+`, `/` and `=` may be escaped as URLs do.
fn line_len(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += match text.get(at..).unwrap_or_default() {
            [b'%', b'2', b'B' | b'b' | b'F' | b'f', ..] | [b'%', b'3', b'D' | b'd', ..] => 3,
            [byte, ..] if is_base64(*byte) => 1,
            _ => return at,
        }
    }
}

/// Returns the length of what tools put before a line: its number and a bar, or the sign of a patch.
fn margin_len(line: &[u8]) -> usize {
    let number = line.iter().take(7).take_while(|byte| byte.is_ascii_digit()).count();
    match line.get(number..).unwrap_or_default() {
        [b'\t' | b'|', ..] if (1..7).contains(&number) => number + 1,
        [b' ', b'|', ..] | [b':', b' ' | b'\t', ..] if (1..7).contains(&number) => number + 2,
        [0xE2, 0x86, 0x92, ..] if (1..7).contains(&number) => number + 3,
        [b'-', next, ..] if number == 0 && is_base64(*next) => 1,
        [b'-', b'-', b'-', b'-', b'-', b'-', ..] => 1,
        _ => 0,
    }
}

/// Returns the length of white space, escaped line ends, the quotes and signs of strings that are joined, and what tools
/// put before lines.
fn gap_len(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += match text.get(at..).unwrap_or_default() {
            [b'\n', rest @ ..] => {
                let indent = rest.iter().take(16).take_while(|byte| **byte == b' ').count();
                let margin = margin_len(rest.get(indent..).unwrap_or_default());
                1 + if margin > 0 { indent + margin } else { 0 }
            }
            [b'%', b'0', b'A' | b'a' | b'D' | b'd', ..] | [b'%', b'2', b'0', ..] => 3,
            [b'\\', b'\\', b'n' | b'r', ..] => 3,
            [b'\\', b'n' | b'r' | b't', ..] => 2,
            [b'\\', b'\n' | b'\r' | b'"', ..] => 2,
            [b'+' | b'.', b' ' | b'\n', ..] => 1,
            [b' ' | b'\t' | b'\r' | b'"' | b'\'' | b',' | b'>' | b'|' | b'#', ..] => 1,
            _ => return at,
        }
    }
}

/// Returns the length of a line such as `Proc-Type: 4,ENCRYPTED` or `Comment: "…"`.
fn header_len(text: &[u8]) -> Option<usize> {
    let name = text.iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    if name == 0 || text.get(name..name + 2) != Some(b": ") {
        return None;
    }
    let line = text
        .iter()
        .take(200)
        .enumerate()
        .find(|(at, byte)| **byte == b'\n' || **byte == b'\\' && matches!(text.get(at + 1), Some(b'n' | b'r')))?;
    Some(line.0)
}

/// Returns the length of the lines that end right before a closing marker, and how much base64 they hold; `None` when
/// an opening marker stands before them.
fn body_before(text: &[u8]) -> Option<(usize, usize)> {
    let (mut at, mut start, mut base64) = (text.len(), text.len(), 0);
    while at > 0 {
        let rest = text.get(..at)?;
        let mut gap = rest.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r' | b' ' | b'"')).count();
        if rest.get(..at - gap).is_some_and(|rest| rest.ends_with(b"\\n") || rest.ends_with(b"\\r")) {
            gap += 2;
        }
        let rest = rest.get(..at - gap)?;
        if rest.ends_with(b"--") {
            return None;
        }
        let mut line = rest.iter().rev().take_while(|byte| is_base64(**byte)).count();
        let escaped = rest.get(..rest.len() - line).is_some_and(|before| before.ends_with(b"\\"));
        if escaped && rest.get(rest.len() - line).is_some_and(|byte| matches!(byte, b'n' | b'r')) {
            line -= 1;
        }
        let known = line >= 16
            || rest.get(rest.len() - line..).is_some_and(|line| line.contains(&b'='))
            || start == text.len() && line > 0;
        if gap == 0 && start < text.len() || !known {
            break;
        }
        at = rest.len() - line;
        start = at;
        base64 += line;
    }
    Some((text.len() - start, base64))
}
