//! Stores that are damaged, huge or made to hurt.

use fixtures::{Journal, Snapshot, StoreBuilder};
use inspector::ScanOptions;

use crate::common::Machine;

fn stored(machine: &Machine, body: &str) -> std::path::PathBuf {
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
    let connection = built.connect().unwrap();
    connection.execute("UPDATE continuity_snapshots SET snapshot_json = ?1", [body]).unwrap();
    built.path
}

#[test]
fn a_hundred_thousand_values_are_told() {
    let machine = Machine::new();
    let items: Vec<String> = (0..100_000).map(|at| format!("\"person{at}@mail{}.acme.co.kr\"", at % 97)).collect();
    let path = stored(&machine, &format!("{{\"revision\":1,\"core\":{{\"x\":[{}]}}}}", items.join(",")));
    let document = machine.inspector().scan_document(&path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!(document.totals.findings, 100_000);
    let names: std::collections::HashSet<_> = document.findings.iter().map(|finding| &finding.id).collect();
    assert_eq!(names.len(), 100_000, "every finding has a name of its own");
}

#[test]
fn one_value_in_very_many_places_is_one_finding() {
    let machine = Machine::new();
    let mail = ["someone", "@", "acme.co.kr"].concat();
    let items = vec![format!("\"{mail}\""); 20_000].join(",");
    let path = stored(&machine, &format!("{{\"revision\":1,\"core\":{{\"x\":[{items}]}}}}"));
    let document = machine.inspector().scan_document(&path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!((document.findings.len(), document.findings[0].place_count), (1, 20_000));
    assert_eq!(document.findings[0].places.len(), 100);
}

#[test]
fn depth_and_long_names_end_in_the_text_as_it_is() {
    let machine = Machine::new();
    let value = ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nHd"].concat();
    let deep = format!("{}\"{value}\"{}", "[".repeat(50_000), "]".repeat(50_000));
    let path = stored(&machine, &deep);
    let document = machine.inspector().scan_document(&path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!((document.findings.len(), &document.findings[0].places[0].pointer), (1, &None));
    assert_eq!(document.findings[0].places[0].bytes[0], 50_001);
    let other = Machine::new();
    let path = stored(&other, &format!("{{\"{}\":[\"{value}\",\"{value}\"]}}", "n".repeat(100_000)));
    let document = other.inspector().scan_document(&path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!((document.findings.len(), &document.findings[0].places[0].pointer), (1, &None));
}

#[test]
fn no_damage_makes_a_scan_fail_otherwise_than_by_an_error() {
    let machine = Machine::new();
    let value = ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nHd"].concat();
    let snapshot = (0..30).fold(Snapshot::new("x"), |s, at| s.constraint(&format!("{at} use {value} now")));
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(snapshot.clone()).purge().checkpoint(snapshot))
        .build(&machine.path("store"))
        .unwrap();
    let (main, log) =
        (std::fs::read(&built.path).unwrap(), std::fs::read(format!("{}-wal", built.path.display())).unwrap());
    let mut found = 0;
    for round in 0..60_usize {
        let (mut main, mut log) = (main.clone(), log.clone());
        for step in 0..8_usize {
            let at = round * 7919 + step * 104_729;
            if round % 2 == 0 && main.len() > 200 {
                let at = 100 + at % (main.len() - 100);
                main[at] ^= 1 << (at % 8);
            } else {
                let at = at % log.len();
                log[at] ^= 1 << (at % 8);
            }
        }
        std::fs::write(&built.path, main).unwrap();
        std::fs::write(format!("{}-wal", built.path.display()), log).unwrap();
        if let Ok(document) = machine.inspector().scan_document(&built.path, &ScanOptions::default(), &|_| true) {
            found += document.findings.len();
        }
    }
    assert!(found > 30, "most damage leaves something to find: {found}");
}
