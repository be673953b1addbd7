//! Ground truth: databases that the real rules wrote, and what the real tools answered.
//!
//! Looks for case folders (`continuity.sqlite3` and `truth.json`) below the folder that the environment variable
//! `CONTINUITY_CASES` names; passes without looking at anything when it is unset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod store;

use continuity::card::CardOutcome;
use continuity::records::{RequestRow, SnapshotRow, StoredBody};
use continuity::snapshot::{self, Body};
use continuity::token::{CandidateToken, SignedToken, sign};
use continuity::transition::{PurgeRequest, PurgeState, Refusal, RowChange, Seen, SeenDigest, purge};
use continuity::verdict::{CheckId, Facts, judge};
use continuity::{canonical, json::Document, receipt};
use serde_json::Value;
use store::{cases, parsed};

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
        bodies.sort();
        known.sort();
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
            let seen = Seen { epoch, revision, digest: SeenDigest::parse(digest) };
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
