//! `cargo xtask bench`: our commands beside others that read the same files, as whole processes, in one run.
//!
//! Each input is read once beforehand, so that it comes from memory. Then the commands run in turn, several rounds, and
//! the median of each is printed: what slows the machine down for a while slows all of them.

mod inputs;
mod measure;
mod table;

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use crate::checkout;
use crate::scratch::Scratch;
use crate::step::{self, cargo, command};

use inputs::Input;
use measure::Run;

/// Rounds that count, after one that does not.
const ROUNDS: usize = 7;

/// Builds, measures and prints.
///
/// # Errors
/// When something cannot be built, or a command of ours fails.
pub(crate) fn bench() -> Result<(), String> {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "cli", "--package", "fixtures", "--package", "sqlite-pages"]);
    build.args(["--bins", "--examples"]);
    step::run(build)?;
    let scratch = Scratch::new("bench")?;
    for input in inputs::all(&scratch.0)? {
        measure_input(&input)?;
    }
    Ok(())
}

fn measure_input(input: &Input) -> Result<(), String> {
    println!("\n{}: {}\n", input.name, input.describe());
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
    Ok(())
}

/// A command that reads an input.
struct Contender {
    name: &'static str,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Contender {
    fn command(&self) -> Command {
        let mut command = command(&self.program);
        command.args(&self.arguments);
        command
    }
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
    if checkout::tool("sqlite3").is_some() {
        contenders.push(Contender {
            name: "sqlite3 .recover",
            program: "sqlite3".into(),
            // Without this the tool writes the log back and removes it.
            arguments: [&words(&["-readonly"], &[&input.main])[..], &[".recover".into()]].concat(),
        });
    } else {
        println!("sqlite3 is left out: the tool is not installed (Debian: sqlite3).\n");
    }
    contenders.push(Contender { name: "cat", program: "cat".into(), arguments: words(&[], &files) });
    contenders
}

/// A program that was built for release; its folder lies beside that of this program's build.
fn released(name: &str) -> std::path::PathBuf {
    let own = checkout::built("x");
    let target = own.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
