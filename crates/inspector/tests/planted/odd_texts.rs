//! Texts that are no plain strings of a sound body.

use fixtures::{Journal, Root, Snapshot, StoreBuilder};
use inspector::ScanOptions;
use wire::scan::{ScanKind, ScanPlace, ScanSource};

use crate::common::Machine;

fn token(end: char) -> String {
    ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nH", &end.to_string()].concat()
}

/// Scans, and returns the places of the value.
fn places(machine: &Machine, path: &std::path::Path, value: &str) -> Vec<ScanPlace> {
    let scanned = machine.inspector().scan(path, &ScanOptions::default(), &|_| true).unwrap();
    let document = scanned.document();
    let found = document.findings.iter().find(|finding| scanned.reveal(&finding.id).unwrap().as_str() == value);
    found.unwrap_or_else(|| panic!("not found among {}", document.findings.len())).places.clone()
}

/// A body of a task that is stored by hand.
fn stored(machine: &Machine, body: &str) -> std::path::PathBuf {
    let sql = format!(
        "UPDATE continuity_snapshots SET snapshot_json = '{}' WHERE task_correlation = :task",
        body.replace('\'', "''")
    );
    let story = StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x")).sql(&sql));
    story.build(&machine.path("store")).unwrap().path
}

#[test]
fn a_body_that_is_no_json_is_searched_as_text_with_its_escapes_undone() {
    let machine = Machine::new();
    let value = token('d');
    // Cut off, and the value broken up by an escape.
    let body = format!("{{\"core\":{{\"objective\":\"한 use {} now", value.replacen("Zk3", "\\u005ak3", 1));
    let path = stored(&machine, &body);
    let places = places(&machine, &path, &value);
    let place = places.iter().find(|place| place.source == ScanSource::Live).unwrap();
    assert_eq!((place.kind, &place.pointer), (ScanKind::Body, &None));
    let [start, length] = place.bytes.map(|n| n as usize);
    assert_eq!(&body[start..start + length], value.replacen("Zk3", "\\u005ak3", 1));
    let units: Vec<u16> = body.encode_utf16().collect();
    let [start, length] = place.utf16.map(|n| n as usize);
    assert_eq!(String::from_utf16(&units[start..start + length]).unwrap(), value.replacen("Zk3", "\\u005ak3", 1));
}

#[test]
fn the_first_of_two_members_of_one_name_is_searched() {
    let machine = Machine::new();
    let value = token('e');
    let path = stored(&machine, &format!("{{\"revision\":1,\"a\":\"{value}\",\"a\":\"nothing\"}}"));
    assert!(places(&machine, &path, &value).iter().any(|place| place.pointer.is_none()));
}

#[test]
fn a_value_as_a_name_is_found_and_stands_in_no_pointer() {
    let machine = Machine::new();
    let value = token('f');
    let inner = token('g');
    let path = stored(&machine, &format!("{{\"revision\":1,\"map\":{{\"{value}\":\"{inner}\"}}}}"));
    for place in places(&machine, &path, &value) {
        assert!(place.in_key && !place.pointer.unwrap().contains(&value[6..]));
        assert_eq!(place.bytes, [0, value.len() as u64]);
    }
    for place in places(&machine, &path, &inner) {
        assert!(!place.in_key && !place.pointer.unwrap().contains(&value[6..]));
    }
}

#[test]
fn a_value_that_only_its_name_tells_is_found() {
    let machine = Machine::new();
    let value = ["tr0ub4dor", "&3xQ9"].concat();
    let path = stored(&machine, &format!("{{\"revision\":1,\"login\":{{\"password\":\"{value}\"}}}}"));
    let places = places(&machine, &path, &value);
    assert_eq!(places[0].pointer.as_deref(), Some("/login/password"));
    assert_eq!(places[0].bytes, [0, value.len() as u64]);
}

