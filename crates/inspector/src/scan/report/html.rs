//! One page of HTML that loads nothing.

use askama::Template;
use wire::scan::{ScanDocument, ScanFinding, ScanGap, ScanPlace, ScanRule, ScanTotals};

use super::{label, place_text, shown};

#[derive(Template)]
#[template(path = "scan.html")]
struct Page<'d> {
    at: &'d str,
    totals: ScanTotals,
    findings: Vec<Finding<'d>>,
    rules: Vec<&'d ScanRule>,
    gaps: &'d [ScanGap],
}

struct Finding<'d> {
    id: &'d str,
    rule: &'d str,
    title: &'d str,
    severity: String,
    confidence: String,
    masked: &'d str,
    places: Vec<Place>,
    more: u64,
}

struct Place {
    source: String,
    text: String,
    task: Option<String>,
    offered: bool,
}

pub(super) fn html(document: &ScanDocument, at: &str) -> Result<String, askama::Error> {
    let page = Page {
        at,
        totals: document.totals,
        findings: document.findings.iter().map(finding).collect(),
        rules: document.rules.iter().filter(|rule| !rule.help.is_empty()).collect(),
        gaps: &document.gaps,
    };
    page.render()
}

fn finding(finding: &ScanFinding) -> Finding<'_> {
    Finding {
        id: &finding.id,
        rule: &finding.rule,
        title: &finding.title,
        severity: label(&finding.severity),
        confidence: label(&finding.confidence),
        masked: &finding.masked,
        places: finding.places.iter().map(place).collect(),
        more: finding.place_count.saturating_sub(finding.places.len() as u64),
    }
}

fn place(place: &ScanPlace) -> Place {
    Place {
        source: label(&place.source),
        text: place_text(place),
        task: place.task_correlation.as_deref().map(shown),
        offered: place.offered,
    }
}
