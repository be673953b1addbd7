//! A lock that another process holds: acting says `busy` after five seconds, and nothing else has to wait for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Machine, open};
use fixtures::{Snapshot, StoreBuilder};
use wire::commands::{ActivityRequest, ListTasks, SuppressRequest};
use wire::tasks::TaskFilter;

const HOLD: &str = "
import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute('BEGIN EXCLUSIVE')
print('held', flush=True)
sys.stdin.read()
";

#[test]
fn acting_waits_five_seconds_while_reading_goes_on() {
    let machine = Machine::new();
    let built =
        StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path("store")).unwrap();
    let other = StoreBuilder::new().task("s", |t| t).build(&machine.path("other")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let holder = Command::new("python3")
        .args(["-c", HOLD])
        .arg(&built.path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut holder) = holder else {
        eprintln!("skipped: no python3 to hold a lock with");
        return;
    };
    let mut line = String::new();
    BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "held\n");

    let acting = {
        let (inspector, source) = (inspector.clone(), source.clone());
        let task_correlation = built.tasks[0].correlation.as_str().to_owned();
        std::thread::spawn(move || {
            let started = Instant::now();
            (inspector.suppress(SuppressRequest { source, task_correlation, epoch: 1 }), started.elapsed())
        })
    };
    std::thread::sleep(Duration::from_millis(500));
    let looking = Instant::now();
    let request = ListTasks { source, query: String::new(), filter: TaskFilter::All, offset: 0, limit: 5 };
    assert_eq!(inspector.list_tasks(request).unwrap().matched, 1);
    let same_store = looking.elapsed();
    inspector.open_path(&other.path).unwrap();
    let other_store = looking.elapsed();

    let (answer, waited) = acting.join().unwrap();
    drop(holder.stdin.take());
    holder.wait().unwrap();
    assert_eq!(answer.unwrap_err().code, "busy");
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(6), "waited {waited:?}");
    let log = inspector.list_activity(ActivityRequest { limit: 5 }).unwrap();
    assert_eq!(log.entries[0].outcome, "busy");
    let suppressed: i64 = rusqlite::Connection::open(&built.path)
        .unwrap()
        .query_row("SELECT suppressed FROM continuity_tasks", [], |row| row.get(0))
        .unwrap();
    assert_eq!(suppressed, 0);
    assert!(
        same_store < Duration::from_secs(1) && other_store < Duration::from_secs(1),
        "looking waited for the action: {same_store:?} for the same store, {other_store:?} with another one"
    );
}
