//! `diff`: every item of both sides once, nothing dropped in silence.

use std::collections::BTreeMap;

use fixtures::{BuiltStore, Evidence, Snapshot, StoreBuilder};
use serde_json::{Value, json};

use crate::run::{Machine, simple};

fn item(n: u32) -> String {
    let words = ["parser", "review", "build", "API", "database", "release", "한글", "test"];
    let word = |at: u32| words[(n.wrapping_mul(7).wrapping_add(at * 3) % 8) as usize];
    format!("item {n}: {} {} {} {}", word(0), word(1), word(2), word(3))
}

/// Two bodies whose lists share, move, change and lose items.
fn build(machine: &Machine) -> BuiltStore {
    let mut older = Snapshot::new("older objective").status("active");
    let mut newer = Snapshot::new("newer objective").status("paused");
    for n in 0..14 {
        older = older.constraint(&item(n)).decision(&item(n + 100)).blocker(&item(n + 200)).progress("same twice");
        if n % 3 != 0 {
            newer = newer.constraint(&item(13 - n));
        }
        if n % 4 == 1 {
            newer = newer.decision(&format!("{} today", item(n + 100))).next_action(&item(n + 200));
        }
        newer = newer.progress("same twice").criterion(&item(n + 300));
    }
    let older = older.evidence(Evidence::new("a", "1")).evidence(Evidence::new("b", "1"));
    let newer = newer.evidence(Evidence::new("b", "2")).unknown_field("extra", "[1,2]");
    StoreBuilder::new()
        .task("s", |t| t.checkpoint(older).clear().checkpoint(newer))
        .build(&machine.path("store"))
        .unwrap()
}

fn list<'d>(document: &'d Value, path: &str) -> Option<&'d Vec<Value>> {
    document["fields"]
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field["path"] == path)
        .and_then(|field| field["items"].as_array())
}

