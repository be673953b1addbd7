//! Running the command with a home folder of its own.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fixtures::{BuiltStore, Root, Run, SchemaVersion, Snapshot, StoreBuilder};
use serde_json::Value;
use tempfile::TempDir;

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the command ended by itself"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The one JSON document of standard output.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// The error document's code, checked to be whole: the document, the line for people, a next step or null.
    pub(crate) fn error(&self) -> String {
        let document = self.json();
        let error = &document["error"];
        assert_eq!(document.as_object().unwrap().len(), 1, "{document}");
        let code = error["code"].as_str().unwrap().to_owned();
        assert!(!error["message"].as_str().unwrap().is_empty());
        assert!(error.as_object().unwrap().contains_key("next"));
        assert!(self.err.contains(&code), "standard error names {code}: {}", self.err);
        code
    }
}

/// A home folder with nothing in it, and folders for stores beside it.
pub(crate) struct Machine {
    pub(crate) folder: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        Self { folder }
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_continuity"));
        command.env_clear().env("HOME", self.home()).current_dir(self.home());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        command
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.command().args(args).output().unwrap().into()
    }

    /// Runs on a store, with `--json`.
    pub(crate) fn on(&self, store: &Path, args: &[&str]) -> Ran {
        self.command().arg("--db").arg(store).arg("--json").args(args).output().unwrap().into()
    }

    /// Runs on a store with something on standard input.
    pub(crate) fn fed(&self, store: &Path, args: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command();
        command.arg("--db").arg(store).args(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The command may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap().into()
    }

    /// Runs on a store, for people.
    pub(crate) fn plain(&self, store: &Path, args: &[&str]) -> Ran {
        self.command().arg("--db").arg(store).args(args).output().unwrap().into()
    }
}

/// A store with a task of every standing, and a ledger beside it.
pub(crate) fn every_standing(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .workflows([Root::new("root-1", "task-1", "Objective of the root").state("needs-user").run(Run::new("run-1"))])
        .task("offered", |t| {
            t.checkpoint(Snapshot::new("Old"))
                .clear()
                .checkpoint(Snapshot::new("Offered").constraint("c"))
                .mark_pre_compact()
        })
        .task("workflow", |t| t.bind_root("root-1"))
        .task("suppressed", |t| t.checkpoint(Snapshot::new("Suppressed")).suppress())
        .task("broken", |t| {
            t.checkpoint(Snapshot::new("Broken")).sql(
                "UPDATE continuity_snapshots SET snapshot_json = replace(snapshot_json, 'Broken', 'Tampered')
                 WHERE task_correlation = :task",
            )
        })
        .task("failing", |t| {
            t.checkpoint(Snapshot::new("Failing"))
                .sql("UPDATE continuity_snapshots SET snapshot_json = '{cut' WHERE task_correlation = :task")
        })
        .task("deleted", |t| t.checkpoint(Snapshot::new("Deleted")).purge())
        .task("empty", |t| t)
        .build(&machine.path("store"))
        .unwrap()
}

/// A store of one task with two bodies in two epochs.
pub(crate) fn simple(machine: &Machine) -> BuiltStore {
    StoreBuilder::new()
        .schema(SchemaVersion::V2)
        .task("s", |t| {
            t.checkpoint(Snapshot::new("first objective").constraint("stays").constraint("is dropped"))
                .clear()
                .checkpoint(Snapshot::new("second objective").constraint("stays"))
        })
        .build(&machine.path("store"))
        .unwrap()
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
