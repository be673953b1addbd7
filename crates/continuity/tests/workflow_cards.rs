//! The card against a projection that JavaScript made of the same rows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use continuity::card::{CardFailure, CardOutcome, WorkflowCard, resolve};
use continuity::records::{RootRow, RunRow};
use continuity::{Digest, ErrorCode, canonical};
use rstest::rstest;
use support::{task, text};

fn root_json() -> String {
    let objective = format!("{}🙂🙂 tail", "a".repeat(798));
    let (criterion, constraint, forbidden) = ("x".repeat(241), "한".repeat(240), "y".repeat(121));
    format!(
        r#"{{"rootId":"root-1","revision":5,"state":"needs-review","updatedAt":"2026-09-20T01:02:07.000Z","taskEnvelope":{{
        "taskId":"t-1","objective":"{objective}","scope":{{"included":["a","b","c","d","e"]}},
        "acceptanceCriteria":["{criterion}"],"constraints":["{constraint}"],
        "authorization":{{"allowedActions":[],"prohibitedActions":["{forbidden}"],"approvalRequired":["push"]}}}}}}"#
    )
}

fn run_json() -> String {
    let (blocker, locator, id) = ("z".repeat(201), "l".repeat(161), "i".repeat(81));
    let first: Vec<String> = (1..5)
        .map(|at| format!(r#"{{"artifactId":"a{at}","locator":"{locator}","digest":"d","verified":true,"note":"no"}}"#))
        .collect();
    let second: Vec<String> = (5..8)
        .map(|at| format!(r#"{{"artifactId":"{id}","locator":"o{at}","digest":null,"verified":"yes"}}"#))
        .collect();
    format!(
        r#"{{"runId":"run-2","revision":1,"state":"running","plan":{{"currentStageId":"scope"}},"blockers":["{blocker}"],
        "stageResults":[{{"output":{{"artifacts":[{}]}}}},{{"output":{{"artifacts":[{}]}}}}]}}"#,
        first.join(","),
        second.join(",")
    )
}

fn look(root: &str, run: Option<&str>) -> CardOutcome {
    let mut task = task();
    task.root_id = Some("root-1".to_owned());
    let root = RootRow { root_id: "root-1".into(), revision: 5, state: "needs-review".into(), root_json: text(root) };
    let run = run.map(|json| RunRow { run_id: "run-2".into(), revision: 1, state: None, receipt_json: text(json) });
    resolve(&task, Some(&root), run.as_ref())
}

fn card(root: &str, run: Option<&str>) -> WorkflowCard {
    match look(root, run) {
        CardOutcome::Resolved(card) => card,
        other => panic!("{other:?}"),
    }
}

fn failure(root: &str, run: Option<&str>) -> CardFailure {
    match look(root, run) {
        CardOutcome::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

/// Both hashes come from a projection written in JavaScript and run with Node 20: the card's own digest, and the
/// SHA-256 of `JSON.stringify(card)`.
#[test]
fn every_bound_cut_and_key_order_is_that_of_javascript() {
    let with_run = card(&root_json(), Some(&run_json()));
    let expected = "sha256:eabcdc1316ec2a3b46511885245b610ac4b3c1f564168fb8b569309fb5418f19";
    assert_eq!(with_run.digest().to_string(), expected);
    assert_eq!(with_run.to_json_text().encode_utf16().count(), 3_440);
    assert_eq!(
        Digest::of_bytes(with_run.to_json_text().as_bytes()).to_hex(),
        "303a806b6de1d3cb1b183e0e1209fd49e47d5385ab0496e83c7ad70bc536238c"
    );
    assert!(with_run.to_json_text().contains(r#"aaa\ud83d…""#), "the cut splits a surrogate pair");
    assert!(
        with_run.to_json_text().contains(r#""workflowState":"running","currentStageId":"scope","nextStageId":null"#)
    );
    assert_eq!(with_run.revision(), Some(5));
    assert!(!canonical::to_text(with_run.value(), &[]).unwrap().contains("snapshotDigest"));

    let without = card(&root_json(), None);
    let expected = "sha256:3bdeeacdf3453e9da7d2e478a65a2265dc424febfaa45a133a3737815590ae26";
    assert_eq!(without.digest().to_string(), expected);
    assert_eq!(
        Digest::of_bytes(without.to_json_text().as_bytes()).to_hex(),
        "b3c4f99f1bb84d4721aadc812c57cdb0392359f4fea68c76d73b567e18e5da97"
    );
}

#[test]
fn no_root_means_no_card_and_no_error() {
    assert!(matches!(resolve(&task(), None, None), CardOutcome::NotBound));
    let mut bound = task();
    bound.root_id = Some("gone".to_owned());
    assert!(matches!(resolve(&bound, None, None), CardOutcome::NoRoot));
    bound.root_id = Some(String::new());
    assert!(matches!(resolve(&bound, None, None), CardOutcome::NotBound), "JavaScript takes an empty id for none");
}

#[rstest]
#[case::root_cut_off(root_json().get(..50).unwrap().to_owned(), run_json(), CardFailure::RootJson)]
#[case::receipt_cut_off(root_json(), "{".to_owned(), CardFailure::ReceiptJson)]
#[case::receipt_null(root_json(), "null".to_owned(), CardFailure::ReceiptJson)]
#[case::receipt_number(root_json(), "5".to_owned(), CardFailure::ReceiptMismatch)]
#[case::other_run(root_json(), run_json().replace("run-2", "run-1"), CardFailure::ReceiptMismatch)]
#[case::other_revision(root_json(), run_json().replace(r#""revision":1"#, r#""revision":2"#), CardFailure::ReceiptMismatch)]
#[case::revision_text(root_json(), run_json().replace(r#""revision":1"#, r#""revision":"1""#), CardFailure::ReceiptMismatch)]
#[case::root_null("null".to_owned(), run_json(), CardFailure::Projection)]
#[case::no_envelope(root_json().replace("taskEnvelope", "task"), run_json(), CardFailure::Projection)]
#[case::no_scope(root_json().replace("scope", "scoop"), run_json(), CardFailure::Projection)]
#[case::objective_number(root_json().replace(r#""taskId":"t-1""#, r#""taskId":1"#), run_json(), CardFailure::Projection)]
#[case::list_item_number(root_json().replace(r#"["push"]"#, "[1]"), run_json(), CardFailure::Projection)]
#[case::no_plan(root_json(), run_json().replace("plan", "plane"), CardFailure::Projection)]
#[case::blockers_text(root_json(), run_json().replace("\"blockers\":[", "\"blockers\":\"x\",\"b\":["), CardFailure::Projection)]
#[case::broken_artifact_beyond_the_sixth(root_json(), run_json().replace("\"locator\":\"o7\"", "\"locator\":7"), CardFailure::Projection)]
#[case::no_state(root_json().replace("\"state\"", "\"stat\""), run_json(), CardFailure::NotDigestible)]
#[case::no_revision(root_json().replace("\"revision\"", "\"rev\""), run_json(), CardFailure::NotDigestible)]
#[case::infinite_revision(root_json().replace("\"revision\":5", "\"revision\":1e999"), run_json(), CardFailure::NotDigestible)]
#[case::no_artifact_digest(root_json(), run_json().replace("\"digest\":\"d\"", "\"d\":\"d\""), CardFailure::NotDigestible)]
#[case::deep_state(root_json(), run_json().replace("\"running\"", &format!("{}{}", "[".repeat(4000), "]".repeat(4000))), CardFailure::TooDeep)]
fn rows_that_make_the_server_fail_say_how(#[case] root: String, #[case] run: String, #[case] expected: CardFailure) {
    assert_eq!(failure(&root, Some(&run)), expected);
}

#[test]
fn an_artifact_without_digest_beyond_the_sixth_does_no_harm() {
    let run = run_json().replace(r#""locator":"o7","digest":null"#, r#""locator":"o7""#);
    assert_eq!(card(&root_json(), Some(&run)).digest(), card(&root_json(), Some(&run_json())).digest());
}

#[test]
fn absent_and_null_lists_are_empty() {
    let run = r#"{"runId":"run-2","revision":1,"plan":{},"blockers":null,"stageResults":null,"state":null}"#;
    assert_eq!(card(&root_json(), Some(run)).digest(), card(&root_json(), None).digest());
}

#[test]
fn failures_of_the_ledger_and_of_the_projection_have_different_codes() {
    assert_eq!(CardFailure::ReceiptMismatch.error_code(), ErrorCode::InvalidInput);
    assert_eq!(CardFailure::RootJson.error_code(), ErrorCode::InvalidInput);
    assert_eq!(CardFailure::NotDigestible.error_code(), ErrorCode::InvalidInput);
    assert_eq!(CardFailure::Projection.error_code(), ErrorCode::ContinuityUnavailable);
    assert_eq!(CardFailure::TooDeep.error_code(), ErrorCode::ContinuityUnavailable);
}

#[test]
fn debug_output_holds_no_card_text() {
    assert!(!format!("{:?}", look(&root_json(), Some(&run_json()))).contains("push"));
}
