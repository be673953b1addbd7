//! Found values taken out of stored bodies: what changes, what stays, what is left.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use fixtures::{AutoVacuum, Delta, Encoding, Evidence, Journal, SchemaVersion, Snapshot, StoreBuilder};
use inspector::{Inspector, SeenBody};
use rstest::rstest;
use wire::actions::{PlaceState, PlanEffect, ProofPlaceKind, PurgePhase};
use wire::commands::{ActivityRequest, ListSources};
use wire::history::HistorySettings;
use wire::redact::{PlanRedactRequest, RedactDone, RedactHow, RedactPick, RedactPlan, RedactRequest};
use wire::scan::{AllowFinding, RevealRequest, ScanFilter, ScanFinding, ScanRequest};

use common::{Holder, Machine, NOW, code, open, tree};

/// A made-up token of a code host; no source text holds it in one piece.
fn token(letter: &str) -> String {
    ["gh", "p_", "Ab3dE5gH7jK9", &letter.repeat(3), "mN2pQ4rS6tU8", "vWxYz012345"].concat()
}

/// A made-up password with its name.
fn password() -> String {
    ["correct", "7horse", "Battery9"].concat()
}

fn everything() -> RedactPick {
    RedactPick { all: true, ..RedactPick::default() }
}

fn rule(id: &str) -> RedactPick {
    RedactPick { rules: vec![id.to_owned()], ..RedactPick::default() }
}

fn plan(inspector: &Inspector, source: &str, pick: RedactPick, in_place: bool) -> RedactPlan {
    let request = PlanRedactRequest { source: source.to_owned(), pick, in_place, ..PlanRedactRequest::default() };
    inspector.plan_redact(request).unwrap()
}

fn carry_out(inspector: &Inspector, source: &str, plan: &RedactPlan) -> RedactDone {
    let request = RedactRequest {
        source: source.to_owned(),
        plan: plan.id.clone(),
        confirmation: plan.confirmation.clone(),
        finish: false,
    };
    inspector.redact(request, &|_| true).unwrap()
}

/// Every row of every table, by another reader of the file.
fn dump(store: &Path) -> BTreeMap<String, Vec<Vec<rusqlite::types::Value>>> {
    let connection = rusqlite::Connection::open(store).unwrap();
    connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    let mut names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows = |name: &str| {
        let mut all = connection.prepare(&format!("SELECT * FROM {name} ORDER BY 1, 2")).unwrap();
        let columns = all.column_count();
        let row = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at)).collect::<Result<Vec<_>, _>>();
        all.query_map([], row).unwrap().map(Result::unwrap).collect()
    };
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    names.iter().map(|name| (name.clone(), rows(name))).collect()
}

/// Files below a folder that hold a text, in UTF-8 or UTF-16.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let forms = [text.as_bytes().to_vec(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
    let holds = |bytes: &[u8]| forms.iter().any(|form| bytes.windows(form.len()).any(|window| window == form));
    let files = tree(folder).into_iter().filter(|(_, bytes)| holds(bytes));
    files.map(|(path, _)| path.strip_prefix(folder).unwrap().display().to_string()).collect()
}

