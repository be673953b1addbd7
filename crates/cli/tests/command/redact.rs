//! `redact` against real stores.

use fixtures::{BuiltStore, Journal, Snapshot, StoreBuilder};
use serde_json::{Value, json};

use crate::run::{Machine, tree};

/// A made-up token of a code host.
fn token() -> String {
    ["gh", "p_", "Zx9dE5gH7jK9", "qqq", "mN2pQ4rS6tU8", "vWxYz543210"].concat()
}

fn build(machine: &Machine) -> BuiltStore {
    let text = format!("push with {}", token());
    StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| {
            let old = Snapshot::new(&text);
            t.checkpoint(old.clone()).clear().checkpoint(old).checkpoint(Snapshot::new("now").decision(&text))
        })
        .task("clean", |t| t.checkpoint(Snapshot::new("nothing to see")))
        .build(&machine.path("store"))
        .unwrap()
}

fn holds(built: &BuiltStore) -> bool {
    let secret = token();
    let folder = built.path.parent().unwrap();
    tree(folder).iter().any(|(_, bytes)| bytes.windows(secret.len()).any(|window| window == secret.as_bytes()))
}

#[test]
fn without_yes_it_says_what_would_change_and_holds_no_value() {
    let machine = Machine::new();
    let built = build(&machine);
    let before = tree(machine.folder.path());
    let plan = machine.on(&built.path, &["redact", "--all-findings"]);
    assert_eq!(plan.code, 0);
    let document = plan.json();
    for (key, value) in [
        ("dryRun", json!(true)),
        ("bodyCount", json!(1)),
        ("spotCount", json!(1)),
        ("refusedCount", json!(1)),
        ("taskCount", json!(1)),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    let body = &document["bodies"][0];
    assert_eq!((&body["how"], &body["revision"], &body["newRevision"]), (&json!("checkpoint"), &json!(2), &json!(3)));
    assert_eq!(body["spots"][0]["after"], "push with [REDACTED:github-token]");
    assert_eq!(document["refused"][0]["error"]["code"], "old-epoch");
    assert!(!plan.out.contains(&token()));
    let text = machine.run(["--db", built.path.to_str().unwrap(), "redact", "--rule", "github-token"]);
    assert_eq!(text.code, 0);
    assert!(text.out.contains("+ push with [REDACTED:github-token]") && !text.out.contains(&token()), "{}", text.out);
    assert!(text.out.contains("Nothing was written"));
    assert_eq!(tree(machine.folder.path()), before);
}

#[test]
fn with_yes_the_value_goes_from_every_epoch_when_asked_to() {
    let machine = Machine::new();
    let built = build(&machine);
    let done = machine.on(&built.path, &["redact", "--all-findings", "--in-place", "--yes"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let document = done.json();
    assert_eq!((&document["ok"], &document["redactedCount"]), (&json!(true), &json!(2)));
    assert_eq!(document["proof"]["erased"], true, "{}", document["proof"]);
    let mut how: Vec<&Value> = document["result"].as_array().unwrap().iter().map(|body| &body["how"]).collect();
    how.sort_by_key(|how| how.as_str().map(str::to_owned));
    assert_eq!(how, [&json!("checkpoint"), &json!("in-place")]);
    assert!(!document["rotate"].as_array().unwrap().is_empty());
    assert!(!holds(&built) && !done.out.contains(&token()));
    // Again there is nothing to do, which is no failure.
    let again = machine.on(&built.path, &["redact", "--all-findings", "--in-place", "--yes"]);
    assert_eq!((again.code, &again.json()["bodyCount"]), (0, &json!(0)));
    let scan = machine.on(&built.path, &["scan", "--fail-on", "any"]);
    assert_eq!(scan.code, 0, "{}", scan.out);
}

#[test]
fn one_body_as_it_was_seen() {
    let machine = Machine::new();
    let built = build(&machine);
    let task = built.tasks[0].correlation.as_str();
    let digest = built.tasks[0].last().unwrap().digest.clone();
    let on =
        |args: &[&str]| machine.on(&built.path, &[&["redact", task][..], args, &["--all-findings", "--yes"]].concat());
    let before = std::fs::read(&built.path).unwrap();
    for (args, exit, code) in [
        (&["--epoch", "2", "--revision", "1"][..], 4, "stale-revision"),
        (
            &["--epoch", "2", "--revision", "2", "--digest", &format!("sha256:{}", "0".repeat(64))],
            4,
            "changed-since-read",
        ),
        (&["--epoch", "1", "--revision", "1"], 4, "old-epoch"),
        (&["--epoch", "3", "--revision", "1"], 2, "no-body"),
        (&["--epoch", "2"], 2, "usage"),
        (&[], 2, "usage"),
    ] {
        let ran = on(args);
        assert_eq!((ran.code, ran.error().as_str()), (exit, code), "{args:?}");
    }
    assert_eq!(std::fs::read(&built.path).unwrap(), before);
    let done = on(&["--epoch", "2", "--revision", "2", "--digest", &digest]);
    assert_eq!((done.code, &done.json()["result"][0]["fromRevision"]), (0, &json!(2)), "{}", done.out);
    // The body of the other epoch still holds it.
    assert_eq!(done.json()["proof"]["erased"], false);
    assert!(holds(&built));
}

#[test]
fn findings_are_named_by_their_ids() {
    let machine = Machine::new();
    let built = build(&machine);
    let scan = machine.on(&built.path, &["scan"]).json();
    let id = scan["findings"][0]["id"].as_str().unwrap();
    let plan = machine.on(&built.path, &["redact", "--finding", id, "--in-place"]);
    assert_eq!((plan.code, &plan.json()["bodyCount"]), (0, &json!(2)));
    let unknown = machine.on(&built.path, &["redact", "--finding", "0000000000000000"]);
    assert_eq!((unknown.code, unknown.error().as_str()), (2, "unknown-finding"));
    let none = machine.on(&built.path, &["redact", "--yes"]);
    assert_eq!((none.code, none.error().as_str()), (2, "usage"));
    let rule = machine.on(&built.path, &["redact", "--rule", "no-such-rule"]);
    assert_eq!((rule.code, rule.error().as_str()), (2, "usage"));
}

#[test]
fn a_value_named_in_the_past_goes_where_it_stands_without_its_name() {
    let machine = Machine::new();
    let value = ["VkqT7r", "Wm2Zp!7"].concat();
    let named = Snapshot::new("one").progress(&format!("비밀번호: {value}"));
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(named).checkpoint(Snapshot::new("one").progress(&format!("again {value}"))))
        .task("other", |t| t.checkpoint(Snapshot::new(&format!("push with {}", token()))))
        .build(&machine.path("store"))
        .unwrap();
    let found = machine.on(&built.path, &["scan"]).json();
    let finding =
        |rule: &str| found["findings"].as_array().unwrap().iter().find(|f| f["rule"] == rule).unwrap().clone();
    let live = finding("password");
    assert_eq!((&live["live"], &live["offered"]), (&json!(true), &json!(true)), "{live}");
    let done = machine.on(&built.path, &["redact", "--all-findings", "--yes"]).json();
    assert_eq!((&done["redactedCount"], &done["proof"]["erased"]), (&json!(2), &json!(true)), "{done}");
    let folder = built.path.parent().unwrap();
    let files = tree(folder);
    assert!(!files.iter().any(|(_, bytes)| bytes.windows(value.len()).any(|window| window == value.as_bytes())));
    let shown = machine.run(["--db", built.path.to_str().unwrap(), "show", "--session", "s"]);
    assert!(shown.out.contains("again [REDACTED:password]"), "{}", shown.out);
}
