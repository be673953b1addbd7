//! Numbers of people and machines: phones, registration numbers, cards, passports, licences, IPv4 addresses.
//!
//! One pass over the text reads clusters: groups of digits with single separators between. Each kind says what its
//! groups look like; the first kind that fits takes them.

mod address;
mod card;
mod cluster;
mod context;
mod document;
mod phone;
mod registration;

use std::ops::Range;

use self::cluster::Cluster;
use super::Detector;
use crate::confidence::Reasons;
use crate::engine::{Offer, Scan};

/// A number that fits a kind.
struct Fit {
    detector: Detector,
    /// How many groups it takes, from the one that was asked about.
    groups: usize,
    reasons: Reasons,
    /// How many bytes before the first group belong to it (`+`, `(`, a letter, a region).
    before: usize,
    /// Length of its public prefix, `before` included.
    prefix: usize,
}

impl Fit {
    fn new(detector: Detector, groups: usize, reasons: Reasons) -> Option<Self> {
        Some(Self { detector, groups, reasons, before: 0, prefix: 0 })
    }
}

/// Goes over the whole text.
pub(crate) fn run(scan: &mut Scan<'_, '_>) {
    let text = scan.text;
    let mut at = 0;
    while let Some(digit) = next_digit(text, at) {
        at = digit;
        if !cluster::can_begin(text, at) {
            document::passport_at(scan, at);
            at = word_end(text, at);
            continue;
        }
        let cluster = Cluster::read(text, at);
        if cluster.is_long_enough() {
            judge(scan, &cluster);
        }
        at = cluster.end.max(at + 1);
    }
}

/// Returns where the next byte stands that `wanted` picks. Sixteen bytes are looked at together, which processors do in
/// one step.
#[inline]
fn next_where(text: &[u8], from: usize, wanted: impl Fn(&u8) -> bool) -> Option<usize> {
    let (blocks, tail) = text.get(from..)?.as_chunks::<16>();
    let mut at = from;
    for block in blocks {
        if block.iter().fold(false, |any, byte| any | wanted(byte)) {
            return block.iter().position(&wanted).map(|found| at + found);
        }
        at += block.len();
    }
    tail.iter().position(&wanted).map(|found| at + found)
}

fn next_digit(text: &[u8], from: usize) -> Option<usize> {
    next_where(text, from, |byte| byte.wrapping_sub(b'0') < 10)
}

/// Returns where the word that a byte stands in ends, at least one byte on.
fn word_end(text: &[u8], at: usize) -> usize {
    let outside = |byte: &u8| byte.wrapping_sub(b'0') >= 10 && (byte | 0x20).wrapping_sub(b'a') >= 26;
    next_where(text, at, outside).unwrap_or(text.len()).max(at + 1)
}

fn judge(scan: &mut Scan<'_, '_>, cluster: &Cluster) {
    let mut first = 0;
    while first < cluster.groups().len().min(cluster.own) {
        let fit = if cluster.begins(first) {
            registration::resident(scan.text, cluster, first)
                .or_else(|| phone::korean(scan.text, cluster, first))
                .or_else(|| phone::international(scan.text, cluster, first))
                .or_else(|| card::card(scan.text, cluster, first))
                .or_else(|| registration::business(scan.text, cluster, first))
                .or_else(|| registration::social_security(scan.text, cluster, first))
                .or_else(|| document::licence(scan.text, cluster, first))
                .or_else(|| phone::united_states(scan.text, cluster, first))
                .or_else(|| address::ipv4(scan.text, cluster, first))
        } else {
            None
        };
        match fit {
            Some(fit) => {
                first += fit.groups.max(1);
                offer(scan, cluster, first - fit.groups.max(1), fit);
            }
            None => first += 1,
        }
    }
}

fn offer(scan: &mut Scan<'_, '_>, cluster: &Cluster, first: usize, fit: Fit) {
    let groups = cluster.groups();
    let (Some(from), Some(to)) = (groups.get(first), groups.get(first + fit.groups.saturating_sub(1))) else { return };
    let value: Range<usize> = from.start.saturating_sub(fit.before)..to.end;
    scan.offer(fit.detector, Offer { matched: value.clone(), value, reasons: fit.reasons, prefix: fit.prefix });
}