fn body(store: &Path, epoch: i64) -> serde_json::Value {
    let connection = rusqlite::Connection::open(store).unwrap();
    let sql = "SELECT snapshot_json FROM continuity_snapshots WHERE epoch = ?1 ORDER BY task_correlation LIMIT 1";
    let text: String = connection.query_row(sql, [epoch], |row| row.get(0)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Two earlier revisions with the token, one of them with text of its own; another task without it.
fn story() -> StoreBuilder {
    let token = token("x");
    let first = Snapshot::new("Set up the mirror").decision(&format!("export MIRROR_TOKEN={token} before \"make\""));
    let second = first.clone().progress(&format!("pushed with {token}\tand went on")).constraint("keep ⚠ 한글");
    let third = second.clone().evidence(Evidence::new("run-1", "logs/run-1.txt")).next_action("tag it");
    StoreBuilder::new()
        .task("s", |t| t.checkpoint(first).checkpoint_as("second", second).checkpoint_as("third", third))
        .task("other", |t| t.checkpoint(Snapshot::new("another task").decision("nothing to see")))
}

#[rstest]
#[case(Journal::KEPT_LOG, SchemaVersion::V2, Encoding::Utf8)]
#[case(Journal::CLOSED, SchemaVersion::V1, Encoding::Utf8)]
#[case(Journal::Delete, SchemaVersion::V3, Encoding::Utf8)]
#[case(Journal::KEPT_LOG, SchemaVersion::V2, Encoding::Utf16Le)]
fn the_value_is_gone_and_nothing_else_is(
    #[case] journal: Journal,
    #[case] schema: SchemaVersion,
    #[case] encoding: Encoding,
) {
    let machine = Machine::new();
    let story = story().journal(journal).schema(schema).encoding(encoding).auto_vacuum(AutoVacuum::None);
    let built = story.build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let token = token("x");
    let before = dump(&built.path);
    let untouched = tree(&machine.path("store"));
    let planned = plan(&inspector, &source, rule("github-token"), false);
    assert!(tree(&machine.path("store")) == untouched, "a plan writes nothing");
    assert_eq!((planned.body_count, planned.task_count, planned.spot_count, planned.refused_count), (1, 1, 2, 0));
    assert_eq!(planned.confirmation, "redact 2 places");
    let planned_body = &planned.bodies[0];
    assert_eq!(
        (planned_body.how, planned_body.new_revision.0, planned_body.offered),
        (RedactHow::Checkpoint, 4.0, true)
    );
    assert!(!serde_json::to_string(&planned).unwrap().contains(&token[4..20]), "a plan holds no value");
    let spot = &planned_body.spots[0];
    assert_eq!((spot.pointer.as_str(), spot.marker.as_str()), ("/core/decisions/0", "[REDACTED:github-token]"));
    assert_eq!(spot.before.as_str(), format!("export MIRROR_TOKEN={} before \"make\"", spot.masked));
    assert_eq!(spot.after.as_str(), "export MIRROR_TOKEN=[REDACTED:github-token] before \"make\"");
    assert_eq!((spot.bytes, spot.utf16), ([20, token.len() as u64], [20, token.len() as u64]));
    assert!(planned.rotate.iter().any(|advice| advice.rule == "github-token" && advice.values == 1));

    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    assert_eq!((done.redacted_count, done.refused_count, done.stopped), (1, 0, 0));
    assert_eq!(holding(machine.home.path(), &token), Vec::<String>::new());
    assert_eq!(holding(machine.home.path(), &token[..18]), Vec::<String>::new(), "no half of it either");

    // Rows: one body, one receipt more, and nothing else.
    let mut after = dump(&built.path);
    let receipts = (after.remove("continuity_requests").unwrap(), before["continuity_requests"].clone());
    assert_eq!(receipts.0.len(), receipts.1.len() + 1);
    assert!(receipts.1.iter().all(|row| receipts.0.contains(row)));
    let task = built.task("s").unwrap();
    let old: serde_json::Value = serde_json::from_str(&task.last().unwrap().body).unwrap();
    let mut bodies = after.remove("continuity_snapshots").unwrap();
    let name = rusqlite::types::Value::Text(task.correlation.as_str().to_owned());
    let at = bodies.iter().position(|row| row[0] == name).unwrap();
    let row = bodies.remove(at);
    let others: Vec<_> = before["continuity_snapshots"].iter().filter(|row| row[0] != name).cloned().collect();
    assert!(bodies == others);
    for (table, rows) in &after {
        assert!(rows == &before[table], "{table}");
    }
    let rusqlite::types::Value::Text(text) = &row[4] else { panic!("{:?}", row.len()) };
    let new: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut expected = old.clone();
    expected["core"]["decisions"][0] = "export MIRROR_TOKEN=[REDACTED:github-token] before \"make\"".into();
    expected["core"]["progress"][0] = "pushed with [REDACTED:github-token]\tand went on".into();
    expected["revision"] = 4.into();
    expected["updatedAt"] = NOW.into();
    expected["snapshotDigest"] = new["snapshotDigest"].clone();
    assert!(new == expected);
    let result = &done.result[0];
    assert_eq!((result.from_revision.0, result.revision.0, result.spots), (3.0, 4.0, 2));
    assert_eq!(new["snapshotDigest"], result.snapshot_digest.as_str());

    // What the real tools would answer: it is offered, and loads.
    let tasks = inspector.tasks_document(&built.path).unwrap();
    let entry = tasks.tasks.iter().find(|entry| entry.task_correlation == task.correlation.as_str()).unwrap();
    assert!(entry.candidate.load.as_ref().unwrap().ok);
    let snapshot = entry.epochs[0].snapshot.as_ref().unwrap();
    assert_eq!((snapshot.digest_valid, snapshot.problems.len()), (Some(true), 0));
    assert_eq!(snapshot.revision.unwrap().0, 4.0);
}

/// Bodies over many pages, so that values are cut by the ends of pages, with several revisions of them left over.
#[rstest]
#[case(512, Journal::KEPT_LOG)]
#[case(4_096, Journal::CLOSED)]
#[case(1_024, Journal::Delete)]
fn values_across_pages_go_whole(#[case] page_size: u32, #[case] journal: Journal) {
    let machine = Machine::new();
    let secret = token("p");
    let revision = |number: usize| {
        (0..60).fold(Snapshot::new("long"), |snapshot, item| {
            let words = format!("item {item} of {number}: ").repeat(40 + item % 7);
            let value = if item % 3 == 0 { &secret } else { "nothing" };
            snapshot.progress(&format!("{words}{value} {}", "and on ".repeat(item)))
        })
    };
    let built = StoreBuilder::new()
        .page_size(page_size)
        .journal(journal)
        .task("s", |t| (0..5).fold(t, |t, number| t.checkpoint(revision(number))))
        .task("gone", |t| t.checkpoint(revision(9)).purge())
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    assert_eq!(planned.spot_count, 20);
    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    for part in [&secret[..], &secret[..12], &secret[secret.len() - 12..]] {
        assert_eq!(holding(machine.home.path(), part), Vec::<String>::new());
    }
    dump(&built.path);
    let text = body(&built.path, 1).to_string();
    assert_eq!(text.matches("[REDACTED:github-token]").count(), 20);
}

#[test]
fn the_agent_goes_on_with_the_new_revision() {
    let machine = Machine::new();
    let built = story().journal(Journal::KEPT_LOG).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    carry_out(&inspector, &source, &plan(&inspector, &source, everything(), false));
    let next = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint_as("fourth", Snapshot::new("goes on")))
        .go_on(&built)
        .unwrap();
    let last = next.task("s").unwrap().last().unwrap();
    assert_eq!((last.epoch, last.revision), (1, 5));
    // An id that was used in this epoch is known still: used again with other content, it is a conflict.
    let again = StoreBuilder::new().task("s", |t| t.checkpoint_as("second", Snapshot::new("other"))).go_on(&next);
    assert!(again.is_err());
    // The receipts of the story are as they were, so that AGS answers them STALE_REVISION (rule 3).
    let connection = rusqlite::Connection::open(&built.path).unwrap();
    let sql = "SELECT json_extract(result_json, '$.revision') FROM continuity_requests WHERE task_correlation = ?1 \
         ORDER BY 1";
    let mut receipts = connection.prepare(sql).unwrap();
    let name = built.correlation("s");
    let found: Vec<i64> = receipts.query_map([name.as_str()], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, [1, 2, 3, 4, 5]);
}

#[test]
fn an_epoch_that_ended_is_offered_as_a_choice_and_changed_in_its_place() {
    let machine = Machine::new();
    let secret = token("y");
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new(&format!("old {secret}"))).clear().checkpoint(Snapshot::new("new")))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let refused = plan(&inspector, &source, everything(), false);
    assert_eq!((refused.body_count, refused.refused_count, refused.confirmation.as_str()), (0, 1, ""));
    assert_eq!((refused.refused[0].epoch, refused.refused[0].error.code.as_str()), (1, "old-epoch"));
    assert_eq!(code(inspector.redact_planned(&refused.id, false, &|_| true)), "old-epoch");
    let planned = plan(&inspector, &source, everything(), true);
    assert_eq!((planned.bodies[0].how, planned.bodies[0].new_revision.0), (RedactHow::InPlace, 1.0));
    let before = dump(&built.path);
    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    let mut after = dump(&built.path);
    let old: serde_json::Value = serde_json::from_str(&built.tasks[0].history[0].body).unwrap();
    let new = body(&built.path, 1);
    let mut expected = old.clone();
    expected["core"]["objective"] = "old [REDACTED:github-token]".into();
    expected["snapshotDigest"] = done.result[0].snapshot_digest.as_str().into();
    assert!(new == expected);
    let row = after.get_mut("continuity_snapshots").unwrap().remove(0);
    assert_eq!((&row[2], &row[5]), (&before["continuity_snapshots"][0][2], &before["continuity_snapshots"][0][5]));
    after.remove("continuity_snapshots");
    assert!(after.iter().all(|(table, rows)| rows == &before[table]), "no receipt, no tombstone");
    let entry = &inspector.tasks_document(&built.path).unwrap().tasks[0];
    assert_eq!(entry.epochs[0].snapshot.as_ref().unwrap().digest_valid, Some(true));
    assert_eq!(holding(machine.home.path(), &secret), Vec::<String>::new());
}

