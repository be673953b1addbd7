//! The reader against what `JSON.parse` and `JSON.stringify` of Node 20 answered for the same texts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cmp::Ordering;

use continuity::json::{Document, Kind, ParseErrorKind};
use proptest::prelude::*;
use rstest::rstest;

fn stringified(text: &str) -> String {
    Document::parse(text.as_bytes()).unwrap().root().to_json_text()
}

#[rstest]
#[case("-0", "0")]
#[case("1e400", "null")]
#[case("-1e400", "null")]
#[case("1E+5", "100000")]
#[case("9007199254740993", "9007199254740992")]
#[case("123456789012345680000", "123456789012345680000")]
#[case("1e21", "1e+21")]
#[case("1e-7", "1e-7")]
#[case("1.0", "1")]
#[case("5e-324", "5e-324")]
#[case("1.7976931348623157e308", "1.7976931348623157e+308")]
#[case("1.23456789012345678901234567890", "1.2345678901234567")]
#[case(r#""\ud83d""#, r#""\ud83d""#)]
#[case(r#""\ude00\ud83d""#, r#""\ude00\ud83d""#)]
#[case(r#""\ud83d\ude00""#, "\"😀\"")]
#[case(r#""\uD800\uD800\uDC00""#, "\"\\ud800\u{10000}\"")]
#[case(r#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7f}\"")]
#[case(r#""\/\b\f\n\r\t\"\\""#, r#""/\b\f\n\r\t\"\\""#)]
#[case(" \t\r\n[ 1 , 2 ] ", "[1,2]")]
#[case("\"\u{2028}\"", "\"\u{2028}\"")]
#[case("[[],{},[{}]]", "[[],{},[{}]]")]
#[case(r#"{"":{"":0}}"#, r#"{"":{"":0}}"#)]
fn values_change_as_in_javascript(#[case] text: &str, #[case] stringify: &str) {
    assert_eq!(stringified(text), stringify);
}

#[rstest]
#[case::last_duplicate_wins_at_the_first_place(r#"{"b":1,"a":2,"b":3}"#, r#"{"b":3,"a":2}"#)]
#[case::array_indexes_come_first(r#"{"10":1,"b":2,"9":3,"a":4,"01":5}"#, r#"{"9":3,"10":1,"b":2,"a":4,"01":5}"#)]
#[case::largest_array_index(r#"{"4294967295":1,"4294967294":2}"#, r#"{"4294967294":2,"4294967295":1}"#)]
#[case::proto_is_an_ordinary_key(r#"{"__proto__":1,"a":2}"#, r#"{"__proto__":1,"a":2}"#)]
#[case::escaped_and_plain_keys_are_one_key(r#"{"\u0061":1,"a":2}"#, r#"{"a":2}"#)]
fn keys_are_kept_as_in_javascript(#[case] text: &str, #[case] stringify: &str) {
    assert_eq!(stringified(text), stringify);
}

