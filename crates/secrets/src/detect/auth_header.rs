//! `Bearer …` and `Basic …`, in headers and beside them.

use std::ops::Range;

use super::Detector;
use crate::check::Check;
use crate::check::Outcome;
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan, starts_word};
use crate::value::contains_ignoring_case;
use crate::value::digest::{is_uuid, names_its_digest};
use crate::value::entropy::entropy;
use crate::value::shape::Shape;
use crate::value::words::{turns_often, wordiness};

/// The longest credential, in bytes.
const LONGEST: usize = 4096;

/// Looks at `bearer` or `basic`, followed by white space and a credential.
pub(super) fn at(scan: &mut Scan<'_, '_>, detector: Detector, hit: Range<usize>) {
    let text = scan.text;
    if !starts_word(text, hit.start) {
        return;
    }
    let rest = text.get(hit.end..hit.end.saturating_add(LONGEST).min(text.len())).unwrap_or_default();
    let gap = rest.iter().take(4).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let escaped = rest.starts_with(b"%20");
    let gap = if escaped { 3 } else { gap };
    if gap == 0 {
        return;
    }
    let body = rest.get(gap..).unwrap_or_default();
    let length = body.iter().take_while(|byte| is_credential(**byte)).count();
    let length = length - body.get(..length).unwrap_or_default().iter().rev().take_while(|byte| **byte == b'.').count();
    let credential = body.get(..length).unwrap_or_default();
    let before = text.get(hit.start.saturating_sub(32)..hit.start).unwrap_or_default();
    let in_header = contains_ignoring_case(before, b"authorization");
    let start = hit.end + gap;
    let reasons = match detector {
        Detector::Basic => basic(credential, in_header),
        _ => bearer(credential, in_header),
    };
    if let Some(reasons) = reasons {
        let offer = Offer { value: start..start + length, matched: hit.start..start + length, reasons, prefix: 0 };
        scan.offer(detector, offer);
    }
}

/// Token characters of RFC 6750, and the colon that some services add.
fn is_credential(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b':' | b'|')
}

fn basic(credential: &[u8], in_header: bool) -> Option<Reasons> {
    if credential.len() < 8 || credential.iter().any(|byte| matches!(byte, b':' | b'~' | b'|')) {
        return None;
    }
    let checked = Check::BasicPair.of(credential);
    if checked == Outcome::Drop {
        return None;
    }
    let pair = checked == Outcome::Tell(Reason::StructureValid);
    let shape = Shape::of(credential);
    let reasons = Reasons::none().with(Reason::Name);
    if pair && shape.upper + shape.digits > 0 {
        return Some(reasons.with(Reason::StructureValid));
    }
    // Outside of a header "basic" is a word like any other.
    let random = shape.digits > 0 && shape.upper > 0 && shape.lower > 0 && wordiness(credential) < 0.6;
    (in_header && random).then(|| reasons.with(Reason::StructureFailed))
}

fn bearer(credential: &[u8], in_header: bool) -> Option<Reasons> {
    let shape = Shape::of(credential);
    if is_uuid(credential) && !in_header || names_its_digest(credential) || contains_ignoring_case(credential, b"://") {
        return None;
    }
    let shortest = if in_header { 8 } else { 16 };
    let telling = shape.digits > 0 && shape.letters() > 0 && wordiness(credential) < 0.75 || turns_often(credential);
    if credential.len() < shortest || !telling {
        return None;
    }
    let mut reasons = Reasons::none().with(Reason::Name);
    reasons = if entropy(credential) >= 3.0 { reasons.with(Reason::Random) } else { reasons.with(Reason::WeakValue) };
    Some(reasons)
}
