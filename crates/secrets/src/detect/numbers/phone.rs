//! Phone numbers.
//!
//! Source: the numbering plan of the Republic of Korea (Ministry of Science and ICT) and ITU-T E.164.

use super::Fit;
use super::cluster::{Cluster, Gap, Group, digits_of, evenly};
use super::context::near;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::engine::starts_word;
use crate::word_list::words;

const PHONE_WORDS: &[&[u8]] =
    words!("phone tel mobile cell call fax sms whatsapp contact 전화 연락처 휴대폰 휴대전화 핸드폰 폰번호 팩스");

/// Korean numbers as dialled in Korea: mobile, landline, internet and safety numbers. Numbers of companies (15xx, 080)
/// are no personal data.
pub(super) fn korean(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let head = cluster.groups().get(first)?;
    let digits = text.get(head.start..head.end)?;
    let valid = Reasons::none().with(Reason::StructureValid);
    // 010-0000-0000 shows where a number goes.
    if digits_of(text, cluster.take(first, 3).unwrap_or_default()).iter().skip(3).all(|digit| *digit == 0)
        && cluster.take(first, 3).is_some()
    {
        return None;
    }
    if let Some(groups) = cluster.take(first, 3).filter(|groups| is_three(groups)) {
        let [_, middle, last] = groups else { return None };
        let sound = matches!(middle.len(), 3 | 4) && last.len() == 4 && (is_mobile(digits) || is_area(digits));
        let context = sound && near(text, head.start, PHONE_WORDS);
        let dotted = last.gap == Gap::Dot && !context && !(digits == b"010" && middle.len() == 4);
        if sound && is_mobile(digits) && !dotted {
            let reasons = if context { valid.with(Reason::Context) } else { valid };
            let bracket =
                usize::from(text.get(head.start.wrapping_sub(1)) == Some(&b'(') && middle.gap == Gap::Bracket);
            return Some(Fit { detector: Detector::MobileKorea, groups: 3, reasons, before: bracket, prefix: 0 });
        }
        if sound && is_area(digits) && !dotted && (last.gap != Gap::Space || context) {
            let bracket =
                usize::from(text.get(head.start.wrapping_sub(1)) == Some(&b'(') && middle.gap == Gap::Bracket);
            let reasons = if context { valid.with(Reason::Context) } else { valid };
            return Some(Fit { detector: Detector::LandlineKorea, groups: 3, reasons, before: bracket, prefix: 0 });
        }
    }
    let bare = cluster.take(first, 1).and(Some(digits))?;
    let valid_bare = valid.with(Reason::BareDigits);
    if bare.len() == 11 && bare.starts_with(b"010") && matches!(bare.get(3), Some(b'1'..=b'9')) {
        return Fit::new(Detector::MobileKorea, 1, valid_bare);
    }
    let context = || near(text, head.start, PHONE_WORDS);
    let old = matches!(bare.len(), 10 | 11) && is_mobile(bare.get(..3)?);
    if old && context() {
        return Fit::new(Detector::MobileKorea, 1, valid_bare.with(Reason::Context));
    }
    let area = (9..=11).contains(&bare.len()) && (bare.starts_with(b"02") || is_area(bare.get(..3)?));
    if area && context() {
        return Fit::new(Detector::LandlineKorea, 1, valid_bare.with(Reason::Context));
    }
    None
}

/// Returns whether three groups are separated as a phone number is.
fn is_three(groups: &[Group]) -> bool {
    match groups {
        [_, middle, last] => {
            middle.gap == last.gap
                || middle.gap == Gap::Bracket && last.gap != Gap::Bracket
                || (middle.gap, last.gap) == (Gap::Dash, Gap::Space) && middle.len() == 4
        }
        _ => false,
    }
}

fn is_mobile(head: &[u8]) -> bool {
    matches!(head, [b'0', b'1', b'0' | b'1' | b'6' | b'7' | b'8' | b'9'])
}

/// Returns whether digits are an area code, 070 (internet) or 050x (safety numbers).
fn is_area(head: &[u8]) -> bool {
    matches!(
        head,
        [b'0', b'2']
            | [b'0', b'7', b'0']
            | [b'0', b'5', b'0', _]
            | [b'0', b'3', b'1'..=b'3']
            | [b'0', b'4', b'1'..=b'4']
            | [b'0', b'5', b'1'..=b'5']
            | [b'0', b'6', b'1'..=b'4']
    )
}