#[rstest]
#[case("", ParseErrorKind::UnexpectedEnd, 0)]
#[case("   ", ParseErrorKind::UnexpectedEnd, 3)]
#[case("{", ParseErrorKind::UnexpectedEnd, 1)]
#[case("[1,", ParseErrorKind::UnexpectedEnd, 3)]
#[case("tru", ParseErrorKind::UnexpectedEnd, 3)]
#[case("-", ParseErrorKind::UnexpectedEnd, 1)]
#[case("1.", ParseErrorKind::UnexpectedEnd, 2)]
#[case("1e+", ParseErrorKind::UnexpectedEnd, 3)]
#[case("\"a", ParseErrorKind::UnexpectedEnd, 2)]
#[case("\"\\", ParseErrorKind::UnexpectedEnd, 2)]
#[case("[1,]", ParseErrorKind::UnexpectedToken, 3)]
#[case(r#"{"a"}"#, ParseErrorKind::UnexpectedToken, 4)]
#[case(r#"{"a":}"#, ParseErrorKind::UnexpectedToken, 5)]
#[case(r#"{"a":1,}"#, ParseErrorKind::UnexpectedToken, 7)]
#[case("{,}", ParseErrorKind::UnexpectedToken, 1)]
#[case("{a:1}", ParseErrorKind::UnexpectedToken, 1)]
#[case("'a'", ParseErrorKind::UnexpectedToken, 0)]
#[case("+1", ParseErrorKind::UnexpectedToken, 0)]
#[case(".5", ParseErrorKind::UnexpectedToken, 0)]
#[case("--1", ParseErrorKind::UnexpectedToken, 1)]
#[case("1..2", ParseErrorKind::UnexpectedToken, 2)]
#[case("NaN", ParseErrorKind::UnexpectedToken, 0)]
#[case("[1 2]", ParseErrorKind::UnexpectedToken, 3)]
#[case(r#"{"a":1]"#, ParseErrorKind::UnexpectedToken, 6)]
#[case("//c\n1", ParseErrorKind::UnexpectedToken, 0)]
#[case("\u{b}1", ParseErrorKind::UnexpectedToken, 0)]
#[case("\0", ParseErrorKind::UnexpectedToken, 0)]
#[case("01", ParseErrorKind::TrailingText, 1)]
#[case("0x10", ParseErrorKind::TrailingText, 1)]
#[case("nullx", ParseErrorKind::TrailingText, 4)]
#[case("true false", ParseErrorKind::TrailingText, 5)]
#[case("[1]]", ParseErrorKind::TrailingText, 3)]
#[case("1\u{a0}", ParseErrorKind::TrailingText, 1)]
#[case("\"\t\"", ParseErrorKind::ControlCharacter, 1)]
#[case("\"abcdefgh\0\"", ParseErrorKind::ControlCharacter, 9)]
#[case(r#""\x""#, ParseErrorKind::BadEscape, 2)]
#[case(r#""\u12""#, ParseErrorKind::BadEscape, 5)]
#[case(r#""\u12G4""#, ParseErrorKind::BadEscape, 5)]
#[case("\u{feff}1", ParseErrorKind::ByteOrderMark, 0)]
fn what_javascript_refuses_is_refused_at_the_same_place(
    #[case] text: &str,
    #[case] kind: ParseErrorKind,
    #[case] offset: usize,
) {
    let error = Document::parse(text.as_bytes()).unwrap_err();
    assert_eq!((error.kind, error.offset), (kind, offset));
}

// Derived with `new TextDecoder()` of Node 20.
#[rstest]
#[case(b"\"\xff\"", "\u{fffd}")]
#[case(b"\"\xed\xa0\x80\"", "\u{fffd}\u{fffd}\u{fffd}")]
#[case(b"\"\xf0\x9f\x98\"", "\u{fffd}")]
#[case(b"\"\xc3\x28\"", "\u{fffd}(")]
#[case(b"\"\xf4\x90\x80\x80\"", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}")]
#[case(b"\"\xc0\xaf\"", "\u{fffd}\u{fffd}")]
fn bytes_that_are_not_utf8_are_replaced_before_parsing(#[case] bytes: &[u8], #[case] text: &str) {
    assert_eq!(Document::parse(bytes).unwrap().root().as_str().unwrap(), text);
}

#[test]
fn a_million_levels_neither_overflow_the_stack_nor_take_long() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = format!("{}1{}", open.repeat(1_000_000), close.repeat(1_000_000));
        let document = Document::parse(text.as_bytes()).unwrap();
        assert_eq!(document.root().to_json_text(), text);
    }
    assert_eq!(Document::parse("[".repeat(1_000_000).as_bytes()).unwrap_err().kind, ParseErrorKind::UnexpectedEnd);
}

#[test]
fn a_text_beyond_the_limit_is_refused_by_its_size() {
    assert!(Document::parse_within(b"[1]", 3).is_ok());
    let error = Document::parse_within(b"[1] ", 3).unwrap_err();
    assert_eq!((error.kind, error.offset), (ParseErrorKind::TooLarge, 3));
    // One byte that is no UTF-8 takes three when it is replaced.
    assert!(Document::parse_within(b"\"\xff\"", 4).is_err());
}

