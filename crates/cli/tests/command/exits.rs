//! Exit status and error document of every kind of failure.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fixtures::{Journal, SchemaVersion, Snapshot, StoreBuilder};

use crate::run::{Machine, Ran, every_standing, simple};

#[test]
fn every_input_that_cannot_be_read_is_exit_3_with_its_code() {
    let machine = Machine::new();
    let text = machine.path("notes.txt");
    std::fs::write(&text, "no database ".repeat(60)).unwrap();
    let newer = StoreBuilder::new().schema(SchemaVersion::Future(7)).build(&machine.path("newer")).unwrap();
    let whole = simple(&machine);
    let cut = machine.path("cut.sqlite3");
    let bytes = std::fs::read(&whole.path).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 5_000]).unwrap();
    let foreign = machine.path("places.sqlite3");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE places (id)").unwrap();
    for (path, code) in [
        (machine.path("gone.sqlite3"), "missing"),
        (machine.home(), "not-a-file"),
        (text, "not-a-database"),
        (foreign, "not-a-continuity-store"),
        (newer.path, "unsupported-schema"),
        (cut, "corrupt"),
    ] {
        for args in [
            &["tasks"][..],
            &["show", "abcdef"],
            &["show", "--session", "s"],
            &["diff", "abcdef", "--from", "1", "--to", "2"],
            &["suppress", "abcdef", "--epoch", "1", "--yes"],
            &["purge", "abcdef", "--epoch", "1", "--revision", "1", "--yes"],
        ] {
            let ran = machine.on(&path, args);
            assert_eq!((ran.code, ran.error().as_str()), (3, code), "{args:?}");
            assert!(ran.json()["error"]["next"].is_string(), "{code} has a next step");
        }
        let plain = machine.plain(&path, &["tasks"]);
        assert_eq!((plain.code, plain.out.as_str()), (3, ""), "{code}: without --json standard output stays empty");
        assert!(plain.err.contains(code));
    }
}

#[test]
fn no_store_at_all_is_missing() {
    let machine = Machine::new();
    let ran = machine.run(["tasks", "--json"]);
    assert_eq!((ran.code, ran.error().as_str()), (3, "missing"));
    assert!(ran.json()["error"]["message"].as_str().unwrap().contains("agent-governance-suite"));
}

#[test]
fn findings_are_exit_1_only_when_asked_for() {
    let machine = Machine::new();
    let built = every_standing(&machine);
    assert_eq!(machine.on(&built.path, &["tasks"]).code, 0);
    for standing in ["offered", "suppressed", "broken", "workflow", "deleted"] {
        let ran = machine.on(&built.path, &["tasks", "--fail-on", standing]);
        assert_eq!(ran.code, 1, "{standing}");
        assert_eq!(ran.json()["total"], 7);
    }
    let fine = simple(&Machine::new()).path;
    assert!(!fine.exists(), "the folder of that machine is gone");
    let machine = Machine::new();
    let built = simple(&machine);
    for standing in ["suppressed", "broken", "workflow", "deleted"] {
        assert_eq!(machine.on(&built.path, &["tasks", "--fail-on", standing]).code, 0, "{standing}");
    }
    let only = machine.on(&built.path, &["tasks", "--only", "suppressed"]).json();
    assert_eq!((only["tasks"].as_array().unwrap().len(), only["total"].as_u64()), (0, Some(1)));
}