#[test]
fn what_the_rules_forbid_is_refused_with_what_to_do() {
    let machine = Machine::new();
    let secret = token("z");
    let text = format!("with {secret}");
    let tamper = "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, 'plain', 'plans') \
         WHERE task_correlation = :task";
    let cut = "UPDATE continuity_snapshots SET snapshot_json = substr(snapshot_json, 1, length(snapshot_json) - 2) \
         WHERE task_correlation = :task";
    let built = StoreBuilder::new()
        .task("bound", |t| t.checkpoint(Snapshot::new(&text)).bind_root("root-1"))
        .task("tampered", |t| t.checkpoint(Snapshot::new(&text).decision("plain")).sql(tamper))
        .task("cut", |t| t.checkpoint(Snapshot::new(&text)).sql(cut))
        .task("key", |t| t.checkpoint(Snapshot::new(&text).unknown_field(&secret, "1")))
        .task("suppressed", |t| t.checkpoint(Snapshot::new(&text)).suppress())
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), true);
    let why: BTreeMap<&str, &str> = planned
        .refused
        .iter()
        .map(|refused| (refused.task_correlation.as_str(), refused.error.message.as_str()))
        .collect();
    for (session, rule) in
        [("bound", "root-bound"), ("tampered", "digest-mismatch"), ("cut", "not-a-snapshot"), ("key", "secret-in-key")]
    {
        assert!(why[built.correlation(session).as_str()].contains(rule), "{session}: {why:?}");
    }
    assert_eq!((planned.body_count, planned.refused_count), (1, 4));
    assert!(planned.refused.iter().all(|refused| refused.error.next.as_ref().unwrap().contains("continuity purge")));
    let done = carry_out(&inspector, &source, &planned);
    assert_eq!((done.redacted_count, done.refused_count), (1, 4));
    // The others still hold it, and the proof says so.
    let row = done.proof.places.iter().find(|place| place.place == ProofPlaceKind::Row).unwrap();
    assert_eq!((row.state, done.proof.erased), (PlaceState::Remains, false));
    assert!(row.next.is_some());
    let tasks = inspector.tasks_document(&built.path).unwrap().tasks;
    let name = built.correlation("suppressed");
    let entry = tasks.iter().find(|entry| entry.task_correlation == name.as_str()).unwrap();
    assert!(entry.suppressed, "what was suppressed stays so");
}

