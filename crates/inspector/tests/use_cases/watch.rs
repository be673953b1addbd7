//! A change on disk is told, and nothing else is.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fixtures::{BuiltStore, Journal, Root, Snapshot, StoreBuilder};
use inspector::{Inspector, Watch, Way};
use rstest::rstest;
use wire::commands::StoreChanged;
use wire::watch::{StoreChange, StoreState};

use crate::common::{Machine, code, open};

/// Longer than a few looks where nobody tells of changes; shorter than the time between two looks where somebody does.
const PATIENCE: Duration = Duration::from_secs(4);
/// Longer than a look or two take.
const QUIET: Duration = Duration::from_millis(700);

/// What a watch told, in the order in which it did.
struct Notices(Receiver<StoreChanged>);

impl Notices {
    /// Waits until a change was told and nothing more is.
    fn told(&self, what: &str) -> StoreChanged {
        let notice = self.0.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{what} was not told"));
        while self.0.recv_timeout(QUIET).is_ok() {}
        notice
    }

    fn nothing_is_told(&self, why: &str) {
        assert_eq!(self.0.recv_timeout(2 * QUIET), Err(RecvTimeoutError::Timeout), "{why}");
    }
}

fn simple(machine: &Machine, folder: &str) -> BuiltStore {
    StoreBuilder::new().task("s", |t| t.checkpoint(Snapshot::new("x"))).build(&machine.path(folder)).unwrap()
}

fn watch(inspector: &Arc<Inspector>, way: Way, path: &Path) -> (Watch, Notices) {
    watch_named(inspector, way, &open(inspector, path))
}

fn watch_named(inspector: &Arc<Inspector>, way: Way, source: &str) -> (Watch, Notices) {
    let (send, told) = channel();
    let watch = inspector.watch_by(way, source, Box::new(move |change| drop(send.send(change)))).unwrap();
    (watch, Notices(told))
}

#[rstest]
fn a_write_a_replacement_a_removal_and_a_return_are_told(#[values(Way::Events, Way::Polling)] way: Way) {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .workflows([Root::new("r", "t", "o")])
        .build(&machine.path("store"))
        .unwrap();
    let other = simple(&machine, "other");
    let inspector = Arc::new(machine.inspector());
    let (watch, notices) = watch(&inspector, way, &built.path);
    notices.nothing_is_told("nothing happened yet");

    built.connect().unwrap().execute("UPDATE continuity_tasks SET suppressed = 1", []).unwrap();
    let notice = notices.told("a write to the log");
    assert_eq!(notice.source, open(&inspector, &built.path));
    inspector.open_path(&built.path).unwrap();
    notices.nothing_is_told("looking is no change");

    let ledger = rusqlite::Connection::open(built.workflows.as_deref().unwrap()).unwrap();
    ledger.execute_batch("UPDATE convergence_roots SET revision = revision + 1").unwrap();
    notices.told("a write to the ledger");

    std::fs::remove_file(machine.path("store/continuity.sqlite3-wal")).unwrap();
    notices.told("a log that went");

    std::fs::rename(&other.path, &built.path).unwrap();
    notices.told("a replacement");
    let kept = std::fs::read(&built.path).unwrap();
    std::fs::remove_file(&built.path).unwrap();
    notices.told("a removal");
    std::fs::write(&built.path, kept).unwrap();
    notices.told("a return");

    let started = Instant::now();
    drop(watch);
    assert!(started.elapsed() < Duration::from_millis(300), "the end of a watch is waited for");
    std::fs::remove_file(&built.path).unwrap();
    assert_eq!(notices.0.recv_timeout(QUIET), Err(RecvTimeoutError::Disconnected));
}

