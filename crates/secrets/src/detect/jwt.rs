//! JSON Web Tokens.

use std::ops::Range;

use super::Detector;
use crate::check::jwt::{Structure, structure};
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan, starts_word};

/// The longest token, in bytes.
const LONGEST: usize = 16 << 10;

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Looks at `eyJ`, the start of every JSON object in base64.
pub(super) fn at(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let text = scan.text;
    let start = hit.start;
    // No character of a token may stand before it, so that no stretch is read twice.
    let dash = start.checked_sub(1).and_then(|at| text.get(at)) == Some(&b'-');
    if dash || !starts_word(text, start) || text.get(start..hit.end) != Some(b"eyJ") {
        return;
    }
    let rest = text.get(start..start.saturating_add(LONGEST).min(text.len())).unwrap_or_default();
    let part = |from: usize| rest.iter().skip(from).take_while(|byte| is_token(**byte)).count();
    let header = part(0);
    if header < 12 || rest.get(header) != Some(&b'.') {
        return;
    }
    let payload = part(header + 1);
    if payload < 8 {
        return;
    }
    let mut end = header + 1 + payload;
    if rest.get(end) == Some(&b'.') {
        end += match part(end + 1) {
            0 => 0,
            signature => 1 + signature,
        };
    }
    let token = rest.get(..end).unwrap_or_default();
    let reasons = match structure(token) {
        Structure::Signed => Reasons::none().with(Reason::StructureValid),
        Structure::Unsigned => Reasons::none().with(Reason::StructureValid).with(Reason::CutOff),
        Structure::Damaged => Reasons::none().with(Reason::StructureFailed),
        Structure::Other => return,
    };
    let value = start..start + end;
    scan.offer(Detector::Jwt, Offer { matched: value.clone(), value, reasons, prefix: 3 });
}