#[test]
fn the_same_value_elsewhere_in_bodies_goes_too_and_in_other_places_is_named() {
    let machine = Machine::new();
    let password = password();
    let named = format!("password: {password}");
    let bare = format!("then type {password} and again x{password}x");
    let snapshot = Snapshot::new("log in").decision(&named).progress(&bare);
    let built = StoreBuilder::new()
        .schema(SchemaVersion::V3)
        .task("s", |t| t.checkpoint_with_bare_body(snapshot.clone()).delta(Delta::new(snapshot)))
        .task("prose", |t| t.checkpoint(Snapshot::new(&format!("the word {password} alone"))))
        .build(&machine.path("store"))
        .unwrap();
    std::fs::copy(&built.path, machine.path("store/continuity.sqlite3.bak")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    assert_eq!(planned.body_count, 2);
    let of = |session: &str| {
        let name = built.correlation(session);
        planned.bodies.iter().find(|body| body.task_correlation == name.as_str()).unwrap()
    };
    let repeats = |session: &str| of(session).spots.iter().map(|spot| spot.repeat).collect::<Vec<_>>();
    assert_eq!((repeats("s"), repeats("prose")), (vec![false, true], vec![true]));
    let kept: Vec<(&str, u64)> = planned
        .plan
        .iter()
        .filter(|item| item.effect == PlanEffect::NotTouched && item.file.is_none())
        .map(|item| (item.kind.as_str(), item.count))
        .collect();
    assert_eq!(kept, [("request", 1), ("delta", 1)]);
    let done = carry_out(&inspector, &source, &planned);
    let remains =
        |place| done.proof.places.iter().any(|found| found.place == place && found.state == PlaceState::Remains);
    for place in [ProofPlaceKind::Row, ProofPlaceKind::Receipt, ProofPlaceKind::Delta, ProofPlaceKind::Backup] {
        assert!(remains(place), "{place:?}");
    }
    assert!(!done.proof.erased);
    let name = built.correlation("s");
    let connection = built.connect().unwrap();
    let sql = "SELECT snapshot_json FROM continuity_snapshots WHERE task_correlation = ?1";
    let text: String = connection.query_row(sql, [name.as_str()], |row| row.get(0)).unwrap();
    let body: serde_json::Value = serde_json::from_str(&text).unwrap();
    let after = body["core"]["progress"][0].as_str().unwrap();
    assert!(
        after.starts_with("then type [REDACTED:") && after.ends_with(&format!("x{password}x")),
        "inside a word it stays"
    );
}

#[test]
fn what_moved_since_the_plan_is_refused_and_nothing_is_written() {
    let machine = Machine::new();
    let built = story().journal(Journal::KEPT_LOG).build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new(&format!("again {}", token("x")))))
        .go_on(&built)
        .unwrap();
    let before = dump(&built.path);
    let request = |confirmation: &str| RedactRequest {
        source: source.clone(),
        plan: planned.id.clone(),
        confirmation: confirmation.to_owned(),
        finish: false,
    };
    assert_eq!(code(inspector.redact(request("redact"), &|_| true)), "not-confirmed");
    assert_eq!(code(inspector.redact(request(&planned.confirmation), &|_| true)), "stale-revision");
    assert!(dump(&built.path) == before);
    assert!(!machine.own("unfinished.json").exists());
    let newer = plan(&inspector, &source, everything(), false);
    assert_eq!(code(inspector.redact(request(&planned.confirmation), &|_| true)), "changed-since-read");
    assert!(carry_out(&inspector, &source, &newer).proof.erased);
    let nothing = PlanRedactRequest { source, pick: everything(), ..PlanRedactRequest::default() };
    let again = inspector.plan_redact(nothing.clone()).unwrap();
    assert_eq!((again.body_count, again.refused_count), (0, 0), "a marker is no finding");
    assert_eq!(code(inspector.plan_redact(PlanRedactRequest { pick: RedactPick::default(), ..nothing })), "usage");
}