#[test]
fn a_lone_surrogate_before_a_value_counts_one_unit() {
    let machine = Machine::new();
    let value = token('h');
    let path = stored(&machine, &format!("{{\"revision\":1,\"x\":\"\\ud83d {value}\"}}"));
    let place = &places(&machine, &path, &value)[0];
    assert_eq!((place.utf16, place.bytes), ([2, value.len() as u64], [4, value.len() as u64]));
}

#[test]
fn deleted_bodies_are_found_in_free_pages_and_by_their_bytes() {
    let machine = Machine::new();
    let value = token('i');
    let long = (0..60)
        .fold(Snapshot::new("Long"), |snapshot, at| snapshot.progress(&format!("Item {at} {}", "word ".repeat(40))));
    let built = StoreBuilder::new()
        .journal(Journal::Delete)
        .task("s", |t| t.checkpoint(long.constraint(&format!("use {value} now"))).purge())
        .build(&machine.path("store"))
        .unwrap();
    let places = places(&machine, &built.path, &value);
    let bytes = std::fs::read(&built.path).unwrap();
    for place in &places {
        assert!(matches!(place.source, ScanSource::FreePage | ScanSource::PageSlack), "{:?}", place.source);
        assert!(!place.offered);
    }
    let piece = places.iter().find(|place| place.kind == ScanKind::Fragment && place.pointer.is_none());
    if let Some(piece) = piece.filter(|piece| piece.table.is_none()) {
        let start = (piece.offset.unwrap() + piece.bytes[0]) as usize;
        assert_eq!(&bytes[start..start + value.len()], value.as_bytes());
    }
    assert!(!places.is_empty());
}

#[test]
fn what_a_card_would_hand_over_is_offered() {
    let machine = Machine::new();
    let shown = token('j');
    let hidden = token('k');
    let root = Root::new("root-1", "task-1", "Grow").constraint(&format!("use {shown} now"));
    let other = Root::new("root-2", "task-2", "Rest").constraint(&format!("use {hidden} now"));
    let built = StoreBuilder::new()
        .workflows([root, other])
        .task("s", |t| t.checkpoint(Snapshot::new("x")).bind_root("root-1"))
        .build(&machine.path("store"))
        .unwrap();
    let offered = places(&machine, &built.path, &shown);
    assert!(offered[0].offered && offered[0].root_id.as_deref() == Some("root-1"));
    assert_eq!(offered[0].task_correlation.as_deref(), Some(built.tasks[0].correlation.as_str()));
    assert!(places(&machine, &built.path, &hidden).iter().all(|place| !place.offered));
}

#[test]
fn the_signing_keys_of_ags_are_no_findings() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .secret(&["q8Zk3vQ9s", "Lm2Xw7RtB5", "nHdJf4Tg6Y", "h8Uj1Ik3Ol5Pm0"].concat())
        .workflows([Root::new("root-1", "task-1", "Grow")])
        .task("s", |t| t.checkpoint(Snapshot::new("x")).purge().checkpoint(Snapshot::new("y")))
        .build(&machine.path("store"))
        .unwrap();
    let document = machine.inspector().scan_document(&built.path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!(document.findings, []);
}

#[test]
fn session_logs_are_searched_when_they_are_named() {
    let machine = Machine::new();
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
    let value = token('l');
    let log = format!("{{\"type\":\"user\"}}\n{{\"message\":{{\"content\":[\"한 {value}\"]}}}}\n");
    std::fs::create_dir_all(machine.path("logs/deep")).unwrap();
    std::fs::write(machine.path("logs/deep/one.jsonl"), &log).unwrap();
    std::fs::write(machine.path("logs/two.jsonl.zst"), zstd::encode_all(log.as_bytes(), 1).unwrap()).unwrap();
    let inspector = machine.inspector();
    let options = ScanOptions { logs: vec![machine.path("logs")], ..ScanOptions::default() };
    let document = inspector.scan_document(&built.path, &options, &|_| true).unwrap();
    assert_eq!(document.findings.len(), 1);
    let places = &document.findings[0].places;
    assert_eq!(places.len(), 2);
    for place in places {
        assert_eq!((place.kind, place.line), (ScanKind::SessionLog, Some(2)));
        assert_eq!((place.pointer.as_deref(), place.utf16[0], place.bytes[0]), (Some("/message/content/0"), 2, 4));
    }
    let missing = ScanOptions { logs: vec![machine.path("none")], ..ScanOptions::default() };
    assert_eq!(crate::common::code(inspector.scan_document(&built.path, &missing, &|_| true)), "missing");
}

