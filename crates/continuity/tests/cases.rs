//! Ground truth: databases that the real rules wrote, and what the real tools answered.
//!
//! Looks for case folders (`continuity.sqlite3` and `truth.json`) below the folder that the environment variable
//! `CONTINUITY_CASES` names; passes without looking at anything when it is unset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use continuity::card::{self, CardOutcome};
use continuity::records::{
    DeltaRow, Pending, RequestRow, RootRow, RunRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow,
};
use continuity::snapshot::{self, Body};
use continuity::token::{CandidateToken, SignedToken, sign};
use continuity::transition::{PurgeRequest, PurgeState, Refusal, RowChange, Seen, purge};
use continuity::verdict::{CheckId, Facts, judge};
use continuity::{Digest, SigningSecret, canonical, json::Document, receipt};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde_json::Value;

struct Case {
    name: String,
    truth: Value,
    db: Connection,
    workflows: Option<Connection>,
    _folder: tempfile::TempDir,
}

fn cases() -> Vec<Case> {
    let Some(root) = std::env::var_os("CONTINUITY_CASES") else { return Vec::new() };
    let mut found = Vec::new();
    walk(Path::new(&root), &mut found);
    assert!(!found.is_empty(), "CONTINUITY_CASES is set, but there is no case below it");
    found.iter().filter_map(|folder| open(folder)).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("truth.json").exists() {
        found.push(folder.to_owned());
    }
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            walk(&entry.path(), found);
        }
    }
}

