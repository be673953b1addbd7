//! `suppress`, `allow` and `purge` against a real store.

use fixtures::BuiltStore;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::run::{Machine, simple, tree};

fn one(built: &BuiltStore, sql: &str) -> i64 {
    Connection::open(&built.path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn suppress_and_allow_write_only_with_yes_at_the_given_time() {
    let machine = Machine::new();
    let built = simple(&machine);
    let task = built.tasks[0].correlation.as_str();
    let suppressed = "SELECT suppressed FROM continuity_tasks";
    let before = tree(machine.folder.path());
    let plan = machine.on(&built.path, &["suppress", task, "--epoch", "2"]);
    assert_eq!((plan.code, plan.json()["changed"].clone()), (0, json!(false)));
    assert_eq!(tree(machine.folder.path()), before, "without --yes nothing is written");

    let args = |verb: &'static str| ["--now", "2027-02-03T04:05:06Z", verb, task, "--epoch", "2", "--yes"];
    let done = machine.on(&built.path, &args("suppress"));
    let document = done.json();
    assert_eq!(done.code, 0);
    for (key, value) in [
        ("ok", json!(true)),
        ("changed", json!(true)),
        ("taskCorrelation", json!(task)),
        ("epoch", json!(2)),
        ("suppressed", json!(true)),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    assert_eq!(one(&built, suppressed), 1);
    let at: String = Connection::open(&built.path)
        .unwrap()
        .query_row("SELECT updated_at FROM continuity_tasks", [], |row| row.get(0))
        .unwrap();
    assert_eq!(at, "2027-02-03T04:05:06.000Z");
    assert_eq!(machine.on(&built.path, &args("suppress")).json()["changed"], false);
    let undone = machine.on(&built.path, &args("allow")).json();
    assert_eq!((&undone["changed"], &undone["suppressed"]), (&json!(true), &json!(false)));
    assert_eq!(one(&built, suppressed), 0);
}

#[test]
fn an_epoch_that_is_not_the_current_one_is_exit_4() {
    let machine = Machine::new();
    let built = simple(&machine);
    let before = std::fs::read(&built.path).unwrap();
    for verb in ["suppress", "allow"] {
        for epoch in ["1", "3", "99"] {
            for yes in [&["--yes"][..], &[]] {
                let args = [&[verb, "--session", "s", "--epoch", epoch], yes].concat();
                let ran = machine.on(&built.path, &args);
                assert_eq!((ran.code, ran.error().as_str()), (4, "stale-revision"), "{args:?}");
            }
        }
    }
    assert_eq!(std::fs::read(&built.path).unwrap(), before);
}

#[test]
fn a_purge_is_planned_then_done_then_refused() {
    let machine = Machine::new();
    let built = simple(&machine);
    let digest = built.tasks[0].history[0].digest.clone();
    let before = tree(machine.folder.path());
    let base = [
        "--now",
        "2027-02-03T04:05:06Z",
        "purge",
        "--session",
        "s",
        "--epoch",
        "1",
        "--revision",
        "1",
        "--digest",
        &digest,
    ];
    let plan = machine.on(&built.path, &base);
    assert_eq!(plan.code, 0, "{}", plan.err);
    let document = plan.json();
    assert_eq!(document["dryRun"], true);
    assert!(document["plan"].as_array().unwrap().len() >= 3);
    assert_eq!(tree(machine.folder.path()), before, "a plan writes nothing");

    let done = machine.on(&built.path, &[&base[..], &["--yes"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let document = done.json();
    assert_eq!(document["ok"], true);
    let result = &document["result"];
    let keys = ["schemaVersion", "purged", "epoch", "revision", "tombstoneDigest", "purgedAt"];
    assert!(keys.iter().all(|key| !result[key].is_null()), "{result}");
    assert_eq!(
        (&result["purged"], &result["epoch"], &result["revision"], &result["purgedAt"]),
        (&json!(true), &json!(1), &json!(1), &json!("2027-02-03T04:05:06.000Z"))
    );
    let proof = &document["proof"];
    let places = proof["places"].as_array().unwrap();
    let gone = places.iter().all(|place| place["state"] == "gone");
    assert_eq!(proof["erased"], Value::Bool(gone));
    for place in places {
        for key in ["place", "file", "state", "found", "reason", "next"] {
            assert!(place.as_object().unwrap().contains_key(key), "a place lacks {key}");
        }
    }
    assert_eq!(one(&built, "SELECT count(*) FROM continuity_snapshots WHERE epoch = 1"), 0);
    assert_eq!(one(&built, "SELECT count(*) FROM continuity_snapshots WHERE epoch = 2"), 1);
    assert_eq!(one(&built, "SELECT count(*) FROM continuity_tombstones WHERE epoch = 1 AND revision = 1"), 1);
    let integrity: String =
        Connection::open(&built.path).unwrap().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(integrity, "ok");

    let again = machine.on(&built.path, &[&base[..], &["--yes"]].concat());
    assert_eq!((again.code, again.error().as_str()), (4, "changed-since-read"));
}

#[test]
fn what_does_not_fit_what_is_stored_is_exit_4_planned_or_done() {
    let machine = Machine::new();
    let built = simple(&machine);
    let before = std::fs::read(&built.path).unwrap();
    let other = built.tasks[0].history[1].digest.clone();
    let zeros = format!("bytes:{}", "0".repeat(64));
    for (epoch, revision, digest, code) in [
        ("1", "2", None, "stale-revision"),
        ("2", "9", None, "stale-revision"),
        ("3", "1", None, "changed-since-read"),
        ("1", "1", Some(other.as_str()), "changed-since-read"),
        ("1", "1", Some(zeros.as_str()), "changed-since-read"),
    ] {
        for yes in [&["--yes"][..], &[]] {
            let mut args = vec!["purge", "--session", "s", "--epoch", epoch, "--revision", revision];
            args.extend(digest.iter().flat_map(|digest| ["--digest", digest]));
            args.extend(yes);
            let ran = machine.on(&built.path, &args);
            assert_eq!((ran.code, ran.error().as_str()), (4, code), "{args:?}");
        }
    }
    let ran = machine
        .on(&built.path, &["purge", "--session", "s", "--epoch", "1", "--revision", "1", "--digest", "x", "--yes"]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "usage"));
    assert_eq!(std::fs::read(&built.path).unwrap(), before);
}

#[test]
fn a_body_that_is_no_json_is_deleted_by_its_bytes() {
    let machine = Machine::new();
    let built = simple(&machine);
    let connection = Connection::open(&built.path).unwrap();
    connection.execute("UPDATE continuity_snapshots SET snapshot_json = '{cut' WHERE epoch = 2", []).unwrap();
    drop(connection);
    let plan = machine.on(&built.path, &["purge", "--session", "s", "--epoch", "2", "--revision", "1"]).json();
    let digest = plan["digest"].as_str().unwrap().to_owned();
    // SHA-256 of the four bytes "{cut", as sha256sum prints it.
    assert!(digest.starts_with("bytes:") && digest.len() == 70);
    let args = ["purge", "--session", "s", "--epoch", "2", "--revision", "1", "--digest", &digest, "--yes"];
    assert_eq!(machine.on(&built.path, &args).code, 0);
    assert_eq!(one(&built, "SELECT count(*) FROM continuity_snapshots WHERE epoch = 2"), 0);
}
