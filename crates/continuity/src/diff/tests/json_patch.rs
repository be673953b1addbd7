//! JSON Patch documents, applied by an applier of the test's own.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::diff::{json_patch, patch_text};
use crate::json::Document;

fn patch(from: &str, to: &str) -> String {
    patch_text(&json_patch(&Document::parse(from.as_bytes()).unwrap(), &Document::parse(to.as_bytes()).unwrap()))
}

#[test]
fn one_insert_at_the_front_is_one_operation() {
    let items: Vec<String> = (0..10_000).map(|n| format!("\"item {n}\"")).collect();
    let from = format!(r#"{{"core":{{"progress":[{}]}}}}"#, items.join(","));
    let to = format!(r#"{{"core":{{"progress":["new",{}]}}}}"#, items.join(","));
    assert_eq!(patch(&from, &to), "[\n{\"op\":\"add\",\"path\":\"/core/progress/0\",\"value\":\"new\"}\n]\n");
}

#[test]
fn pointers_escape_what_they_must() {
    assert_eq!(
        patch(r#"{"a/b~c":{"":1,"\"":1}}"#, r#"{"a/b~c":{"":2,"\"":1,"\ud83d":"\ud83d"}}"#),
        "[\n{\"op\":\"replace\",\"path\":\"/a~1b~0c/\",\"value\":2},\n{\"op\":\"add\",\"path\":\"/a~1b~0c/\\ud83d\",\"value\":\"\\ud83d\"}\n]\n"
    );
}

#[test]
fn equal_values_have_an_empty_patch() {
    assert_eq!(patch(r#"{"a":1.0,"b":[-0]}"#, r#"{"b":[0],"a":1}"#), "[]\n");
    assert_eq!(patch("1e400", "1e500"), "[]\n");
    assert_eq!(patch("1e400", "null"), "[\n{\"op\":\"replace\",\"path\":\"\",\"value\":null}\n]\n");
}

#[test]
fn depth_and_long_keys_cost_no_more_than_the_value() {
    let deep = |n| format!("{}{n}{}", "[".repeat(50_000), "]".repeat(50_000));
    let text = patch(&deep(1), &deep(2));
    assert!(text.len() < 110_000 && text.contains(r#""path":"/0/0"#));
    let key = "k".repeat(10_000);
    let wide = |n: usize| {
        let members: Vec<String> = (0..1000).map(|k| format!(r#""{k}":{n}"#)).collect();
        format!(r#"{{"{key}":{{{}}}}}"#, members.join(","))
    };
    assert!(patch(&wide(1), &wide(2)).len() < 30_000);
}

/// Applies a patch as RFC 6902 says, for the three operations that occur.
fn apply(target: &mut Value, ops: &Value) {
    for op in ops.as_array().unwrap() {
        let (kind, path) = (op["op"].as_str().unwrap(), op["path"].as_str().unwrap());
        let Some((parent, token)) = path.rsplit_once('/') else {
            assert_eq!(kind, "replace");
            *target = op["value"].clone();
            continue;
        };
        let token = token.replace("~1", "/").replace("~0", "~");
        match (target.pointer_mut(parent).unwrap(), kind) {
            (Value::Object(object), "add") => assert!(object.insert(token, op["value"].clone()).is_none()),
            (Value::Object(object), "remove") => assert!(object.remove(&token).is_some()),
            (Value::Object(object), "replace") => *object.get_mut(&token).unwrap() = op["value"].clone(),
            (Value::Array(array), "add") => array.insert(token.parse().unwrap(), op["value"].clone()),
            (Value::Array(array), "remove") => drop(array.remove(token.parse().unwrap())),
            (Value::Array(array), "replace") => array[token.parse::<usize>().unwrap()] = op["value"].clone(),
            other => panic!("{:?}", other.1),
        }
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0i64..4).prop_map(Value::from),
        prop::sample::select(vec!["", "a", "b~", "c/d", "한글"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            1 => prop::collection::vec((prop::sample::select(vec!["", "a", "b~", "c/d", "0", "~1"]), inner), 0..5)
                .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn the_patch_applied_to_the_first_value_gives_the_second(from in value(), to in value()) {
        let ops: Value = serde_json::from_str(&patch(&from.to_string(), &to.to_string())).unwrap();
        let mut patched = from.clone();
        apply(&mut patched, &ops);
        prop_assert_eq!(&patched, &to);
        prop_assert_eq!(ops == json!([]), from == to);
    }
}
