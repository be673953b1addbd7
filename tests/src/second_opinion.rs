//! Another SQLite than the one in the product: Python's. It writes, holds locks and reads as AGS's own process would,
//! outside of this process, because a process that closes a file loses its locks on it.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::built::has_tool;
use crate::ended::Ended;

/// Returns whether there is one; says on standard error that the test is left out when there is not.
#[allow(clippy::print_stderr)]
pub fn is_here() -> bool {
    let here = has_tool("python3");
    if !here {
        eprintln!("left out: python3 is not installed");
    }
    here
}

/// Runs a query and returns its rows as JSON arrays; bytes come as `{"hex": …}`.
///
/// # Errors
/// When the query fails.
pub fn rows(store: &Path, query: &str) -> Result<Vec<Value>> {
    const SCRIPT: &str = "
import json, sqlite3, sys
plain = lambda v: {'hex': v.hex()} if isinstance(v, bytes) else v
rows = sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()
print(json.dumps([[plain(v) for v in row] for row in rows]))
";
    let output = Command::new("python3").arg("-c").arg(SCRIPT).arg(store).arg(query).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Runs a statement that changes rows, in a transaction of its own.
///
/// # Errors
/// When the statement fails.
pub fn change(store: &Path, statement: &str) -> Result<()> {
    const SCRIPT: &str = "
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as store:
    store.execute(sys.argv[2])
";
    let output = Command::new("python3").arg("-c").arg(SCRIPT).arg(store).arg(statement).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Takes every lock that SQLite has on a store, with a change that is not committed, until the result is dropped.
///
/// # Errors
/// When the locks cannot be had.
pub fn lock(store: &Path) -> Result<Ended> {
    const SCRIPT: &str = "
import sqlite3, sys, time
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute('PRAGMA locking_mode = EXCLUSIVE')
store.execute('BEGIN EXCLUSIVE')
store.execute('UPDATE continuity_tasks SET suppressed = 1')
print('locked', flush=True)
time.sleep(600)
";
    let (holder, _) = Ended::start_and_hear(Command::new("python3").arg("-c").arg(SCRIPT).arg(store))?;
    Ok(holder)
}

/// Writes the same new revision into every stored body, one transaction every `pause` milliseconds, until its standard
/// input closes or the result is dropped. It waits for no lock: a reader that takes one makes it fail.
///
/// # Errors
/// When it cannot be started.
pub fn write_steadily(store: &Path, pause: u32) -> Result<Ended> {
    const SCRIPT: &str = "
import sqlite3, sys, time
store = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
n = 1000
while True:
    n += 1
    store.execute('BEGIN IMMEDIATE')
    store.execute(\"UPDATE continuity_snapshots SET snapshot_json = json_set(snapshot_json, '$.revision', ?), revision = ?\", (n, n))
    store.execute('COMMIT')
    if n == 1001:
        print('writing', flush=True)
    time.sleep(int(sys.argv[2]) / 1000)
";
    let pause = pause.to_string();
    let (writer, _) = Ended::start_and_hear(Command::new("python3").arg("-c").arg(SCRIPT).arg(store).arg(pause))?;
    Ok(writer)
}