#[test]
fn rows_of_the_ledger_that_the_log_still_holds_are_found() {
    let machine = Machine::new();
    let value = token('m');
    let long = "a long constraint ".repeat(600);
    let root = |text: &str| Root::new("root-1", "task-1", "Grow").constraint(&long).constraint(text);
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .workflows([root(&format!("use {value} now"))])
        .workflows([root("use nothing").revision(2)])
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .build(&machine.path("store"))
        .unwrap();
    let places = places(&machine, &built.path, &value);
    let place = places.iter().find(|place| place.kind == ScanKind::Ledger).unwrap();
    assert_eq!((place.source, place.database.as_str()), (ScanSource::Log, "workflows.sqlite3-wal"));
    assert!(place.pointer.as_deref().unwrap().contains("constraints") && !place.offered);
}

#[test]
fn a_masked_copy_keeps_the_digest_and_holds_no_secret() {
    let machine = Machine::new();
    let value = token('n');
    let text = format!("use {value} now");
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("x").constraint(&text)))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let on = wire::history::HistorySettings { record: true, keep_days: 30, keep_bytes: 1 << 20 };
    inspector.change_history(on).unwrap();
    assert_eq!(inspector.record_new(&built.path).unwrap(), 1);
    let file = std::fs::read(machine.own("history.sqlite3")).unwrap();
    assert!(!file.windows(value.len()).any(|window| window == value.as_bytes()));
    assert!(file.windows(5).any(|window| window == b"glpat"), "the copy itself is there, masked");
    assert_eq!(inspector.record_new(&built.path).unwrap(), 0, "it is recorded once");
    // Once the body is gone, the copy stands under the digest of what it was made from.
    StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).go_on(&built).unwrap();
    let emptied = "PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)";
    built.connect().unwrap().execute_batch(emptied).unwrap();
    let task = built.tasks[0].correlation.as_str();
    let revisions = inspector.revisions_document(&built.path, task).unwrap().revisions;
    let copy = revisions.iter().find(|entry| entry.source == wire::revisions::RevisionSource::History).unwrap();
    assert_eq!(copy.digest.as_deref(), Some(built.tasks[0].history[0].digest.as_str()));
    assert_eq!((copy.digest_valid, copy.revision.map(|revision| revision.0)), (None, Some(1.0)));
}

#[test]
fn a_value_that_is_escaped_twice_is_found() {
    let machine = Machine::new();
    let value = token('p');
    let inner = format!("{{\"note\":\"use {} now\"}}", value.replacen("Zk3", "\\u005ak3", 1));
    let path = stored(&machine, &format!("{{\"revision\":1,\"answer\":{}}}", serde_json::to_string(&inner).unwrap()));
    let document = machine.inspector().scan_document(&path, &ScanOptions::default(), &|_| true).unwrap();
    assert_eq!(document.findings.len(), 1);
    let place = &document.findings[0].places[0];
    assert_eq!(place.pointer.as_deref(), Some("/answer"));
    let [start, length] = place.bytes.map(|n| n as usize);
    assert_eq!(&inner[start..start + length], value.replacen("Zk3", "\\u005ak3", 1));
    let [start, length] = place.utf16.map(|n| n as usize);
    assert_eq!(&inner[start..start + length], value.replacen("Zk3", "\\u005ak3", 1), "all of it is ASCII");
}
