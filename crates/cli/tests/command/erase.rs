//! `erase`: what deletes left over, and who keeps it from going.

use std::io::Write;

use fixtures::{Journal, Snapshot, StoreBuilder};
use serde_json::Value;

use crate::run::Machine;

#[cfg(target_os = "linux")]
#[test]
fn who_keeps_bytes_behind_the_end_is_named_and_waited_for() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("kept", |t| t.checkpoint(Snapshot::new("kept")))
        .build(&machine.path("store"))
        .unwrap();
    // Without anything else to erase: a commit would cut the file by itself.
    assert_eq!(machine.on(&built.path, &["erase", "--yes"]).code, 0);
    // As a process leaves them that is killed after the end of a transaction and before it cuts the file.
    let mut file = std::fs::OpenOptions::new().append(true).open(&built.path).unwrap();
    file.write_all(&b"text behind the end of the database ".repeat(300)[..8192]).unwrap();
    let idle = rusqlite::Connection::open(&built.path).unwrap();
    idle.query_row("SELECT count(*) FROM continuity_tasks", [], |row| row.get::<_, i64>(0)).unwrap();
    let proof = machine.on(&built.path, &["erase", "--yes"]).json()["proof"].clone();
    assert_eq!(proof["erased"], false);
    let left: Vec<&Value> =
        proof["places"].as_array().unwrap().iter().filter(|place| place["state"] == "remains").collect();
    let behind = left.iter().find(|place| place["code"] == "behind-end").unwrap_or_else(|| panic!("{left:?}"));
    assert_eq!(behind["processes"], serde_json::json!([std::process::id()]));
    assert!(behind["next"].as_str().unwrap().starts_with("When that process has ended"));
    drop(idle);
    assert_eq!(machine.on(&built.path, &["erase", "--yes"]).json()["proof"]["erased"], true);
    let text = b"text behind the end";
    assert!(!std::fs::read(&built.path).unwrap().windows(text.len()).any(|window| window == text));
}

#[cfg(unix)]
#[test]
fn an_export_takes_no_pipe_or_device_for_a_file() {
    let machine = Machine::new();
    let built = StoreBuilder::new()
        .journal(Journal::KEPT_LOG)
        .task("kept", |t| t.checkpoint(Snapshot::new("first")).checkpoint(Snapshot::new("second")))
        .build(&machine.path("store"))
        .unwrap();
    let pipe = machine.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let ran = machine.on(&built.path, &["erase", "--yes", "--export-lost", pipe.to_str().unwrap()]);
    assert_eq!((ran.code, ran.error().as_str()), (3, "not-a-file"));
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&pipe.symlink_metadata().unwrap().file_type()));
}
