//! What actions change, against what the real tool wrote, and when they refuse.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use continuity::SigningSecret;
use continuity::records::{DeltaRow, RequestRow, SnapshotRow, StoredBody, TaskRow, TombstoneRow};
use continuity::snapshot::{Body, stored_bytes_digest};
use continuity::transition::{
    PurgeRequest, PurgeState, Refusal, RowChange, RuleRefusal, Seen, SeenDigest, allow, purge, stored_revision,
    suppress,
};
use rstest::rstest;
use support::{BODY, CORRELATION, DIGEST, SECRET, row, task, text};

const NOW: &str = "2026-09-20T01:00:06.000Z";
/// What the real tool answered to request `p-1`, and stored as its receipt.
const RECEIPT: &str = r#"{"schemaVersion":"1.0.0","purged":true,"epoch":1,"revision":3,"tombstoneDigest":"sha256:267a0c8e49fb44a94c5f3e411f45cf3768d3a8909b25eecd1b3bdcf93e2fb328","purgedAt":"2026-09-20T01:00:06.000Z"}"#;
const TOMBSTONE: &str = "sha256:267a0c8e49fb44a94c5f3e411f45cf3768d3a8909b25eecd1b3bdcf93e2fb328";
const REQUEST_HASH: &str = "hmac-sha256:b3459265a24fbaa1cc8b2929093c1a16fdea0b640998db667afa0e73c0531617";
const COMMAND_DIGEST: &str = "sha256:d62c2e91026016e8f9aecd7c7f2927b62e1afa975e20c96b367faa2dc0f004eb";
const CHECKPOINT: &str = r#"{"schemaVersion":"1.0.0","kind":"checkpoint","epoch":1,"revision":3,"snapshotDigest":"sha256:100180a1aed2dfa88c8d483967341eebd05c3cb3b2d5bbc2eccb99566a6c9ba8"}"#;

fn request(id: &str) -> PurgeRequest {
    PurgeRequest::new(id, &SigningSecret::new(SECRET))
}

fn stored(hash: &str, result: &str) -> RequestRow {
    RequestRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        request_hash: hash.to_owned(),
        command_digest: "sha256:…".to_owned(),
        result: text(result),
        created_at: "2026-09-20T01:00:04.000Z".to_owned(),
    }
}

fn tombstone() -> TombstoneRow {
    TombstoneRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        revision: 3,
        payload_digest: TOMBSTONE.to_owned(),
        purged_at: NOW.to_owned(),
    }
}

fn receipt_row() -> RequestRow {
    RequestRow {
        command_digest: COMMAND_DIGEST.to_owned(),
        created_at: NOW.to_owned(),
        ..stored(REQUEST_HASH, RECEIPT)
    }
}

fn seen(revision: i64) -> Seen {
    Seen { epoch: 1, revision, digest: None }
}

fn state<'a>(task: &'a TaskRow, snapshot: Option<&'a SnapshotRow>) -> PurgeState<'a> {
    PurgeState { task: Some(task), snapshot, tombstone: None, requests: &[], delta: None, schema_version: 2 }
}

#[test]
fn a_purge_writes_what_the_real_tool_wrote() {
    let (task, row, requests) = (task(), row(BODY), [stored("hmac-sha256:79a9", CHECKPOINT)]);
    let state = PurgeState { requests: &requests, ..state(&task, Some(&row)) };
    let purged = purge(&state, &seen(3), &request("p-1"), NOW).unwrap();
    assert_eq!(purged.answer.to_json_text(), RECEIPT);
    assert_eq!(
        purged.changes,
        [
            RowChange::DeleteSnapshot { correlation: CORRELATION.to_owned(), epoch: 1 },
            RowChange::UpsertTombstone(tombstone()),
            RowChange::InsertRequest(receipt_row()),
        ]
    );
}

