//! `watch`: a stream of changes that ends when it should.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use fixtures::BuiltStore;
use rusqlite::Connection;
use serde_json::Value;

use crate::run::{Machine, simple, tree};

const PATIENCE: Duration = Duration::from_secs(20);

/// A watch that is going on.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(machine: &Machine, args: &[&str]) -> Self {
        let mut command = machine.command();
        command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = read(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits for its end: exit status, the lines that were not read, and standard error.
    fn ended(mut self) -> (i32, Vec<String>, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    self.child.kill().unwrap();
                    panic!("it did not end");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status.code().expect("it ended by itself"), self.lines.iter().collect(), err)
    }
}

fn read(out: ChildStdout) -> Receiver<String> {
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines() {
            if send.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    lines
}

/// Writes until the watch has told of it: it may not have begun yet when the first write is done.
fn touch(built: &BuiltStore, watching: &Watching) -> String {
    let connection = Connection::open(&built.path).unwrap();
    loop {
        let sql = "UPDATE continuity_tasks SET suppressed = 1 - suppressed";
        connection.execute(sql, []).unwrap();
        if let Ok(line) = watching.lines.recv_timeout(Duration::from_millis(300)) {
            return line;
        }
    }
}

/// Reads on until a line is about what is wanted.
fn until(watching: &Watching, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let line: Value = serde_json::from_str(&watching.line()).unwrap();
        if wanted(&line) {
            return line;
        }
    }
}

fn db(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn each_line_is_a_document_without_text() {
    let machine = Machine::new();
    let built = simple(&machine);
    let watching = Watching::start(&machine, &["--json", "--db", db(&built.path), "watch"]);
    let line: Value = serde_json::from_str(&touch(&built, &watching)).unwrap();
    let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 5, "{line}");
    for key in ["at", "path", "state", "new", "error"] {
        assert!(keys.contains(&key), "{line}");
    }
    assert_eq!((line["path"].as_str(), line["state"].as_str()), (built.path.to_str(), Some("changed")));
    let sql =
        "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, 'second', 'hidden') WHERE epoch = 2";
    Connection::open(&built.path).unwrap().execute(sql, []).unwrap();
    let line = until(&watching, |line| !line["new"].as_array().unwrap().is_empty());
    let new = &line["new"][0];
    assert_eq!(new["taskCorrelation"], built.tasks[0].correlation.as_str());
    assert_eq!((&new["epoch"], &new["revision"]), (&2.into(), &1.into()));
    assert_eq!(new["digest"], built.tasks[0].history[1].digest, "as stated, true or not");
    assert!(!line.to_string().contains("hidden"));
    let away = machine.path("away");
    std::fs::rename(&built.path, &away).unwrap();
    until(&watching, |line| line["state"] == "gone");
    std::fs::rename(&away, &built.path).unwrap();
    until(&watching, |line| line["state"] == "back");
    watching.signal("INT");
    let (code, _, err) = watching.ended();
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(tree(&machine.home()), [], "recording is off");
}

#[test]
fn people_get_a_line_and_signals_end_it_well() {
    for signal in ["INT", "TERM"] {
        let machine = Machine::new();
        let built = simple(&machine);
        let watching = Watching::start(&machine, &["--db", db(&built.path), "watch"]);
        let line = touch(&built, &watching);
        assert!(line.contains("changed") && line.contains(db(&built.path)), "{line}");
        watching.signal(signal);
        let (code, _, err) = watching.ended();
        assert_eq!(code, 0, "{signal}");
        assert!(err.contains("Watching") && err.contains("Recording is off"), "{err}");
    }
}

#[test]
fn it_ends_when_nobody_reads_it() {
    let machine = Machine::new();
    let built = simple(&machine);
    let mut child = machine
        .command()
        .args(["--json", "--db", db(&built.path), "watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < deadline, "nothing was written, and nobody reads");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
}

#[test]
fn what_is_not_there_cannot_be_watched() {
    let machine = Machine::new();
    let ran = machine.on(&machine.path("none.sqlite3"), &["watch"]);
    assert_eq!((ran.code, ran.error().as_str()), (3, "missing"));
    let ran = machine.run(["--json", "watch"]);
    assert_eq!((ran.code, ran.error().as_str()), (3, "missing"));
}

#[test]
fn every_store_that_is_found_is_watched() {
    let machine = Machine::new();
    let folder = machine.home().join(".local/state/agent-governance-suite");
    let built = fixtures::StoreBuilder::new().task("s", |t| t).build(&folder).unwrap();
    let watching = Watching::start(&machine, &["--json", "watch"]);
    let line: Value = serde_json::from_str(&touch(&built, &watching)).unwrap();
    assert_eq!(line["path"].as_str(), built.path.to_str());
    watching.signal("TERM");
    assert_eq!(watching.ended().0, 0);
}

#[test]
fn it_records_while_recording_is_on() {
    let machine = Machine::new();
    let built = simple(&machine);
    let watching = Watching::start(&machine, &["--json", "--db", db(&built.path), "watch"]);
    touch(&built, &watching);
    assert_eq!(machine.run(["history", "--on"]).code, 0);
    let deadline = Instant::now() + PATIENCE;
    while machine.run(["--json", "history"]).json()["bodies"] != 2 {
        assert!(Instant::now() < deadline, "both bodies are there and are not recorded");
        std::thread::sleep(Duration::from_millis(100));
    }
    // Whatever keeps it from recording is said once, and the store is followed all the same.
    let history = machine.run(["--json", "history"]).json()["path"].as_str().unwrap().to_owned();
    std::fs::write(&history, b"something else").unwrap();
    for epoch in [1, 2] {
        let sql = format!("UPDATE continuity_snapshots SET snapshot_json = snapshot_json || ' ' WHERE epoch = {epoch}");
        Connection::open(&built.path).unwrap().execute(&sql, []).unwrap();
        until(&watching, |line| line["new"].as_array().is_some_and(|new| new.iter().any(|new| new["epoch"] == epoch)));
        std::thread::sleep(Duration::from_millis(2_500));
    }
    watching.signal("INT");
    let (code, _, err) = watching.ended();
    assert_eq!(code, 0);
    assert_eq!(err.matches("history-foreign").count(), 1, "{err}");
}
