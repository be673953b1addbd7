//! One body deleted and erased, beside what a person would type into `sqlite3` today.
//!
//! Every run has a fresh copy of the store, which is made outside the measured time. Afterwards all files of the copy are
//! searched as plain bytes for the end of the body: its times and its digest under its key, which no other row holds.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;

use super::contender::Contender;
use super::inputs::Input;
use super::measure::{self, Run};
use super::{released, sqlite3, table};
use crate::step::command;

/// Runs of each command.
const ROUNDS: usize = 5;
/// Bytes of a body's end that are searched for.
const END: usize = 140;
/// Bytes of a file in memory at a time.
const PIECE: u64 = 1 << 20;

/// A body, and the text by which it is found again.
struct Target {
    correlation: String,
    epoch: String,
    revision: String,
    end: String,
}

/// Measures and prints a table for each store.
///
/// # Errors
/// When a command cannot be started, or one of ours fails.
pub(super) fn measure(stores: &[Input], scratch: &Path) -> Result<(), String> {
    let Some(sqlite3) = sqlite3() else {
        println!("\nErasing is left out: `sqlite3` is not installed (Debian: sqlite3).");
        return Ok(());
    };
    for input in stores {
        println!("\nErasing one body of {}: {}\n", input.name, input.describe());
        let target = target(&sqlite3, &input.copy_to(&scratch.join("read"))?.main)?;
        let folder = scratch.join("copy");
        let contenders = contenders(&sqlite3, &folder, &target);
        let mut runs: Vec<Vec<Run>> = contenders.iter().map(|_| Vec::new()).collect();
        let mut left = vec![0; contenders.len()];
        for _ in 0..ROUNDS {
            for ((contender, runs), left) in contenders.iter().zip(&mut runs).zip(&mut left) {
                let _absent = std::fs::remove_dir_all(&folder);
                input.copy_to(&folder)?;
                let mut command = contender.command();
                // Settings, histories and activities of the person at this machine stay out of it.
                command.env("HOME", scratch).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
                let run = measure::run(command)?;
                if !run.succeeded {
                    return Err(format!("`{}` failed", contender.name));
                }
                runs.push(run);
                *left = (*left).max(occurrences(&folder, &target.end)?);
            }
        }
        let rows = contenders.iter().zip(&runs).map(|(contender, runs)| (contender.name, runs.as_slice()));
        print!("{}", table::table(input.bytes(), rows));
        println!();
        for (contender, left) in contenders.iter().zip(left) {
            println!("Found afterwards, `{}`: {left}", contender.name);
        }
    }
    Ok(())
}

/// The commands; the plainest comes last, to which the others are compared.
fn contenders(sqlite3: &Path, folder: &Path, target: &Target) -> Vec<Contender> {
    let file = folder.join("continuity.sqlite3");
    let delete = format!(
        "DELETE FROM continuity_snapshots WHERE task_correlation = '{}' AND epoch = {};",
        target.correlation, target.epoch
    );
    let sql = |name, rest: &str| Contender {
        name,
        program: sqlite3.into(),
        arguments: vec!["-bail".into(), file.clone().into(), format!("{delete}{rest}").into()],
    };
    let purge = ["purge", &target.correlation, "--epoch", &target.epoch, "--revision", &target.revision, "--yes"];
    let purge = purge.iter().map(OsString::from).chain(["--json".into(), "--db".into(), file.clone().into()]);
    vec![
        Contender {
            name: "continuity purge --yes",
            program: released("continuity").into(),
            arguments: purge.collect(),
        },
        sql("DELETE; VACUUM; wal_checkpoint(TRUNCATE)", "VACUUM; PRAGMA wal_checkpoint(TRUNCATE);"),
        sql("DELETE", ""),
    ]
}

/// Asks a copy for its first body of a current epoch.
fn target(sqlite3: &Path, file: &Path) -> Result<Target, String> {
    let sql = format!(
        "SELECT s.task_correlation, s.epoch, s.revision, substr(s.snapshot_json, -{END}) FROM continuity_snapshots s \
         JOIN continuity_tasks t ON t.task_correlation = s.task_correlation AND t.current_epoch = s.epoch \
         ORDER BY s.task_correlation LIMIT 1 OFFSET 7"
    );
    let output = command(sqlite3).args(["-readonly", "-separator", "\t"]).arg(file).arg(sql).output();
    let output = output.map_err(|error| format!("sqlite3 could not be started: {error}"))?;
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut words = line.trim_end_matches('\n').split('\t').map(str::to_owned);
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some(correlation), Some(epoch), Some(revision), Some(end)) if end.len() == END => {
            Ok(Target { correlation, epoch, revision, end })
        }
        _ => Err(format!("no body was found in {}", file.display())),
    }
}

/// Counts a text in all files of a folder. Read piece by piece: the system counts the memory that this program has in use
/// into the peak of every command that it starts.
fn occurrences(folder: &Path, text: &str) -> Result<usize, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let keep = text.len().saturating_sub(1);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let mut file = std::fs::File::open(entry.map_err(failed)?.path()).map_err(failed)?;
        let mut piece = Vec::new();
        while (&mut file).take(PIECE).read_to_end(&mut piece).map_err(failed)? > 0 {
            count += memchr::memmem::find_iter(&piece, text).count();
            // A text that begins in this piece and ends in the next.
            piece.drain(..piece.len().saturating_sub(keep));
        }
    }
    Ok(count)
}
