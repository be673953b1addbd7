//! What the tools would answer in states that no fixture of the real server covers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use continuity::card::{CardOutcome, resolve};
use continuity::records::{RootRow, SnapshotRow, TaskRow, TombstoneRow};
use continuity::snapshot::Body;
use continuity::verdict::{Candidate, CheckId, Decision, Facts, Marker, judge};
use rstest::rstest;
use support::{BODY, CORRELATION, DIGEST, row, task, text};

fn judged(task: &TaskRow, row: Option<&SnapshotRow>, card: &CardOutcome) -> Candidate {
    let body = row.map(|row| Body::read(&row.body));
    judge(&Facts {
        task,
        current: row.zip(body.as_ref()),
        card,
        tombstone: None,
        newest_body_epoch: row.map(|row| row.epoch),
        has_delta: false,
        schema_version: 2,
    })
}

fn of_body(json: &str) -> Candidate {
    judged(&task(), Some(&row(json)), &CardOutcome::NotBound)
}

fn pass(candidate: &Candidate, id: CheckId) -> Option<bool> {
    candidate.checks.iter().find(|check| check.id == id).unwrap().pass
}

const ROOT: &str = r#"{"rootId":"root-1","revision":5,"state":"completed","updatedAt":"t","taskEnvelope":{"taskId":"t","objective":"o",
    "scope":{"included":[]},"acceptanceCriteria":[],"constraints":[],
    "authorization":{"allowedActions":[],"prohibitedActions":[],"approvalRequired":[]}}}"#;

fn bound(root_json: &str) -> (TaskRow, CardOutcome) {
    let mut task = task();
    task.root_id = Some("root-1".to_owned());
    let root = RootRow { root_id: "root-1".into(), revision: 5, state: "open".into(), root_json: text(root_json) };
    let card = resolve(&task, Some(&root), None);
    (task, card)
}

#[test]
fn an_untouched_body_is_offered_and_loads() {
    let candidate = of_body(BODY);
    assert_eq!(candidate.decision, Some(Decision::Defer));
    assert_eq!(
        candidate.summary.as_ref().unwrap().to_json_text(),
        format!(
            r#"{{"schemaVersion":"1.0.0","source":"direct","taskCorrelation":"{CORRELATION}","epoch":1,"revision":3,"status":"active","snapshotDigest":"{DIGEST}","updatedAt":"2026-09-20T01:00:04.000Z"}}"#
        )
    );
    assert!(candidate.load.unwrap().ok());
    assert_eq!(candidate.offered_epoch, Some(1));
    let passes: Vec<Option<bool>> = candidate.checks.iter().map(|check| check.pass).collect();
    let yes = Some(true);
    assert_eq!(passes, [yes, yes, yes, yes, yes, yes, yes, None, None]);
}

/// Answers as the rules give them: what `inspect` says, then what `load` says to a fresh token.
#[rstest]
#[case::null("null", "NO_RESTORE_CANDIDATE", None)]
#[case::falsy_number("0", "NO_RESTORE_CANDIDATE", None)]
#[case::falsy_flag("false", "NO_RESTORE_CANDIDATE", None)]
#[case::falsy_text("\"\"", "NO_RESTORE_CANDIDATE", None)]
#[case::number("42", "INVALID_INPUT", None)]
#[case::list("[]", "INVALID_INPUT", None)]
#[case::bare_object("{}", "INVALID_INPUT", None)]
#[case::cut_off("{", "CONTINUITY_UNAVAILABLE", None)]
#[case::empty("", "CONTINUITY_UNAVAILABLE", None)]
#[case::no_digest(r#"{"revision":3}"#, "INVALID_INPUT", None)]
#[case::no_revision(&BODY.replace(r#""revision":3,"#, ""), "INVALID_INPUT", None)]
#[case::infinite_revision(&BODY.replace(r#""revision":3"#, r#""revision":1e999"#), "INVALID_INPUT", None)]
#[case::deep_digest(r#"{"revision":3,"snapshotDigest":DEEP}"#, "CONTINUITY_UNAVAILABLE", None)]
#[case::null_revision_and_digest(r#"{"revision":null,"snapshotDigest":null}"#, "DEFER", Some("INVALID_INPUT"))]
#[case::revision_zero(&BODY.replace(r#""revision":3"#, r#""revision":0"#), "DEFER", Some("INVALID_INPUT"))]
#[case::revision_fraction(&BODY.replace(r#""revision":3"#, r#""revision":3.5"#), "DEFER", Some("INVALID_INPUT"))]
#[case::revision_text(&BODY.replace(r#""revision":3"#, r#""revision":"3""#), "DEFER", Some("INVALID_INPUT"))]
#[case::digest_of_another_form(&BODY.replace("sha256:1", "sha256:"), "DEFER", Some("INVALID_INPUT"))]
#[case::one_letter(&BODY.replace("r3", "r4"), "DEFER", Some("INTEGRITY_FAILED"))]
#[case::infinite_field(&BODY.replace(r#""blockers":[]"#, r#""blockers":[1e999]"#), "DEFER", Some("INVALID_INPUT"))]
#[case::deep_field(&BODY.replace(r#""blockers":[]"#, r#""blockers":DEEP"#), "DEFER", Some("CONTINUITY_UNAVAILABLE"))]
fn odd_bodies_are_answered_as_the_rules_say(#[case] json: &str, #[case] inspect: &str, #[case] load: Option<&str>) {
    let candidate = of_body(&json.replace("DEEP", &format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))));
    let answer = match (candidate.error, candidate.decision) {
        (Some(code), None) => code.as_str(),
        (None, Some(Decision::Defer)) => "DEFER",
        (None, Some(Decision::Reject)) => candidate.reason_codes[0].as_str(),
        other => panic!("{other:?}"),
    };
    assert_eq!(answer, inspect);
    assert_eq!(candidate.load.map(|load| load.code.map(|code| code.as_str())), load.map(Some));
    assert_eq!(candidate.summary.is_some(), inspect == "DEFER");
    assert_eq!(candidate.offered_epoch.is_some(), inspect == "DEFER");
}

