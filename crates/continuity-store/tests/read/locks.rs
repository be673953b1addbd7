//! Reading while another process writes or holds every lock.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use continuity::canonical;
use continuity::json::Document;
use continuity_store::read::Store;
use fixtures::{Journal, Snapshot, StoreBuilder};
use rstest::rstest;
use rusqlite::Connection;

use crate::common::{Holder, contents};

fn tasks_and_bodies(path: &Path) -> (usize, Vec<Vec<u8>>) {
    let store = Store::read(path).unwrap();
    let mut bodies = Vec::new();
    assert_eq!(store.each_snapshot(|_, row| bodies.push(row.body.bytes().to_vec())), []);
    (store.tasks().unwrap().0.len(), bodies)
}

#[rstest]
#[case::log(Journal::KEPT_LOG, &["BEGIN EXCLUSIVE", "UPDATE continuity_tasks SET suppressed = 1"])]
#[case::log_all_to_itself(
    Journal::CLOSED,
    &["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "UPDATE continuity_tasks SET suppressed = 1"]
)]
#[case::rollback_journal(Journal::Delete, &["BEGIN EXCLUSIVE"])]
#[case::rollback_journal_with_pages_already_written(
    Journal::Delete,
    &[
        "PRAGMA cache_size = 1",
        "BEGIN EXCLUSIVE",
        "UPDATE continuity_snapshots SET snapshot_json = printf('%.*c', 60000, 'z'), revision = 99",
        "UPDATE continuity_tasks SET suppressed = 1",
        "UPDATE continuity_requests SET result_json = printf('%.*c', 60000, 'y')",
    ]
)]
fn an_exclusive_lock_of_another_process_does_not_delay_reading(#[case] journal: Journal, #[case] held: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let long = "a body of many pages ".repeat(1_000);
    let built = StoreBuilder::new()
        .journal(journal)
        .task("a", |t| t.checkpoint(Snapshot::new(&long)))
        .task("b", |t| t.checkpoint(Snapshot::new("short")))
        .build(folder.path())
        .unwrap();
    let expected = tasks_and_bodies(&built.path);
    assert_eq!(expected.0, 2);
    let Some(_holder) = Holder::start(&built.path, held) else { return };
    let before = contents(folder.path());
    let started = Instant::now();
    let found = tasks_and_bodies(&built.path);
    // A file in rollback mode that was written just now is read twice, some milliseconds apart.
    assert!(started.elapsed() < Duration::from_secs(2), "reading waited {:?}", started.elapsed());
    assert!(found == expected, "what is shown is not the committed state");
    assert!(!Store::read(&built.path).unwrap().tasks().unwrap().0.iter().any(|task| task.suppressed));
    assert!(contents(folder.path()) == before, "reading changed a file");
}

/// The environment variable that turns [`the_writer_of_the_test_below`] into a writer.
const WRITES: &str = "CONTINUITY_TEST_WRITES";

/// Not a test: what the test below starts as a process of its own, because a reader in the same process would drop the
/// writer's locks.
#[test]
fn the_writer_of_the_test_below() {
    let Some(path) = std::env::var_os(WRITES) else { return };
    let connection = Connection::open(path).unwrap();
    // No waiting: being refused once because somebody reads is a failure.
    connection.busy_timeout(Duration::ZERO).unwrap();
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 40").unwrap();
    let started = Instant::now();
    let mut revision = 1_i64;
    while started.elapsed() < Duration::from_secs(60) {
        revision += 1;
        let pad = "p".repeat((revision * 997 % 30_000) as usize);
        let text = format!(r#"{{"revision":{revision},"pad":"{pad}"}}"#);
        let digest = canonical::digest(Document::parse(text.as_bytes()).unwrap().root(), &[]).unwrap();
        let body = format!(r#"{{"revision":{revision},"pad":"{pad}","snapshotDigest":"{digest}"}}"#);
        let wrote = connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             UPDATE continuity_tasks SET updated_at = '{revision}';
             UPDATE continuity_snapshots SET revision = {revision}, snapshot_digest = '{digest}', snapshot_json = '{body}';
             UPDATE continuity_requests SET created_at = '{revision}';
             COMMIT;"
        ));
        if let Err(error) = wrote {
            println!("refused {error}");
            std::process::exit(3);
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// A writer process, ended when the test is.
struct Writer(std::process::Child);

impl Writer {
    fn start(path: &Path) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "locks::the_writer_of_the_test_below", "--nocapture"])
            .env(WRITES, path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self(child)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[rstest]
#[case::log(Journal::CLOSED, 200)]
#[case::rollback_journal(Journal::Delete, 15)]
fn beside_a_busy_writer_only_committed_states_are_shown(#[case] journal: Journal, #[case] reads: usize) {
    let folder = tempfile::tempdir().unwrap();
    let story = StoreBuilder::new().journal(journal).task("s", |t| t.checkpoint(Snapshot::new("start")));
    let built = story.build(folder.path()).unwrap();
    let mut writer = Writer::start(&built.path);
    let started = Instant::now();
    let (mut seen, mut states, mut last, mut gave_up) = (0, 0, 0, 0);
    while seen < reads {
        assert!(started.elapsed() < Duration::from_secs(20), "only {seen} reads; gave up {gave_up} times");
        let store = match Store::read(&built.path) {
            Ok(store) => store,
            Err(error) if error.code() == "changed-while-reading" => {
                gave_up += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let task = store.tasks().unwrap().0.remove(0);
        let mut revision = 0;
        assert_eq!(
            store.each_snapshot(|_, row| {
                revision = row.revision;
                let document = Document::parse(row.body.bytes()).unwrap();
                assert_eq!(document.root().get("revision").unwrap().as_integer(), Some(row.revision));
                let digest = canonical::digest(document.root(), &["snapshotDigest"]).unwrap().to_string();
                assert_eq!(digest, row.digest);
            }),
            []
        );
        assert!(revision >= last, "the state went back from {last} to {revision}");
        if revision > 1 {
            let mut stamped = String::new();
            assert_eq!(store.each_request(|row| stamped = row.created_at), []);
            assert_eq!((task.updated_at.as_str(), stamped.as_str()), (&*revision.to_string(), &*revision.to_string()));
        }
        states += usize::from(revision > last);
        last = revision;
        seen += 1;
        assert!(writer.0.try_wait().unwrap().is_none(), "the writer was refused");
    }
    // Beside a rollback journal a state is only shown when nothing changed for a moment.
    assert!(
        states >= if journal == Journal::Delete { 1 } else { 3 },
        "the writer wrote {states} states while {seen} were read"
    );
    assert_eq!(if journal == Journal::Delete { 0 } else { gave_up }, 0, "a log is never given up on");
}
