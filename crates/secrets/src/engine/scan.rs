//! One text, from its first byte to its last.

use std::ops::Range;

use super::boundary::{char_ceil, char_floor, inside_base64, line_around, starts_word};
use super::candidate::Candidate;
use super::core::Core;
use super::keywords::Hit;
use super::regions::{Regions, pieces};
use crate::check::Outcome;
use crate::class::Class;
use crate::confidence::{Confidence, Reason, Reasons};
use crate::detect;
use crate::detect::Detector;
use crate::rule::{Matcher, Pattern, Rule, Surroundings};
use crate::value::entropy::entropy;
use crate::value::placeholder::{is_filled_in, is_placeholder};

/// How many named rules remember where their word stood last; further ones never match.
const MARKS: usize = 144;

/// How far back the start of a pattern is tried byte by byte, in bytes.
const NEAR: usize = 32;

/// How far a provider's word may stand before the name, in bytes.
const NAMED_REACH: usize = 96;

/// The longest value, in bytes. A key of 8,192 bits in PEM has about 12 KiB.
pub(crate) const LONGEST: usize = 32 << 10;

/// The state of one scan.
pub(crate) struct Scan<'e, 't> {
    pub(crate) core: &'e Core,
    pub(crate) text: &'t [u8],
    found: Vec<Candidate>,
    /// For each named rule, one more than the byte where its word ended last; 0 for never.
    marks: [usize; MARKS],
    /// Stretches of the rules that look anywhere; empty until one of them has a hit.
    regions: Vec<Regions>,
    /// The rule and end of the last match at a keyword: hits inside it are part of the same value.
    last: (u16, usize),
    /// Where the last long value behind a telling name ends: names inside it get less attention.
    pub(crate) long_value: usize,
}

/// A value that a detector or a pattern offers.
pub(crate) struct Offer {
    /// The secret itself.
    pub(crate) value: Range<usize>,
    /// The whole match.
    pub(crate) matched: Range<usize>,
    /// What speaks for and against it so far.
    pub(crate) reasons: Reasons,
    /// The length of its public prefix.
    pub(crate) prefix: usize,
}

impl<'e, 't> Scan<'e, 't> {
    /// Scans one text.
    pub(super) fn run(core: &'e Core, text: &'t [u8]) -> Vec<Candidate> {
        let mut scan = Self {
            core,
            text,
            found: Vec::new(),
            marks: [0; MARKS],
            regions: Vec::new(),
            last: (u16::MAX, 0),
            long_value: 0,
        };
        core.keywords.each(text, |rule, hit| scan.see(rule, hit));
        scan.finish_regions();
        detect::numbers::run(&mut scan);
        detect::seed_phrase::run(&mut scan);
        scan.found
    }

    fn see(&mut self, index: u16, hit: Hit) {
        let core = self.core;
        let Some(rule) = core.rule(index) else { return };
        match &rule.matcher {
            Matcher::AtKeyword { pattern, window } => self.at_keyword(index, rule, pattern, *window, hit),
            Matcher::Around { pattern, before, window, word } => {
                let span = hit.start.saturating_sub(*before)..hit.start.saturating_add(*window);
                self.around(index, rule, pattern, *word, span, hit);
            }
            Matcher::Anywhere { window, .. } => self.near(index, *window, hit),
            Matcher::Named { .. } => self.mark(index, hit),
            Matcher::Code(detector) => detect::at_keyword(self, *detector, hit.start..hit.end),
        }
    }

    fn at_keyword(&mut self, index: u16, rule: &Rule, pattern: &Pattern, window: usize, hit: Hit) {
        if self.last.0 == index && hit.start < self.last.1 || !starts_word(self.text, hit.start) {
            return;
        }
        if inside_base64(self.text, hit.start) {
            return;
        }
        let Some(found) = pattern.match_at(self.text, hit.start..hit.start.saturating_add(window)) else { return };
        self.last = (index, found.whole.end);
        let prefix = if found.value.start == hit.start { hit.end - hit.start } else { 0 };
        let reason = if prefix > 0 { Reason::Prefix } else { Reason::Context };
        let reasons = Reasons::none().with(reason);
        self.offer_as(index, rule, Offer { value: found.value, matched: found.whole, reasons, prefix });
    }

