//! The process is killed: at every operation in turn, and at any moment.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fixtures::Journal;
use rstest::rstest;

use crate::disk::{Plan, turn, with};
use crate::work::{Case, rounds, work};

/// Tells the child what to do: the store, the task, and the operation to die at (0: none).
const STORE: &str = "CONTINUITY_CRASH_STORE";
const TASK: &str = "CONTINUITY_CRASH_TASK";
const DIES: &str = "CONTINUITY_CRASH_DIES";

/// The child. Without its variables it is no test.
#[test]
fn child() {
    let (Some(path), Ok(task), Ok(dies)) = (std::env::var_os(STORE), std::env::var(TASK), std::env::var(DIES)) else {
        return;
    };
    let dies: u64 = dies.parse().unwrap();
    let _turn = turn();
    let plan = if dies == 0 { Plan::Spare } else { Plan::Die(dies) };
    with(plan, false, || work(Path::new(&path), &task, || ())).answer.unwrap();
}

/// Starts the child, with an empty folder of its own for temporary files.
fn start(case: &Case, temporary: &Path, dies: u64) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child"])
        .env(STORE, &case.path)
        .env(TASK, &case.task)
        .env(DIES, dies.to_string())
        .env("TMPDIR", temporary)
        .env("SQLITE_TMPDIR", temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What holds after the child died.
fn check(case: &Case, temporary: &Path, what: &str) {
    assert_eq!(std::fs::read_dir(temporary).unwrap().count(), 0, "a temporary file is left: {what}");
    case.check(what);
    case.finishes(what);
}

#[rstest]
#[case(Journal::CLOSED)]
#[case(Journal::KEPT_LOG)]
#[case(Journal::Delete)]
fn at_every_operation(#[case] journal: Journal) {
    let _turn = turn();
    let (case, temporary) = (Case::new(journal), tempfile::tempdir().unwrap());
    let total = with(Plan::Spare, false, || work(&case.path, &case.task, || ())).count;
    let step = (total / rounds(20)).max(1) as usize;
    let mut died = 0;
    for number in (1..=total).step_by(step) {
        case.reset();
        let ended = start(&case, temporary.path(), number).wait().unwrap();
        died += u64::from(!ended.success());
        check(&case, temporary.path(), &format!("died at operation {number} of {total}, {journal:?}"));
    }
    assert!(died > total / step as u64 / 2, "only {died} died");
}

#[rstest]
#[case(Journal::CLOSED)]
#[case(Journal::KEPT_LOG)]
#[case(Journal::Delete)]
fn at_any_moment(#[case] journal: Journal) {
    let _turn = turn();
    let (case, temporary) = (Case::new(journal), tempfile::tempdir().unwrap());
    let since = Instant::now();
    assert!(start(&case, temporary.path(), 0).wait().unwrap().success());
    let whole = since.elapsed();
    let many = rounds(10);
    for round in 0..many {
        case.reset();
        let mut child = start(&case, temporary.path(), 0);
        // Spread over the run, each time at another place in its part of it.
        let part =
            (round as f64 + f64::from((round as u32).wrapping_mul(2_654_435_761) >> 8) / 16_777_216.0) / many as f64;
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * part));
        child.kill().unwrap();
        child.wait().unwrap();
        check(&case, temporary.path(), &format!("killed after {part:.3} of {whole:?}, {journal:?}"));
    }
}
