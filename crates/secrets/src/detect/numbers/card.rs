//! Payment cards.
//!
//! Issuer ranges: ISO/IEC 7812 as published by the networks; 9 is in use for cards that are valid in Korea only.

use super::Fit;
use super::cluster::{Cluster, Gap, digits_of, lengths};
use super::context::near;
use crate::check::luhn;
use crate::confidence::{Reason, Reasons};
use crate::detect::Detector;
use crate::word_list::words;

const CARD_WORDS: &[&[u8]] = words!("card visa mastercard amex pan payment 카드 결제 신용 체크");

/// Numbers that the networks and payment services publish for tests, without their check digits.
const PUBLISHED: &[&[u8]] = words!(
    "411111111111111 424242424242424 401288888888188 400005665566555 555555555555444 510510510510510 37828224631000"
    "37144963539843 601111111111111 353011133330000"
);

/// Groups of 4-4-4-4 or 4-6-5, or a bare run of digits, which needs Luhn's check and a length of its network.
pub(super) fn card(text: &[u8], cluster: &Cluster, first: usize) -> Option<Fit> {
    let grouped = [&[4, 4, 4, 4][..], &[4, 6, 5], &[4, 4, 4, 4, 3], &[4, 6, 4]].into_iter().find_map(|shape| {
        let groups = cluster.take(first, shape.len()).filter(|groups| lengths(groups, shape))?;
        let gap = groups.get(1)?.gap;
        let even =
            groups.iter().skip(1).all(|group| group.gap == gap) && matches!(gap, Gap::Dash | Gap::Space | Gap::Dot);
        even.then_some(groups)
    });
    let (groups, bare) = match grouped {
        Some(groups) => (groups, false),
        None => {
            (cluster.take(first, 1).filter(|groups| groups.iter().all(|group| (13..=19).contains(&group.len())))?, true)
        }
    };
    let start = groups.first()?.start;
    let digits = digits_of(text, groups);
    let valid = luhn::is_valid(&digits);
    let domestic = digits.first() == Some(&9) && digits.len() == 16;
    let context = near(text, start, CARD_WORDS);
    // A made-up number behind a word for cards may begin with anything.
    let made_up = !bare && context && digits.len() == 16 && digits.first() != Some(&0);
    let dotted = groups.get(1).is_some_and(|group| group.gap == Gap::Dot);
    if !network(&digits) && !domestic && !made_up || bare && !valid || dotted && !(valid && context) {
        return None;
    }
    // Lists of numbers have four digits too, and tables of constants nineteen.
    let spaced = groups.get(1).is_some_and(|group| group.gap == Gap::Space);
    let listed = spaced && cluster.groups().len() > groups.len();
    let odd_length = bare && !matches!(digits.len(), 15 | 16);
    if !context && (listed || odd_length) {
        return None;
    }
    let issued = !domestic || valid || context;
    let same = digits.iter().all(|digit| Some(digit) == digits.first());
    if !issued || same || bare && domestic && !context {
        return None;
    }
    let spelled: Vec<u8> = digits.iter().map(|digit| digit + b'0').collect();
    let mut reasons = Reasons::none().with(if valid { Reason::ChecksumValid } else { Reason::ChecksumFailed });
    if !network(&digits) && !domestic {
        reasons = reasons.with(Reason::StructureFailed);
    }
    if bare {
        reasons = reasons.with(Reason::BareDigits);
    }
    if context {
        reasons = reasons.with(Reason::Context);
    } else if !valid {
        reasons = reasons.with(Reason::WeakValue);
    }
    if spelled.split_last().is_some_and(|(_, number)| PUBLISHED.contains(&number)) {
        reasons = reasons.with(Reason::Documented);
    }
    Fit::new(Detector::Card, groups.len(), reasons)
}

/// Returns whether a network issues cards with this start and length.
fn network(digits: &[u8]) -> bool {
    let length = digits.len();
    match digits {
        [4, ..] => matches!(length, 13 | 16 | 19),
        [5, 1..=5, ..] | [2, 2..=7, ..] => length == 16,
        [3, 4 | 7, ..] => length == 15,
        [3, 0 | 6 | 8 | 9, ..] => length == 14,
        [3, 5, ..] | [6, 0 | 4 | 5, ..] => length == 16,
        [6, 2, ..] => (16..=19).contains(&length),
        _ => false,
    }
}