#[test]
fn the_body_that_the_command_names_is_compared_first() {
    let machine = Machine::new();
    let built = story().build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let task = built.correlation("s");
    let seen = |revision, digest: Option<&str>| SeenBody { epoch: 1, revision, digest: digest.map(str::to_owned) };
    let plan = |seen: &SeenBody| {
        inspector.plan_redact_body(&built.path, Some((task.as_str(), seen)), &everything(), false, &[])
    };
    let digest = built.task("s").unwrap().last().unwrap().digest.clone();
    assert_eq!(plan(&seen(3, Some(&digest))).unwrap().body_count, 1);
    assert_eq!(code(plan(&seen(2, None))), "stale-revision");
    let other = format!("sha256:{}", "0".repeat(64));
    assert_eq!(code(plan(&seen(3, Some(&other)))), "changed-since-read");
    assert_eq!(code(plan(&seen(3, Some("x")))), "usage");
}

#[test]
fn a_finding_is_picked_by_its_id_wherever_its_value_is_and_what_is_let_pass_is_not() {
    let machine = Machine::new();
    let (one, two) = (token("j"), token("k"));
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new(&format!("{one} and {two}"))))
        .task("t", |t| t.checkpoint(Snapshot::new(&format!("again {one}"))))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let scan = ScanRequest { source: source.clone(), filter: ScanFilter::default(), limit: 10 };
    let page = inspector.scan_store(scan, &|_| true).unwrap();
    let finding = |value: &str| {
        let reveal = |id: &str| RevealRequest { scan: page.scan.clone(), finding: id.to_owned() };
        let is_meant = |found: &&ScanFinding| inspector.reveal_finding(reveal(&found.id)).unwrap().as_str() == value;
        page.findings.iter().find(is_meant).unwrap().id.clone()
    };
    let pick = |value: &str| RedactPick { findings: vec![finding(value)], ..RedactPick::default() };
    let request = |pick| PlanRedactRequest { source: source.clone(), pick, ..PlanRedactRequest::default() };
    let unknown = RedactPick { findings: vec!["0123456789abcdef".to_owned()], ..RedactPick::default() };
    assert_eq!(code(inspector.plan_redact(request(unknown))), "unknown-finding");
    let unknown = RedactPick { rules: vec!["no-such-rule".to_owned()], ..RedactPick::default() };
    assert_eq!(code(inspector.plan_redact(request(unknown))), "usage");
    let allow = AllowFinding { scan: page.scan.clone(), finding: finding(&two), reason: None };
    inspector.allow_finding(allow).unwrap();
    assert_eq!(plan(&inspector, &source, everything(), false).spot_count, 2, "the other value, twice");
    // Another process has made no scan yet: the ids are the same.
    let planned = plan(&machine.inspector(), &source, pick(&one), false);
    assert_eq!((planned.body_count, planned.spot_count), (2, 2));
    let planned = plan(&inspector, &source, pick(&one), false);
    assert_eq!((planned.body_count, planned.spot_count), (2, 2));
    let of_one =
        PlanRedactRequest { task_correlation: Some(built.correlation("t").to_string()), ..request(pick(&one)) };
    assert_eq!(inspector.plan_redact(of_one).unwrap().body_count, 1);
    let planned = plan(&inspector, &source, pick(&one), false);
    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    assert_eq!(holding(&machine.path("store"), &one), Vec::<String>::new());
    assert_ne!(holding(&machine.path("store"), &two), Vec::<String>::new());
}

