//! SARIF 2.1.0: one result for each finding, its places as locations.

use serde_json::json;
use serde_sarif::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, MultiformatMessageString, PhysicalLocation, PropertyBag,
    Region, ReportingDescriptor, Result as SarifResult, ResultLevel, Run, Sarif, Tool, ToolComponent,
};
use wire::scan::{ScanDocument, ScanFinding, ScanPlace, ScanRule, ScanSeverity};

use super::label;

pub(super) fn sarif(document: &ScanDocument, at: &str) -> Result<String, serde_json::Error> {
    let driver = ToolComponent::builder()
        .name("Continuity Inspector")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(document.rules.iter().map(rule).collect::<Vec<_>>())
        .build();
    let results: Vec<SarifResult> = document.findings.iter().map(|finding| result(document, finding)).collect();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .results(results)
        .column_kind(json!("utf16CodeUnits"))
        .properties(bag([("madeAt", json!(at)), ("gaps", json!(document.gaps.len()))]))
        .build();
    let sarif = Sarif::builder().version(json!("2.1.0")).runs(vec![run]).build();
    serde_json::to_string_pretty(&sarif).map(|text| text + "\n")
}

fn rule(rule: &ScanRule) -> ReportingDescriptor {
    let mut descriptor = ReportingDescriptor::builder().id(rule.id.clone()).build();
    descriptor.short_description = Some(text(&rule.title));
    descriptor.help = Some(text(&rule.help)).filter(|_| !rule.help.is_empty());
    descriptor
}

fn text(text: &str) -> MultiformatMessageString {
    MultiformatMessageString::builder().text(text.to_owned()).build()
}

fn result(document: &ScanDocument, finding: &ScanFinding) -> SarifResult {
    let level = match finding.severity {
        ScanSeverity::Critical | ScanSeverity::High => ResultLevel::Error,
        ScanSeverity::Medium => ResultLevel::Warning,
        ScanSeverity::Low => ResultLevel::Note,
    };
    let message = format!("{}: {}", finding.title, finding.masked);
    let index = document.rules.iter().position(|rule| rule.id == finding.rule);
    let mut result = SarifResult::builder().message(Message::builder().text(message).build()).build();
    result.rule_id = Some(finding.rule.clone());
    result.rule_index = index.and_then(|index| i64::try_from(index).ok());
    result.level = Some(level);
    result.guid = None;
    result.locations = Some(finding.places.iter().map(location).collect());
    result.partial_fingerprints = Some([("findingId/v1".to_owned(), finding.id.clone())].into());
    result.properties = Some(bag([
        ("class", json!(label(&finding.class))),
        ("confidence", json!(label(&finding.confidence))),
        ("severity", json!(label(&finding.severity))),
        ("offered", json!(finding.offered)),
        ("placeCount", json!(finding.place_count)),
    ]));
    result
}

fn location(place: &ScanPlace) -> Location {
    let uri = place.database.replace('\\', "/");
    let mut region = Region::builder().build();
    region.char_offset = i64::try_from(place.utf16[0]).ok();
    region.char_length = i64::try_from(place.utf16[1]).ok();
    region.start_line = place.line.and_then(|line| i64::try_from(line).ok());
    let physical = PhysicalLocation::builder()
        .artifact_location(ArtifactLocation::builder().uri(percent(&uri)).build())
        .region(region)
        .build();
    let mut location = Location::builder().physical_location(physical).build();
    let names = [place.table.as_deref(), place.column.as_deref()];
    let mut name = names.into_iter().flatten().collect::<Vec<_>>().join("/");
    name.push_str(place.pointer.as_deref().unwrap_or_default());
    if !name.is_empty() {
        location.logical_locations = Some(vec![LogicalLocation::builder().fully_qualified_name(name).build()]);
    }
    location.properties = Some(bag([
        ("source", json!(label(&place.source))),
        ("taskCorrelation", json!(place.task_correlation)),
        ("epoch", json!(place.epoch)),
        ("revision", json!(place.revision)),
        ("offered", json!(place.offered)),
    ]));
    location
}

fn bag<const N: usize>(properties: [(&str, serde_json::Value); N]) -> PropertyBag {
    PropertyBag::builder()
        .additional_properties(
            properties
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<std::collections::BTreeMap<_, _>>(),
        )
        .build()
}

/// A relative path as a URI reference (RFC 3986).
fn percent(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