    fn around(&mut self, index: u16, rule: &Rule, pattern: &Pattern, word: bool, span: Range<usize>, hit: Hit) {
        if self.last.0 == index && hit.start < self.last.1 {
            return;
        }
        let mut start = span.start;
        // A short way back is tried byte by byte: a search would go over the whole window for each keyword.
        let near = hit.start - start <= NEAR;
        while let Some(found) = match near {
            true => (start..=hit.start).find_map(|from| pattern.match_at(self.text, from..span.end)),
            false => pattern.find_in(self.text, start..span.end),
        } {
            if found.whole.start > hit.start {
                return;
            }
            if found.whole.end > hit.start {
                if word && !starts_word(self.text, found.whole.start) {
                    return;
                }
                self.last = (index, found.whole.end);
                let reasons = Reasons::none().with(Reason::Context);
                self.offer_as(index, rule, Offer { value: found.value, matched: found.whole, reasons, prefix: 0 });
                return;
            }
            start = found.whole.end.max(start + 1);
        }
    }

    fn near(&mut self, index: u16, window: usize, hit: Hit) {
        if self.regions.is_empty() {
            self.regions = vec![Regions::default(); self.core.rules.len()];
        }
        let end = self.text.len();
        let Some(regions) = self.regions.get_mut(usize::from(index)) else { return };
        if let Some(stretch) = regions.add(hit, window, end) {
            self.search(index, stretch);
        }
    }

    fn finish_regions(&mut self) {
        for (index, regions) in (0_u16..).zip(&mut std::mem::take(&mut self.regions)) {
            if let Some(stretch) = regions.rest() {
                self.search(index, stretch);
            }
        }
        let core = self.core;
        for index in &core.everywhere {
            let Some(Matcher::Anywhere { window, .. }) = core.rule(*index).map(|rule| &rule.matcher) else { continue };
            for piece in pieces(self.text.len(), *window) {
                self.search(*index, piece);
            }
        }
    }

    fn search(&mut self, index: u16, stretch: Range<usize>) {
        let core = self.core;
        let Some(rule) = core.rule(index) else { return };
        let Matcher::Anywhere { pattern, .. } = &rule.matcher else { return };
        let mut start = stretch.start;
        while let Some(found) = pattern.find_in(self.text, start..stretch.end) {
            start = found.whole.end.max(start + 1);
            let reasons = Reasons::none().with(if rule.info.own { Reason::OwnRule } else { Reason::Context });
            self.offer_as(index, rule, Offer { value: found.value, matched: found.whole, reasons, prefix: 0 });
        }
    }

    fn mark(&mut self, index: u16, hit: Hit) {
        // `flaws` is not `aws`, `myAws` is.
        let before = hit.start.checked_sub(1).and_then(|at| self.text.get(at));
        let inside =
            before.is_some_and(u8::is_ascii_alphabetic) && self.text.get(hit.start).is_some_and(u8::is_ascii_lowercase);
        if let Some(mark) = self.core.mark_of(index).filter(|_| !inside).and_then(|at| self.marks.get_mut(at)) {
            *mark = hit.end + 1;
        }
    }

