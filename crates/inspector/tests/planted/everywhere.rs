//! One store that holds something in every kind of place.

use std::collections::{BTreeMap, HashMap, HashSet};

use fixtures::{BuiltStore, Delta, Journal, Root, SchemaVersion, Snapshot, StoreBuilder};
use inspector::{ScanOptions, Scanned};
use wire::scan::{ScanDocument, ScanFinding, ScanKind, ScanSource};

use crate::common::Machine;
use crate::snippets::{Snippet, snippets};
use crate::stored;

/// Kinds of places, and what a place of the kind says of itself.
const PLACES: [(&str, ScanKind, ScanSource); 9] = [
    ("current", ScanKind::Body, ScanSource::Live),
    ("earlier", ScanKind::Body, ScanSource::EarlierEpoch),
    ("replaced", ScanKind::Body, ScanSource::Log),
    ("delta", ScanKind::Delta, ScanSource::Delta),
    ("receipt", ScanKind::Receipt, ScanSource::Receipt),
    ("ledger", ScanKind::Ledger, ScanSource::Live),
    ("backup", ScanKind::Body, ScanSource::Backup),
    ("table", ScanKind::Column, ScanSource::Live),
    ("escaped", ScanKind::Body, ScanSource::Live),
];

/// Deals the snippets out, one kind of place after the other.
fn dealt(snippets: &[Snippet]) -> BTreeMap<&'static str, Vec<&Snippet>> {
    let mut dealt: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (at, snippet) in snippets.iter().enumerate() {
        dealt.entry(PLACES[at % PLACES.len()].0).or_default().push(snippet);
    }
    dealt
}

fn snapshot(snippets: &[&Snippet]) -> Snapshot {
    snippets.iter().fold(Snapshot::new("Plant"), |snapshot, snippet| snapshot.constraint(&snippet.text()))
}

/// JSON with everything but letters and digits escaped.
fn escaped(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphabetic() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04X}"),
    });
    format!("\"{}\"", units.collect::<String>())
}

fn build(machine: &Machine, dealt: &BTreeMap<&'static str, Vec<&Snippet>>) -> BuiltStore {
    let plain = || Snapshot::new("Nothing to see");
    let root = dealt["ledger"]
        .iter()
        .fold(Root::new("root-1", "task-1", "Grow"), |root, snippet| root.constraint(&snippet.text()));
    let rows: Vec<String> =
        dealt["table"].iter().map(|snippet| format!("('{}')", snippet.text().replace('\'', "''"))).collect();
    let lines: Vec<String> = dealt["escaped"].iter().map(|snippet| escaped(&snippet.text())).collect();
    let nested = format!("{{\"a/b~c\":{{\"\":[{}]}}}}", lines.join(","));
    let store = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .journal(Journal::KEPT_LOG)
        .workflows([root])
        .task("current", |t| t.checkpoint(snapshot(&dealt["current"])))
        .task("earlier", |t| t.checkpoint(snapshot(&dealt["earlier"])).clear().checkpoint(plain()))
        .task("replaced", |t| t.checkpoint(snapshot(&dealt["replaced"])).checkpoint(plain()))
        .task("delta", |t| t.checkpoint(plain()).delta(Delta::new(snapshot(&dealt["delta"]))))
        .task("receipt", |t| t.checkpoint_with_wrapped_body(snapshot(&dealt["receipt"])).checkpoint(plain()))
        .task("escaped", |t| t.checkpoint(plain().unknown_field("extra", &nested)))
        .raw_sql(&format!("CREATE TABLE notes(body TEXT); INSERT INTO notes VALUES{}", rows.join(",")))
        .build(&machine.path("store"))
        .unwrap();
    StoreBuilder::new()
        .file_name("continuity-before-cleanup-1.sqlite3")
        .task("backup", |t| t.checkpoint(snapshot(&dealt["backup"])))
        .build(&machine.path("store/backups"))
        .unwrap();
    store
}

fn by_value(scanned: &Scanned, document: &ScanDocument) -> HashMap<String, ScanFinding> {
    let value = |finding: &ScanFinding| scanned.reveal(&finding.id).unwrap().0;
    document.findings.iter().map(|finding| (value(finding), finding.clone())).collect()
}

