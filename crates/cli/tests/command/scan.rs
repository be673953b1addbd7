//! `scan`: what is found, how it is told, and what it writes.

use fixtures::{BuiltStore, Snapshot, StoreBuilder};

use crate::run::{Machine, tree};

fn token() -> String {
    ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nHd"].concat()
}

fn store(machine: &Machine) -> BuiltStore {
    let mail = ["minji.kim", "@", "naver.com"].concat();
    let snapshot = Snapshot::new("x").constraint(&format!("한 use {} now", token())).decision(&format!("ask {mail}"));
    StoreBuilder::new().task("s", |t| t.checkpoint(snapshot)).build(&machine.path("store")).unwrap()
}

#[test]
fn the_document_says_what_and_where() {
    let machine = Machine::new();
    let built = store(&machine);
    let ran = machine.on(&built.path, &["scan"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.contains("Zk3v"));
    let document = ran.json();
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    let found = &findings[0];
    for field in ["id", "rule", "class", "severity", "confidence", "masked", "offered", "places"] {
        assert!(!found[field].is_null(), "{field}");
    }
    assert_eq!(
        (&found["rule"], &found["class"], &found["offered"]),
        (&"gitlab-token".into(), &"secret".into(), &true.into())
    );
    let place = &found["places"][0];
    for field in [
        "database",
        "table",
        "column",
        "taskCorrelation",
        "rootId",
        "epoch",
        "revision",
        "source",
        "pointer",
        "utf16",
        "bytes",
    ] {
        assert!(place.as_object().unwrap().contains_key(field), "{field}");
    }
    assert_eq!(place["database"], "continuity.sqlite3");
    assert_eq!((&place["table"], &place["column"]), (&"continuity_snapshots".into(), &"snapshot_json".into()));
    assert_eq!((&place["source"], &place["pointer"]), (&"live".into(), &"/core/constraints/0".into()));
    assert_eq!((&place["epoch"], &place["revision"]), (&1.into(), &1.into()));
    assert_eq!((&place["utf16"], &place["bytes"]), (&serde_json::json!([6, 26]), &serde_json::json!([8, 26])));
}

#[test]
fn people_read_a_table_with_what_to_rotate() {
    let machine = Machine::new();
    let built = store(&machine);
    let ran = machine.run(["scan", "--db", built.path.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("OFFERED NEXT") && ran.out.contains("What to rotate, where") && !ran.out.contains("Zk3v"));
}

#[test]
fn the_exit_status_follows_fail_on_and_the_filter() {
    let machine = Machine::new();
    let built = store(&machine);
    let code = |args: &[&str]| machine.on(&built.path, &[&["scan"], args].concat()).code;
    assert_eq!(code(&["--fail-on", "high"]), 1);
    assert_eq!(code(&["--fail-on", "any"]), 1);
    assert_eq!(code(&["--fail-on", "high", "--class", "personal"]), 0);
    assert_eq!(code(&["--fail-on", "any", "--task", built.tasks[0].correlation.as_str()]), 1);
    assert_eq!(code(&["--task", "000000"]), 2);
    assert_eq!(code(&["--fail-on", "sometimes"]), 2);
}

#[test]
fn a_baseline_is_written_once_and_lets_pass() {
    let machine = Machine::new();
    let built = store(&machine);
    let file = machine.path("known.toml");
    let file = file.to_str().unwrap();
    assert_eq!(machine.on(&built.path, &["scan", "--write-baseline", file]).code, 0);
    let again = machine.on(&built.path, &["scan", "--write-baseline", file]);
    assert_eq!((again.code, again.error().as_str()), (4, "file-exists"));
    let ran = machine.on(&built.path, &["scan", "--baseline", file, "--fail-on", "any"]);
    assert_eq!((ran.code, ran.json()["findings"].as_array().unwrap().len()), (0, 0));
    assert_eq!(ran.json()["totals"]["allowed"], 2);
}

#[test]
fn reports_are_written_to_new_files_and_hold_no_value() {
    let machine = Machine::new();
    let built = store(&machine);
    for format in ["json", "sarif", "html", "markdown", "csv"] {
        let file = machine.path(&format!("report.{format}"));
        let args = ["scan", "--format", format, "--output", file.to_str().unwrap()];
        assert_eq!(machine.on(&built.path, &args).code, 0, "{format}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("gitlab-token") && !text.contains("Zk3v"), "{format}");
        assert_eq!(machine.on(&built.path, &args).error(), "file-exists");
        let printed = machine.run(["scan", "--format", format, "--db", built.path.to_str().unwrap()]);
        assert!(printed.out.contains("gitlab-token") && !printed.out.contains("Zk3v"), "{format}");
    }
    let sarif: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(machine.path("report.sarif")).unwrap()).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"gitlab-token".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["charLength"], 26);
    let store = built.path.to_str().unwrap();
    assert_eq!(machine.on(&built.path, &["scan", "--format", "csv", "--output", store]).error(), "protected-file");
    assert_eq!(machine.run(["scan", "--output", "x"]).code, 2, "a report has a format");
}

#[test]
fn a_value_is_revealed_on_a_terminal_only() {
    let machine = Machine::new();
    let built = store(&machine);
    let id = machine.on(&built.path, &["scan"]).json()["findings"][0]["id"].as_str().unwrap().to_owned();
    let db = built.path.to_str().unwrap();
    let ran = machine.run(["scan", "--db", db, "--reveal", &id]);
    assert_eq!(ran.code, 2);
    assert!(!ran.out.contains("Zk3v") && !ran.err.contains("Zk3v"));
}

#[test]
fn allowing_one_finding_leaves_the_others() {
    let machine = Machine::new();
    let built = store(&machine);
    let id = machine.on(&built.path, &["scan"]).json()["findings"][0]["id"].as_str().unwrap().to_owned();
    let ran = machine.on(&built.path, &["scan", "--allow", &id, "--reason", "revoked long ago"]);
    assert_eq!((ran.code, ran.json()["entries"][0]["reason"].as_str()), (0, Some("revoked long ago")));
    let after = machine.on(&built.path, &["scan"]).json();
    assert_eq!((after["findings"].as_array().unwrap().len(), &after["totals"]["allowed"]), (1, &1.into()));
    assert_eq!(machine.on(&built.path, &["scan", "--allow", "0000000000000000"]).error(), "not-found");
}

#[test]
fn a_faulty_rule_file_is_named_with_rule_and_line() {
    let machine = Machine::new();
    let built = store(&machine);
    let file = machine.path("rules.toml");
    std::fs::write(&file, "[[rules]]\nid = \"mine\"\nregex = '''('''\n").unwrap();
    let ran = machine.on(&built.path, &["scan", "--rules", file.to_str().unwrap()]);
    assert_eq!((ran.code, ran.error().as_str()), (3, "rule-file"));
    assert!(ran.err.contains("rules.toml") && ran.err.contains("mine") && ran.err.contains("line 3"), "{}", ran.err);
}

#[test]
fn show_and_diff_mask_unless_asked() {
    let machine = Machine::new();
    let built = store(&machine);
    let db = built.path.to_str().unwrap();
    let task = built.tasks[0].correlation.as_str();
    assert!(!machine.run(["show", task, "--db", db]).out.contains("Zk3v"));
    assert!(machine.run(["show", task, "--db", db, "--reveal"]).out.contains("Zk3v"));
    assert_eq!(machine.run(["show", task, "--db", db, "--raw"]).out, built.tasks[0].last().unwrap().body);
    let shown = machine.on(&built.path, &["show", task]).json();
    assert_eq!(shown["masked"], true);
    let plain = machine.on(&built.path, &["show", task, "--reveal"]).json();
    assert!(plain["snapshot"]["core"]["constraints"][0].as_str().unwrap().contains(&token()));
}

#[test]
fn scanning_writes_nothing() {
    let machine = Machine::new();
    let built = store(&machine);
    let before = tree(machine.folder.path());
    assert_eq!(machine.on(&built.path, &["scan"]).code, 0);
    assert!(tree(machine.folder.path()) == before);
}