/// A value that only the name of its field gives away, and a found value in the name of another field.
#[test]
fn a_name_tells_what_its_value_is_and_a_found_name_is_masked() {
    let machine = Machine::new();
    let (secret, name) = (["s3rg", "lZq9!t"].concat(), token("n"));
    let field = format!(r#"{{"password":"{secret}","{name}":["{}"]}}"#, token("m"));
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("plain").unknown_field("extra", &field)))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    assert_eq!(plan(&inspector, &source, everything(), false).body_count, 0, "a name cannot go");
    let scan = ScanRequest { source: source.clone(), filter: ScanFilter::default(), limit: 10 };
    let page = inspector.scan_store(scan, &|_| true).unwrap();
    let values = page.findings.iter().filter(|found| found.places.iter().all(|place| !place.in_key));
    let pick = RedactPick { findings: values.map(|found| found.id.clone()).collect(), ..RedactPick::default() };
    assert_eq!(pick.findings.len(), 2);
    let planned = plan(&inspector, &source, pick, false);
    assert_eq!((planned.body_count, planned.spot_count), (1, 2));
    let shown = serde_json::to_string(&planned).unwrap();
    assert!(!shown.contains(&name) && !shown.contains(&secret));
    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    let extra = &body(&built.path, 1)["extra"];
    assert!(extra["password"].as_str().unwrap().starts_with("[REDACTED:"));
    assert_eq!(extra[&name][0], "[REDACTED:github-token]");
    let text = std::fs::read_to_string(machine.own("activity.jsonl")).unwrap();
    assert!(!text.contains(&name));
}

