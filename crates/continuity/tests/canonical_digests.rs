//! Canonical JSON and digests: literals of the real server, and an independent canonicaliser as oracle.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use continuity::canonical::{CanonicalError, DEEPEST, digest, to_text};
use continuity::json::Document;
use continuity::{Digest, digest::NotADigest};
use proptest::prelude::*;

fn canonical(text: &str) -> Result<String, CanonicalError> {
    to_text(Document::parse(text.as_bytes()).unwrap().root(), &[])
}

/// Numbers and keys as a hand-written body of the real store holds them, and the canonical text that its server made.
#[test]
fn numbers_and_key_order_are_those_of_the_server() {
    let stored = concat!(
        r#"{"numbers":{"n1":1e+21,"n2":0.1,"n3":-0,"n4":1e-7,"n5":123456789012345680000,"n6":5e-324,"#,
        r#""n7":1.7976931348623157e+308,"n8":9007199254740993,"n9":0.30000000000000004,"n10":100,"n11":1e2,"#,
        r#""n12":1.0,"n13":-1.5e-10},"keys":{"9":6,"10":5,"Ａ":"fullwidth","😀":"above","\ue000":"private","z":1,"Z":2,"#,
        r#""é":3,"가":4,"":7,"a\u0000b":8,"\ud800":"lone"}}"#
    );
    let server = concat!(
        r#"{"keys":{"":7,"10":5,"9":6,"Z":2,"a\u0000b":8,"z":1,"é":3,"가":4,"\ud800":"lone","😀":"above","#,
        "\"\u{e000}\":\"private\",",
        r#""Ａ":"fullwidth"},"numbers":{"n1":1e+21,"n10":100,"n11":100,"n12":1,"n13":-1.5e-10,"n2":0.1,"n3":0,"n4":1e-7,"#,
        r#""n5":123456789012345680000,"n6":5e-324,"n7":1.7976931348623157e+308,"n8":9007199254740992,"#,
        r#""n9":0.30000000000000004}}"#
    );
    assert_eq!(canonical(stored).unwrap(), server);
}

/// Hashes of `sha256sum`.
#[test]
fn digests_are_sha256_of_the_canonical_text() {
    let of = |text: &str| digest(Document::parse(text.as_bytes()).unwrap().root(), &[]).unwrap().to_hex();
    assert_eq!(of("{ }"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    assert_eq!(of("[1, 2, 3]"), "a615eeaee21de5179de080de8c3052c8da901138406ba71c38c032845f7d54f4");
    assert_eq!(
        of(r#"{ "b" : {"d":true, "c":null}, "a": [1.0, "\uD83D"] }"#),
        "bb3ecb31fdf71218435b71e93cb38f19183faac3d1475f3e81239879c5d00ced"
    );
    assert_eq!(Digest::of_bytes(b"abc").to_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

#[test]
fn only_the_outermost_object_leaves_keys_out() {
    let text = r#"{"b":{"snapshotDigest":1},"snapshotDigest":"x","a":[{"snapshotDigest":2}]}"#;
    let document = Document::parse(text.as_bytes()).unwrap();
    assert_eq!(
        to_text(document.root(), &["snapshotDigest"]).unwrap(),
        r#"{"a":[{"snapshotDigest":2}],"b":{"snapshotDigest":1}}"#
    );
    let only = Document::parse(br#"{"snapshotDigest":1}"#).unwrap();
    assert_eq!(to_text(only.root(), &["snapshotDigest"]).unwrap(), "{}");
}

#[test]
fn numbers_that_are_not_finite_have_no_digest_unless_they_are_left_out() {
    assert_eq!(canonical("[1e400]"), Err(CanonicalError::NonFinite));
    assert_eq!(canonical(r#"{"a":-1e999}"#), Err(CanonicalError::NonFinite));
    assert_eq!(canonical(r#"{"a":1e400,"a":1}"#).unwrap(), r#"{"a":1}"#);
    let left_out = Document::parse(br#"{"snapshotDigest":1e400}"#).unwrap();
    assert!(digest(left_out.root(), &["snapshotDigest"]).is_ok());
}

#[test]
fn nesting_is_bounded_where_the_server_overflows() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    // The server digests 2,000 levels and overflows on 5,000.
    assert!(canonical(&nested(2_000)).is_ok());
    assert!(canonical(&nested(DEEPEST)).is_ok());
    assert_eq!(canonical(&nested(DEEPEST + 1)), Err(CanonicalError::TooDeep));
    assert_eq!(canonical(&nested(1_000_000)), Err(CanonicalError::TooDeep));
}

#[test]
fn the_first_fault_in_canonical_order_decides() {
    let deep = format!("{}{}", "[".repeat(4_000), "]".repeat(4_000));
    assert_eq!(canonical(&format!(r#"{{"b":1e400,"a":{deep}}}"#)), Err(CanonicalError::TooDeep));
    assert_eq!(canonical(&format!(r#"{{"b":{deep},"a":1e400}}"#)), Err(CanonicalError::NonFinite));
}

#[test]
fn only_the_exact_form_is_a_digest() {
    let hex = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    assert_eq!(format!("sha256:{hex}").parse::<Digest>().unwrap().to_string(), format!("sha256:{hex}"));
    for wrong in [
        hex.to_owned(),
        format!("sha256:{}", hex.to_uppercase()),
        format!("sha256:{}", &hex[1..]),
        format!("sha256:{hex}0"),
        format!("SHA256:{hex}"),
        format!("sha256:{hex}\n"),
    ] {
        assert_eq!(wrong.parse::<Digest>(), Err(NotADigest), "{wrong:?}");
    }
}

/// Any JSON value; RFC 8785 and the server's canonical form agree on well-formed text.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-(1_i64 << 53)..(1 << 53)).prop_map(Into::into),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Into::into),
        ".*".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 48, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(serde_json::Value::from),
            prop::collection::hash_map("[\u{0}-\u{7f}가-힣\u{e000}-\u{ffff}\u{10000}-\u{10ffff}]{0,4}", inner, 0..8)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Writes a value with its keys in another order and spaces between tokens.
fn shuffled(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::Array(items) => {
            out.push_str("[ ");
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { " ,\n" } else { "" });
                shuffled(item, out);
            }
            out.push_str(" ]");
        }
        serde_json::Value::Object(map) => {
            out.push_str("{\t");
            for (at, (key, value)) in map.iter().rev().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(&format!("{} : ", serde_json::to_string(key).unwrap()));
                shuffled(value, out);
            }
            out.push_str("\r}");
        }
        other => out.push_str(&other.to_string()),
    }
}

proptest! {
    #[test]
    fn canonical_text_is_that_of_another_canonicaliser(value in any_json()) {
        let oracle = serde_json_canonicalizer::to_string(&value).unwrap();
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(canonical(&text).unwrap(), oracle.clone());
        let document = Document::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(digest(document.root(), &[]).unwrap(), Digest::of_bytes(oracle.as_bytes()));
    }

    #[test]
    fn digests_depend_neither_on_key_order_nor_on_spaces(value in any_json()) {
        let mut other = String::new();
        shuffled(&value, &mut other);
        prop_assert_eq!(canonical(&other).unwrap(), canonical(&serde_json::to_string(&value).unwrap()).unwrap());
    }
}