/// The tombstone of another real store, of schema 1: its digest does not cover the request.
#[test]
fn on_schema_1_the_tombstone_digest_is_the_old_one() {
    let correlation = "hmac-sha256:726c66d7e67ed725d6162d5ddb2b1348e7c1c745e657649f75ba6199b25d86ea";
    let body =
        r#"{"revision":2,"snapshotDigest":"sha256:53ab9d48ee2ebffe839ab006bde8fd9d7336d245dcde5e5e137891f7221c4648"}"#;
    let task = TaskRow { correlation: correlation.to_owned(), ..task() };
    let row = row(body);
    let state = PurgeState { schema_version: 1, ..state(&task, Some(&row)) };
    let request = PurgeRequest::new("lp", &SigningSecret::new("FLnSAFvz6P7ySZL17o8Hkm45Clj2rosM5jr7XidHG60"));
    let purged = purge(&state, &seen(2), &request, "2026-09-20T01:00:08.000Z").unwrap();
    assert_eq!(
        purged.answer.tombstone_digest,
        "sha256:c0098393eb405ad11e16f51aa75c7709bccc4efcc1fc1a35fc4c3bd209b59d56"
    );
    let Some(RowChange::InsertRequest(row)) = purged.changes.last() else { panic!() };
    assert_eq!(row.request_hash, "hmac-sha256:cd182c2f7dea83aa0cde510e60ee17b02df335cc93c6144d743b16b5514823d8");
    assert_eq!(row.command_digest, "sha256:d3caa4729df291f8647e9b48061d7e985b95159c97c7b60d08e14c5b3fa0b61c");
}

#[rstest]
#[case(1)]
#[case(2)]
#[case(3)]
fn results_that_may_hold_a_body_are_overwritten_on_every_schema(#[case] schema_version: i64) {
    let extra = CHECKPOINT.replace('}', r#","note":"body text"}"#);
    let rows = [stored("a", CHECKPOINT), stored("b", BODY), stored("c", &extra), stored("d", "{broken")];
    let (task, row) = (task(), row(BODY));
    let state = PurgeState { requests: &rows, schema_version, ..state(&task, Some(&row)) };
    let purged = purge(&state, &seen(3), &request("p-1"), NOW).unwrap();
    let digest = &purged.answer.tombstone_digest;
    let scrubbed = format!(
        r#"{{"schemaVersion":"1.0.0","kind":"purged-request","epoch":1,"revision":3,"tombstoneDigest":"{digest}","purgedAt":"{NOW}"}}"#
    );
    let replaced: Vec<(&str, &str)> = purged
        .changes
        .iter()
        .filter_map(|change| match change {
            RowChange::ReplaceRequestResult { request_hash, result_json, .. } => {
                Some((&**request_hash, &**result_json))
            }
            _ => None,
        })
        .collect();
    assert_eq!(replaced, [("b", scrubbed.as_str()), ("c", &scrubbed), ("d", &scrubbed)]);
    assert!(purged.changes.iter().all(|change| !format!("{change:?}").contains("release notes")));
}

#[test]
fn the_receivers_body_goes_too() {
    let delta = DeltaRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        receiver_host: "codex".to_owned(),
        origin_digest: DIGEST.to_owned(),
        checkpoint_digest: DIGEST.to_owned(),
        checkpoint: text(BODY),
    };
    let (task, row) = (task(), row(BODY));
    let state = PurgeState { delta: Some(&delta), schema_version: 3, ..state(&task, Some(&row)) };
    let purged = purge(&state, &seen(3), &request("p-1"), NOW).unwrap();
    assert!(purged.changes.contains(&RowChange::DeleteDelta { correlation: CORRELATION.to_owned(), epoch: 1 }));
    assert_eq!(purged.answer.tombstone_digest, TOMBSTONE, "as on schema 2");
}

#[test]
fn an_old_epoch_can_be_purged_while_suppressed_and_with_a_root_bound() {
    let task = TaskRow { current_epoch: 4, suppressed: true, root_id: Some("root".to_owned()), ..task() };
    let row = row(BODY);
    assert!(purge(&state(&task, Some(&row)), &seen(3), &request("p-1"), NOW).is_ok());
}

#[test]
fn the_revision_in_the_json_counts_and_not_the_column() {
    let (task, row) = (task(), SnapshotRow { revision: 9, digest: "sha256:0".to_owned(), ..row(BODY) });
    let state = state(&task, Some(&row));
    assert_eq!(purge(&state, &seen(9), &request("p"), NOW), Err(Refusal::StaleRevision { expected: 9, actual: 3 }));
    assert_eq!(purge(&state, &seen(3), &request("p-1"), NOW).unwrap().answer.tombstone_digest, TOMBSTONE);
}