#[test]
fn stopping_leaves_whole_bodies_and_erases_what_was_done() {
    let machine = Machine::new();
    let mut story = StoreBuilder::new().journal(Journal::KEPT_LOG);
    for task in ["a", "b", "c"] {
        let text = format!("with {}", token(task));
        story = story.task(task, |t| t.checkpoint(Snapshot::new(&text)));
    }
    let built = story.build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    let done = inspector.redact_planned(&planned.id, false, &|progress| {
        if progress.phase == PurgePhase::Delete && progress.done == 1 {
            inspector.stop_purge(ListSources {}).unwrap();
        }
        true
    });
    let done = done.unwrap();
    assert_eq!((done.redacted_count, done.stopped), (1, 2));
    dump(&built.path);
    let tasks = inspector.tasks_document(&built.path).unwrap().tasks;
    assert!(tasks.iter().all(|task| task.candidate.load.as_ref().unwrap().ok));
    // What the stop left of the old text is remembered, and erasing again finishes it.
    inspector.erase_store(&built.path, &|_| true).unwrap();
    let left: Vec<&str> =
        ["a", "b", "c"].into_iter().filter(|task| !holding(&machine.path("store"), &token(task)).is_empty()).collect();
    assert_eq!(left.len(), 2);
}

#[test]
fn what_a_reader_holds_up_is_named_and_remembered() {
    let machine = Machine::new();
    let built = story().journal(Journal::KEPT_LOG).build(&machine.path("store")).unwrap();
    let Some(holder) = Holder::start(&built.path, &["BEGIN", "SELECT count(*) FROM continuity_tasks"]) else { return };
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let done = carry_out(&inspector, &source, &plan(&inspector, &source, everything(), false));
    let log = done.proof.places.iter().find(|place| place.place == ProofPlaceKind::Log).unwrap();
    assert_eq!((log.state, done.proof.erased), (PlaceState::Remains, false));
    assert!(machine.own("unfinished.json").exists());
    drop(holder);
    assert!(inspector.erase_store(&built.path, &|_| true).unwrap().proof.erased);
    assert_eq!(holding(machine.home.path(), &token("x")), Vec::<String>::new());
}

/// What is left when the process ends in between: whole rows, and the store remembered as unfinished.
#[test]
fn a_process_that_ends_between_the_rows_leaves_a_store_that_is_remembered() {
    let machine = Machine::new();
    let mut story = StoreBuilder::new().journal(Journal::KEPT_LOG);
    for task in ["a", "b"] {
        let text = format!("with {}", token(task));
        story = story.task(task, |t| t.checkpoint(Snapshot::new(&text)));
    }
    let built = story.build(&machine.path("store")).unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        inspector.redact_planned(&planned.id, true, &|progress| {
            assert!(progress.done == 0, "the process ends here");
            true
        })
    }));
    assert!(ended.is_err());
    let left = || ["a", "b"].into_iter().filter(|task| !holding(machine.home.path(), &token(task)).is_empty()).count();
    assert_eq!(left(), 2, "one of them in the log only");
    assert!(machine.own("unfinished.json").exists());
    dump(&built.path);
    machine.inspector().finish_unfinished();
    assert!(!machine.own("unfinished.json").exists());
    assert_eq!(left(), 1);
}

