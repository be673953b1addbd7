//! `history`: shown, turned on and off, bounded, cleared.

use serde_json::{Value, json};

use crate::run::{Machine, simple, tree};

/// A machine with two recorded bodies, and the task that they belong to.
fn recorded() -> (Machine, String) {
    let machine = Machine::new();
    let built = simple(&machine);
    assert_eq!(machine.run(["history", "--on"]).code, 0);
    let task = built.tasks[0].correlation.as_str().to_owned();
    let folder = std::path::PathBuf::from(machine.run(["--json", "history"]).json()["path"].as_str().unwrap());
    let folder = folder.parent().unwrap().to_owned();
    let environment = inspector::Environment { data_dir: Some(folder), ..launch::environment() };
    assert_eq!(inspector::Inspector::new(environment).record_new(&built.path).unwrap(), 2);
    (machine, task)
}

#[test]
fn showing_it_makes_nothing() {
    let machine = Machine::new();
    let ran = machine.run(["--json", "history"]);
    let document = ran.json();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let settings = json!({ "record": false, "keepDays": 30, "keepBytes": 268_435_456 });
    assert_eq!(document["settings"], settings);
    assert_eq!((&document["bodies"], &document["bytes"], &document["stores"]), (&json!(0), &json!(0), &json!([])));
    assert_eq!(document["problem"], Value::Null);
    assert!(machine.run(["history"]).out.contains("Recording is off"));
    assert_eq!(machine.run(["history", "--clear", "--yes"]).code, 0);
    assert_eq!(tree(&machine.home()), []);
}

#[test]
fn turning_it_on_says_that_plain_text_is_kept_and_where() {
    let machine = Machine::new();
    let ran = machine.run(["history", "--on", "--keep-days", "7", "--keep-size", "5000000"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let path = machine.run(["--json", "history"]).json()["path"].as_str().unwrap().to_owned();
    assert!(path.starts_with(machine.home().to_str().unwrap()));
    for said in ["Recording is on", "Plain-text copies", "only you can read", &path, "7 days", "5.0 MB"] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
    let settings = |args: &[&str]| {
        let ran = machine.run([&["--json", "history"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.json()["settings"].clone()
    };
    assert_eq!(settings(&[]), json!({ "record": true, "keepDays": 7, "keepBytes": 5_000_000 }));
    assert_eq!(settings(&["--keep-days", "8"]), json!({ "record": true, "keepDays": 8, "keepBytes": 5_000_000 }));
    assert_eq!(settings(&["--off"]), json!({ "record": false, "keepDays": 8, "keepBytes": 5_000_000 }));
    assert_eq!(settings(&[]), json!({ "record": false, "keepDays": 8, "keepBytes": 5_000_000 }));
}

#[test]
fn what_makes_no_sense_is_a_usage_error() {
    let machine = Machine::new();
    for args in [
        &["--on", "--off"][..],
        &["--keep-days", "0"],
        &["--keep-days", "3651"],
        &["--keep-days", "x"],
        &["--keep-size", "1"],
        &["--clear", "--on"],
        &["--yes"],
    ] {
        let ran = machine.run([&["--json", "history"], args].concat());
        assert_eq!((ran.code, ran.error().as_str()), (2, "usage"), "{args:?}");
    }
    assert_eq!(tree(&machine.home()), []);
}

#[test]
fn clearing_is_planned_then_done() {
    let (machine, task) = recorded();
    let other = machine.path("other.sqlite3");
    let bodies = || machine.run(["--json", "history"]).json()["bodies"].clone();
    let plan = machine.run(["history", "--clear"]);
    assert!(plan.out.contains("2 copies") && plan.out.contains("--yes"), "{}", plan.out);
    assert!(machine.run(["history", "--clear", &task[12..20]]).out.contains("2 copies"));
    assert!(machine.plain(&other, &["history", "--clear"]).out.contains("0 copies"));
    assert_eq!(bodies(), 2);
    assert_eq!(machine.plain(&other, &["history", "--clear", "--yes"]).code, 0);
    assert_eq!(bodies(), 2);
    let ran = machine.run(["--json", "history", "--clear", "abcdef", "--yes"]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "not-found"));
    let done = machine.run(["--json", "history", "--clear", &task, "--yes"]);
    assert_eq!((done.code, done.json()["bodies"].clone()), (0, json!(0)));

    let (machine, _) = recorded();
    let store = machine.path("store/continuity.sqlite3");
    let done = machine.on(&store, &["history", "--clear", "--yes"]);
    assert_eq!((done.code, done.json()["bodies"].clone()), (0, json!(0)));
    let (machine, _) = recorded();
    assert!(machine.run(["history"]).out.contains("2 copies"));
    let done = machine.run(["history", "--clear", "--yes"]);
    assert!(done.code == 0 && done.out.contains("No copy is kept"), "{}", done.out);
}

#[test]
fn recorded_revisions_are_listed_like_the_others() {
    let (machine, task) = recorded();
    let store = machine.path("store/continuity.sqlite3");
    let connection = rusqlite::Connection::open(&store).unwrap();
    connection.execute_batch("PRAGMA secure_delete = 1; DELETE FROM continuity_snapshots WHERE epoch = 1").unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    let document = machine.on(&store, &["revisions", &task]).json();
    let sources: Vec<(i64, &str)> = document["revisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|revision| (revision["epoch"].as_i64().unwrap(), revision["source"].as_str().unwrap()))
        .collect();
    assert_eq!(sources, [(2, "live"), (1, "history")]);
    assert_eq!(document["historyError"], Value::Null);
    let diff = machine.on(&store, &["diff", &task, "--from", "1", "--to", "2"]);
    assert_eq!((diff.code, diff.json()["from"]["source"].clone()), (0, json!("history")));
    assert!(machine.plain(&store, &["revisions", &task]).out.contains("history"));
    let path = machine.run(["--json", "history"]).json()["path"].as_str().unwrap().to_owned();
    std::fs::write(&path, b"something else").unwrap();
    let document = machine.on(&store, &["revisions", &task]).json();
    assert_eq!(document["historyError"]["code"], "history-foreign");
    let ran = machine.run(["history"]);
    assert!(ran.code == 0 && ran.out.contains("history-foreign"), "{}", ran.out);
}