/// Opens a private copy; `None` for a case without a readable database.
fn open(folder: &Path) -> Option<Case> {
    let truth: Value = serde_json::from_str(&sane(&fs::read_to_string(folder.join("truth.json")).unwrap())).unwrap();
    if !truth["tasks"].is_array()
        || truth["tasks"].as_array().unwrap().iter().any(|task| task.get("expected").is_none())
    {
        return None;
    }
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_file() {
            let to = copy.path().join(entry.file_name());
            fs::write(&to, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    let db = Connection::open(copy.path().join("continuity.sqlite3")).unwrap();
    let workflows = copy.path().join("workflows.sqlite3");
    let workflows = workflows.exists().then(|| Connection::open(workflows).unwrap());
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    Some(Case { name, truth, db, workflows, _folder: copy })
}

/// `serde_json` refuses lone surrogates; they are made private-use characters on both sides of a comparison.
fn sane(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find("\\u") {
        let backslashes = rest[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        let unit = u16::from_str_radix(&rest[at + 2..at + 6], 16);
        let pair = |tail: &str| {
            tail.starts_with("\\u") && (0xDC00..0xE000).contains(&u16::from_str_radix(&tail[2..6], 16).unwrap_or(0))
        };
        let (copied, text) = match unit {
            Ok(_) if backslashes % 2 == 1 => (at + 2, None),
            Ok(0xD800..0xDC00) if pair(&rest[at + 6..]) => (at + 12, None),
            Ok(unit @ 0xD800..0xE000) => (at + 6, Some(format!("\\ue{:03x}", unit - 0xD800))),
            _ => (at + 2, None),
        };
        match text {
            Some(text) => {
                out.push_str(&rest[..at]);
                out.push_str(&text);
            }
            None => out.push_str(&rest[..copied]),
        }
        rest = &rest[copied..];
    }
    out + rest
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(&sane(json)).unwrap()
}

fn body(row: &Row<'_>, at: usize) -> StoredBody {
    match row.get_ref(at).unwrap() {
        ValueRef::Text(text) => StoredBody::Text(text.to_vec()),
        ValueRef::Blob(bytes) => StoredBody::Blob(bytes.to_vec()),
        other => panic!("unexpected storage class {:?}", other.data_type()),
    }
}

impl Case {
    fn secret(&self) -> SigningSecret {
        SigningSecret::new(self.truth["signingSecretBase64url"].as_str().unwrap())
    }

    fn schema(&self) -> i64 {
        self.db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    fn tasks(&self) -> Vec<TaskRow> {
        let sql = "SELECT task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision,
                          pending_source, pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at
                   FROM continuity_tasks";
        let task = |row: &Row<'_>| {
            Ok(TaskRow {
                correlation: row.get(0)?,
                current_epoch: row.get(1)?,
                root_id: row.get(2)?,
                suppressed: row.get(3)?,
                last_auto_injected_revision: row.get(4)?,
                pending: Pending {
                    source: row.get(5)?,
                    revision: row.get(6)?,
                    digest: row.get(7)?,
                    root_id: row.get(8)?,
                    consumed: row.get(9)?,
                },
                updated_at: row.get(10)?,
            })
        };
        self.db.prepare(sql).unwrap().query_map([], task).unwrap().map(Result::unwrap).collect()
    }

    fn snapshots(&self, task: &str) -> Vec<SnapshotRow> {
        let sql = "SELECT epoch, revision, snapshot_digest, snapshot_json, updated_at FROM continuity_snapshots
                   WHERE task_correlation = ? ORDER BY epoch";
        let snapshot = |row: &Row<'_>| {
            Ok(SnapshotRow {
                correlation: task.to_owned(),
                epoch: row.get(0)?,
                revision: row.get(1)?,
                digest: row.get(2)?,
                body: body(row, 3),
                updated_at: row.get(4)?,
            })
        };
        self.db.prepare(sql).unwrap().query_map([task], snapshot).unwrap().map(Result::unwrap).collect()
    }

    fn requests(&self, task: &str, epoch: i64) -> Vec<RequestRow> {
        let sql = "SELECT request_hash, command_digest, result_json, created_at FROM continuity_requests
                   WHERE task_correlation = ? AND epoch = ?";
        let request = |row: &Row<'_>| {
            Ok(RequestRow {
                correlation: task.to_owned(),
                epoch,
                request_hash: row.get(0)?,
                command_digest: row.get(1)?,
                result: body(row, 2),
                created_at: row.get(3)?,
            })
        };
        let mut statement = self.db.prepare(sql).unwrap();
        statement.query_map((task, epoch), request).unwrap().map(Result::unwrap).collect()
    }

    fn tombstone(&self, task: &str, epoch: i64) -> Option<TombstoneRow> {
        let sql = "SELECT revision, payload_digest, purged_at FROM continuity_tombstones
                   WHERE task_correlation = ? AND epoch = ?";
        let tombstone = |row: &Row<'_>| {
            Ok(TombstoneRow {
                correlation: task.to_owned(),
                epoch,
                revision: row.get(0)?,
                payload_digest: row.get(1)?,
                purged_at: row.get(2)?,
            })
        };
        self.db.query_row(sql, (task, epoch), tombstone).ok()
    }

    fn delta(&self, task: &str, epoch: i64) -> Option<DeltaRow> {
        if self.schema() < 3 {
            return None;
        }
        let sql = "SELECT receiver_host, origin_digest, checkpoint_digest, checkpoint_json FROM continuity_delta_state
                   WHERE task_correlation = ? AND epoch = ?";
        let delta = |row: &Row<'_>| {
            Ok(DeltaRow {
                correlation: task.to_owned(),
                epoch,
                receiver_host: row.get(0)?,
                origin_digest: row.get(1)?,
                checkpoint_digest: row.get(2)?,
                checkpoint: body(row, 3),
            })
        };
        self.db.query_row(sql, (task, epoch), delta).ok()
    }

    fn card(&self, task: &TaskRow) -> CardOutcome {
        let (Some(db), Some(root_id)) = (&self.workflows, &task.root_id) else {
            return card::resolve(task, None, None);
        };
        let sql = "SELECT root_id, revision, state, root_json FROM convergence_roots WHERE root_id = ?";
        let root = |row: &Row<'_>| {
            Ok(RootRow { root_id: row.get(0)?, revision: row.get(1)?, state: row.get(2)?, root_json: body(row, 3) })
        };
        let root = db.query_row(sql, [root_id], root).ok();
        let sql = "SELECT runs.run_id, runs.revision, runs.state, receipt_json FROM workflow_attempt_links AS links
                   JOIN workflow_runs AS runs ON runs.run_id = links.run_id
                   WHERE links.root_id = ? ORDER BY links.epoch DESC, links.ordinal DESC LIMIT 1";
        let run = |row: &Row<'_>| {
            Ok(RunRow { run_id: row.get(0)?, revision: row.get(1)?, state: row.get(2)?, receipt_json: body(row, 3) })
        };
        card::resolve(task, root.as_ref(), db.query_row(sql, [root_id], run).ok().as_ref())
    }

    fn truth_of(&self, task: &TaskRow) -> &Value {
        let tasks = self.truth["tasks"].as_array().unwrap();
        tasks.iter().find(|truth| truth["taskCorrelation"] == task.correlation.as_str()).unwrap()
    }
}

