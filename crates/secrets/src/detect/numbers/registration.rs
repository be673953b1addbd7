//! Registration numbers of people and businesses.

use super::Fit;
use super::cluster::{Cluster, Gap, Group, digits_of, lengths};
use super::context::near;
use crate::check::calendar::is_day;
use crate::check::korea::{business_check_digit, foreigner_check_digit, resident_check_digit};
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::word_list::words;

const RESIDENT_WORDS: &[&[u8]] = words!("주민 외국인 생년월일 rrn resident foreigner jumin ssn registration");
const SOCIAL_WORDS: &[&[u8]] = words!("ssn social taxpayer");
const CORPORATE_WORDS: &[&[u8]] = words!("법인 corporate account");
const BUSINESS_WORDS: &[&[u8]] = words!("사업자 business brn tax 등록번호");

/// Resident and foreigner registration numbers: day of birth, then a digit for sex and century (1 to 4 and 9, 0 for
/// residents, 5 to 8 for foreigners). Thirteen bare digits need the check digit.
pub(super) fn resident(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let groups = match cluster.take(first, 2).filter(|groups| lengths(groups, &[6, 7]) && is_joined(groups)) {
        Some(groups) => groups,
        None => cluster.take(first, 1).filter(|groups| lengths(groups, &[13]))?,
    };
    let start = groups.first()?.start;
    let digits = digits_of(text, groups);
    let (bare, context) = (groups.len() == 1, || near(text, start, RESIDENT_WORDS));
    let pair = |at: usize| {
        digits.get(at..at + 2).map_or(0, |pair| pair.iter().fold(0, |number, digit| number * 10 + u32::from(*digit)))
    };
    let day = is_day(pair(0), pair(2), pair(4));
    let sex = *digits.get(6)?;
    let stated = u32::from(*digits.last()?);
    let foreigner = matches!(sex, 5..=8);
    let check = if foreigner { foreigner_check_digit(&digits) } else { resident_check_digit(&digits) } == stated;
    let detector = if foreigner { Detector::ForeignerKorea } else { Detector::ResidentKorea };
    let reasons = Reasons::none();
    if bare {
        // Milliseconds since 1970 have thirteen digits too.
        let moment = digits.starts_with(&[1, 6]) || digits.starts_with(&[1, 7]) || digits.starts_with(&[1, 8]);
        let sure = day && check && (!moment || context());
        return if sure {
            Fit::new(detector, 1, reasons.with(Reason::ChecksumValid).with(Reason::BareDigits))
        } else {
            None
        };
    }
    if !day {
        return if context() {
            Fit::new(detector, 2, reasons.with(Reason::StructureFailed).with(Reason::Context))
        } else {
            None
        };
    }
    if !check && near(text, start, CORPORATE_WORDS) && !context() {
        return None;
    }
    let reasons = reasons.with(Reason::StructureValid);
    if check {
        return Fit::new(detector, 2, reasons.with(Reason::ChecksumValid));
    }
    Fit::new(detector, 2, reasons.with(Reason::ChecksumFailed).with(Reason::NoCheckDigitSince2020))
}

fn is_joined(groups: &[Group]) -> bool {
    groups.get(1).is_some_and(|group| matches!(group.gap, Gap::Dash | Gap::Space))
}

/// Business registration numbers, 3-2-5; ten bare digits need the check digit and a word.
pub(super) fn business(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let groups = match cluster.take(first, 3).filter(|groups| lengths(groups, &[3, 2, 5])) {
        Some(groups) => groups,
        None => cluster.take(first, 1).filter(|groups| lengths(groups, &[10]))?,
    };
    let start = groups.first()?.start;
    let digits = digits_of(text, groups);
    let check = digits.last().is_some_and(|last| business_check_digit(&digits) == u32::from(*last));
    if groups.len() == 1 && !check {
        return None;
    }
    let context = near(text, start, BUSINESS_WORDS);
    if groups.len() == 1 {
        let reasons = Reasons::none().with(Reason::ChecksumValid).with(Reason::Context).with(Reason::BareDigits);
        return if context { Fit::new(Detector::BusinessKorea, 1, reasons) } else { None };
    }
    if groups.get(1)?.gap != groups.get(2)?.gap
        || groups.get(1)?.gap != Gap::Dash && !context
        || digits.first() == Some(&0)
    {
        return None;
    }
    let reasons = Reasons::none().with(if check { Reason::ChecksumValid } else { Reason::ChecksumFailed });
    Fit::new(Detector::BusinessKorea, 3, if context { reasons.with(Reason::Context) } else { reasons })
}

/// Social security numbers of the United States, 3-2-4: never 000, 666 or 9xx in front, 00 or 0000 behind.
pub(super) fn social_security(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let groups = cluster.take(first, 3).filter(|groups| lengths(groups, &[3, 2, 4]))?;
    let [area, group, serial] = groups else { return None };
    if group.gap != Gap::Dash || serial.gap != Gap::Dash {
        return None;
    }
    let part = |group: &Group| text.get(group.start..group.end).unwrap_or_default();
    let area_text = part(area);
    let void = area_text == b"000"
        || area_text == b"666"
        || area_text.starts_with(b"9")
        || part(group) == b"00"
        || part(serial) == b"0000";
    if void {
        return None;
    }
    let context = near(text, area.start, SOCIAL_WORDS);
    let reasons = Reasons::none().with(Reason::StructureValid);
    let reasons = if context { reasons.with(Reason::Context) } else { reasons.with(Reason::WeakValue) };
    Fit::new(Detector::SocialSecurityUs, 3, reasons)
}
