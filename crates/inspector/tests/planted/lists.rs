//! Allow list, baseline, rules of one's own, names of findings, stopping.

use fixtures::{BuiltStore, Snapshot, StoreBuilder};
use inspector::{Inspector, ScanOptions};
use wire::commands::ListSources;
use wire::scan::{AllowFinding, ForgetAllowed, ScanFilter, ScanPageRequest, ScanRequest, ScanSeverity};

use crate::common::{Machine, code, open};

fn token(end: char) -> String {
    ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nH", &end.to_string()].concat()
}

fn two(machine: &Machine) -> BuiltStore {
    let text = |end: char| format!("use {} now", token(end));
    let snapshot = Snapshot::new("x").constraint(&text('a')).decision(&text('b'));
    StoreBuilder::new().task("s", |t| t.checkpoint(snapshot)).build(&machine.path("store")).unwrap()
}

fn count(inspector: &Inspector, built: &BuiltStore, options: &ScanOptions) -> (usize, u64) {
    let document = inspector.scan_document(&built.path, options, &|_| true).unwrap();
    (document.findings.len(), document.totals.allowed)
}

#[test]
fn what_is_allowed_is_left_out_until_it_is_taken_back() {
    let machine = Machine::new();
    let built = two(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let request = || ScanRequest { source: source.clone(), filter: ScanFilter::default(), limit: 10 };
    let page = inspector.scan_store(request(), &|_| true).unwrap();
    assert_eq!(page.findings.len(), 2);
    let allow = |reason: &str| AllowFinding {
        scan: page.scan.clone(),
        finding: page.findings[0].id.clone(),
        reason: Some(reason.to_owned()),
    };
    let value = inspector
        .reveal_finding(wire::scan::RevealRequest { scan: page.scan.clone(), finding: page.findings[0].id.clone() })
        .unwrap();
    assert_eq!(code(inspector.allow_finding(allow(&format!("it is {}", value.as_str())))), "invalid-reason");
    let list = inspector.allow_finding(allow("used in the docs")).unwrap();
    assert_eq!(list.entries.len(), 1);
    let page = inspector.scan_store(request(), &|_| true).unwrap();
    assert_eq!((page.findings.len(), page.totals.allowed), (1, 1));
    let file = std::fs::read_to_string(machine.own("allowed.toml")).unwrap();
    assert!(!file.contains(value.as_str()) && file.contains("used in the docs"));
    assert_eq!(count(&machine.inspector(), &built, &ScanOptions::default()), (1, 1), "in another process too");
    let forget = |added: Option<&str>| ForgetAllowed { index: 0, added: added.map(str::to_owned) };
    assert_eq!(code(inspector.forget_allowed(forget(Some("another time")))), "not-found");
    inspector.forget_allowed(forget(list.entries[0].added.as_deref())).unwrap();
    assert_eq!(inspector.list_allowed(ListSources {}).unwrap().entries, []);
    assert_eq!(count(&inspector, &built, &ScanOptions::default()), (2, 0));
}

#[test]
fn a_baseline_names_what_was_there_and_is_never_written_over() {
    let machine = Machine::new();
    let built = two(&machine);
    let inspector = machine.inspector();
    let file = machine.path("known.toml");
    let scanned = inspector.scan(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    inspector.write_baseline(&scanned, &file).unwrap();
    assert_eq!(code(inspector.write_baseline(&scanned, &file)), "file-exists");
    assert_eq!(code(inspector.write_baseline(&scanned, &built.path)), "protected-file");
    let options = ScanOptions { baselines: vec![file.clone()], ..ScanOptions::default() };
    assert_eq!(count(&inspector, &built, &options), (0, 2));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("Zk3v"));
    // Another user has another key.
    let other = Machine::new();
    assert_eq!(code(other.inspector().scan_document(&built.path, &options, &|_| true)), "baseline");
    std::fs::write(&file, "version = 1\n").unwrap();
    assert_eq!(code(inspector.scan_document(&built.path, &options, &|_| true)), "baseline");
}

#[test]
fn rules_of_ones_own_find_and_their_faults_are_named() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("x").constraint("badge ACME-4711-77 is new")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let file = machine.path("own.toml");
    std::fs::write(&file, "[[rules]]\nid = \"acme-badge\"\nregex = '''ACME-\\d{4}-\\d{2}'''\nkeywords = [\"acme\"]\n")
        .unwrap();
    let options = ScanOptions { rules: vec![file.clone()], ..ScanOptions::default() };
    let document = inspector.scan_document(&built.path, &options, &|_| true).unwrap();
    assert_eq!((document.findings.len(), document.findings[0].rule.as_str()), (1, "acme-badge"));
    assert!(document.rules[0].own);
    std::fs::write(&file, "[[rules]]\nid = \"acme-badge\"\nregex = '''ACME-('''\n").unwrap();
    let error = inspector.scan_document(&built.path, &options, &|_| true).unwrap_err();
    assert_eq!(error.code, "rule-file");
    assert!(
        error.message.contains("own.toml") && error.message.contains("acme-badge") && error.message.contains("line 3"),
        "{}",
        error.message
    );
}

#[test]
fn filters_pages_and_names() {
    let machine = Machine::new();
    let built = two(&machine);
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let request = ScanRequest { source, filter: ScanFilter::default(), limit: 1 };
    let first = inspector.scan_store(request.clone(), &|_| true).unwrap();
    assert_eq!((first.findings.len(), first.totals.findings, first.outdated), (1, 2, false));
    assert_eq!(inspector.scan_store(request, &|_| panic!("the scan is kept")).unwrap().scan, first.scan);
    let page = |filter, offset| ScanPageRequest { scan: first.scan.clone(), filter, offset, limit: 10 };
    let second = inspector.scan_page(page(ScanFilter::default(), 1)).unwrap();
    assert_ne!(second.findings[0].id, first.findings[0].id);
    let none = ScanFilter { task_correlation: Some("another".to_owned()), ..ScanFilter::default() };
    assert_eq!(inspector.scan_page(page(none, 0)).unwrap().totals.findings, 0);
    let high = ScanFilter { min_severity: Some(ScanSeverity::Low), offered: Some(true), ..ScanFilter::default() };
    assert_eq!(inspector.scan_page(page(high, 0)).unwrap().totals.offered, 2);
    // Text before a value that changes, in the next revision, leaves its name.
    let next = Snapshot::new("x")
        .constraint(&format!("now and then use {} now", token('a')))
        .decision(&format!("do use {} now", token('b')));
    StoreBuilder::new().task("s", |t| t.checkpoint(next)).go_on(&built).unwrap();
    let mut names: Vec<String> = [&first.findings[0], &second.findings[0]].map(|f| f.id.clone()).into();
    let document = inspector.scan_document(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    let mut again: Vec<String> = document.findings.iter().map(|finding| finding.id.clone()).collect();
    names.sort();
    again.sort();
    assert_eq!(names, again);
    assert!(inspector.scan_page(page(ScanFilter::default(), 0)).unwrap().outdated);
    let gone = ScanPageRequest { scan: "another".to_owned(), filter: ScanFilter::default(), offset: 0, limit: 1 };
    assert_eq!(code(inspector.scan_page(gone)), "no-scan");
}

#[test]
fn a_scan_can_be_stopped() {
    let machine = Machine::new();
    let built = two(&machine);
    assert_eq!(code(machine.inspector().scan_document(&built.path, &ScanOptions::default(), &|_| false)), "stopped");
}
