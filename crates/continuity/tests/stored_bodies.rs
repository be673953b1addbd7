//! What is said about a stored body.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use continuity::json::{Document, ParseErrorKind};
use continuity::records::StoredBody;
use continuity::snapshot::{Body, Reason, problems, stored_bytes_digest, title};
use rstest::rstest;
use support::{BODY, DIGEST, row, text};

fn codes(json: &str) -> Vec<&'static str> {
    let row = row(json);
    problems(&row, &Body::read(&row.body)).iter().map(|problem| problem.code()).collect()
}

#[test]
fn an_untouched_body_has_no_problem() {
    let body = Body::read(&text(BODY));
    assert_eq!(codes(BODY), [""; 0]);
    assert_eq!(body.revision(), Some(3));
    assert_eq!(body.epoch(), Some(1));
    assert_eq!(body.recomputed_digest().unwrap().to_string(), DIGEST);
    assert_eq!(body.digest_valid(), Some(true));
    assert_eq!(body.status().unwrap(), "active");
    assert_eq!(body.created_at().unwrap(), "2026-09-20T01:00:02.000Z");
    assert_eq!(body.updated_at().unwrap(), "2026-09-20T01:00:04.000Z");
    assert_eq!(body.correlation().unwrap(), support::CORRELATION);
    assert_eq!(body.stated_digest().unwrap(), DIGEST);
    assert_eq!(body.stored_bytes(), BODY.len());
    assert!(body.contract().unwrap().holds());
}

#[rstest]
#[case::cut_off(BODY.get(..300).unwrap().to_owned(), &["malformed-json"])]
#[case::empty(String::new(), &["malformed-json"])]
#[case::byte_order_mark(format!("\u{feff}{BODY}"), &["malformed-json"])]
#[case::null("null".to_owned(), &["not-an-object"])]
#[case::number("42".to_owned(), &["not-an-object"])]
#[case::deep_array(format!("{}{}", "[".repeat(5000), "]".repeat(5000)), &["not-an-object"])]
#[case::one_letter(BODY.replace("r3", "r4"), &["digest-mismatch"])]
#[case::key_order_and_spaces(BODY.replace(r#""epoch":1,"revision":3"#, r#" "revision":3.0 ,"epoch": 1"#), &[])]
#[case::duplicate_key(BODY.replace(r#""status":"active""#, r#""status":"paused","status":"active""#), &[])]
#[case::revision(BODY.replace(r#""revision":3"#, r#""revision":9"#), &["digest-mismatch", "column-revision"])]
#[case::time(BODY.replace("01:00:04", "01:00:05"), &["digest-mismatch", "column-updated-at"])]
#[case::epoch(BODY.replace(r#""epoch":1"#, r#""epoch":4"#), &["digest-mismatch", "epoch-mismatch"])]
#[case::another_task(BODY.replace("14e7ba", "14e7bb"), &["digest-mismatch", "correlation-mismatch"])]
#[case::stated_digest(BODY.replace("100180", "100181"), &["digest-mismatch", "column-digest"])]
#[case::infinity(BODY.replace(r#""blockers":[]"#, r#""blockers":[1e400]"#), &["contract", "non-finite-number"])]
#[case::deep(
    BODY.replace(r#""blockers":[]"#, &format!(r#""blockers":{}{}"#, "[".repeat(5000), "]".repeat(5000))),
    &["contract", "too-deep"]
)]
#[case::bare_object("{}".to_owned(), &["digest-mismatch", "column-revision", "column-digest", "column-updated-at",
    "epoch-mismatch", "correlation-mismatch", "contract"])]
fn each_fault_is_named(#[case] json: String, #[case] expected: &[&str]) {
    assert_eq!(codes(&json), expected);
}

#[test]
fn a_body_that_cannot_be_digested_is_neither_valid_nor_invalid() {
    for json in ["null", "[1,2,3]", "42", "{", &BODY.replace("[]", "[1e400]")] {
        let body = Body::read(&text(json));
        assert_eq!((body.digest_valid(), body.recomputed_digest()), (None, None), "{json}");
    }
}

