//! A store in a folder that may not be written to, as a user whom file modes bind.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use fixtures::{Journal, Snapshot, StoreBuilder};

use crate::run::{Machine, Ran, tree};

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout == b"0\n"
}

/// Runs the command as a user without privileges: modes do not bind root. `None` where there is no way to do so.
fn as_nobody(machine: &Machine, store: &Path, args: &[&str]) -> Option<Ran> {
    let program = machine.path("continuity");
    if !program.exists() {
        std::fs::copy(env!("CARGO_BIN_EXE_continuity"), &program).unwrap();
        set_mode(&program, 0o755);
    }
    set_mode(machine.folder.path(), 0o755);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
        command
    } else {
        Command::new(&program)
    };
    command.env("HOME", machine.home()).arg("--json").arg("--db").arg(store).args(args).current_dir("/");
    match command.output() {
        Ok(output) => Some(output.into()),
        Err(error) => {
            eprintln!("skipped: no way to become another user: {error}");
            None
        }
    }
}

#[test]
fn a_read_only_folder_is_read_like_any_other_and_not_written_to() {
    for journal in [Journal::CLOSED, Journal::KEPT_LOG, Journal::Delete] {
        let machine = Machine::new();
        let folder = machine.path("store");
        let built = StoreBuilder::new()
            .journal(journal)
            .task("s", |t| t.checkpoint(Snapshot::new("read only")).clear().checkpoint(Snapshot::new("two")))
            .build(&folder)
            .unwrap();
        for (path, _) in tree(&folder) {
            set_mode(&path, 0o444);
        }
        set_mode(&folder, 0o555);
        let before = tree(&folder);
        let Some(ran) = as_nobody(&machine, &built.path, &["tasks"]) else { return };
        assert_eq!(ran.code, 0, "{journal:?}: {}", ran.err);
        assert_eq!(ran.json()["tasks"][0]["epochs"][1]["snapshot"]["digestValid"], true);
        for args in [
            &["show", "--session", "s", "--raw"][..],
            &["diff", "--session", "s", "--from", "1", "--to", "2"],
            &["purge", "--session", "s", "--epoch", "1", "--revision", "1"],
        ] {
            assert_eq!(as_nobody(&machine, &built.path, args).unwrap().code, 0, "{args:?}");
        }
        for args in [
            &["suppress", "--session", "s", "--epoch", "2", "--yes"][..],
            &["purge", "--session", "s", "--epoch", "2", "--revision", "1", "--yes"],
        ] {
            let ran = as_nobody(&machine, &built.path, args).unwrap();
            assert_eq!((ran.code, ran.error().as_str()), (4, "read-only"), "{journal:?} {args:?}");
        }
        assert!(tree(&folder) == before, "{journal:?}");
        set_mode(&folder, 0o755);
    }
}

#[test]
fn a_writable_file_in_a_read_only_folder_is_read_only_where_a_journal_is_needed() {
    for journal in [Journal::CLOSED, Journal::Delete] {
        let machine = Machine::new();
        let folder = machine.path("store");
        let built = StoreBuilder::new()
            .journal(journal)
            .task("s", |t| t.checkpoint(Snapshot::new("x")))
            .build(&folder)
            .unwrap();
        set_mode(&built.path, 0o666);
        set_mode(&folder, 0o555);
        let before = tree(&folder);
        let Some(ran) = as_nobody(&machine, &built.path, &["suppress", "--session", "s", "--epoch", "1", "--yes"])
        else {
            return;
        };
        assert_eq!((ran.code, ran.error().as_str()), (4, "read-only"), "{journal:?}");
        assert!(tree(&folder) == before, "{journal:?}");
        set_mode(&folder, 0o755);
    }
}

#[test]
fn what_may_not_be_read_is_no_permission() {
    let machine = Machine::new();
    let folder = machine.path("store");
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("s", |t| t.checkpoint(Snapshot::new("x")))
        .build(&folder)
        .unwrap();
    set_mode(&folder, 0o755);
    set_mode(&built.path, 0);
    let Some(ran) = as_nobody(&machine, &built.path, &["tasks"]) else { return };
    assert_eq!((ran.code, ran.error().as_str()), (3, "no-permission"));
    // The main file can be read and its log cannot: the main file alone would be an older state.
    set_mode(&built.path, 0o644);
    set_mode(&machine.path("store/continuity.sqlite3-wal"), 0);
    let ran = as_nobody(&machine, &built.path, &["tasks"]).unwrap();
    assert_eq!((ran.code, ran.error().as_str()), (3, "no-permission"));
    set_mode(&folder, 0o000);
    let ran = as_nobody(&machine, &built.path, &["tasks"]).unwrap();
    assert_eq!((ran.code, ran.error().as_str()), (3, "no-permission"));
    set_mode(&folder, 0o755);
}
