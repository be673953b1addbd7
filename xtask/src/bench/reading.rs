//! All revisions of all tasks, and the walk of a log, beside what reads the same files.

use std::ffi::OsString;
use std::path::Path;

use super::contender::Contender;
use super::inputs::Input;
use super::measure::{self, Run};
use super::{released, sqlite3, table};
use crate::step;

/// Rounds that count, after one that does not: it brings the files into memory.
const ROUNDS: usize = 7;

/// Measures and prints a table for each store.
///
/// # Errors
/// When a command cannot be started or fails.
pub(super) fn measure(stores: &[Input]) -> Result<(), String> {
    for input in stores {
        println!("\nReading {}: {}\n", input.name, input.describe());
        let contenders = contenders(input);
        let mut runs: Vec<Vec<Run>> = contenders.iter().map(|_| Vec::new()).collect();
        for round in 0..=ROUNDS {
            for (contender, runs) in contenders.iter().zip(&mut runs) {
                let run = measure::run(contender.command())?;
                if !run.succeeded {
                    return Err(format!("`{}` failed", contender.name));
                }
                if round > 0 {
                    runs.push(run);
                }
            }
        }
        let rows = contenders.iter().zip(&runs).map(|(contender, runs)| (contender.name, runs.as_slice()));
        print!("{}", table::table(input.bytes(), rows));
    }
    Ok(())
}

/// The commands; ours come first, and the plainest last, to which the others are compared.
fn contenders(input: &Input) -> Vec<Contender> {
    let words = |words: &[&str], files: &[&Path]| {
        let files = files.iter().map(|file| file.as_os_str().to_owned());
        words.iter().map(OsString::from).chain(files).collect()
    };
    let files: Vec<&Path> = input.files().collect();
    let mut contenders = vec![
        Contender {
            name: "continuity revisions --all --json",
            program: released("continuity").into(),
            arguments: words(&["revisions", "--all", "--json", "--db"], &[&input.main]),
        },
        Contender {
            name: "sqlite-pages: read, walk the log",
            program: released("examples/walk_log").into(),
            arguments: words(&[], &[&input.main]),
        },
    ];
    if let Some(recover) = recover(input, &words(&["-readonly"], &[&input.main])) {
        contenders.push(recover);
    }
    contenders.push(Contender { name: "cat", program: "cat".into(), arguments: words(&[], &files) });
    contenders
}

/// The tool's own search; `None`, with a word, where there is no tool that can.
fn recover(input: &Input, read_only: &[OsString]) -> Option<Contender> {
    let Some(program) = sqlite3() else {
        println!("`sqlite3 .recover` is left out: the tool is not installed (Debian: sqlite3).\n");
        return None;
    };
    let recover = Contender {
        name: "sqlite3 .recover",
        program: program.into(),
        // Read-only: else the tool writes the log back and removes it.
        arguments: [read_only, &[".recover".into()]].concat(),
    };
    if step::succeeds(recover.command()) {
        return Some(recover);
    }
    println!(
        "`sqlite3 .recover` of {} is left out: this build of the tool cannot. Debian's lacks SQLITE_ENABLE_DBPAGE_VTAB; \
         name another in SQLITE3.\n",
        input.name
    );
    None
}