#[rstest]
#[case::cut_off("{")]
#[case::empty("")]
#[case::null("null")]
#[case::number("42")]
#[case::no_revision("{}")]
#[case::revision_text(r#"{"revision":"3"}"#)]
#[case::revision_zero(r#"{"revision":0}"#)]
fn a_body_without_a_usable_revision_goes_by_its_column(#[case] json: &str) {
    let (task, row) = (task(), SnapshotRow { revision: 7, ..row(json) });
    assert_eq!(stored_revision(&row, &Body::read(&row.body)), 7);
    let seen = Seen { epoch: 1, revision: 7, digest: SeenDigest::parse(&stored_bytes_digest(&row.body)) };
    let purged = purge(&state(&task, Some(&row)), &seen, &request("p"), NOW).unwrap();
    assert_eq!((purged.answer.revision, purged.changes.len()), (7, 3));
}

/// SHA-256 of the canonical texts, by hand.
#[test]
fn what_has_no_stated_digest_is_hashed_as_null_and_what_is_no_json_by_its_column() {
    let (task, request) = (task(), request("p"));
    let digest = |json: &str| {
        let row = SnapshotRow { revision: 7, ..row(json) };
        purge(&PurgeState { schema_version: 1, ..state(&task, Some(&row)) }, &seen(7), &request, NOW)
            .unwrap()
            .answer
            .tombstone_digest
    };
    let of = |payload: &str| {
        let text = format!(r#"{{"epoch":1,"payloadDigest":{payload},"revision":7,"taskCorrelation":"{CORRELATION}"}}"#);
        continuity::Digest::of_bytes(text.as_bytes()).to_string()
    };
    assert_eq!(digest(r#"{"revision":7}"#), of("null"));
    assert_eq!(digest(r#"{"revision":7,"snapshotDigest":null}"#), of("null"));
    assert_eq!(digest(r#"{"revision":7,"snapshotDigest":"x\ud83d"}"#), of(r#""x\ud83d""#));
    assert_eq!(digest(r#"{"revision":7,"snapshotDigest":1e999}"#), of("null"));
    assert_eq!(digest("{broken"), of(&format!("\"{DIGEST}\"")));
}

#[test]
fn a_digest_that_moved_is_refused() {
    let (task, row) = (task(), row(BODY));
    let state = state(&task, Some(&row));
    let with = |digest: &str| Seen { epoch: 1, revision: 3, digest: Some(SeenDigest::parse(digest).unwrap()) };
    let other = format!("sha256:{}", "0".repeat(64));
    assert!(purge(&state, &with(DIGEST), &request("p"), NOW).is_ok());
    assert!(purge(&state, &with(&stored_bytes_digest(&row.body)), &request("p"), NOW).is_ok());
    assert_eq!(purge(&state, &with(&other), &request("p"), NOW), Err(Refusal::ChangedSinceRead));
    let other = other.replace("sha256", "bytes");
    assert_eq!(purge(&state, &with(&other), &request("p"), NOW), Err(Refusal::ChangedSinceRead));
    for odd in ["", "bytes:", "bytes:00", "sha256:00", DIGEST.trim_start_matches("sha256:")] {
        assert_eq!(SeenDigest::parse(odd), None, "{odd}");
    }
}

#[test]
fn what_is_not_there_cannot_be_purged() {
    let (task, row) = (task(), row(BODY));
    assert_eq!(purge(&state(&task, None), &seen(3), &request("p"), NOW), Err(Refusal::ChangedSinceRead));
    let none = PurgeState { task: None, ..state(&task, Some(&row)) };
    assert_eq!(purge(&none, &seen(3), &request("p"), NOW), Err(Refusal::ChangedSinceRead));
}

#[test]
fn requests_that_the_real_tool_refuses_are_refused() {
    let (task, row) = (task(), row(BODY));
    let state = state(&task, Some(&row));
    let invalid = Err(Refusal::RefusedByRules(RuleRefusal::InvalidRequest));
    assert_eq!(purge(&state, &seen(0), &request("p"), NOW), invalid);
    assert_eq!(purge(&state, &Seen { epoch: 0, ..seen(3) }, &request("p"), NOW), invalid);
    assert_eq!(purge(&state, &seen(3), &request(""), NOW), invalid);
    assert_eq!(purge(&state, &seen(3), &request(&"한".repeat(257)), NOW), invalid);
    assert!(purge(&state, &seen(3), &request(&"한".repeat(256)), NOW).is_ok());
}

#[test]
fn the_same_request_gets_the_same_answer_only_while_its_tombstone_stands() {
    let (task, later, requests, tombstone) = (task(), row(&BODY.replace(":3,", ":4,")), [receipt_row()], tombstone());
    let after = PurgeState { requests: &requests, tombstone: Some(&tombstone), ..state(&task, None) };
    let again = purge(&after, &seen(3), &request("p-1"), "2030-01-01T00:00:00.000Z").unwrap();
    assert_eq!((again.answer.to_json_text().as_str(), again.changes.len()), (RECEIPT, 0));

    let overwritten = TombstoneRow { purged_at: "2026-09-21T00:00:00.000Z".to_owned(), ..tombstone.clone() };
    let moved = PurgeState { tombstone: Some(&overwritten), ..after };
    assert!(matches!(purge(&moved, &seen(3), &request("p-1"), NOW), Err(Refusal::StaleRevision { .. })));

    // A later checkpoint: the revision is compared before the request is looked up.
    let recheckpointed = PurgeState { snapshot: Some(&later), ..after };
    let refusal = purge(&recheckpointed, &seen(3), &request("p-1"), NOW).unwrap_err();
    assert_eq!(refusal, Refusal::StaleRevision { expected: 3, actual: 4 });

    let scrubbed = [RequestRow { result: text(CHECKPOINT), ..receipt_row() }];
    let scrubbed = PurgeState { requests: &scrubbed, ..after };
    assert!(matches!(purge(&scrubbed, &seen(3), &request("p-1"), NOW), Err(Refusal::StaleRevision { .. })));
}

#[test]
fn a_request_id_that_was_used_for_something_else_is_refused() {
    let (task, row, requests) = (task(), row(BODY), [stored(REQUEST_HASH, CHECKPOINT)]);
    let state = PurgeState { requests: &requests, ..state(&task, Some(&row)) };
    let refusal = purge(&state, &seen(3), &request("p-1"), NOW).unwrap_err();
    assert_eq!(refusal, Refusal::RefusedByRules(RuleRefusal::RequestConflict));
    assert_eq!(refusal.code(), "refused-by-rules");
}

#[test]
fn a_blob_is_purged_by_its_columns() {
    let (task, row) = (task(), SnapshotRow { body: StoredBody::Blob(BODY.as_bytes().to_vec()), ..row(BODY) });
    assert!(purge(&state(&task, Some(&row)), &seen(3), &request("p"), NOW).is_ok());
}

#[test]
fn suppressing_sets_flag_and_time_once() {
    let task = task();
    let done = suppress(Some(&task), 1, NOW).unwrap();
    let change = |suppressed| RowChange::SetSuppressed {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        suppressed,
        updated_at: NOW.to_owned(),
    };
    assert_eq!((done.changed(), done.suppressed, done.epoch, done.changes), (true, true, 1, vec![change(true)]));

    let suppressed = TaskRow { suppressed: true, ..task.clone() };
    let twice = suppress(Some(&suppressed), 1, NOW).unwrap();
    assert_eq!((twice.changed(), twice.suppressed), (false, true));
    assert_eq!(allow(Some(&suppressed), 1, NOW).unwrap().changes, [change(false)]);
    assert!(!allow(Some(&task), 1, NOW).unwrap().changed());
}

#[test]
fn only_the_current_epoch_is_suppressed_or_allowed() {
    let task = TaskRow { current_epoch: 2, ..task() };
    for act in [suppress, allow] {
        for epoch in [1, 3] {
            let refusal = act(Some(&task), epoch, NOW).unwrap_err();
            assert_eq!(refusal, Refusal::StaleRevision { expected: epoch, actual: 2 });
            assert_eq!(refusal.code(), "stale-revision");
        }
        assert_eq!(act(None, 2, NOW).unwrap_err().code(), "changed-since-read");
    }
}