#[test]
fn both_sides_can_be_rebuilt_from_the_document() {
    let machine = Machine::new();
    let built = build(&machine);
    let ran = machine.on(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let document = ran.json();
    for (side, revision) in [("from", &built.tasks[0].history[0]), ("to", &built.tasks[0].history[1])] {
        let head = &document[side];
        assert_eq!((&head["epoch"], &head["revision"]), (&json!(revision.epoch), &json!(revision.revision)));
        assert_eq!(head["digest"], revision.digest);
        assert!(head["source"].is_string());
        let body: Value = serde_json::from_str(&revision.body).unwrap();
        for name in ["completionCriteria", "constraints", "decisions", "progress", "blockers", "nextActions"] {
            let stored = body["core"][name].as_array().unwrap();
            let index = format!("{side}Index");
            let mut found: BTreeMap<u64, &Value> = BTreeMap::new();
            for item in list(&document, &format!("core.{name}")).into_iter().flatten() {
                for key in ["op", "fromIndex", "toIndex", "from", "to", "movedTo", "movedFrom"] {
                    assert!(item.as_object().unwrap().contains_key(key), "an item lacks {key}");
                }
                if let Some(at) = item[&index].as_u64() {
                    assert!(found.insert(at, &item[side]).is_none(), "core.{name} {at} twice");
                }
            }
            let rebuilt: Vec<&Value> = found.into_values().collect();
            assert_eq!(rebuilt, stored.iter().collect::<Vec<_>>(), "{side} core.{name}");
        }
    }
}

#[test]
fn the_same_text_on_both_sides_is_kept_or_moved() {
    let machine = Machine::new();
    let built = build(&machine);
    let document = machine.on(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2"]).json();
    let mut ops = BTreeMap::new();
    for field in document["fields"].as_array().unwrap() {
        let items = field["items"].as_array();
        let mut from: Vec<String> = Vec::new();
        let mut to: Vec<String> = Vec::new();
        for item in items.into_iter().flatten() {
            let op = item["op"].as_str().unwrap();
            *ops.entry(op.to_owned()).or_insert(0) += 1;
            let same = item["from"] == item["to"];
            match op {
                "kept" | "moved" => assert!(same),
                "changed" => assert!(!same && !item["from"].is_null() && !item["to"].is_null()),
                "added" => assert!(item["from"].is_null() && item["fromIndex"].is_null() && item["movedTo"].is_null()),
                "removed" => assert!(item["to"].is_null() && item["toIndex"].is_null() && item["movedFrom"].is_null()),
                other => panic!("unknown op {other}"),
            }
            if op == "removed" || op == "changed" {
                from.push(item["from"].to_string());
            }
            if op == "added" || op == "changed" {
                to.push(item["to"].to_string());
            }
        }
        assert!(from.iter().all(|text| !to.contains(text)), "{} has the same text as removed and added", field["path"]);
    }
    for op in ["kept", "moved", "changed", "added", "removed"] {
        assert!(ops.contains_key(op), "the story has no {op}: {ops:?}");
    }
}

#[test]
fn dropped_is_every_removed_item_without_a_new_place_constraints_first() {
    let machine = Machine::new();
    let built = build(&machine);
    let document = machine.on(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2"]).json();
    let mut removed: Vec<(String, String)> = Vec::new();
    let (mut left, mut arrived) = (0, 0);
    for field in document["fields"].as_array().unwrap() {
        let path = field["path"].as_str().unwrap();
        for item in field["items"].as_array().into_iter().flatten() {
            if item["op"] == "removed" && item["movedTo"].is_null() && path.starts_with("core.") {
                removed.push((path.to_owned(), item["from"].as_str().unwrap().to_owned()));
            }
            left += u32::from(!item["movedTo"].is_null());
            arrived += u32::from(!item["movedFrom"].is_null());
        }
    }
    let dropped: Vec<(String, String)> = document["dropped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["path"].as_str().unwrap().to_owned(), item["text"].as_str().unwrap().to_owned()))
        .collect();
    let sorted = |mut items: Vec<(String, String)>| {
        items.sort();
        items
    };
    assert!(!removed.is_empty());
    assert_eq!(sorted(dropped.clone()), sorted(removed));
    assert_eq!(left, arrived);
    assert!(left > 0, "items that went to another list are no loss");
    let order = [
        "core.constraints",
        "core.completionCriteria",
        "core.decisions",
        "core.blockers",
        "core.progress",
        "core.nextActions",
    ];
    let places: Vec<usize> =
        dropped.iter().map(|(path, _)| order.iter().position(|known| known == path).unwrap()).collect();
    assert!(places.is_sorted(), "{dropped:?}");
}

#[test]
fn a_revision_is_named_by_epoch_number_and_digest() {
    let machine = Machine::new();
    let built = simple(&machine);
    let digest = &built.tasks[0].history[0].digest;
    let by = |from: &str, to: &str| machine.on(&built.path, &["diff", "--session", "s", "--from", from, "--to", to]);
    for from in ["1", "1.1", &format!("1.1@{}", &digest[..15]), &format!("1.1@{digest}")] {
        assert_eq!(by(from, "2.1").code, 0, "{from}");
    }
    for wrong in ["1.2", "1.1@sha256:ffffffff", "3", "3.1"] {
        let ran = by(wrong, "2");
        assert_eq!(ran.code, 2, "{wrong}: {}", ran.err);
        ran.error();
    }
    for nonsense in ["", "x", "1.", "0", "1.1@", "1.1@md5:00"] {
        let ran = by(nonsense, "2");
        assert_eq!((ran.code, ran.error().as_str()), (2, "usage"), "{nonsense}");
    }
}

#[test]
fn another_file_is_the_newer_side() {
    let machine = Machine::new();
    let built = simple(&machine);
    let backup = machine.path("backup.sqlite3");
    std::fs::copy(&built.path, &backup).unwrap();
    let args = |against: &str| {
        let against = machine.path(against).to_str().unwrap().to_owned();
        machine.on(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2", "--against", &against])
    };
    let document = args("backup.sqlite3").json();
    assert_eq!(
        (&document["from"]["source"], &document["to"]["source"]),
        (&json!("earlier-epoch"), &json!("other-file"))
    );
    assert_eq!(document["dropped"], json!([{"path": "core.constraints", "text": "is dropped"}]));
    let ran = args("none.sqlite3");
    assert_eq!((ran.code, ran.error().as_str()), (3, "missing"));
}

#[test]
fn two_tasks_can_be_compared() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("a", |t| t.checkpoint(Snapshot::new("shared").constraint("only in a")))
        .task("b", |t| t.checkpoint(Snapshot::new("shared").constraint("completely different words")))
        .build(&machine.path("store"))
        .unwrap();
    let to_task = built.tasks[1].correlation.as_str();
    let by = |name: &str| {
        machine.on(&built.path, &["diff", "--session", "a", "--from", "1", "--to", "1", "--to-task", name])
    };
    let document = by(to_task).json();
    assert_eq!(document["to"]["digest"], built.tasks[1].history[0].digest);
    assert_eq!(document["dropped"], json!([{"path": "core.constraints", "text": "only in a"}]));
    assert_eq!(by("hmac-sha256:000000").error(), "not-found");
}

#[test]
fn the_strip_has_a_sign_for_each_revision() {
    let machine = Machine::new();
    let rule = "ask before pushing";
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::KEPT_LOG)
        .task("s", |t| {
            t.checkpoint(Snapshot::new("x").constraint(rule).progress("a step that was taken"))
                .checkpoint(Snapshot::new("x").constraint(rule).constraint("another thing"))
                .checkpoint(Snapshot::new("x").constraint("another thing"))
        })
        .build(&machine.path("store"))
        .unwrap();
    let document = machine.on(&built.path, &["strip", "--session", "s"]).json();
    assert_eq!(document["revisions"].as_array().unwrap().len(), 3);
    assert_eq!(document["lists"][0]["path"], "core.constraints");
    let text = machine.plain(&built.path, &["strip", "--session", "s", "--epoch", "1"]).out;
    assert!(text.contains("+=.  DROPPED ask before pushing"), "{text}");
    assert!(text.contains(".+=  another thing"), "{text}");
    assert_eq!(machine.on(&built.path, &["strip", "--session", "s", "--epoch", "9"]).json()["lists"], json!([]));
}

#[test]
fn a_deleted_body_that_can_still_be_read_is_warned_of_and_shown() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(fixtures::Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("was deleted")).purge())
        .build(&machine.path("store"))
        .unwrap();
    let out = machine.plain(&built.path, &["revisions", "--session", "s"]).out;
    assert!(out.contains("WARNING: 1 body of a deleted epoch can still be read."), "{out}");
    let raw = machine.plain(&built.path, &["show", "--session", "s", "--revision", "1.1", "--raw"]);
    assert_eq!((raw.code, raw.out.as_str()), (0, built.tasks[0].history[0].body.as_str()));
    let ran = machine.on(&built.path, &["show", "--session", "s", "--revision", "1.2"]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "no-body"));
}