#[test]
fn verdicts_are_what_the_real_tools_answered() {
    for case in cases() {
        for task in case.tasks() {
            let truth = case.truth_of(&task);
            let who = format!("{} {}", case.name, truth["sessionId"]);
            assert_eq!(
                case.secret().correlation(truth["sessionId"].as_str().unwrap()).as_str(),
                task.correlation,
                "{who}"
            );
            let rows = case.snapshots(&task.correlation);
            let current = rows.iter().find(|row| row.epoch == task.current_epoch);
            let body = current.map(|row| Body::read(&row.body));
            let tombstone = case.tombstone(&task.correlation, task.current_epoch);
            let card = case.card(&task);
            let candidate = judge(&Facts {
                task: &task,
                current: current.zip(body.as_ref()),
                card: &card,
                tombstone: tombstone.as_ref(),
                newest_body_epoch: rows.iter().map(|row| row.epoch).max(),
                has_delta: case.delta(&task.correlation, task.current_epoch).is_some(),
                schema_version: case.schema(),
            });
            let want = &truth["expected"]["inspect"];
            if want["ok"] == true {
                let codes: Vec<&str> = candidate.reason_codes.iter().map(|code| code.as_str()).collect();
                assert_eq!(candidate.decision.unwrap().as_str(), want["data"]["decision"], "{who}");
                assert_eq!(serde_json::to_value(codes).unwrap(), want["data"]["reasonCodes"], "{who}");
                let summary = candidate.summary.as_ref().map_or(Value::Null, |summary| parsed(&summary.to_json_text()));
                assert_eq!(summary, want["data"]["summary"], "{who}");
                assert_eq!(candidate.error, None, "{who}");
            } else {
                assert_eq!(candidate.error.unwrap().as_str(), want["error"]["code"], "{who}");
                assert_eq!(candidate.decision, None, "{who}");
            }
            let load = &truth["expected"]["load"];
            assert_eq!(candidate.load.map(|load| load.ok()), load["ok"].as_bool(), "{who}");
            assert_eq!(
                candidate.load.and_then(|load| load.code).map(|code| code.as_str()),
                load["error"]["code"].as_str(),
                "{who}"
            );
            let direct = want["data"]["summary"]["source"] == "direct";
            assert_eq!(candidate.offered_epoch, direct.then_some(task.current_epoch), "{who}");
            let ids: Vec<CheckId> = candidate.checks.iter().map(|check| check.id).collect();
            assert_eq!(ids, CheckId::ALL, "{who}");
        }
    }
}

