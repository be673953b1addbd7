//! How a task is named, in every subcommand that takes one.

use fixtures::{Snapshot, StoreBuilder};
use serde_json::json;

use crate::run::{Machine, simple};

#[test]
fn correlation_prefix_and_session_name_the_same_task_everywhere() {
    let machine = Machine::new();
    let built = simple(&machine);
    let whole = built.tasks[0].correlation.as_str();
    let hex = &whole["hmac-sha256:".len()..];
    for name in [vec![whole], vec![hex], vec![&hex[..6]], vec![&whole[..18]], vec!["--session", "s"]] {
        for rest in [
            &["show"][..],
            &["diff", "--from", "1", "--to", "2"],
            &["suppress", "--epoch", "2"],
            &["allow", "--epoch", "2"],
            &["purge", "--epoch", "1", "--revision", "1"],
        ] {
            let mut args = vec![rest[0]];
            args.extend(&name);
            args.extend(&rest[1..]);
            let ran = machine.on(&built.path, &args);
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
            let document = ran.json();
            let named = document.pointer("/task/taskCorrelation").or(document.get("taskCorrelation"));
            assert!(named.is_none_or(|named| named == whole), "{args:?}");
        }
    }
}

#[test]
fn a_name_that_fits_no_task_or_several_is_exit_2() {
    let machine = Machine::new();
    let mut story = StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x")));
    for end in ["1", "2"] {
        let name = format!("hmac-sha256:abcdef{}{end}", "0".repeat(57));
        story = story.raw_sql(&format!(
            "INSERT INTO continuity_tasks(task_correlation, current_epoch, updated_at) VALUES('{name}', 1, 't')"
        ));
    }
    let built = story.build(&machine.path("store")).unwrap();
    let hex = &built.tasks[0].correlation.as_str()["hmac-sha256:".len()..];
    for args in [
        vec!["show", "000000000000"],
        vec!["show", &hex[..5]],
        vec!["show", ""],
        vec!["show", "--session", "nobody"],
        vec!["suppress", "000000", "--epoch", "1", "--yes"],
        vec!["purge", "000000", "--epoch", "1", "--revision", "1", "--yes"],
        vec!["diff", "000000", "--from", "1", "--to", "2"],
    ] {
        let ran = machine.on(&built.path, &args);
        assert_eq!((ran.code, ran.error().as_str()), (2, "not-found"), "{args:?}");
    }
    let ran = machine.on(&built.path, &["show", "abcdef"]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "ambiguous"));
    let matches = ran.json()["error"]["matches"].clone();
    assert_eq!(matches.as_array().unwrap().len(), 2);
    assert_eq!(matches[0], json!(format!("hmac-sha256:abcdef{}1", "0".repeat(57))));
    assert!(ran.err.contains(matches[1].as_str().unwrap()), "people see the matches too");
}

#[test]
fn an_upper_case_prefix_is_the_same_name() {
    let machine = Machine::new();
    let built = simple(&machine);
    let hex = built.tasks[0].correlation.as_str()["hmac-sha256:".len()..].to_uppercase();
    let ran = machine.on(&built.path, &["show", &hex[..12]]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}
