//! Texts taken out of stored bodies: what changes, what stays, and when it is refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::ops::Range;

use continuity::SigningSecret;
use continuity::json::{Document, NodeId};
use continuity::records::{RequestRow, SnapshotRow, StoredBody, TaskRow};
use continuity::snapshot::Body;
use continuity::transition::{
    How, OldEpochs, RedactRequest, RedactState, Redacted, Refusal, RowChange, RuleRefusal, Seen, SeenDigest, Spot,
    redact,
};
use proptest::prelude::*;
use rstest::rstest;
use sha2::{Digest as _, Sha256};
use support::{BODY, CORRELATION, SECRET, row, task, text};

const NOW: &str = "2026-10-01T12:00:00.000Z";

/// The digest of a body by another canonicaliser.
fn digest(body: &serde_json::Value) -> String {
    let mut unsigned = body.clone();
    unsigned.as_object_mut().unwrap().remove("snapshotDigest");
    let canonical = serde_json_canonicalizer::to_vec(&unsigned).unwrap();
    format!("sha256:{}", Sha256::digest(canonical).iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// [`BODY`] with another objective and constraint, and its digest.
fn signed(objective: &str, constraint: &str) -> String {
    let mut body: serde_json::Value = serde_json::from_str(BODY).unwrap();
    body["core"]["objective"] = objective.into();
    body["core"]["constraints"][0] = constraint.into();
    let new = digest(&body);
    let json = |text: &str| serde_json::to_string(text).unwrap();
    BODY.replace(r#""Ship the release notes generator.""#, &json(objective))
        .replace(r#""Do not touch the public API.""#, &json(constraint))
        .replace(support::DIGEST, &new)
}

/// Every place of a text in the strings of a body.
fn spots(body: &str, secret: &str) -> Vec<Spot> {
    let document = Document::parse(body.as_bytes()).unwrap();
    let mut found = Vec::new();
    document.each_string(|string| {
        let text = string.text.to_string_lossy().into_owned();
        found.extend(text.match_indices(secret).map(|(at, _)| spot(string.id, at..at + secret.len())));
    });
    found
}

fn spot(string: NodeId, range: Range<usize>) -> Spot {
    Spot { string, range, marker: "[REDACTED:rule]".to_owned() }
}

fn seen(epoch: i64, revision: i64) -> Seen {
    Seen { epoch, revision, digest: None }
}

fn run(task: &TaskRow, row: &SnapshotRow, spots: &[Spot]) -> Result<Redacted, Refusal> {
    let state = RedactState { task: Some(task), snapshot: Some(row), requests: &[] };
    let request = RedactRequest::new("r-1", &SigningSecret::new(SECRET));
    redact(&state, &seen(1, 3), spots, OldEpochs::Refuse, &request, NOW)
}

fn body_of(redacted: &Redacted) -> &str {
    std::str::from_utf8(redacted.row.body.bytes()).unwrap()
}

#[test]
fn it_is_the_next_checkpoint_without_the_text() {
    let stored = signed("Use tok-1234567 here, not tok-1234567x.", "plain");
    let redacted = run(&task(), &row(&stored), &spots(&stored, "tok-1234567")).unwrap();
    let expected = signed("Use [REDACTED:rule] here, not [REDACTED:rule]x.", "plain")
        .replace(r#""revision":3"#, r#""revision":4"#)
        .replace(r#""updatedAt":"2026-09-20T01:00:04.000Z""#, &format!(r#""updatedAt":"{NOW}""#));
    let parsed: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let new = digest(&parsed);
    let old = parsed["snapshotDigest"].as_str().unwrap();
    assert_eq!(body_of(&redacted), expected.replace(old, &new));
    assert_eq!((redacted.how, redacted.from_revision), (How::Checkpoint, 3));
    let columns = &redacted.row;
    assert_eq!(
        (columns.epoch, columns.revision, columns.digest.as_str(), columns.updated_at.as_str()),
        (1, 4, &*new, NOW)
    );

    // The request that AGS would have been sent, by another canonicaliser.
    let request = serde_json::json!({ "schemaVersion": "1.0.0", "requestId": "r-1", "expectedRevision": 3,
        "status": parsed["status"], "core": parsed["core"], "evidenceRefs": parsed["evidenceRefs"] });
    let secret = SigningSecret::new(SECRET);
    let receipt =
        format!(r#"{{"schemaVersion":"1.0.0","kind":"checkpoint","epoch":1,"revision":4,"snapshotDigest":"{new}"}}"#);
    assert_eq!(
        redacted.changes,
        [
            RowChange::ReplaceSnapshot(redacted.row.clone()),
            RowChange::InsertRequest(RequestRow {
                correlation: CORRELATION.to_owned(),
                epoch: 1,
                request_hash: secret.request_hash("r-1"),
                command_digest: digest(&request),
                result: text(&receipt),
                created_at: NOW.to_owned(),
            }),
        ]
    );
}

#[test]
fn in_an_epoch_that_ended_only_text_and_digest_change() {
    let stored = signed("old tok-1234567", "plain");
    let task = TaskRow { current_epoch: 2, root_id: Some("root".to_owned()), suppressed: true, ..task() };
    let row = row(&stored);
    let spots = spots(&stored, "tok-1234567");
    assert_eq!(run(&task, &row, &spots), Err(Refusal::RefusedByRules(RuleRefusal::OldEpoch)));
    let state = RedactState { task: Some(&task), snapshot: Some(&row), requests: &[] };
    let request = RedactRequest::new("r-1", &SigningSecret::new(SECRET));
    let redacted = redact(&state, &seen(1, 3), &spots, OldEpochs::InPlace, &request, NOW).unwrap();
    assert_eq!(body_of(&redacted), signed("old [REDACTED:rule]", "plain"));
    assert_eq!((redacted.how, redacted.row.revision, &redacted.row.updated_at), (How::InPlace, 3, &row.updated_at));
    assert_eq!(redacted.changes, [RowChange::ReplaceSnapshot(redacted.row.clone())]);
}

#[test]
fn what_the_rules_forbid_is_refused() {
    let stored = signed("a tok-1234567", "plain");
    let found = spots(&stored, "tok-1234567");
    let rule = |refused: Result<Redacted, Refusal>| match refused {
        Err(Refusal::RefusedByRules(rule)) => rule.code(),
        other => panic!("{other:?}"),
    };
    let bound = TaskRow { root_id: Some("root-1".to_owned()), ..task() };
    assert_eq!(rule(run(&bound, &row(&stored), &found)), "root-bound");
    let tampered = stored.replace("plain", "plans");
    assert_eq!(rule(run(&task(), &row(&tampered), &found)), "digest-mismatch");
    assert_eq!(rule(run(&task(), &row(&stored), &[])), "invalid-request");
    for body in ["{broken", "null", "[]", "{}", r#"{"revision":3}"#] {
        assert_eq!(rule(run(&task(), &row(body), &found)), "not-a-snapshot", "{body}");
    }
    let blob = SnapshotRow { body: StoredBody::Blob(stored.clone().into_bytes()), ..row(&stored) };
    assert_eq!(rule(run(&task(), &blob, &found)), "not-a-snapshot");
    let other = SnapshotRow { epoch: 2, ..row(&stored) };
    let state =
        RedactState { task: Some(&TaskRow { current_epoch: 2, ..task() }), snapshot: Some(&other), requests: &[] };
    let request = RedactRequest::new("r-1", &SigningSecret::new(SECRET));
    assert_eq!(rule(redact(&state, &seen(2, 3), &found, OldEpochs::Refuse, &request, NOW)), "other-body");

    let key = stored.replacen("decisions", "tok-1234567", 1);
    let mut key: serde_json::Value = serde_json::from_str(&key).unwrap();
    key["snapshotDigest"] = digest(&key).into();
    let key = key.to_string();
    assert_eq!(rule(run(&task(), &row(&key), &spots(&key, "tok-1234567"))), "secret-in-key");
    assert_eq!(rule(run(&task(), &row(&stored), &spots(&stored, "01:00:02"))), "fixed-field");

    let row = row(&stored);
    let own = SigningSecret::new(SECRET).request_hash("r-1");
    let known = RequestRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        request_hash: own,
        command_digest: String::new(),
        result: text("{}"),
        created_at: NOW.to_owned(),
    };
    let task = task();
    let state = RedactState { task: Some(&task), snapshot: Some(&row), requests: &[known] };
    assert_eq!(rule(redact(&state, &seen(1, 3), &found, OldEpochs::Refuse, &request, NOW)), "request-conflict");
}

#[test]
fn what_moved_is_said() {
    let stored = signed("a tok-1234567", "plain");
    let (task, row, found) = (task(), row(&stored), spots(&stored, "tok-1234567"));
    let request = RedactRequest::new("r-1", &SigningSecret::new(SECRET));
    let state = RedactState { task: Some(&task), snapshot: Some(&row), requests: &[] };
    let go = |state: &RedactState<'_>, seen: Seen| redact(state, &seen, &found, OldEpochs::Refuse, &request, NOW);
    assert_eq!(go(&state, seen(1, 2)), Err(Refusal::StaleRevision { expected: 2, actual: 3 }));
    let other = Some(SeenDigest::parse(&format!("bytes:{}", "0".repeat(64))).unwrap());
    assert_eq!(go(&state, Seen { digest: other, ..seen(1, 3) }), Err(Refusal::ChangedSinceRead));
    assert_eq!(go(&RedactState { snapshot: None, ..state }, seen(1, 3)), Err(Refusal::ChangedSinceRead));
    assert_eq!(go(&RedactState { task: None, ..state }, seen(1, 3)), Err(Refusal::ChangedSinceRead));
    // A place that is not in this text: behind its end, empty, inside a character.
    let wide = signed("a한b", "plain");
    let at = spots(&wide, "한")[0].clone();
    for range in [1..400, 1..1, 2..4, 1..3] {
        let spot = Spot { range, ..at.clone() };
        assert_eq!(run(&task, &support::row(&wide), &[spot]), Err(Refusal::ChangedSinceRead));
    }
    assert!(run(&task, &support::row(&wide), &[at]).is_ok());
}

#[test]
fn spots_that_meet_are_one() {
    let stored = signed("-abcdef-", "plain");
    let at = spots(&stored, "abcdef")[0].string;
    let named = |range: Range<usize>, marker: &str| Spot { marker: marker.to_owned(), ..spot(at, range) };
    let spots = [named(4..6, "<2>"), named(1..4, "<1>"), named(2..5, "<3>"), named(6..7, "<4>")];
    let redacted = run(&task(), &row(&stored), &spots).unwrap();
    assert!(body_of(&redacted).contains(r#""-<1>-""#));
    let apart = run(&task(), &row(&stored), &[named(1..2, "<1>"), named(3..4, "<2>")]).unwrap();
    assert!(body_of(&apart).contains(r#""-<1>b<2>def-""#));
}

#[rstest]
#[case("x".repeat(1_990) + "tok-123456", "x".repeat(1_990) + "[REDACTED]")]
#[case("x".repeat(1_996) + "tok1", "x".repeat(1_996) + "…")]
#[case("tok-123456".to_owned(), "[REDACTED:rule]".to_owned())]
fn a_marker_never_makes_a_text_longer_than_the_contract_allows(#[case] before: String, #[case] after: String) {
    let stored = signed("objective", &before);
    let secret = &before[before.find("tok").unwrap()..];
    let redacted = run(&task(), &row(&stored), &spots(&stored, secret)).unwrap();
    let body: serde_json::Value = serde_json::from_str(body_of(&redacted)).unwrap();
    assert_eq!(body["core"]["constraints"][0], after.as_str());
    assert!(Body::read(&redacted.row.body).contract().unwrap().holds());
}

/// Numbers, lone surrogates, escapes, unknown fields and a member that another hides.
#[test]
fn everything_else_is_stored_as_the_server_would_store_it() {
    let hidden = "tok-7654321";
    let head = signed("a tok-1234567 b", "plain");
    let odd =
        r#"{"odd":{"n":[1.50,1e21,9007199254740993,-0],"s":"\ud83d tok-1234567 \u0041\/","x":"HIDDEN","x":"seen"},"#
            .replace("HIDDEN", hidden);
    let open = head.replacen('{', &odd, 1);
    let unsigned = Document::parse(open.as_bytes()).unwrap();
    let stated = continuity::canonical::digest(unsigned.root(), &["snapshotDigest"]).unwrap().to_string();
    let old: serde_json::Value = serde_json::from_str(&head).unwrap();
    let stored = open.replace(old["snapshotDigest"].as_str().unwrap(), &stated);
    let redacted = run(&task(), &row(&stored), &spots(&stored, "tok-1234567")).unwrap();
    let odd =
        r#"{"odd":{"n":[1.5,1e+21,9007199254740992,0],"s":"\ud83d [REDACTED:rule] A/","x":"seen"},"schemaVersion""#;
    assert!(body_of(&redacted).starts_with(odd), "{}", &body_of(&redacted)[..odd.len()]);
    assert!(!body_of(&redacted).contains(hidden));
    assert_eq!(Body::read(&redacted.row.body).digest_valid(), Some(true));
}

#[test]
fn every_string_is_walked_with_its_place() {
    let text = r#"{"a/b":["x",{"~":"y"}],"k":"first","k":"second","2":[[],{}, "z"]}"#;
    let document = Document::parse(text.as_bytes()).unwrap();
    let mut found = Vec::new();
    document.each_string(|string| {
        found.push((string.pointer(), string.text.to_string_lossy().into_owned(), string.in_key, string.hidden));
    });
    let expected = [
        ("/a~1b", "a/b", true, false),
        ("/a~1b/0", "x", false, false),
        ("/a~1b/1/~0", "~", true, false),
        ("/a~1b/1/~0", "y", false, false),
        ("/k", "k", true, true),
        ("/k", "first", false, true),
        ("/k", "k", true, false),
        ("/k", "second", false, false),
        ("/2", "2", true, false),
        ("/2/2", "z", false, false),
    ];
    assert_eq!(found, expected.map(|(place, text, key, hidden)| (place.to_owned(), text.to_owned(), key, hidden)));
    let deep = format!("{}\"x\"{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut places = 0;
    Document::parse(deep.as_bytes()).unwrap().each_string(|string| places += string.pointer().len());
    assert_eq!(places, 200_000);
    Document::parse(b"\"alone\"").unwrap().each_string(|string| assert_eq!(string.pointer(), ""));
}

proptest! {
    #[test]
    fn only_the_named_fields_differ(objective in "\\PC{1,60}", constraint in "[a-c\"\\\\\n\u{1}한😀]{1,40}", from in 0..40usize, length in 1..20usize) {
        let stored = signed(&objective, &constraint);
        let characters: Vec<(usize, char)> = constraint.char_indices().collect();
        let (from, to) = (from % characters.len(), from % characters.len() + length);
        let end = characters.get(to).map_or(constraint.len(), |(at, _)| *at);
        let start = characters[from].0;
        let document = Document::parse(stored.as_bytes()).unwrap();
        let mut id = None;
        document.each_string(|string| {
            if string.pointer() == "/core/constraints/0" { id = Some(string.id); }
        });
        let redacted = run(&task(), &row(&stored), &[spot(id.unwrap(), start..end)]).unwrap();
        let mut expected: serde_json::Value = serde_json::from_str(&stored).unwrap();
        expected["core"]["constraints"][0] =
            format!("{}[REDACTED:rule]{}", &constraint[..start], &constraint[end..]).into();
        expected["revision"] = 4.into();
        expected["updatedAt"] = NOW.into();
        expected["snapshotDigest"] = digest(&expected).into();
        let actual: serde_json::Value = serde_json::from_str(body_of(&redacted)).unwrap();
        prop_assert_eq!(actual, expected);
        // Key order as stored.
        let keys = |text: &str| {
            let mut keys = Vec::new();
            Document::parse(text.as_bytes()).unwrap().each_string(|string| keys.extend(string.in_key.then(|| string.pointer())));
            keys
        };
        prop_assert_eq!(keys(body_of(&redacted)), keys(&stored));
    }
}
