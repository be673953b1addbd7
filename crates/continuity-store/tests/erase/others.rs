//! Other processes at work: they wait for a moment at most, and none of their writes fails.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use continuity_store::write::{What, WipeEnd, cut_log, erase, finish, unused, wipe};
use fixtures::Journal;
use rstest::rstest;

use crate::common::{Holder, integrity};
use crate::stories::{check, go_on, number, pieces, replaced};

/// A program that commits every 20 ms until its input ends, with the busy timeout that AGS has, and then says how many
/// of its writes failed, how many it made, and how long the longest took, in milliseconds.
struct Writer(Child);

impl Writer {
    const PROGRAM: &str = "
import sqlite3, sys, threading, time
c = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=5)
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
failed = made = 0
longest = 0.0
while not stop.is_set():
    since = time.monotonic()
    try:
        c.execute('begin immediate')
        c.execute('update continuity_tasks set updated_at = ?', (str(made),))
        c.execute('update continuity_snapshots set snapshot_json = snapshot_json, updated_at = ?', (str(made),))
        c.execute('commit')
    except sqlite3.Error:
        failed += 1
        if c.in_transaction: c.execute('rollback')
    longest = max(longest, time.monotonic() - since)
    made += 1
    if made == 3: print('at work', flush=True)
    time.sleep(0.02)
print(failed, made, round(longest * 1000, 1), flush=True)
";

    /// `None` without python3.
    fn start(path: &Path) -> Option<(Self, BufReader<std::process::ChildStdout>)> {
        let child = Command::new("python3")
            .args(["-c", Self::PROGRAM])
            .arg(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            eprintln!("skipped: no python3 to write with");
            return None;
        };
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, "at work\n");
        Some((Self(child), out))
    }

    /// Ends it. Returns failed writes, writes, and the longest in milliseconds.
    fn end(mut self, mut out: BufReader<std::process::ChildStdout>) -> (u64, u64, f64) {
        drop(self.0.stdin.take());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        self.0.wait().unwrap();
        let mut parts = line.split_whitespace();
        let mut next = || parts.next().unwrap().parse::<f64>().unwrap();
        (next() as u64, next() as u64, next())
    }
}

#[rstest]
#[case::with_a_log(Journal::CLOSED)]
#[case::with_a_rollback_journal(Journal::Delete)]
fn a_writer_that_commits_all_the_time_never_fails(#[case] journal: Journal) {
    let folder = tempfile::tempdir().unwrap();
    // About 12 MB of free pages that are not zero.
    let built = replaced()
        .journal(journal)
        .raw_sql(
            "CREATE TABLE big(v); INSERT INTO big WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s \
             LIMIT 3000) SELECT hex(randomblob(1900)) FROM s; DELETE FROM big",
        )
        .build(folder.path())
        .unwrap();
    let Some((writer, out)) = Writer::start(&built.path) else { return };
    let report = wipe(&built.path, What::AllUnused, &mut go_on).unwrap();
    let cut = cut_log(&built.path).unwrap();
    assert!(cut.longest_lock.as_millis() < 250, "{cut:?}");
    let (failed, made, longest) = writer.end(out);
    println!("{journal:?}: {cut:?}; {made} writes, {failed} failed, longest {longest} ms; {report:?}");
    assert_eq!(failed, 0);
    check(&report);
    // The writer leaves new unused bytes all the time; what there was before is gone.
    assert!(report.pages >= 2_900 && report.left < 50, "{report:?}");
    assert_eq!(integrity(&built.path), "ok");
    assert_eq!(number(&built.path, "SELECT count(*) FROM continuity_snapshots"), 2);
    let finished = finish(&built.path, &mut go_on).unwrap();
    assert!(finished.unused.is_clean(), "{finished:?}");
}

#[test]
fn one_who_holds_the_write_lock_for_a_second_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().build(folder.path()).unwrap();
    let wanted = pieces(&built, "alder");
    let Some(holder) = Holder::start(&built.path, &["BEGIN IMMEDIATE"]) else { return };
    let release = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(1));
        drop(holder);
    });
    let erasure = erase(&built.path, What::Holding(&wanted), &mut go_on).unwrap();
    release.join().unwrap();
    assert!(erasure.is_done(), "{erasure:?}");
    check(&erasure.wipe);
}

#[test]
fn one_who_never_lets_go_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let built = replaced().build(folder.path()).unwrap();
    let before = unused(&built.path).unwrap();
    let Some(holder) = Holder::start(&built.path, &["BEGIN IMMEDIATE"]) else { return };
    let erasure = erase(&built.path, What::AllUnused, &mut go_on).unwrap();
    assert_eq!((erasure.wipe.end, erasure.wipe.pages), (WipeEnd::Busy, 0), "{erasure:?}");
    assert!(erasure.wipe.left > 0 && !erasure.is_done());
    drop(holder);
    assert_eq!(unused(&built.path).unwrap().slack_bytes, before.slack_bytes);
}
