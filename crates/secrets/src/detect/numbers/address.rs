//! IPv4 addresses of machines.

use super::Fit;
use super::cluster::{Cluster, Gap};
use super::context::near;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::value::contains_ignoring_case;
use crate::word_list::words;

const ADDRESS_WORDS: &[&[u8]] = words!(
    "ip ips host hosts addr address server ssh ping bind listen gateway node endpoint subnet cidr dns 서버 아이피"
    "주소"
);
const VERSION_WORDS: &[&[u8]] = words!("version ver release build upgrade 버전 sdk driver");

/// Four numbers up to 255 that are no version. Loopback, unspecified, broadcast and public resolvers are nobody's.
pub(super) fn ipv4(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let groups = cluster.take(first, 4)?;
    if !groups.iter().skip(1).all(|group| group.gap == Gap::Dot) {
        return None;
    }
    let start = groups.first()?.start;
    let end = groups.last()?.end;
    let mut octets = [0_u8; 4];
    for (octet, group) in octets.iter_mut().zip(groups) {
        let digits = text.get(group.start..group.end)?;
        if digits.len() > 1 && digits.starts_with(b"0") {
            return None;
        }
        *octet = std::str::from_utf8(digits).ok()?.parse().ok()?;
    }
    let [a, b, c, d] = octets;
    let nobody = a == 0
        || a == 127
        || a >= 224
        || matches!(octets, [8, 8, 8, 8] | [8, 8, 4, 4] | [1, 1, 1, 1] | [1, 0, 0, 1] | [9, 9, 9, 9]);
    if nobody {
        return None;
    }
    let before = text.get(..start)?;
    let tail = before.get(before.len().saturating_sub(16)..)?;
    let url = tail.ends_with(b"://") || tail.ends_with(b"@");
    let after = text.get(end..end.saturating_add(2).min(text.len()))?;
    let port_or_mask = matches!(after, [b':' | b'/', digit] if digit.is_ascii_digit());
    let operator = tail.iter().rev().find(|byte| **byte != b' ');
    let versioned = matches!(operator, Some(b'^' | b'~' | b'>' | b'<'))
        || tail.ends_with(b"==")
        || tail.ends_with(b"= v")
        || tail.ends_with(b"/") && !tail.ends_with(b"//")
        || near(text, start, VERSION_WORDS);
    if versioned && !url && !port_or_mask {
        return None;
    }
    let context = url || port_or_mask || near(text, start, ADDRESS_WORDS);
    let private =
        matches!(octets, [10, ..] | [192, 168, ..] | [172, 16..=31, ..] | [169, 254, ..] | [100, 64..=127, ..]);
    // Versions have small numbers; an address that has only such needs a word.
    // Object identifiers begin with 1 or 2 and a number below 40.
    let identifier = matches!(octets, [1 | 2, 0..40, ..]) && !url && !port_or_mask;
    let small = [a, b, c, d].iter().all(|octet| *octet < 30) || d == 0;
    if identifier || small && !context || contains_ignoring_case(tail, b"chrome/") {
        return None;
    }
    let mut reasons = Reasons::none().with(Reason::StructureValid);
    if context {
        reasons = reasons.with(Reason::Context);
    } else if !private {
        reasons = reasons.with(Reason::WeakValue);
    }
    // TEST-NET-1 to 3 (RFC 5737).
    if matches!(octets, [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _]) {
        reasons = reasons.with(Reason::Documented);
    }
    Fit::new(Detector::Ipv4, 4, reasons)
}