#[rstest]
fn what_is_not_there_yet_can_be_watched(#[values(Way::Events, Way::Polling)] way: Way) {
    let machine = Machine::new();
    let built = simple(&machine, "a/b/store");
    let inspector = Arc::new(machine.inspector());
    std::fs::rename(machine.path("a"), machine.path("away")).unwrap();
    let source = built.path.to_str().unwrap().bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (_watch, notices) = watch_named(&inspector, way, &source);
    notices.nothing_is_told("nothing is there");
    std::fs::create_dir_all(machine.path("a/b")).unwrap();
    notices.nothing_is_told("a folder is no store");
    std::fs::rename(machine.path("away/b/store"), machine.path("a/b/store")).unwrap();
    notices.told("an arrival");
}

#[test]
fn a_name_that_is_none_cannot_be_watched() {
    let inspector = Arc::new(Machine::new().inspector());
    assert_eq!(code(inspector.watch("zz", Box::new(|_| ())).map(drop)), "unknown-source");
}

#[rstest]
fn a_folder_that_is_moved_removed_and_made_again_is_followed(#[values(Way::Events, Way::Polling)] way: Way) {
    let machine = Machine::new();
    let built = simple(&machine, "store");
    let kept = std::fs::read(&built.path).unwrap();
    let inspector = Arc::new(machine.inspector());
    let (_watch, notices) = watch(&inspector, way, &built.path);

    std::fs::rename(machine.path("store"), machine.path("moved")).unwrap();
    notices.told("a folder that was moved away");
    std::fs::create_dir(machine.path("store")).unwrap();
    std::fs::write(&built.path, &kept).unwrap();
    notices.told("a store in a new folder of the name");
    std::fs::write(machine.path("moved/continuity.sqlite3"), b"another place by now").unwrap();
    notices.nothing_is_told("the folder that was moved away");
    for _ in 0..2 {
        std::fs::remove_dir_all(machine.path("store")).unwrap();
        notices.told("a folder that was removed");
        std::fs::create_dir(machine.path("store")).unwrap();
        std::fs::write(&built.path, &kept).unwrap();
        notices.told("a store in the folder that was made again");
    }
    built.connect().unwrap().execute("UPDATE continuity_tasks SET suppressed = 1", []).unwrap();
    notices.told("a write in the folder that was made again");
}