/// A stated digest that is no text is a wrong digest, not an absent one.
#[test]
fn an_absent_or_odd_digest_is_invalid() {
    for odd in ["5", "null", "\"\"", "[]"] {
        let json = BODY.replace(&format!("\"{DIGEST}\""), odd);
        let body = Body::read(&text(&json));
        assert_eq!(body.digest_valid(), Some(false), "{odd}");
        assert_eq!(body.recomputed_digest().unwrap().to_string(), DIGEST, "{odd}");
    }
}

/// `JSON.parse` gets a list of decimal numbers for a BLOB: only one byte alone is JSON.
#[test]
fn a_blob_is_read_as_the_numbers_of_its_bytes() {
    let read = |bytes: &[u8]| Body::read(&StoredBody::Blob(bytes.to_vec()));
    assert_eq!(read(&[52]).value().unwrap().as_integer(), Some(52));
    assert!(read(&[0]).counts_as_none());
    assert_eq!(read(&[]).parse_error().unwrap().kind, ParseErrorKind::UnexpectedEnd);
    // Node 20 on `String(Uint8Array.of(255, 254, 0))`: unexpected character at position 3.
    let error = read(&[255, 254, 0]).parse_error().unwrap();
    assert_eq!((error.kind, error.offset), (ParseErrorKind::TrailingText, 3));
    assert_eq!(read(BODY.as_bytes()).stored_bytes(), BODY.len());
}

#[test]
fn falsy_json_counts_as_no_snapshot() {
    for (json, none) in [
        ("null", true),
        ("false", true),
        ("0", true),
        ("-0", true),
        ("\"\"", true),
        ("{}", false),
        ("[]", false),
        ("1", false),
        ("{", false),
    ] {
        assert_eq!(Body::read(&text(json)).counts_as_none(), none, "{json}");
    }
}

#[rstest]
#[case::missing(r#""status":"active","#, "", "status", Reason::Missing)]
#[case::unknown_at_the_top(r#""epoch":1"#, r#""epoch":1,"hunter2":1"#, "", Reason::UnknownField)]
#[case::unknown_in_core(r#""blockers":[]"#, r#""blockers":[],"hunter2":1"#, "core", Reason::UnknownField)]
#[case::wrong_type(r#""blockers":[]"#, r#""blockers":{}"#, "core.blockers", Reason::WrongType)]
#[case::wrong_item(r#""blockers":[]"#, r#""blockers":["a",1]"#, "core.blockers[1]", Reason::WrongType)]
#[case::empty_item(r#""blockers":[]"#, r#""blockers":[""]"#, "core.blockers[0]", Reason::Empty)]
#[case::status(r#""active""#, r#""done""#, "status", Reason::NotAllowed)]
#[case::schema_version("1.0.0", "1.0.1", "schemaVersion", Reason::NotAllowed)]
#[case::source(r#""direct""#, r#""workflow""#, "source", Reason::NotAllowed)]
#[case::correlation("hmac-sha256:", "", "taskCorrelation", Reason::WrongForm)]
#[case::digest("sha256:1001", "sha256:1", "snapshotDigest", Reason::WrongForm)]
#[case::zero(r#""revision":3"#, r#""revision":0"#, "revision", Reason::TooSmall)]
#[case::fraction(r#""revision":3"#, r#""revision":3.5"#, "revision", Reason::WrongType)]
#[case::time("2026-09-20T01:00:04.000Z", "2026-09-20 01:00", "updatedAt", Reason::WrongForm)]
#[case::evidence(r#""evidenceRefs":[]"#, r#""evidenceRefs":[7]"#, "evidenceRefs[0]", Reason::WrongType)]
fn the_contract_names_the_field_and_why(
    #[case] from: &str,
    #[case] to: &str,
    #[case] path: &str,
    #[case] reason: Reason,
) {
    let body = Body::read(&text(&BODY.replacen(from, to, 1)));
    let contract = body.contract().unwrap();
    assert_eq!(contract.failures.iter().map(|f| (f.path.as_str(), f.reason)).collect::<Vec<_>>(), [(path, reason)]);
    assert_eq!(contract.total, 1);
}