/// Numbers with `+` and a country code, or `82-10-…` as it is often written.
pub(super) fn international(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let head = cluster.groups().get(first)?;
    let plus = text.get(..head.start)?.ends_with(b"+");
    // In sums and times of day a plus follows a number or a word.
    let follows = head.start.checked_sub(2).and_then(|at| text.get(at));
    let sum = |byte: &u8| {
        byte.is_ascii_alphanumeric() && !starts_word(text, head.start - 1) || matches!(byte, b')' | b'_' | b'+')
    };
    // A whole string may begin with a plus; in a sum another string follows.
    let joined = follows == Some(&b'"') && text.get(cluster.end) != Some(&b'"');
    if plus && (joined || follows.is_some_and(sum)) {
        return None;
    }
    let code = text.get(head.start..head.end)?;
    let dialled = code == b"0082" || code == b"82" && near(text, head.start, PHONE_WORDS);
    if !plus && !dialled {
        return None;
    }
    let valid = Reasons::none().with(Reason::StructureValid);
    let bracket = usize::from(plus && follows == Some(&b'('));
    let before = usize::from(plus) + bracket;
    if head.len() >= 8 {
        cluster.take(first, 1)?;
        let sound = e164(code) && code.get(2..4) != Some(b"00");
        let fit = Fit { detector: kind(code), groups: 1, reasons: valid.with(Reason::BareDigits), before, prefix: 0 };
        return sound.then_some(fit);
    }
    if head.len() > 4 || code.starts_with(b"0") && code != b"0082" {
        return None;
    }
    // The longest run of groups that is a whole number.
    (2..=6).rev().find_map(|count| {
        let groups = cluster.take(first, count)?;
        let mixed = groups.iter().skip(1).any(|group| group.gap == Gap::Dot) && !evenly(groups, Gap::Dot);
        let all: Vec<u8> =
            digits_of(text, groups).iter().map(|digit| digit + b'0').skip_while(|digit| *digit == b'0').collect();
        let tail = groups.last().map_or(0, Group::len);
        // Areas of one digit: Seoul without its zero, Tokyo, all of France.
        let short = matches!(code, b"82" | b"81" | b"33" | b"61" | b"7");
        let middle = groups
            .iter()
            .enumerate()
            .skip(1)
            .all(|(at, group)| group.len() >= 2 || text.get(group.end) == Some(&b')') || at == 1 && short);
        let pairs = code == b"33" && count == 6;
        (!mixed && middle && (tail >= 3 || pairs) && e164(&all)).then(|| Fit {
            detector: kind(&all),
            groups: count,
            reasons: valid,
            before,
            prefix: 0,
        })
    })
}

/// Korean mobile numbers are told by their kind in either form.
fn kind(digits: &[u8]) -> Detector {
    let national = digits.strip_prefix(b"82").map(|rest| rest.strip_prefix(b"0").unwrap_or(rest));
    match national {
        Some([b'1', b'0' | b'1' | b'6'..=b'9', ..]) => Detector::MobileKorea,
        Some(_) => Detector::LandlineKorea,
        None => Detector::PhoneInternational,
    }
}

/// Returns whether digits with their country code can be a subscriber's number.
fn e164(digits: &[u8]) -> bool {
    let rest = |code: usize| digits.get(code..).unwrap_or_default();
    match digits {
        [b'1', area @ b'2'..=b'9', ..] => {
            digits.len() == 11 && *area != b'0' && matches!(digits.get(4), Some(b'2'..=b'9'))
        }
        [b'8', b'2', ..] => (8..=11).contains(&rest(2).len()),
        [b'7', ..] => digits.len() == 11,
        [b'8', b'6', ..] => (10..=11).contains(&rest(2).len()),
        [b'8', b'1', ..] | [b'4', b'4', ..] | [b'3', b'3', ..] => (9..=12).contains(&rest(2).len()),
        [b'4', b'9', ..] => (7..=12).contains(&rest(2).len()),
        [b'2' | b'3' | b'4' | b'5' | b'6' | b'8' | b'9', ..] => (10..=15).contains(&digits.len()),
        _ => false,
    }
}

/// Numbers as dialled in North America: `(212) 555-0123`, or `212-555-0123` near a word for phones.
pub(super) fn united_states(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let groups = cluster.take(first, 3)?;
    let [area, exchange, last] = groups else { return None };
    let starts = |group: &Group| matches!(text.get(group.start), Some(b'2'..=b'9'));
    if (area.len(), exchange.len(), last.len()) != (3, 3, 4) || !starts(area) || !starts(exchange) {
        return None;
    }
    let bracket = text.get(..area.start)?.ends_with(b"(") && exchange.gap == Gap::Bracket && last.gap == Gap::Dash;
    let context = is_three(groups) && near(text, area.start, PHONE_WORDS);
    let reasons = Reasons::none().with(Reason::StructureValid);
    let reasons = if context { reasons.with(Reason::Context) } else { reasons };
    (bracket || context).then_some(Fit {
        detector: Detector::PhoneUs,
        groups: 3,
        reasons,
        before: usize::from(bracket),
        prefix: 0,
    })
}