#[test]
fn strings_know_their_utf16_length_and_order() {
    // Sorted by Node 20 with the default `sort`.
    let sorted = [
        r#""""#,
        r#""a""#,
        r#""a\u0000""#,
        r#""z""#,
        r#""\ud7ff""#,
        r#""\ud800""#,
        r#""\ud83d""#,
        r#""\ud83d\ude00""#,
        r#""\ud83d\ue000""#,
        r#""\udbff\udfff""#,
        r#""\udfff""#,
        r#""\ue000""#,
        r#""\uff21""#,
        r#""\uffff""#,
    ];
    let documents: Vec<Document> = sorted.iter().map(|text| Document::parse(text.as_bytes()).unwrap()).collect();
    let strings: Vec<_> = documents.iter().map(|document| document.root().as_str().unwrap()).collect();
    for (left_at, left) in strings.iter().enumerate() {
        for (right_at, right) in strings.iter().enumerate() {
            assert_eq!(left.cmp_utf16(*right), left_at.cmp(&right_at), "{left_at} {right_at}");
        }
    }
    let lengths: Vec<usize> = strings.iter().map(|string| string.utf16_len()).collect();
    assert_eq!(lengths, [0, 1, 2, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1]);
    let points: Vec<usize> = strings.iter().map(|string| string.code_point_count()).collect();
    assert_eq!(points, [0, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1]);
    assert_eq!(strings[6].to_string_lossy(), "\u{fffd}");
    assert_eq!(strings[6].as_str(), None);
    assert_eq!(strings[7].utf16_units().collect::<Vec<u16>>(), [0xD83D, 0xDE00]);
    assert_eq!(strings[0].cmp_utf16(strings[0]), Ordering::Equal);
}

#[test]
fn fields_of_large_objects_are_found() {
    let fields: Vec<String> = (0..50_000).map(|at| format!("\"k{at}\":{at}")).collect();
    let document = Document::parse(format!("{{{}}}", fields.join(",")).as_bytes()).unwrap();
    let root = document.root();
    assert_eq!((root.kind(), root.len()), (Kind::Object, 50_000));
    assert_eq!(root.get("k49999").unwrap().as_integer(), Some(49_999));
    assert!(root.get("k50000").is_none());
    assert_eq!(root.entries().map(|(_, value)| value.as_integer().unwrap()).sum::<i64>(), 49_999 * 25_000);
}

#[test]
fn debug_output_never_holds_text() {
    let document = Document::parse(br#"{"secret":"hunter2"}"#).unwrap();
    let value = document.root().get("secret").unwrap();
    let shown = format!("{document:?} {:?} {value:?} {:?}", document.root(), value.as_str());
    assert!(!shown.contains("hunter2") && !shown.contains("secret"), "{shown}");
}

/// Any JSON value that `serde_json` can hold without changing numbers.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-(1_i64 << 53)..(1 << 53)).prop_map(Into::into),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Into::into),
        ".*".prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(serde_json::Value::from),
            prop::collection::hash_map(".{0,6}", inner, 0..8)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(document) = Document::parse(&bytes) {
            document.root().to_json_text();
        }
    }

    #[test]
    fn arbitrary_json_like_text_never_panics(text in r#"[\[\]{}",:\\u0-9a-eE+. tfn\n-]{0,80}"#) {
        if let Ok(document) = Document::parse(text.as_bytes()) {
            let written = document.root().to_json_text();
            prop_assert_eq!(Document::parse(written.as_bytes()).unwrap().root().to_json_text(), written);
        }
    }

    #[test]
    fn what_is_written_reads_back_the_same(value in any_json(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let written = Document::parse(text.as_bytes()).unwrap().root().to_json_text();
        // Compared as text that our reader wrote twice: serde_json's own reader rounds doubles differently.
        prop_assert_eq!(Document::parse(written.as_bytes()).unwrap().root().to_json_text(), written.clone());
        let keys = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        prop_assert_eq!(shape(&keys(&written)), shape(&value));
    }

    #[test]
    fn doubles_survive(number in any::<f64>().prop_filter("finite", |number| number.is_finite())) {
        let document = Document::parse(format!("{number:e}").as_bytes()).unwrap();
        prop_assert_eq!(document.root().as_f64().unwrap().to_bits(), number.to_bits());
        let written = document.root().to_json_text();
        prop_assert_eq!(Document::parse(written.as_bytes()).unwrap().root().as_f64().unwrap(), number);
    }
}

/// A value with every number replaced, so that shapes and strings are compared.
fn shape(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Number(_) => 0.into(),
        serde_json::Value::Array(items) => items.iter().map(shape).collect(),
        serde_json::Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), shape(value))).collect(),
        other => other.clone(),
    }
}
