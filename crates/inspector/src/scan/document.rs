//! A scan as it crosses our edges.

use std::collections::BTreeMap;

use secrets::{Class, Confidence, Severity};
use wire::scan::{
    ScanClass, ScanConfidence, ScanDocument, ScanFilter, ScanFinding, ScanRule, ScanSeverity, ScanTotals,
};

use super::findings::Found;
use super::run::Scan;

/// Most places of a finding in one document.
pub(super) const MOST_PLACES: usize = 100;

/// Returns the findings that pass a filter, in their order.
pub(super) fn passing<'s>(scan: &'s Scan, filter: &'s ScanFilter) -> impl Iterator<Item = &'s Found> {
    scan.findings.iter().filter(|found| passes(found, filter))
}

fn passes(found: &Found, filter: &ScanFilter) -> bool {
    let task = |task: &str| found.places.iter().any(|place| place.origin.task.as_deref() == Some(task));
    filter.class.is_none_or(|wanted| class(found.rule.class) == wanted)
        && filter.min_severity.is_none_or(|least| severity(found.rule.severity) >= least)
        && filter.min_confidence.is_none_or(|least| confidence(found.confidence) >= least)
        && filter.rule.as_ref().is_none_or(|rule| found.rule.id == *rule)
        && filter.offered.is_none_or(|offered| found.offered == offered)
        && filter.task_correlation.as_deref().is_none_or(task)
}

/// The whole document.
pub(super) fn document(scan: &Scan, filter: &ScanFilter) -> ScanDocument {
    ScanDocument {
        findings: passing(scan, filter).map(|found| finding(found, MOST_PLACES)).collect(),
        totals: totals(scan, filter),
        rules: rules(scan, filter),
        searched: scan.searched.clone(),
        gaps: scan.gaps.clone(),
    }
}

/// Counts what passes a filter.
pub(super) fn totals(scan: &Scan, filter: &ScanFilter) -> ScanTotals {
    let mut totals = ScanTotals { allowed: scan.allowed, ..ScanTotals::default() };
    for found in passing(scan, filter) {
        totals.findings += 1;
        totals.offered += u64::from(found.offered);
        totals.live += u64::from(found.live);
        totals.places += found.place_count;
        *match found.rule.severity {
            Severity::Critical => &mut totals.critical,
            Severity::High => &mut totals.high,
            Severity::Medium => &mut totals.medium,
            Severity::Low => &mut totals.low,
        } += 1;
        *match found.rule.class {
            Class::Secret => &mut totals.secret,
            Class::Personal => &mut totals.personal,
            Class::Network => &mut totals.network,
        } += 1;
    }
    totals
}

/// The rules of what passes a filter, by id.
pub(super) fn rules(scan: &Scan, filter: &ScanFilter) -> Vec<ScanRule> {
    let mut rules: BTreeMap<&str, ScanRule> = BTreeMap::new();
    for found in passing(scan, filter) {
        let rule = &found.rule;
        let entry = rules.entry(&rule.id).or_insert_with(|| ScanRule {
            id: rule.id.clone(),
            title: rule.title.clone(),
            help: rule.help.clone(),
            own: rule.own,
            findings: 0,
        });
        entry.findings += 1;
    }
    rules.into_values().collect()
}

/// One finding with its first places.
pub(super) fn finding(found: &Found, most_places: usize) -> ScanFinding {
    ScanFinding {
        id: found.id.clone(),
        rule: found.rule.id.clone(),
        title: found.rule.title.clone(),
        class: class(found.rule.class),
        severity: severity(found.rule.severity),
        confidence: confidence(found.confidence),
        reasons: found.reasons.iter().map(|reason| reason.code().to_owned()).collect(),
        masked: found.masked.clone(),
        offered: found.offered,
        live: found.live,
        places: found
            .places
            .iter()
            .take(most_places)
            .map(|place| place.origin.place(&place.spot, place.offered))
            .collect(),
        place_count: found.place_count,
    }
}

fn class(class: Class) -> ScanClass {
    match class {
        Class::Secret => ScanClass::Secret,
        Class::Personal => ScanClass::Personal,
        Class::Network => ScanClass::Network,
    }
}

fn severity(severity: Severity) -> ScanSeverity {
    match severity {
        Severity::Low => ScanSeverity::Low,
        Severity::Medium => ScanSeverity::Medium,
        Severity::High => ScanSeverity::High,
        Severity::Critical => ScanSeverity::Critical,
    }
}

fn confidence(confidence: Confidence) -> ScanConfidence {
    match confidence {
        Confidence::Low => ScanConfidence::Low,
        Confidence::Medium => ScanConfidence::Medium,
        Confidence::High => ScanConfidence::High,
    }
}
