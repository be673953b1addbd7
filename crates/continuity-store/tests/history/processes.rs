//! Several processes work on one history, and one that is killed leaves it whole.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use continuity_store::history::{HistoryError, HistoryFile};

use crate::some::{add, copy, names, stretches_in, text};

const AT: &str = "2026-09-20T01:00:00.000Z";
/// Tells a child its part: `add NAME` or `die`.
const PART: &str = "HISTORY_TEST_PART";
/// Tells a child the file.
const FILE: &str = "HISTORY_TEST_FILE";

/// Starts this program again as another process, which plays a part.
fn child(file: &Path, part: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "processes::plays_a_part", "--ignored"])
        .env(PART, part)
        .env(FILE, file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "the other process of the tests below"]
fn plays_a_part() {
    let (Some(part), Some(path)) = (std::env::var_os(PART), std::env::var_os(FILE)) else { return };
    let file = HistoryFile::at(path);
    match part.to_str().unwrap().split_once(' ') {
        Some((_, name)) => {
            for number in 0..40 {
                let new = copy(name, number, &text(&format!("{name} {number}"), 2_000), AT);
                // On a slow disk the others may take longer than one waits; whoever is told so tries again.
                while !matches!(unless_busy(file.change(|change| change.add(b"s", &new))), Some(true)) {}
                unless_busy(file.look(|look| look.totals()));
            }
        }
        None => {
            let _ = file.change(|change| {
                change.add(b"s", &copy("t", 2, &text("never committed", 6_000_000), AT))?;
                std::process::abort();
                #[allow(unreachable_code)]
                Ok::<_, HistoryError>(())
            });
        }
    }
}

fn unless_busy<T>(answer: Result<T, HistoryError>) -> Option<T> {
    match answer {
        Err(HistoryError::Busy) => None,
        answer => Some(answer.unwrap()),
    }
}

#[test]
fn processes_that_record_at_the_same_time_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let mut children: Vec<Child> = ["a", "b", "c"].map(|name| child(file.path(), &format!("add {name}"))).into();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    let tasks = file.look(|look| look.tasks()).unwrap().unwrap();
    let counts: Vec<(&str, u64)> = tasks.iter().map(|(_, task, count)| (task.as_str(), *count)).collect();
    assert_eq!(counts, [("a", 40), ("b", 40), ("c", 40)]);
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}

#[test]
fn what_a_killed_process_had_not_committed_is_gone_at_the_next_look() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    let body = text("committed", 3_000);
    add(&file, b"s", &copy("t", 1, &body, AT));
    assert!(!child(file.path(), "die").wait().unwrap().success());
    let never = text("never committed", 6_000_000);
    assert_eq!(names(folder.path()), ["history.sqlite3", "history.sqlite3-journal"]);
    assert!(stretches_in(folder.path(), &never) > 0, "it was killed while pages were written");
    let copies = file.look(|look| look.copies(b"s", "t")).unwrap().unwrap();
    assert_eq!(copies.len(), 1);
    assert!(copies[0].body.bytes() == body);
    assert_eq!(stretches_in(folder.path(), &never), 0);
    assert_eq!(names(folder.path()), ["history.sqlite3"]);
}

#[test]
fn a_history_that_another_holds_too_long_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let file = HistoryFile::at(folder.path().join("history.sqlite3"));
    add(&file, b"s", &copy("t", 1, b"body", AT));
    let other = rusqlite::Connection::open(file.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = file.change(|change| change.add(b"s", &copy("t", 1, b"other", AT)));
    assert!(matches!(refused, Err(HistoryError::Busy)));
    assert_eq!(file.look(|look| look.tasks()).unwrap().unwrap().len(), 1, "looking goes on meanwhile");
    other.execute_batch("ROLLBACK").unwrap();
    assert!(add(&file, b"s", &copy("t", 1, b"other", AT)));
}