#[test]
fn bounds_count_code_points_and_hold_at_the_edge() {
    let with = |objective: &str| BODY.replace("Ship the release notes generator.", objective);
    let failures = |json: &str| Body::read(&text(json)).contract().unwrap().failures.clone();
    assert_eq!(failures(&with(&"🙂".repeat(4_000))), []);
    assert_eq!(failures(&with(&"\\ud83d".repeat(4_000))), [], "a lone surrogate counts as one");
    assert_eq!(failures(&with(&"🙂".repeat(4_001)))[0].reason, Reason::TooLong);
    let list = |items: usize, length: usize| {
        let item = format!("\"{}\"", "x".repeat(length));
        BODY.replace(r#""blockers":[]"#, &format!(r#""blockers":[{}]"#, vec![item; items].join(",")))
    };
    assert_eq!(failures(&list(64, 2_000)), []);
    assert_eq!(failures(&list(65, 1))[0].reason, Reason::TooMany);
    assert_eq!(failures(&list(1, 2_001))[0].path, "core.blockers[0]");
    let evidence = |count: usize, artifact: usize, locator: usize| {
        let item = format!(
            r#"{{"artifactId":"{}","locator":"{}","digest":"{DIGEST}","verified":false}}"#,
            "a".repeat(artifact),
            "l".repeat(locator)
        );
        BODY.replace(r#""evidenceRefs":[]"#, &format!(r#""evidenceRefs":[{}]"#, vec![item; count].join(",")))
    };
    assert_eq!(failures(&evidence(128, 256, 2_000)), []);
    assert_eq!(failures(&evidence(129, 1, 1))[0].reason, Reason::TooMany);
    assert_eq!(failures(&evidence(1, 257, 1))[0].path, "evidenceRefs[0].artifactId");
    assert_eq!(failures(&evidence(1, 1, 2_001))[0].path, "evidenceRefs[0].locator");
}

#[test]
fn a_body_with_countless_failures_lists_the_first_hundred() {
    let body = BODY.replace(r#""blockers":[]"#, &format!(r#""blockers":[{}]"#, vec!["1"; 5_000].join(",")));
    let body = Body::read(&text(&body));
    let contract = body.contract().unwrap();
    assert_eq!((contract.failures.len(), contract.total), (100, 5_001));
}

#[rstest]
#[case(r"Ship it.", Some("Ship it."))]
#[case(r"  \n\t\n  Second line is first \r\nthird", Some("Second line is first"))]
#[case(r"a\u0000b\u001b[31mc\u202ed", Some("a\u{fffd}b\u{fffd}[31mc\u{fffd}d"))]
#[case(r"one\u2028two", Some("one"))]
#[case(r"\ud83d lone", Some("\u{fffd} lone"))]
#[case(r" \n ", None)]
fn the_title_is_one_clean_line(#[case] objective: &str, #[case] expected: Option<&str>) {
    let document = Document::parse(format!(r#"{{"core":{{"objective":"{objective}"}}}}"#).as_bytes()).unwrap();
    assert_eq!(title(document.root(), str::to_owned).as_deref(), expected);
}

#[test]
fn a_long_title_is_cut_and_a_missing_one_is_none() {
    let of = |json: &str| title(Document::parse(json.as_bytes()).unwrap().root(), str::to_owned);
    let long = of(&format!(r#"{{"core":{{"objective":"{}"}}}}"#, "한".repeat(201))).unwrap();
    assert_eq!(long, format!("{}…", "한".repeat(199)));
    assert_eq!(of(&format!(r#"{{"core":{{"objective":"{}"}}}}"#, "한".repeat(200))).unwrap().chars().count(), 200);
    for none in ["{}", "[]", r#"{"core":[]}"#, r#"{"core":{"objective":5}}"#] {
        assert_eq!(of(none), None);
    }
}

/// `printf '42' | sha256sum`
#[test]
fn stored_bytes_have_a_name_of_their_own() {
    assert_eq!(
        stored_bytes_digest(&text("42")),
        "bytes:73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049"
    );
}