#[test]
fn bodies_are_read_and_digested_as_the_real_server_did() {
    for case in cases() {
        for task in case.tasks() {
            let truth = case.truth_of(&task);
            for row in case.snapshots(&task.correlation) {
                let who = format!("{} {} {}", case.name, truth["sessionId"], row.epoch);
                let truth = &truth["epochs"][row.epoch.to_string()]["snapshot"];
                let check = &truth["digestCheck"];
                let body = Body::read(&row.body);
                let problems: Vec<&str> =
                    snapshot::problems(&row, &body).iter().map(|problem| problem.code()).collect();
                assert_eq!(body.revision(), truth["jsonRevision"].as_i64(), "{who}");
                assert_eq!(body.epoch(), truth["jsonEpoch"].as_i64(), "{who}");
                if check["parses"] == true && truth["jsonRevision"].is_i64() {
                    assert_eq!(body.digest_valid(), check["valid"].as_bool(), "{who}");
                    assert_eq!(body.recomputed_digest().unwrap().to_string(), check["recomputed"], "{who}");
                    assert_eq!(problems.contains(&"digest-mismatch"), check["valid"] == false, "{who}");
                    assert_eq!(problems.contains(&"column-digest"), check["stated"] != row.digest, "{who}");
                    assert_eq!(problems.contains(&"column-revision"), truth["jsonRevision"] != row.revision, "{who}");
                }
            }
        }
    }
}

#[test]
fn every_revision_that_was_ever_stored_digests_to_what_its_receipt_says() {
    for case in cases() {
        for revision in case.truth["revisionHistory"].as_array().into_iter().flatten() {
            // Lone surrogates were replaced to read the truth file, so such a body cannot be checked here.
            let text = serde_json::to_string(&revision["snapshot"]).unwrap();
            if text.chars().any(|character| ('\u{E000}'..'\u{E800}').contains(&character)) {
                continue;
            }
            let document = Document::parse(text.as_bytes()).unwrap();
            let digest = canonical::digest(document.root(), &["snapshotDigest"]).unwrap();
            assert_eq!(digest.to_string(), revision["snapshot"]["snapshotDigest"], "{}", case.name);
        }
    }
}

#[test]
fn cards_are_those_that_the_real_server_projected() {
    for case in cases() {
        for task in case.tasks() {
            let session = case.truth_of(&task)["sessionId"].as_str().unwrap();
            let Some(truth) = case.truth["cards"].get(session).filter(|truth| truth["card"].is_object()) else {
                continue;
            };
            let CardOutcome::Resolved(card) = case.card(&task) else { panic!("{session}: no card") };
            assert_eq!(parsed(card.to_json_text()), truth["card"], "{session}");
            assert_eq!(card.digest().to_string(), truth["card"]["snapshotDigest"], "{session}");
            if let Some(canonical) = truth["canonical"].as_str() {
                assert_eq!(parsed(&canonical::to_text(card.value(), &[]).unwrap()), parsed(canonical), "{session}");
            }
        }
    }
}

#[test]
fn restore_tokens_of_the_real_server_are_read_verified_and_reproduced() {
    for case in cases() {
        for truth in case.truth["tasks"].as_array().unwrap() {
            let Some(token) = truth["expected"]["inspect"]["data"]["restoreToken"].as_str() else { continue };
            let read: SignedToken<CandidateToken> = SignedToken::read(token).unwrap();
            assert!(read.is_signed_by(&case.secret()), "{}", case.name);
            assert_eq!(sign(&read.payload, &case.secret()), token, "{}", case.name);
            assert_eq!(read.payload.correlation, truth["taskCorrelation"].as_str().unwrap());
        }
    }
}

