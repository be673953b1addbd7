//! What becomes of list items.

use super::{diff, dropped, rows_of};

fn core(lists: &str) -> String {
    format!(r#"{{"core":{{{lists}}}}}"#)
}

fn constraints(items: &str) -> String {
    core(&format!(r#""constraints":[{items}]"#))
}

#[test]
fn a_replaced_constraint_that_begins_alike_counts_as_dropped() {
    let diff = diff(&constraints(r#""Do not touch the public API.""#), &constraints(r#""Do not log the secrets.""#));
    assert_eq!(dropped(&diff), [("core.constraints".into(), "Do not touch the public API.".into())]);
}

#[test]
fn a_constraint_that_grew_is_not_dropped_however_long_it_became() {
    let diff = diff(
        &constraints(r#""Do not push.""#),
        &constraints(
            r#""Do not rebase shared branches, and do not force push to main or to any release branch without asking.""#,
        ),
    );
    assert_eq!(dropped(&diff), []);
}

#[test]
fn a_progress_item_that_became_a_decision_is_followed_there() {
    let diff = diff(
        &core(r#""progress":["Template engine works.","Tag reader done."],"decisions":[]"#),
        &core(r#""progress":["Tag reader done.","Template engine is fast."],"decisions":["Template engine works."]"#),
    );
    assert_eq!(
        rows_of(&diff, "core.progress"),
        [
            "removed 0:Template engine works. -> · (to core.decisions)",
            "kept 1:Tag reader done. -> 0:Tag reader done.",
            "added · -> 1:Template engine is fast.",
        ]
    );
    assert_eq!(rows_of(&diff, "core.decisions"), ["added · -> 0:Template engine works. (from core.progress)"]);
    assert_eq!(dropped(&diff), []);
}

#[test]
fn white_space_alone_neither_hides_a_move_nor_splits_a_pair() {
    let diff = diff(
        &core(r#""progress":["One  two\nthree."],"constraints":["Keep it small."]"#),
        &core(r#""decisions":["One two three."],"constraints":["Keep  it small. "]"#),
    );
    assert_eq!(rows_of(&diff, "core.progress"), ["removed 0:One  two\nthree. -> · (to core.decisions)"]);
    assert_eq!(rows_of(&diff, "core.constraints"), ["changed 0:Keep it small. -> 0:Keep  it small. "]);
}

#[test]
fn a_duplicate_that_went_elsewhere_moves_once() {
    let diff = diff(
        &core(r#""progress":["Same text.","Same text."],"decisions":[]"#),
        &core(r#""progress":[],"decisions":["Same text."]"#),
    );
    assert_eq!(
        rows_of(&diff, "core.progress"),
        ["removed 0:Same text. -> · (to core.decisions)", "removed 1:Same text. -> ·"]
    );
    assert_eq!(dropped(&diff), [("core.progress".into(), "Same text.".into())]);
}

#[test]
fn one_item_that_jumped_to_the_front_is_the_one_that_moved() {
    let diff = diff(&constraints(r#""alpha","beta","gamma""#), &constraints(r#""gamma","alpha","beta""#));
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        ["moved 2:gamma -> 0:gamma", "kept 0:alpha -> 1:alpha", "kept 1:beta -> 2:beta"]
    );
}

#[test]
fn a_removed_item_stands_where_it_was() {
    let diff = diff(
        &constraints(r#""first rule stays old","zebra","last rule stays old""#),
        &constraints(r#""first rule stays new","last rule stays new""#),
    );
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        [
            "changed 0:first rule stays old -> 0:first rule stays new",
            "removed 1:zebra -> ·",
            "changed 2:last rule stays old -> 1:last rule stays new",
        ]
    );
}

#[test]
fn texts_without_words_never_make_a_changed_pair() {
    let diff = diff(&constraints(r#""- -","a b c","…""#), &constraints(r#""-  -","a b d","!""#));
    assert!(
        rows_of(&diff, "core.constraints").iter().all(|row| row.starts_with("removed") || row.starts_with("added"))
    );
}

#[test]
fn korean_items_pair_by_their_words() {
    let diff = diff(
        &constraints(r#""공개 API는 건드리지 않는다.","비밀을 기록하지 않는다.""#),
        &constraints(r#""비밀을 절대 기록하지 않는다.","공개 API를 건드리지 않는다.""#),
    );
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        [
            "changed 1:비밀을 기록하지 않는다. -> 0:비밀을 절대 기록하지 않는다.",
            "changed 0:공개 API는 건드리지 않는다. -> 1:공개 API를 건드리지 않는다.",
        ]
    );
}

#[test]
fn a_text_that_looks_like_json_is_not_the_json() {
    let diff = diff(&constraints(r#""{\"a\":1}","5""#), &constraints(r#"{"a":1},5"#));
    assert!(
        rows_of(&diff, "core.constraints").iter().all(|row| row.starts_with("removed") || row.starts_with("added"))
    );
}

#[test]
fn items_that_are_no_texts_compare_by_what_they_are_and_not_by_how_they_are_written() {
    let diff = diff(&constraints(r#"{"b":1.0,"a":[true]},null"#), &constraints(r#"{ "a" : [ true ], "b" : 1 }, null"#));
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        [r#"kept 0:{"a":[true],"b":1} -> 0:{"a":[true],"b":1}"#, "kept 1:null -> 1:null"]
    );
}

#[test]
fn lone_surrogates_of_different_value_are_different() {
    let diff = diff(&constraints(r#""\ud83d","\\ud83d""#), &constraints(r#""\ud83e","\\ud83d""#));
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        [r"removed 0:\ud83d -> ·", r"added · -> 0:\ud83e", r"kept 1:\ud83d -> 1:\ud83d"]
    );
}

#[test]
fn the_escape_that_shows_a_lone_surrogate_is_no_word_that_two_texts_share() {
    let diff =
        diff(&constraints(r#""\ud83d a","\ud83d same words""#), &constraints(r#""\ud83d b","\ud83d same words too""#));
    let ops: Vec<_> = rows_of(&diff, "core.constraints").iter().map(|row| row[..5].to_owned()).collect();
    assert_eq!(ops, ["remov", "added", "chang"]);
}

#[test]
fn a_list_that_became_null_lost_every_item() {
    let diff = diff(&constraints(r#""Keep this.","And this.""#), &core(r#""constraints":null"#));
    assert_eq!(
        rows_of(&diff, "core.constraints"),
        ["removed 0:Keep this. -> ·", "removed 1:And this. -> ·", "added · -> 0:null"]
    );
    assert_eq!(diff.dropped.len(), 2);
}

#[test]
fn a_list_that_is_absent_lost_every_item() {
    let diff = diff(&constraints(r#""Keep this.""#), "{}");
    assert_eq!(rows_of(&diff, "core.constraints"), ["removed 0:Keep this. -> ·"]);
    assert_eq!(diff.dropped.len(), 1);
}

#[test]
fn a_value_is_never_taken_for_an_item_of_a_list() {
    let diff = diff(r#"{"x":"Same text."}"#, r#"{"x":["Same text."]}"#);
    assert_eq!(rows_of(&diff, "x"), ["removed 0:Same text. -> ·", "added · -> 0:Same text."]);
}

#[test]
fn evidence_that_only_changed_places_moved() {
    let refs = |ids: [&str; 2]| {
        let refs = ids.map(|id| format!(r#"{{"artifactId":"{id}","locator":"l","digest":"d","verified":true}}"#));
        format!(r#"{{"evidenceRefs":[{}]}}"#, refs.join(","))
    };
    let diff = diff(&refs(["a", "b"]), &refs(["b", "a"]));
    let mut ops: Vec<_> = rows_of(&diff, "evidenceRefs").iter().map(|row| row[..4].to_owned()).collect();
    ops.sort_unstable();
    assert_eq!(ops, ["kept", "move"]);
}

#[test]
fn evidence_of_another_artifact_is_never_the_same_evidence_changed() {
    let refs = |id: &str| {
        format!(
            r#"{{"evidenceRefs":[{{"artifactId":"{id}","locator":"reports/unit.txt","digest":"sha256:11","verified":true}}]}}"#
        )
    };
    let rows = rows_of(&diff(&refs("unit-log"), &refs("ci-log")), "evidenceRefs").join("|");
    assert!(rows.starts_with("removed") && rows.contains("|added"), "{rows}");
}

#[test]
fn evidence_shows_fields_that_the_contract_does_not_know() {
    let diff = diff(
        r#"{"evidenceRefs":[{"artifactId":"a","verified":true,"note":"x"},7]}"#,
        r#"{"evidenceRefs":[{"artifactId":"a","verified":true,"note":"y"},7]}"#,
    );
    assert_eq!(
        rows_of(&diff, "evidenceRefs"),
        [r#"changed 0:a · verified · note: "x" -> 0:a · verified · note: "y""#, "kept 1:7 -> 1:7"]
    );
}
