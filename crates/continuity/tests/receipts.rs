//! Which request rows may hold a body.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use continuity::receipt::{LegacyForm, PurgeFacts, Receipt, classify, legacy_body};
use continuity::records::StoredBody;
use continuity::snapshot::Body;
use rstest::rstest;
use support::{BODY, DIGEST, text};

const CHECKPOINT: &str = r#"{"schemaVersion":"1.0.0","kind":"checkpoint","epoch":1,"revision":3,"snapshotDigest":"sha256:100180a1aed2dfa88c8d483967341eebd05c3cb3b2d5bbc2eccb99566a6c9ba8"}"#;
const SCRUBBED: &str = r#"{"schemaVersion":"1.0.0","kind":"purged-request","epoch":1,"revision":3,"tombstoneDigest":"sha256:267a0c8e49fb44a94c5f3e411f45cf3768d3a8909b25eecd1b3bdcf93e2fb328","purgedAt":"2026-09-20T01:00:06.000Z"}"#;
const PURGE: &str = r#"{"schemaVersion":"1.0.0","purged":true,"epoch":1,"revision":3,"tombstoneDigest":"sha256:267a0c8e49fb44a94c5f3e411f45cf3768d3a8909b25eecd1b3bdcf93e2fb328","purgedAt":"2026-09-20T01:00:06.000Z"}"#;

#[test]
fn the_three_receipts_are_recognised() {
    assert_eq!(
        classify(&text(CHECKPOINT)),
        Receipt::Checkpoint { epoch: 1, revision: 3, snapshot_digest: DIGEST.parse().unwrap() }
    );
    let facts = PurgeFacts {
        epoch: 1,
        revision: 3,
        tombstone_digest: "sha256:267a0c8e49fb44a94c5f3e411f45cf3768d3a8909b25eecd1b3bdcf93e2fb328".parse().unwrap(),
        purged_at: "2026-09-20T01:00:06.000Z".to_owned(),
    };
    assert_eq!(classify(&text(SCRUBBED)), Receipt::Scrubbed(facts.clone()));
    assert_eq!(classify(&text(PURGE)), Receipt::Purge(facts));
    let spaced = CHECKPOINT.replace(',', " ,\n");
    assert!(matches!(classify(&text(&spaced)), Receipt::Checkpoint { .. }), "white space and order do not matter");
}

#[rstest]
#[case::an_extra_field(CHECKPOINT.replace("}", r#","note":"body text"}"#))]
#[case::an_extra_field_that_javascript_hides(CHECKPOINT.replace("}", r#","__proto__":"body text"}"#))]
#[case::a_field_less(CHECKPOINT.replace(r#""epoch":1,"#, ""))]
#[case::another_schema_version(CHECKPOINT.replace("1.0.0", "1.0.1"))]
#[case::another_kind(CHECKPOINT.replace("checkpoint", "Checkpoint"))]
#[case::text_for_a_number(CHECKPOINT.replace(r#""epoch":1"#, r#""epoch":"body text""#))]
#[case::a_fraction(CHECKPOINT.replace(r#""revision":3"#, r#""revision":3.5"#))]
#[case::no_digest(CHECKPOINT.replace("sha256:", "sha512:"))]
#[case::upper_case_digest(PURGE.replace("sha256:267a", "sha256:267A"))]
#[case::not_purged(PURGE.replace("true", "false"))]
#[case::truthy_is_not_true(PURGE.replace("true", "1"))]
#[case::both_marks(PURGE.replace(r#""purged":true"#, r#""purged":true,"kind":"x""#))]
#[case::time_is_no_text(SCRUBBED.replace(r#""2026-09-20T01:00:06.000Z""#, "1"))]
#[case::an_array("[]".to_owned())]
#[case::null("null".to_owned())]
#[case::broken(r#"{broken"#.to_owned())]
#[case::empty(String::new())]
#[case::a_body(BODY.to_owned())]
fn anything_that_is_not_exactly_a_receipt_may_hold_a_body(#[case] result: String) {
    assert_eq!(classify(&text(&result)), Receipt::MayHoldBody);
}

#[test]
fn a_blob_is_never_a_receipt() {
    assert_eq!(classify(&StoredBody::Blob(CHECKPOINT.as_bytes().to_vec())), Receipt::MayHoldBody);
    assert_eq!(legacy_body(&StoredBody::Blob(BODY.as_bytes().to_vec())), None);
}

#[test]
fn old_rows_give_their_body_back() {
    let bare = legacy_body(&text(BODY)).unwrap();
    assert_eq!((bare.form, bare.body), (LegacyForm::Bare, text(BODY)));
    let wrapped = format!(r#"{{"schemaVersion":"1.0.0","ok":true,"data": {BODY} ,"error":null}}"#);
    let wrapped = legacy_body(&text(&wrapped)).unwrap();
    assert_eq!((wrapped.form, &wrapped.body), (LegacyForm::Wrapped, &text(BODY)));
    assert_eq!(Body::read(&wrapped.body).digest_valid(), Some(true));
    for none in [CHECKPOINT, r#"{"ok":true,"data":null}"#, r#"{"ok":true,"data":{"core":1}}"#, "{", "[]"] {
        assert_eq!(legacy_body(&text(none)), None, "{none}");
    }
}
