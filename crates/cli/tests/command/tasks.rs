//! `tasks` and `sources`: every field of the contract, null and never missing.

use fixtures::{SchemaVersion, Snapshot, StoreBuilder};
use serde_json::{Value, json};

use crate::run::{Machine, every_standing};

fn keys(value: &Value, at: &str, wanted: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("{at} is no object: {value}"));
    for key in wanted {
        assert!(object.contains_key(*key), "{at} lacks {key}");
    }
}

#[test]
fn every_field_is_there_in_every_task() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let ran = machine.on(&built.path, &["tasks"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let document = ran.json();
    keys(&document, "document", &["database", "total", "tasks"]);
    let database = ["path", "schemaVersion", "applicationId", "journalMode", "sizeBytes", "logBytes", "damage"];
    keys(&document["database"], "database", &database);
    assert_eq!(document["total"], 7);
    let tasks = document["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 7);
    for task in tasks {
        keys(
            task,
            "task",
            &[
                "taskCorrelation",
                "title",
                "currentEpoch",
                "suppressed",
                "rootId",
                "pending",
                "updatedAt",
                "epochs",
                "candidate",
                "workflowCard",
            ],
        );
        if !task["pending"].is_null() {
            keys(&task["pending"], "pending", &["source", "revision", "digest", "rootId", "consumed"]);
        }
        for epoch in task["epochs"].as_array().unwrap() {
            keys(epoch, "epoch", &["epoch", "current", "offered", "snapshot", "tombstone"]);
            if !epoch["snapshot"].is_null() {
                let fields = [
                    "revision",
                    "digest",
                    "recomputedDigest",
                    "digestValid",
                    "status",
                    "bytes",
                    "updatedAt",
                    "problems",
                ];
                keys(&epoch["snapshot"], "snapshot", &fields);
            }
            if !epoch["tombstone"].is_null() {
                keys(&epoch["tombstone"], "tombstone", &["revision", "payloadDigest", "purgedAt"]);
            }
        }
        let candidate = &task["candidate"];
        keys(candidate, "candidate", &["decision", "reasonCodes", "summary", "error", "checks", "load"]);
        let checks: Vec<&str> =
            candidate["checks"].as_array().unwrap().iter().map(|check| check["id"].as_str().unwrap()).collect();
        assert_eq!(
            checks,
            [
                "epoch-current",
                "revision",
                "digest",
                "column-digest",
                "column-revision",
                "contract",
                "not-suppressed",
                "marker",
                "workflow-root"
            ]
        );
        for check in candidate["checks"].as_array().unwrap() {
            keys(check, "check", &["id", "pass", "expected", "actual"]);
        }
        if !candidate["load"].is_null() {
            keys(&candidate["load"], "load", &["ok", "code"]);
        }
    }
}

#[test]
fn each_verdict_is_what_the_real_tools_answer() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let document = machine.on(&built.path, &["tasks"]).json();
    let tasks = document["tasks"].as_array().unwrap();
    for (session, decision, reasons, error, load, offered) in [
        (
            "offered",
            json!("DEFER"),
            json!(["EXPLICIT_LOAD_REQUIRED"]),
            json!(null),
            json!({"ok": true, "code": null}),
            Some(2),
        ),
        (
            "workflow",
            json!("DEFER"),
            json!(["EXPLICIT_LOAD_REQUIRED"]),
            json!(null),
            json!({"ok": true, "code": null}),
            None,
        ),
        ("suppressed", json!("REJECT"), json!(["RESTORE_SUPPRESSED"]), json!(null), json!(null), None),
        (
            "broken",
            json!("DEFER"),
            json!(["EXPLICIT_LOAD_REQUIRED"]),
            json!(null),
            json!({"ok": false, "code": "INTEGRITY_FAILED"}),
            Some(1),
        ),
        ("failing", json!(null), json!([]), json!({"code": "CONTINUITY_UNAVAILABLE"}), json!(null), None),
        ("deleted", json!("REJECT"), json!(["NO_RESTORE_CANDIDATE"]), json!(null), json!(null), None),
        ("empty", json!("REJECT"), json!(["NO_RESTORE_CANDIDATE"]), json!(null), json!(null), None),
    ] {
        let task = tasks.iter().find(|task| task["taskCorrelation"] == built.correlation(session).as_str()).unwrap();
        let candidate = &task["candidate"];
        assert_eq!(candidate["decision"], decision, "{session}");
        assert_eq!(candidate["reasonCodes"], reasons, "{session}");
        assert_eq!(candidate["error"], error, "{session}");
        assert_eq!(candidate["load"], load, "{session}");
        let epochs = task["epochs"].as_array().unwrap();
        let shown: Vec<i64> = epochs
            .iter()
            .filter(|epoch| epoch["offered"] == true)
            .map(|epoch| epoch["epoch"].as_i64().unwrap())
            .collect();
        assert_eq!(shown, offered.into_iter().collect::<Vec<i64>>(), "{session}");
        assert_eq!(task["workflowCard"].is_null(), session != "workflow");
    }
}

#[test]
fn summary_and_snapshot_hold_the_stored_values() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let document = machine.on(&built.path, &["tasks"]).json();
    let task = &document["tasks"].as_array().unwrap()[0];
    let last = built.tasks[0].last().unwrap();
    let snapshot = &task["epochs"][1]["snapshot"];
    assert_eq!(snapshot["revision"], 1);
    assert_eq!(snapshot["digest"], last.digest);
    assert_eq!(snapshot["recomputedDigest"], last.digest);
    assert_eq!(snapshot["digestValid"], true);
    assert_eq!(snapshot["bytes"], last.body.len());
    assert_eq!(snapshot["problems"], json!([]));
    let summary = &task["candidate"]["summary"];
    assert_eq!(summary["snapshotDigest"], last.digest);
    assert_eq!((&summary["epoch"], &summary["source"]), (&json!(2), &json!("direct")));
    assert_eq!(task["pending"]["digest"], last.digest);
    assert_eq!(task["title"], "Offered");
}