#[cfg(unix)]
#[rstest]
fn a_store_behind_links_is_followed_to_where_they_lead(#[values(Way::Events, Way::Polling)] way: Way) {
    use std::os::unix::fs::symlink;
    let machine = Machine::new();
    let (one, two) = (simple(&machine, "one"), simple(&machine, "two"));
    // A link to a folder, and in it a link to the file; both relative.
    std::fs::create_dir_all(machine.path("links/inner")).unwrap();
    symlink("links/inner", machine.path("way")).unwrap();
    symlink("../../one/continuity.sqlite3", machine.path("links/inner/named.sqlite3")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let (_watch, notices) = watch(&inspector, way, &machine.path("way/named.sqlite3"));

    let suppress = |built: &BuiltStore| {
        let sql = "UPDATE continuity_tasks SET suppressed = 1 - suppressed";
        built.connect().unwrap().execute(sql, []).unwrap();
    };
    suppress(&one);
    notices.told("a write behind the links");
    suppress(&two);
    notices.nothing_is_told("no link leads there");

    std::fs::remove_file(machine.path("links/inner/named.sqlite3")).unwrap();
    symlink(&two.path, machine.path("links/inner/named.sqlite3")).unwrap();
    notices.told("a link that leads elsewhere");
    suppress(&two);
    notices.told("a write where the link leads now");
    suppress(&one);
    notices.nothing_is_told("where the link led before");

    std::fs::remove_file(machine.path("way")).unwrap();
    notices.told("a link to a folder that went");
}

#[rstest]
fn the_last_of_many_changes_is_told_and_not_each(#[values(Way::Events, Way::Polling)] way: Way) {
    const WRITES: usize = 300;
    let machine = Machine::new();
    let built = simple(&machine, "store");
    let inspector = Arc::new(machine.inspector());
    let source = open(&inspector, &built.path);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let (send, told) = channel();
    // Read as the program reads: a connection of SQLite's in this process would lose its locks to the watch.
    let (times, path, reader) = (seen.clone(), built.path.clone(), inspector.clone());
    let changed = move |change| {
        times.lock().unwrap().extend(reader.tasks_document(&path).map(|document| document.tasks[0].updated_at.clone()));
        drop(send.send(change));
    };
    let _watch = inspector.watch_by(way, &source, Box::new(changed)).unwrap();
    let writer = built.connect().unwrap();
    for number in 1..=WRITES {
        writer.execute("UPDATE continuity_tasks SET updated_at = ?1", [number.to_string()]).unwrap();
        std::thread::sleep(Duration::from_millis(3));
    }
    while seen.lock().unwrap().last() != Some(&WRITES.to_string()) {
        let _: StoreChanged = told.recv_timeout(PATIENCE).expect("what was stored last was not told");
    }
    let seen = seen.lock().unwrap().clone();
    assert!(seen.len() < WRITES / 3, "{} were told", seen.len());
}

#[rstest]
fn each_line_says_what_became_of_the_store_and_what_appeared(#[values(Way::Events, Way::Polling)] way: Way) {
    let machine = Machine::new();
    let story = |more: bool| {
        StoreBuilder::new().journal(Journal::KEPT_LOG).task("s", move |t| {
            let t = t.checkpoint(Snapshot::new("first"));
            if more { t.checkpoint(Snapshot::new("second")).checkpoint(Snapshot::new("third")) } else { t }
        })
    };
    let built = story(false).build(&machine.path("store")).unwrap();
    let later = story(true).build(&machine.path("later")).unwrap();
    let inspector = Arc::new(machine.inspector());
    let (send, lines) = channel::<StoreChange>();
    let _watch = inspector.follow(&built.path, way, Box::new(move |line| drop(send.send(line)))).unwrap();
    let next = |lines: &Receiver<StoreChange>| {
        let mut all = vec![lines.recv_timeout(PATIENCE).expect("a change")];
        while let Ok(line) = lines.recv_timeout(QUIET) {
            all.push(line);
        }
        all
    };
    // Two revisions between two looks: the first of them is in the log alone.
    let connection = built.connect().unwrap();
    for revision in &later.tasks[0].history[1..] {
        let sql =
            "UPDATE continuity_snapshots SET revision = ?1, snapshot_digest = ?2, snapshot_json = ?3, updated_at = ?4";
        connection.execute(sql, (revision.revision, &revision.digest, &revision.body, &revision.at)).unwrap();
    }
    let all = next(&lines);
    assert!(all.iter().all(|line| line.state == StoreState::Changed && line.error.is_none()));
    assert!(all.iter().all(|line| line.path == built.path.display().to_string()));
    let mut new: Vec<(String, i64, f64, String)> = all
        .iter()
        .flat_map(|line| &line.new)
        .map(|new| (new.task_correlation.clone(), new.epoch, new.revision.unwrap().0, new.digest.clone().unwrap()))
        .collect();
    new.sort_by(|a, b| a.2.total_cmp(&b.2));
    let task = built.tasks[0].correlation.as_str();
    let expected = later.tasks[0].history[1..].iter();
    let expected = expected.map(|r| (task.to_owned(), 1, r.revision as f64, r.digest.clone())).collect::<Vec<_>>();
    assert_eq!(new, expected);
    drop(connection);

    std::fs::rename(machine.path("store"), machine.path("away")).unwrap();
    assert_eq!(next(&lines).last().unwrap().state, StoreState::Gone);
    std::fs::create_dir(machine.path("store")).unwrap();
    std::fs::write(&built.path, b"this is no database at all").unwrap();
    let all = next(&lines);
    assert!(all.iter().any(|line| line.state == StoreState::Back), "{all:?}");
    assert_eq!(all.last().unwrap().error.as_ref().unwrap().code, "not-a-database");
    std::fs::remove_dir_all(machine.path("store")).unwrap();
    std::fs::rename(machine.path("away"), machine.path("store")).unwrap();
    let all = next(&lines);
    assert_eq!(all.last().unwrap().error, None);
    assert!(all.iter().all(|line| line.new.is_empty()), "all of it was known");
}
