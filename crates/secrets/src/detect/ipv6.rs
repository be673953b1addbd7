//! IPv6 addresses of machines: global, unique local and link-local ones.

use std::net::Ipv6Addr;
use std::ops::Range;

use super::Detector;
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan};

/// The longest address, in bytes.
const LONGEST: usize = 45;

/// Looks at the first group of an address and its colon (`2001:`, `fe80:`).
pub(super) fn at(scan: &mut Scan<'_, '_>, hit: Range<usize>) {
    let text = scan.text;
    let before = hit.start.checked_sub(1).and_then(|at| text.get(at));
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'_')) {
        return;
    }
    let rest = text.get(hit.start..hit.start.saturating_add(LONGEST).min(text.len())).unwrap_or_default();
    let length = rest.iter().take_while(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.')).count();
    let mut address = rest.get(..length).unwrap_or_default();
    while let [shorter @ .., b':' | b'.'] = address
        && !address.ends_with(b"::")
    {
        address = shorter;
    }
    let colons = address.iter().filter(|byte| **byte == b':').count();
    let goes_on = rest.get(length).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let parsed = std::str::from_utf8(address).ok().and_then(|text| text.parse::<Ipv6Addr>().ok());
    let Some(parsed) = parsed.filter(|_| colons >= 2 && address.len() >= 7 && !goes_on) else { return };
    let mut reasons = Reasons::none().with(Reason::StructureValid);
    // 2001:db8::/32 is for documentation (RFC 3849).
    if parsed.segments().starts_with(&[0x2001, 0xdb8]) {
        reasons = reasons.with(Reason::Documented);
    }
    let value = hit.start..hit.start + address.len();
    scan.offer(Detector::Ipv6, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}