#[test]
fn usage_is_exit_2_with_the_one_document_that_json_promises() {
    let machine = Machine::new();
    let built = simple(&machine);
    for args in [
        &["--now", "yesterday", "tasks"][..],
        &["diff", "--session", "s", "--from", "x", "--to", "2"],
        &["show"],
        &["suppress", "--session", "s"],
        &["purge", "--session", "s", "--epoch", "one", "--revision", "1"],
        &["tasks", "--only", "unknown"],
        &["nonsense"],
        &["show", "abcdef", "--session", "s"],
    ] {
        let ran = machine.on(&built.path, args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{args:?}");
        assert_eq!(ran.error(), "usage", "{args:?}");
    }
}

#[test]
fn an_epoch_without_a_body_is_exit_2() {
    let machine = Machine::new();
    let built = simple(&machine);
    let ran = machine.on(&built.path, &["show", "--session", "s", "--epoch", "7"]);
    assert_eq!((ran.code, ran.error().as_str()), (2, "no-body"));
}

/// Starts another program that keeps a transaction open; `None` without python3.
fn hold(path: &std::path::Path, statements: &[&str]) -> Option<std::process::Child> {
    const PROGRAM: &str = "
import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
for s in sys.argv[2:]:
    c.execute(s).fetchall()
print('held', flush=True)
sys.stdin.read()
";
    let child = Command::new("python3")
        .args(["-c", PROGRAM])
        .arg(path)
        .args(statements)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: no python3 to hold a lock with");
        return None;
    };
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "held\n");
    Some(child)
}

#[test]
fn a_lock_is_busy_after_five_seconds_while_reading_answers_at_once() {
    let held = [
        (Journal::CLOSED, "BEGIN IMMEDIATE"),
        (Journal::KEPT_LOG, "BEGIN EXCLUSIVE"),
        (Journal::Delete, "BEGIN EXCLUSIVE"),
    ];
    let mut running = Vec::new();
    for (journal, statement) in held {
        let machine = Machine::new();
        let built = StoreBuilder::new()
            .journal(journal)
            .task("s", |t| t.checkpoint(Snapshot::new("x")))
            .build(&machine.path("store"))
            .unwrap();
        let Some(holder) = hold(&built.path, &[statement]) else { return };
        for args in [
            &["suppress", "--session", "s", "--epoch", "1", "--yes"][..],
            &["purge", "--session", "s", "--epoch", "1", "--revision", "1", "--yes"],
        ] {
            let mut command = machine.command();
            command.arg("--json").arg("--db").arg(&built.path).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
            running.push((command.spawn().unwrap(), Instant::now()));
        }
        let started = Instant::now();
        let tasks = machine.on(&built.path, &["tasks"]);
        assert_eq!((tasks.code, tasks.json()["total"].as_u64()), (0, Some(1)));
        assert!(started.elapsed() < Duration::from_millis(1_500), "reading waited {:?}", started.elapsed());
        running.last_mut().unwrap().1 = started;
        // Holder and machine live until every command has ended.
        std::mem::forget(machine.folder);
        HELD.with(|all| all.borrow_mut().push((holder, built.path)));
    }
    for (child, started) in running {
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.error().as_str()), (5, "busy"));
        assert!(started.elapsed() >= Duration::from_millis(4_500), "gave up after {:?}", started.elapsed());
        assert!(started.elapsed() < Duration::from_secs(9));
    }
    HELD.with(|all| {
        for (mut holder, path) in all.borrow_mut().drain(..) {
            drop(holder.stdin.take());
            holder.wait().unwrap();
            let connection = rusqlite::Connection::open(&path).unwrap();
            let sql = "SELECT (SELECT suppressed FROM continuity_tasks), (SELECT count(*) FROM continuity_snapshots)";
            let state =
                connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))).unwrap();
            assert_eq!(state, (0, 1), "nothing was written");
            drop(connection);
            let _ = std::fs::remove_dir_all(path.parent().unwrap().parent().unwrap());
        }
    });
}

thread_local! {
    static HELD: std::cell::RefCell<Vec<(std::process::Child, std::path::PathBuf)>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[cfg(unix)]
#[test]
fn a_reader_that_closes_the_pipe_is_no_failure() {
    let machine = Machine::new();
    let built =
        StoreBuilder::new().bulk(fixtures::Bulk::new(300).body_bytes(900)).build(&machine.path("store")).unwrap();
    for arguments in ["tasks", "--json tasks", "help", "man", "completions zsh"] {
        let script = format!("\"$0\" --db \"$1\" {arguments} | head -n 1 > /dev/null; echo ${{PIPESTATUS[0]}}");
        let mut command = Command::new("bash");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_continuity")]).arg(&built.path).env("HOME", machine.home());
        let Ok(output) = command.output() else {
            eprintln!("skipped: no bash");
            return;
        };
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n", "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}