#[test]
fn everything_planted_is_found_where_it_stands_and_nothing_else() {
    let machine = Machine::new();
    let snippets = snippets();
    let dealt = dealt(&snippets);
    let built = build(&machine, &dealt);
    let before = crate::common::tree(machine.home.path());
    let inspector = machine.inspector();
    let scanned = inspector.scan(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    let document = scanned.document();
    assert_eq!(document.gaps, []);
    let found = by_value(&scanned, &document);
    assert_eq!(found.len(), document.findings.len(), "one value is one finding");

    let kinds: HashSet<_> = snippets.iter().filter_map(|snippet| snippet.rule).collect();
    let traps = snippets.iter().filter(|snippet| snippet.rule.is_none()).count();
    assert!(kinds.len() >= 60 && traps >= 25, "{} kinds, {traps} traps", kinds.len());

    let folder = built.path.parent().unwrap();
    let mut faults = Vec::new();
    for (name, kind, source) in PLACES {
        for snippet in &dealt[name] {
            let Some(rule) = snippet.rule else { continue };
            let Some(finding) = found.get(&snippet.value) else {
                faults.push(format!("{rule} in {name} was missed: {:?}", snippet.line));
                continue;
            };
            assert_eq!(finding.rule, rule, "{:?} in {name}", snippet.line);
            let place = finding.places.iter().find(|place| (place.kind, place.source) == (kind, source));
            let place = place.unwrap_or_else(|| panic!("{rule} has no place in {name}: {:?}", finding.places.len()));
            if matches!(name, "current" | "earlier" | "delta" | "receipt" | "escaped" | "replaced") {
                let task = built.task(name).unwrap();
                assert_eq!(place.task_correlation.as_deref(), Some(task.correlation.as_str()));
                assert_eq!((place.epoch, place.revision.map(|r| r.0)), (Some(1), Some(1.0)), "{name}");
            }
            if name == "replaced" {
                let body: serde_json::Value = serde_json::from_str(&built.task(name).unwrap().history[0].body).unwrap();
                let text = body.pointer(place.pointer.as_deref().unwrap()).unwrap().as_str().unwrap();
                stored::check_offsets(text, place, &snippet.value);
            } else {
                stored::check_offsets(&stored::text_at(folder, place), place, &snippet.value);
            }
            assert_eq!(finding.offered, matches!(name, "current" | "escaped"), "{name}");
            assert_eq!(finding.live, !matches!(name, "replaced" | "backup"), "{name}");
            assert!(!format!("{finding:?}").contains(&snippet.value) && !finding.masked.contains(&snippet.value));
        }
    }
    let planted: HashSet<_> = snippets.iter().filter(|s| s.rule.is_some()).map(|s| s.value.as_str()).collect();
    for (value, finding) in &found {
        if !planted.contains(value.as_str()) {
            let place = &finding.places[0];
            let line = snippets.iter().find(|snippet| snippet.line.contains(value.as_str())).map(|s| &s.line);
            faults.push(format!(
                "not planted: {} {value:?} in {:?} {:?} {line:?}",
                finding.rule, place.source, place.pointer
            ));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));

    // Most urgent first, and the same every time; nothing was written anywhere.
    let rank = |f: &ScanFinding| (f.offered, f.live, f.severity, f.confidence);
    assert!(document.findings.is_sorted_by(|a, b| rank(a) >= rank(b)));
    let again = machine.inspector().scan_document(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!(again, document);
    assert!(crate::common::tree(machine.home.path()) == before, "a scan wrote something");
}

#[test]
fn no_report_holds_a_value() {
    let machine = Machine::new();
    let snippets = snippets();
    let built = build(&machine, &dealt(&snippets));
    let inspector = machine.inspector();
    let scanned = inspector.scan(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    use wire::scan::ScanFormat;
    let mut formats = vec![serde_json::to_string(&scanned.document()).unwrap()];
    for format in [ScanFormat::Json, ScanFormat::Sarif, ScanFormat::Html, ScanFormat::Markdown, ScanFormat::Csv] {
        formats.push(inspector.scan_report(&scanned, format).unwrap());
    }
    for snippet in snippets.iter().filter(|snippet| snippet.rule.is_some() && snippet.value.len() >= 8) {
        let digest = continuity_digest(&snippet.value);
        for text in &formats {
            assert!(!text.contains(&snippet.value), "{:?} stands in a report", snippet.rule);
            assert!(!text.contains(&digest), "a hash of {:?} stands in a report", snippet.rule);
        }
    }
    assert!(formats.iter().all(|text| text.contains("github-token")));
}

/// SHA-256 of a value, as anybody could compute it.
fn continuity_digest(value: &str) -> String {
    continuity::Digest::of_bytes(value.as_bytes()).to_hex()
}
