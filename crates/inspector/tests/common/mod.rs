//! A machine of its own for each test: home folder, folders for states and data, a fixed clock.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use inspector::{Environment, Inspector, Platform};
use tempfile::TempDir;
use wire::ErrorBody;
use wire::actions::PurgeScope;
use wire::commands::{PlanRequest, SnapshotRequest};

/// What the clock says.
pub(crate) const NOW: &str = "2026-10-01T12:00:00.000Z";

/// A home folder with nothing in it.
pub(crate) struct Machine {
    pub(crate) home: TempDir,
    pub(crate) environment: Environment,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment {
            platform: Platform::Linux,
            home: Some(home.path().to_owned()),
            current_dir: home.path().join("somewhere"),
            data_dir: Some(home.path().join("own data").join("folder")),
            workflow_db: None,
            continuity_db: None,
            xdg_state_home: None,
            local_app_data: None,
            claude_plugin_data: None,
            claude_config_dir: None,
            now: SystemTime::now,
            fixed_now: inspector::parse_time(NOW),
        };
        Self { home, environment }
    }

    pub(crate) fn inspector(&self) -> Inspector {
        Inspector::new(self.environment.clone())
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.home.path().join(below)
    }

    pub(crate) fn own(&self, name: &str) -> PathBuf {
        self.path("own data/folder").join(name)
    }
}

/// Opens a store and returns its id.
pub(crate) fn open(inspector: &Inspector, path: &Path) -> String {
    inspector.open_path(path).unwrap().id
}

/// Asks what deleting the stored body of an epoch would do.
pub(crate) fn plan_request(source: &str, task: &str, epoch: i64) -> PlanRequest {
    PlanRequest { source: source.to_owned(), task_correlation: task.to_owned(), epoch, scope: PurgeScope::Body }
}

pub(crate) fn snapshot(source: &str, task: &str, epoch: i64) -> SnapshotRequest {
    SnapshotRequest {
        source: source.to_owned(),
        task_correlation: task.to_owned(),
        epoch,
        revision: None,
        digest: None,
    }
}

/// The code of a failed call.
pub(crate) fn code<T>(answer: Result<T, ErrorBody>) -> String {
    match answer {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.code,
    }
}

/// Names and bytes of everything below a folder.
pub(crate) fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path.clone());
                found.push((path, Vec::new()));
            } else {
                let bytes = std::fs::read(&path).unwrap();
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

/// Another program that holds a transaction on a database until it is dropped: python3 with its own SQLite.
pub(crate) struct Holder(std::process::Child);

impl Holder {
    /// Number of the process that holds it.
    pub(crate) fn process(&self) -> u32 {
        self.0.id()
    }

    /// Opens the database, runs the statements and keeps the transaction open. `None` without python3.
    pub(crate) fn start(path: &Path, statements: &[&str]) -> Option<Self> {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
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
        assert_eq!(line, "held\n", "the other program could not take its lock");
        Some(Self(child))
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