#[test]
fn the_summary_repeats_odd_values_and_leaves_absent_ones_out() {
    let candidate = of_body(r#"{"revision":2.50,"snapshotDigest":"\ud83d","status":{"b":1e999,"a":[]}}"#);
    let summary = candidate.summary.unwrap();
    assert_eq!(summary.get("revision"), Some("2.5"));
    assert_eq!(summary.get("snapshotDigest"), Some(r#""\ud83d""#));
    assert_eq!(summary.get("status"), Some(r#"{"b":null,"a":[]}"#));
    assert_eq!(summary.get("updatedAt"), None);
}

#[test]
fn suppression_comes_before_everything_that_could_fail() {
    let (mut task, card) = bound("{");
    task.suppressed = true;
    let candidate = judged(&task, Some(&row("{")), &card);
    assert_eq!(candidate.reason_codes[0].as_str(), "RESTORE_SUPPRESSED");
    assert_eq!((candidate.error, candidate.load, candidate.offered_epoch), (None, None, None));
    assert_eq!(pass(&candidate, CheckId::NotSuppressed), Some(false));
}

#[test]
fn a_card_wins_over_a_body_that_cannot_even_be_read() {
    let (task, card) = bound(ROOT);
    let candidate = judged(&task, Some(&row("{")), &card);
    let summary = candidate.summary.as_ref().unwrap();
    assert_eq!((summary.get("source"), summary.get("status")), (Some("\"workflow\""), Some("\"completed\"")));
    assert!(candidate.load.unwrap().ok());
    assert_eq!(candidate.offered_epoch, None);
    assert_eq!(pass(&candidate, CheckId::WorkflowRoot), Some(true));
    assert_eq!(pass(&candidate, CheckId::Contract), Some(false));
}

#[test]
fn a_card_of_revision_zero_is_offered_but_no_request_can_name_it() {
    let (task, card) = bound(&ROOT.replace(r#""revision":5"#, r#""revision":0"#));
    let candidate = judged(&task, None, &card);
    assert_eq!(candidate.decision, Some(Decision::Defer));
    assert_eq!(candidate.load.unwrap().code.unwrap().as_str(), "INVALID_INPUT");
}

#[test]
fn a_broken_ledger_fails_the_call_instead_of_falling_back() {
    let (task, card) = bound("{");
    let candidate = judged(&task, Some(&row(BODY)), &card);
    assert_eq!(candidate.error.unwrap().as_str(), "INVALID_INPUT");
    assert_eq!(candidate.decision, None);
    assert_eq!(pass(&candidate, CheckId::WorkflowRoot), Some(false));
}

#[test]
fn a_missing_root_falls_back_to_the_body() {
    let mut task = task();
    task.root_id = Some("gone".to_owned());
    let candidate = judged(&task, Some(&row(BODY)), &CardOutcome::NoRoot);
    assert_eq!(candidate.offered_epoch, Some(1));
    assert_eq!(pass(&candidate, CheckId::WorkflowRoot), Some(false));
    let candidate = judged(&task, None, &CardOutcome::NoRoot);
    assert_eq!(candidate.reason_codes[0].as_str(), "NO_RESTORE_CANDIDATE");
}

#[test]
fn a_body_of_an_older_epoch_is_kept_and_not_offered() {
    let mut task = task();
    task.current_epoch = 3;
    let candidate = judge(&Facts {
        task: &task,
        current: None,
        card: &CardOutcome::NotBound,
        tombstone: None,
        newest_body_epoch: Some(2),
        has_delta: false,
        schema_version: 2,
    });
    assert_eq!(candidate.reason_codes[0].as_str(), "NO_RESTORE_CANDIDATE");
    let check = candidate.checks.iter().find(|check| check.id == CheckId::EpochCurrent).unwrap();
    assert_eq!((check.pass, check.expected.as_deref(), check.actual.as_deref()), (Some(false), Some("3"), Some("2")));
}

#[test]
fn columns_that_differ_fail_their_checks_and_change_no_answer() {
    let mut row = row(BODY);
    (row.revision, row.digest) = (9, format!("sha256:{}", "0".repeat(64)));
    let candidate = judged(&task(), Some(&row), &CardOutcome::NotBound);
    assert!(candidate.load.unwrap().ok());
    assert_eq!(pass(&candidate, CheckId::ColumnRevision), Some(false));
    assert_eq!(pass(&candidate, CheckId::ColumnDigest), Some(false));
    assert_eq!(pass(&candidate, CheckId::Digest), Some(true));
    let check = candidate.checks.iter().find(|check| check.id == CheckId::ColumnRevision).unwrap();
    assert_eq!((check.expected.as_deref(), check.actual.as_deref()), (Some("3"), Some("9")));
}

#[test]
fn remarks_name_receivers_and_earlier_purges() {
    let tombstone = |revision| TombstoneRow {
        correlation: CORRELATION.to_owned(),
        epoch: 1,
        revision,
        payload_digest: String::new(),
        purged_at: String::new(),
    };
    let remarks = |revision, has_delta| {
        let row = row(BODY);
        let candidate = judge(&Facts {
            task: &task(),
            current: Some((&row, &Body::read(&row.body))),
            card: &CardOutcome::NotBound,
            tombstone: Some(&tombstone(revision)),
            newest_body_epoch: Some(1),
            has_delta,
            schema_version: 3,
        });
        candidate.remarks.iter().map(|remark| remark.code()).collect::<Vec<_>>()
    };
    assert_eq!(remarks(2, true), ["receiver-state", "purged-before"]);
    assert_eq!(remarks(3, false), ["purged-before", "numbering-restarted"]);
}

fn marked(source: &str, revision: i64, digest: &str) -> TaskRow {
    let mut task = task();
    task.pending.source = Some(source.to_owned());
    task.pending.revision = Some(revision);
    task.pending.digest = Some(digest.to_owned());
    task
}

#[rstest]
#[case::current(marked("direct", 3, DIGEST), BODY, Marker::CurrentDirectDefer, Some(true))]
#[case::older_revision(marked("direct", 2, DIGEST), BODY, Marker::Stale, Some(false))]
#[case::other_digest(marked("direct", 3, "sha256:0"), BODY, Marker::Stale, Some(false))]
#[case::other_source(marked("workflow", 3, DIGEST), BODY, Marker::Stale, Some(false))]
#[case::body_gone(marked("direct", 3, DIGEST), "null", Marker::Stale, Some(false))]
#[case::body_unreadable(marked("direct", 3, DIGEST), "{", Marker::Unreadable, Some(false))]
#[case::no_marker(task(), BODY, Marker::NothingPending, None)]
#[case::suppressed(TaskRow { suppressed: true, ..marked("direct", 3, DIGEST) }, BODY, Marker::Suppressed, None)]
fn a_compact_hook_does_what_the_marker_lets_it(
    #[case] task: TaskRow,
    #[case] json: &str,
    #[case] marker: Marker,
    #[case] passes: Option<bool>,
) {
    let candidate = judged(&task, Some(&row(json)), &CardOutcome::NotBound);
    assert_eq!(candidate.marker, marker);
    assert_eq!(pass(&candidate, CheckId::Marker), passes);
}

#[test]
fn a_workflow_marker_must_name_the_root_and_is_used_once() {
    let (task, card) = bound(ROOT);
    let digest = card.card().unwrap().digest().to_string();
    let mut task = TaskRow { root_id: task.root_id, ..marked("workflow", 5, &digest) };
    assert_eq!(judged(&task, None, &card).marker, Marker::Stale, "the marker was set before the root was bound");
    task.pending.root_id = Some("root-1".to_owned());
    assert_eq!(judged(&task, None, &card).marker, Marker::CurrentWorkflowInject);
    task.pending.consumed = true;
    let used = judged(&task, None, &card);
    assert_eq!((used.marker, pass(&used, CheckId::Marker)), (Marker::Consumed, Some(true)));
}

#[test]
fn a_root_id_beyond_160_units_never_matches_its_marker() {
    let long = "r".repeat(161);
    let (mut task, _) = bound(ROOT);
    task.root_id = Some(long.clone());
    let root = RootRow {
        root_id: long.clone(),
        revision: 5,
        state: "open".into(),
        root_json: text(&ROOT.replace("root-1", &long)),
    };
    let card = resolve(&task, Some(&root), None);
    let digest = card.card().unwrap().digest().to_string();
    task.pending = marked("workflow", 5, &digest).pending;
    task.pending.root_id = Some(long);
    assert_eq!(judged(&task, None, &card).marker, Marker::Stale);
}

#[test]
fn debug_output_holds_no_stored_text() {
    let candidate = of_body(r#"{"revision":1,"snapshotDigest":"hunter2","status":"hunter2","updatedAt":"hunter2"}"#);
    assert!(!format!("{candidate:?}").contains("hunter2"));
}
