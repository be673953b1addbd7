//! Passports and driving licences of Korea.

use super::Fit;
use super::cluster::{Cluster, Gap, lengths};
use super::context::near;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::engine::{Offer, Scan, starts_word};
use crate::word_list::words;

const PASSPORT_WORDS: &[&[u8]] = words!("passport 여권");
const LICENCE_WORDS: &[&[u8]] = words!("licence license driver 면허 운전");

/// Regions that licences were numbered by before they got two digits.
const REGIONS: &[&[u8]] =
    words!("서울 부산 대구 인천 광주 대전 울산 경기 강원 충북 충남 전북 전남 경북 경남 제주 세종");

/// Looks at a digit inside a word: passports have a letter for their kind and eight digits, or since December 2021 three
/// digits, a letter and four digits.
pub(super) fn passport_at(scan: &mut Scan<'_, '_>, at: usize) {
    let text = scan.text;
    let Some(start) = at.checked_sub(1) else { return };
    let Some(kind @ (b'M' | b'S' | b'R' | b'O' | b'D' | b'G' | b'P' | b'm' | b's')) = text.get(start) else { return };
    // Before 2008 two letters and seven digits.
    let pair = start.checked_sub(1).filter(|at| *kind == b'M' && text.get(*at) == Some(&b'P'));
    let number = text.get(at..at.saturating_add(8).min(text.len())).unwrap_or_default();
    let digits = |part: Option<&[u8]>| part.is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    let old = number.len() == 8 && digits(Some(number));
    let new = number.len() == 8
        && digits(number.get(..3))
        && number.get(3).is_some_and(u8::is_ascii_uppercase)
        && digits(number.get(4..));
    let first = pair.unwrap_or(start);
    let length = if pair.is_some() { 7 } else { 8 };
    let old = old || pair.is_some() && digits(number.get(..7));
    let ends = !text.get(at + length).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_'));
    let joined = matches!(text.get(at + length..at + length + 2), Some([b'-' | b'.', next]) if next.is_ascii_alphanumeric())
        || matches!(first.checked_sub(2).and_then(|from| text.get(from..first)), Some([word, b'-' | b'.' | b'/']) if word.is_ascii_alphanumeric());
    if !(old || new) || !ends || joined || !starts_word(text, first) {
        return;
    }
    let context = near(text, first, PASSPORT_WORDS);
    if !context && (*kind != b'M' || pair.is_some()) {
        return;
    }
    let reasons = Reasons::none().with(Reason::StructureValid);
    let reasons = if context { reasons.with(Reason::Context) } else { reasons.with(Reason::WeakValue) };
    let value = first..at + length;
    scan.offer(Detector::PassportKorea, Offer { matched: value.clone(), value, reasons, prefix: 0 });
}

/// Driving licences: region (11 to 28, or its name), year, serial number, check digits.
pub(super) fn licence(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let reasons = Reasons::none().with(Reason::StructureValid);
    let told = |start: usize, reasons: Reasons| {
        if near(text, start, LICENCE_WORDS) { reasons.with(Reason::Context) } else { reasons }
    };
    if let Some(groups) = cluster.take(first, 4).filter(|groups| lengths(groups, &[2, 2, 6, 2])) {
        let head = groups.first()?;
        let region: u32 = std::str::from_utf8(text.get(head.start..head.end)?).ok()?.parse().ok()?;
        let gap = groups.get(1)?.gap;
        let even = groups.iter().skip(1).all(|group| group.gap == gap) && (gap == Gap::Dash || gap == Gap::Space);
        if !even {
            return None;
        }
        let reasons = told(
            head.start,
            if (11..=28).contains(&region) { reasons } else { Reasons::none().with(Reason::StructureFailed) },
        );
        return Fit::new(Detector::LicenceKorea, 4, reasons);
    }
    let groups = cluster.take(first, 3).filter(|groups| lengths(groups, &[2, 6, 2]))?;
    let head = groups.first()?;
    let before = text.get(..head.start)?;
    let gap = before.iter().rev().take(2).take_while(|byte| matches!(byte, b' ' | b'-')).count();
    let name = before.get(..before.len() - gap)?;
    let region = REGIONS.iter().find(|region| name.ends_with(region));
    let even = groups.get(1)?.gap == Gap::Dash && groups.get(2)?.gap == Gap::Dash;
    let region = region.filter(|_| even)?;
    let reasons = told(head.start, reasons);
    Some(Fit { detector: Detector::LicenceKorea, groups: 3, reasons, before: gap + region.len(), prefix: 0 })
}
