//! Single values, and fields that the contract does not know.

use super::{body, diff, list, value};
use crate::diff::{FieldValue, Op};

#[test]
fn fields_that_the_contract_does_not_know_are_compared_under_their_path() {
    let diff = diff(
        r#"{"core":{"numbers":{"n1":1e21,"n2":-0},"tags":["x"]},"extra":{"a.b":true,"gone":null,"empty":{}}}"#,
        r#"{"core":{"numbers":{"n1":1e22,"n2":0},"tags":["x","y"]},"extra":{"a.b":false,"empty":{}}}"#,
    );
    let change = |path: &str| {
        let v = value(&diff, path);
        let side = |item: &Option<super::super::Item>| item.as_ref().map(|item| item.shown().to_owned());
        (v.op, side(&v.from), side(&v.to))
    };
    assert_eq!(change("core.numbers.n1"), (Op::Changed, Some("1e+21".into()), Some("1e+22".into())));
    assert_eq!(change("core.numbers.n2"), (Op::Kept, Some("0".into()), Some("0".into())));
    assert_eq!(change(r#"extra["a.b"]"#), (Op::Changed, Some("true".into()), Some("false".into())));
    assert_eq!(change("extra.gone"), (Op::Removed, Some("null".into()), None));
    assert_eq!(change("extra.empty"), (Op::Kept, Some("{}".into()), Some("{}".into())));
    assert_eq!(list(&diff, "core.tags").items.len(), 2);
    assert!(diff.dropped.is_empty());
}

#[test]
fn a_number_beyond_the_largest_is_not_taken_for_null() {
    assert_eq!(value(&diff(r#"{"x":1e400}"#, r#"{"x":null}"#), "x").op, Op::Changed);
    assert_eq!(value(&diff(r#"{"x":1e400}"#, r#"{"x":1e500}"#), "x").op, Op::Kept);
}

#[test]
fn key_order_and_spaces_are_no_difference() {
    let diff = diff(
        r#"{"core":{"objective":"x","constraints":["a"]},"status":"active"}"#,
        r#"{ "status" : "active", "core" : { "constraints" : [ "a" ], "objective" : "x" } }"#,
    );
    assert!(diff.is_unchanged());
    assert_eq!(diff.changes(), 0);
}

#[test]
fn a_body_that_is_no_object_is_one_field() {
    assert_eq!(value(&diff("42", "null"), "").op, Op::Changed);
    assert_eq!(list(&diff("[1]", "[1,2]"), "").items.len(), 2);
    assert_eq!(value(&diff("{}", r#"{"x":1}"#), "x").op, Op::Added);
}

#[test]
fn a_field_that_became_an_object_is_followed_under_both_paths() {
    let diff = diff(r#"{"core":5}"#, r#"{"core":{"objective":"x"}}"#);
    assert_eq!(value(&diff, "core").op, Op::Removed);
    assert_eq!(value(&diff, "core.objective").op, Op::Added);
}

#[test]
fn deep_or_long_paths_cost_no_more_than_the_body() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    let flat = body(&deep);
    let fields: Vec<_> = flat.fields().collect();
    assert_eq!(fields.len(), 1);
    assert_eq!(fields[0].0.len(), 2 * 64 - 1);
    // A long key over many keys: flattened, each path would repeat it.
    let many: Vec<String> = (0..1000).map(|n| format!(r#""k{n}":0"#)).collect();
    let wide = format!(r#"{{"{}":{{{}}}}}"#, "long".repeat(5000), many.join(","));
    let flat = body(&wide);
    assert_eq!(flat.fields().count(), 1);
    assert!(flat.fields().all(|(_, value)| matches!(value, FieldValue::Value(_))));
}
