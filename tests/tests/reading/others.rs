//! Reading as somebody who may not write. Root passes every mode, so root asks as `nobody`.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use fixtures::Journal;
use tests::{built, command, fingerprint};

use crate::stores::build;

/// Returns a command that runs `continuity` without the right to write, from a place that everybody may enter.
#[allow(clippy::print_stderr)]
fn as_reader(place: &Path) -> Option<Command> {
    let program = place.join("continuity");
    fs::copy(built::program("continuity").unwrap(), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    if fs::metadata(&program).unwrap().uid() != 0 {
        return Some(Command::new(program));
    }
    if !built::has_tool("setpriv") {
        eprintln!("left out: setpriv is not installed, and root may write everywhere");
        return None;
    }
    let mut other = Command::new("setpriv");
    other.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
    Some(other)
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_read_only_folder_of_somebody_else_is_read_with_its_log() {
    let place = tempfile::tempdir().unwrap();
    set_mode(place.path(), 0o755);
    let folder = place.path().join("state");
    fs::create_dir(&folder).unwrap();
    let store = build(&folder, Journal::KEPT_LOG);
    for entry in fs::read_dir(&folder).unwrap() {
        set_mode(&entry.unwrap().path(), 0o444);
    }
    set_mode(&folder, 0o555);
    let Some(mut reader) = as_reader(place.path()) else { return };
    let before = fingerprint::of(&folder).unwrap();
    let answer = command::answer_of(reader.args(["tasks", "--json", "--db"]).arg(&store.path)).unwrap();
    let mut changed = fingerprint::differences(&before, &fingerprint::of(&folder).unwrap());
    // Only the owner may open a file without moving its access time.
    changed.retain(|line| !line.starts_with("atime"));
    set_mode(&folder, 0o755);
    assert_eq!(answer.status, 0, "{}", answer.said);
    assert_eq!(answer.document["total"], 2);
    assert_eq!(answer.document["tasks"][0]["epochs"].as_array().unwrap().len(), 2);
    assert_eq!(changed, Vec::<String>::new());
}

#[test]
fn a_file_that_may_not_be_read_is_refused_by_name() {
    let place = tempfile::tempdir().unwrap();
    set_mode(place.path(), 0o755);
    let store = build(place.path(), Journal::CLOSED);
    set_mode(&store.path, 0o000);
    let Some(mut reader) = as_reader(place.path()) else { return };
    let answer = command::answer_of(reader.args(["tasks", "--json", "--db"]).arg(&store.path)).unwrap();
    assert_eq!((answer.status, answer.code()), (3, "no-permission"));
}