#[test]
fn the_activity_log_says_what_went_where_and_no_value() {
    let machine = Machine::new();
    let secret = token("q");
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new(&secret).unknown_field("notes of mine", &format!("[\"{secret}\"]"))))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    let source = open(&inspector, &built.path);
    carry_out(&inspector, &source, &plan(&inspector, &source, everything(), false));
    let page = inspector.list_activity(ActivityRequest { limit: 10 }).unwrap();
    let entry = &page.entries[0];
    assert_eq!((entry.action.as_str(), entry.outcome.as_str(), entry.erased), ("redact", "done", Some(true)));
    let places: Vec<(&str, &str, u64)> =
        entry.redacted.iter().map(|place| (place.rule.as_str(), place.pointer.as_str(), place.count)).collect();
    assert_eq!(places, [("github-token", "/core/objective", 1), ("github-token", "/*/*", 1)]);
    let text = std::fs::read_to_string(machine.own("activity.jsonl")).unwrap();
    assert!(!text.contains(&secret) && !text.contains("notes of mine") && !text.contains("\"sha256:"));
}

/// Copies are masked when they are recorded; what no rule found then, and what was recorded before, is not.
#[cfg(unix)]
#[test]
fn recorded_copies_that_hold_the_value_go_and_others_stay() {
    use std::os::unix::ffi::OsStrExt;

    use continuity::records::StoredBody;
    use continuity_store::history::{Change, HistoryFile, Key, NewCopy};

    let machine = Machine::new();
    let secret = token("r");
    let text = format!("a second one with {secret}");
    let built = StoreBuilder::new()
        .task("s", |t| t.checkpoint(Snapshot::new("a first revision without it")).checkpoint(Snapshot::new(&text)))
        .build(&machine.path("store"))
        .unwrap();
    let inspector = machine.inspector();
    inspector.change_history(HistorySettings { record: true, keep_days: 30, keep_bytes: 1 << 20 }).unwrap();
    let name = built.path.canonicalize().unwrap();
    let copies = built.tasks[0].history.iter().enumerate().map(|(at, revision)| NewCopy {
        key: Key { task: built.correlation("s").to_string(), epoch: 1, blob: false, hash: [at as u8; 32] },
        revision: Some(revision.revision as f64),
        digest: Some(revision.digest.clone()),
        body: StoredBody::Text(revision.body.clone().into_bytes()),
        masked: false,
        recorded_at: NOW.to_owned(),
    });
    let copies: Vec<NewCopy> = copies.collect();
    let add = |change: &Change<'_>| {
        copies.iter().try_for_each(|copy| change.add(name.as_os_str().as_bytes(), copy).map(drop))
    };
    HistoryFile::at(machine.own("history.sqlite3")).change(add).unwrap();
    assert_ne!(holding(&machine.path("own data"), &secret), Vec::<String>::new());
    let source = open(&inspector, &built.path);
    let planned = plan(&inspector, &source, everything(), false);
    let history: Vec<_> = planned.plan.iter().filter(|item| item.kind == "history").collect();
    assert_eq!((history.len(), history[0].effect, history[0].count), (1, PlanEffect::Delete, 1));
    let done = carry_out(&inspector, &source, &planned);
    assert!(done.proof.erased, "{:?}", done.proof);
    assert_eq!(holding(machine.home.path(), &secret), Vec::<String>::new());
    assert_ne!(holding(&machine.path("own data"), "a first revision without it"), Vec::<String>::new());
}

/// Whatever the rule, what takes a value's place is no finding of any rule, next to whatever names.
#[test]
fn no_marker_is_found_again() {
    let engine = secrets::Engine::builtin();
    let mut found = Vec::new();
    for rule in engine.rules() {
        let marker = secrets::replacement(&rule.id);
        for text in [
            format!("password: {marker}"),
            format!("export API_TOKEN={marker} && make"),
            format!("postgres://app:{marker}@db.example.org/main"),
            format!("Authorization: Bearer {marker}"),
            format!(r#"{{"client_secret": "{marker}"}}"#),
            format!("비밀번호: {marker}"),
            format!("비밀번호는 {marker}입니다"),
            "secret=[REDACTED]".to_owned(),
            "secret=…".to_owned(),
        ] {
            found.extend(engine.scan(&text).iter().map(|finding| (finding.id().to_owned(), text.clone())));
        }
    }
    assert_eq!(found.len(), 0, "{:?}", &found[..found.len().min(10)]);
}