    /// Returns the named rules whose word stands inside a name or shortly before it.
    fn named_near(&self, name: &Range<usize>) -> impl Iterator<Item = u16> + use<'e> {
        let from = name.start.saturating_sub(NAMED_REACH);
        let marks = self.marks;
        self.core.named.iter().zip(marks).filter(move |(_, mark)| *mark > from).map(|(rule, _)| *rule)
    }

    /// Offers an assigned value to the named rules; returns whether one took it.
    pub(crate) fn offer_named(&mut self, name: &Range<usize>, value: &Range<usize>, matched: &Range<usize>) -> bool {
        let core = self.core;
        let mut taken = false;
        for index in self.named_near(name) {
            let Some(rule) = core.rule(index) else { continue };
            let Matcher::Named { pattern } = &rule.matcher else { continue };
            let Some(found) = pattern.match_at(self.text, value.clone()) else { continue };
            if found.whole != *value {
                continue;
            }
            let reasons = Reasons::none().with(Reason::Name).with(Reason::Context);
            let offer = Offer { value: value.clone(), matched: matched.clone(), reasons, prefix: 0 };
            taken |= self.offer_as(index, rule, offer);
        }
        taken
    }

    /// Returns whether a detector's rule is turned on.
    pub(crate) fn has(&self, detector: Detector) -> bool {
        self.core.slot(detector).is_some()
    }

    /// Offers what a detector found; returns whether it became a candidate.
    pub(crate) fn offer(&mut self, detector: Detector, offer: Offer) -> bool {
        let core = self.core;
        match core.slot(detector).and_then(|index| core.rule(index).map(|rule| (index, rule))) {
            Some((index, rule)) => self.offer_as(index, rule, offer),
            None => false,
        }
    }

    fn offer_as(&mut self, index: u16, rule: &Rule, offer: Offer) -> bool {
        let value = char_floor(self.text, offer.value.start)..char_ceil(self.text, offer.value.end);
        let matched = char_floor(self.text, offer.matched.start.min(value.start))
            ..char_ceil(self.text, offer.matched.end.max(value.end));
        let Some(bytes) = self.text.get(value.clone()).filter(|bytes| !bytes.is_empty() && bytes.len() <= LONGEST)
        else {
            return false;
        };
        let knows = matches!(&rule.matcher, Matcher::Code(detector) if detector.knows_placeholders());
        if rule.info.class == Class::Secret && !knows && stands_in(bytes, offer.prefix) {
            return false;
        }
        if rule.entropy > 0.0 && entropy(bytes) < rule.entropy || self.is_allowed(rule, &value, &matched) {
            return false;
        }
        let mut reasons = offer.reasons;
        if !rule.lengths.is_empty() && !rule.lengths.contains(&bytes.len()) {
            reasons = reasons.with(Reason::UnusualLength);
        }
        for check in &rule.checks {
            match check.of(bytes) {
                Outcome::Tell(reason) => reasons = reasons.with(reason),
                Outcome::Silent => {}
                Outcome::Drop => return false,
            }
        }
        let confidence = judged(rule.confidence, reasons);
        self.found.push(Candidate { rule: index, value, matched, confidence, reasons, prefix: offer.prefix });
        true
    }

    fn is_allowed(&self, rule: &Rule, value: &Range<usize>, matched: &Range<usize>) -> bool {
        if rule.allow.is_empty() {
            return false;
        }
        let part = |range: Range<usize>| self.text.get(range).unwrap_or_default();
        let line = part(line_around(self.text, matched));
        let found = Surroundings { value: part(value.clone()), matched: part(matched.clone()), line };
        rule.allow.iter().any(|allow| allow.allows(&found))
    }
}

/// Returns whether a value only stands in for one.
fn stands_in(value: &[u8], prefix: usize) -> bool {
    match value.get(prefix..) {
        Some(body) if prefix > 0 => is_filled_in(body) || value.ends_with(b"EXAMPLE"),
        _ => is_placeholder(value),
    }
}

/// Returns how sure a finding is: a right checksum makes it high, each reason against it takes a step.
fn judged(base: Confidence, reasons: Reasons) -> Confidence {
    let start = if reasons.contains(Reason::ChecksumValid) { Confidence::High } else { base };
    reasons.iter().filter(|reason| reason.lowers()).fold(start, |confidence, _| confidence.lowered())
}
