//! Lines for people: no colour in a pipe, no control characters of a body, the stored text byte for byte.

use fixtures::{Snapshot, StoreBuilder};

use crate::run::{Machine, every_standing, simple};

#[test]
fn no_escape_sequence_goes_into_a_pipe() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .task("s", |t| {
            t.checkpoint(Snapshot::new("\u{1b}[31mred\u{7} \u{202e}turned").constraint("\u{1b}]0;title\u{7}"))
                .clear()
                .checkpoint(Snapshot::new("\u{9b}2J").constraint("\u{85}"))
        })
        .build(&machine.path("store"))
        .unwrap();
    for args in [
        &["tasks"][..],
        &["sources"],
        &["show", "--session", "s"],
        &["show", "--session", "s", "--epoch", "1"],
        &["diff", "--session", "s", "--from", "1", "--to", "2"],
        &["diff", "--session", "s", "--from", "1", "--to", "2", "--format", "markdown"],
        &["suppress", "--session", "s", "--epoch", "2"],
        &["purge", "--session", "s", "--epoch", "1", "--revision", "1"],
        &["purge", "--session", "s", "--epoch", "1", "--revision", "1", "--yes"],
    ] {
        let ran = machine.plain(&built.path, args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        assert!(!ran.out.is_empty(), "{args:?}");
        let odd = ran.out.chars().find(|c| (c.is_control() && *c != '\n') || ('\u{202a}'..='\u{202e}').contains(c));
        assert_eq!(odd, None, "{args:?}");
    }
}

#[test]
fn raw_is_the_stored_text_byte_for_byte() {
    let machine = Machine::new();
    let built = simple(&machine);
    let ran = machine.plain(&built.path, &["show", "--session", "s", "--raw", "--epoch", "1"]);
    assert_eq!(ran.out, built.tasks[0].history[0].body);
    let json = machine.on(&built.path, &["show", "--session", "s", "--raw"]).json();
    assert_eq!(json["storedText"], built.tasks[0].history[1].body);
    rusqlite::Connection::open(&built.path)
        .unwrap()
        .execute("UPDATE continuity_snapshots SET snapshot_json = CAST(x'7b22ff0022' AS TEXT)", [])
        .unwrap();
    let output =
        machine.command().arg("--db").arg(&built.path).args(["show", "--session", "s", "--raw"]).output().unwrap();
    assert_eq!(output.stdout, b"{\"\xff\0\"");
}

#[test]
fn people_see_every_verdict_and_what_was_dropped() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    let out = machine.plain(&built.path, &["tasks"]).out;
    for word in [
        "Offered",
        "RESTORE_SUPPRESSED",
        "INTEGRITY_FAILED",
        "CONTINUITY_UNAVAILABLE",
        "NO_RESTORE_CANDIDATE",
        "7 of 7",
    ] {
        assert!(out.contains(word), "{word} is not shown:\n{out}");
    }
    let machine = Machine::new();
    let built = simple(&machine);
    let out = machine.plain(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2"]).out;
    assert!(out.contains("is dropped") && out.contains("first objective") && out.contains("second objective"));
}

#[test]
fn json_stays_whole_where_a_body_is_not() {
    for body in ["'{cut'", "'42'", "'[]'", "'null'", "''", "x'ff00'", r#"replace(snapshot_json, 'second', 'a\ud83d')"#]
    {
        let machine = Machine::new();
        let built = simple(&machine);
        let connection = rusqlite::Connection::open(&built.path).unwrap();
        connection
            .execute(&format!("UPDATE continuity_snapshots SET snapshot_json = {body} WHERE epoch = 2"), [])
            .unwrap();
        drop(connection);
        for args in [&["tasks"][..], &["show", "--session", "s"], &["show", "--session", "s", "--raw"]] {
            let ran = machine.on(&built.path, args);
            assert_eq!(ran.code, 0, "{body} {args:?}: {}", ran.err);
            // A lone surrogate is JSON too, though not every library takes it. Inside a stored text it is escaped twice.
            let text = ran.out.replace(r"\\ud83d", "?").replace(r"\ud83d", "?");
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(&text);
            assert!(parsed.is_ok(), "{body} {args:?}");
        }
        let diff = machine.on(&built.path, &["diff", "--session", "s", "--from", "1", "--to", "2"]);
        let compares = body.starts_with("replace");
        assert_eq!(diff.code, if compares { 0 } else { 2 }, "{body}: {}", diff.err);
    }
}