#[test]
fn an_empty_file_is_a_store_of_schema_0() {
    let machine = Machine::new();
    let path = machine.path("empty.sqlite3");
    std::fs::write(&path, b"").unwrap();
    let ran = machine.on(&path, &["tasks"]);
    assert_eq!(ran.code, 0);
    let document = ran.json();
    assert_eq!(
        (&document["database"]["schemaVersion"], &document["total"], &document["tasks"]),
        (&json!(0), &json!(0), &json!([]))
    );
}

#[test]
fn damage_beside_readable_tasks_is_exit_0() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .raw_sql("DROP TABLE continuity_tombstones")
        .build(&machine.path("store"))
        .unwrap();
    let ran = machine.on(&built.path, &["tasks"]);
    assert_eq!(ran.code, 0);
    let damage = &ran.json()["database"]["damage"][0];
    assert_eq!((&damage["table"], &damage["reason"]), (&json!("continuity_tombstones"), &json!("missing-table")));
    assert!(damage.as_object().unwrap().contains_key("count"));
}

#[test]
fn the_shared_file_and_its_own_ledger_are_named() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .shared_file()
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .build(&machine.path("store"))
        .unwrap();
    let database = machine.on(&built.path, &["tasks"]).json()["database"].clone();
    assert_eq!((&database["applicationId"], &database["schemaVersion"]), (&json!("AGSN"), &json!(3)));
}

#[test]
fn another_ledger_can_be_given() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let moved = machine.path("moved.sqlite3");
    std::fs::rename(built.workflows.as_deref().unwrap(), &moved).unwrap();
    let cards = |args: &[&str]| {
        let document = machine.on(&built.path, args).json();
        document["tasks"].as_array().unwrap().iter().filter(|task| !task["workflowCard"].is_null()).count()
    };
    assert_eq!(cards(&["tasks"]), 0);
    assert_eq!(cards(&["--workflows", moved.to_str().unwrap(), "tasks"]), 1);
}

#[test]
fn sources_list_what_is_there_and_where_was_looked() {
    let machine = Machine::new();
    let document = machine.run(["sources", "--json"]).json();
    assert_eq!(document["sources"], json!([]));
    assert!(document["lookedAt"].as_array().unwrap().len() >= 2);
    let built = every_standing(&machine);
    let document = machine.on(&built.path, &["sources"]).json();
    let source = &document["sources"][0];
    assert_eq!((&source["origin"], &source["tasks"], &source["error"]), (&json!("given"), &json!(7), &json!(null)));
    let ran =
        machine.command().args(["sources", "--json"]).env("XDG_STATE_HOME", machine.path("xdg")).output().unwrap();
    assert_eq!(crate::run::Ran::from(ran).json()["lookedAt"].as_array().unwrap().len(), 3);
    let by_variable =
        machine.command().args(["tasks", "--json"]).env("AGENT_GOVERNANCE_CONTINUITY_DB_PATH", &built.path).output();
    assert_eq!(crate::run::Ran::from(by_variable.unwrap()).json()["total"], 7);
}