#[test]
fn legacy_bodies_in_request_rows_are_found_and_nothing_else_is_taken_for_one() {
    for case in cases() {
        let mut bodies = Vec::new();
        for task in case.tasks() {
            let epochs: Vec<i64> = (1..=task.current_epoch).collect();
            for row in epochs.iter().flat_map(|epoch| case.requests(&task.correlation, *epoch)) {
                if receipt::classify(&row.result) == receipt::Receipt::MayHoldBody
                    && let Some(legacy) = receipt::legacy_body(&row.result)
                {
                    let body = Body::read(&legacy.body);
                    assert_eq!(body.digest_valid(), Some(true), "{}", case.name);
                    bodies.push(body.recomputed_digest().unwrap().to_string());
                }
            }
        }
        let mut known: Vec<String> = case.truth["legacyBodies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|body| body["digest"].as_str().unwrap().to_owned())
            .collect();
        (bodies.sort(), known.sort());
        assert_eq!(bodies, known, "{}", case.name);
    }
}

/// Rebuilds the state before each purge that the real tool did, and compares what is written.
#[test]
fn purges_write_what_the_real_tool_wrote() {
    for case in cases() {
        for operation in case.truth["operations"].as_array().into_iter().flatten() {
            if operation["op"] != "purge_direct_context" || operation["ok"] != true {
                continue;
            }
            let session = operation["session"].as_str().unwrap();
            let correlation = case.secret().correlation(session).to_string();
            let task = case.tasks().into_iter().find(|task| task.correlation == correlation).unwrap();
            let (epoch, revision) =
                (operation["expectedEpoch"].as_i64().unwrap(), operation["expectedRevision"].as_i64().unwrap());
            let request_id = operation["requestId"].as_str().unwrap();
            let history = case.truth["revisionHistory"].as_array().unwrap();
            let stored = history
                .iter()
                .find(|r| r["session"] == session && r["epoch"] == epoch && r["revision"] == revision)
                .unwrap();
            let row = SnapshotRow {
                correlation: correlation.clone(),
                epoch,
                revision,
                digest: "the column is not looked at".to_owned(),
                body: StoredBody::Text(serde_json::to_vec(&stored["snapshot"]).unwrap()),
                updated_at: String::new(),
            };
            let hash = case.secret().request_hash(request_id);
            let (mine, others): (Vec<_>, Vec<_>) =
                case.requests(&correlation, epoch).into_iter().partition(|row| row.request_hash == hash);
            let state = PurgeState {
                task: Some(&task),
                snapshot: Some(&row),
                tombstone: None,
                requests: &others,
                delta: None,
                schema_version: case.schema(),
            };
            let request = PurgeRequest::new(request_id, &case.secret());
            let now = operation["result"]["purgedAt"].as_str().unwrap();
            let digest = stored["snapshot"]["snapshotDigest"].as_str().unwrap();
            let seen = Seen { epoch, revision, digest: continuity::transition::SeenDigest::parse(digest) };
            let purged = purge(&state, &seen, &request, now).unwrap();
            assert_eq!(parsed(&purged.answer.to_json_text()), operation["result"], "{}", case.name);
            // Receipts stay; the new row is the one that the real tool inserted, to the byte.
            assert_eq!(purged.changes.last(), Some(&RowChange::InsertRequest(mine[0].clone())), "{}", case.name);
            assert_eq!(purged.changes.len(), 3, "{}", case.name);

            // The same request again, with the body gone: the same answer while the tombstone is that purge.
            let all: Vec<RequestRow> = others.iter().chain(&mine).cloned().collect();
            let tombstone = case.tombstone(&correlation, epoch).filter(|row| row.purged_at == now);
            let after = PurgeState { snapshot: None, tombstone: tombstone.as_ref(), requests: &all, ..state };
            let again = purge(&after, &seen, &request, "2030-01-01T00:00:00.000Z");
            match tombstone {
                Some(_) => assert_eq!(again.unwrap().changes, [], "{}", case.name),
                None => assert!(matches!(again, Err(Refusal::StaleRevision { .. })), "{}", case.name),
            }
        }
    }
}

#[test]
fn every_digest_in_the_truth_has_the_form_of_one() {
    for case in cases() {
        for task in case.tasks() {
            for row in case.snapshots(&task.correlation) {
                assert!(row.digest.parse::<Digest>().is_ok(), "{}", case.name);
            }
        }
    }
}
