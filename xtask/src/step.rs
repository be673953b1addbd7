//! One step of a task: a command with a name, run in a folder, timed.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::checkout;

/// Starts a command in the top folder. `npm` is looked up, because it is a script on Windows.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let name = program.as_ref();
    let mut command = match name.to_str().and_then(checkout::tool) {
        Some(path) => Command::new(path),
        None => Command::new(name),
    };
    command.current_dir(checkout::root());
    command
}

/// Starts the cargo that started this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(checkout::root());
    // A test that fails says where; the way there through its runtime helps nobody.
    command.env("RUST_LIB_BACKTRACE", "0");
    command
}

/// Runs a command in silence and returns whether it could be started and succeeded.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a command; its output goes to the terminal.
///
/// # Errors
/// A sentence that names the command when it cannot be started or fails.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let shown = format!("{name} {}", words.join(" "));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}")),
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

/// What became of the steps so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration, Result<(), String>)>,
}

impl Steps {
    /// Runs a step, prints its name and how long it took, and remembers a failure. Returns whether it succeeded.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce() -> Result<(), String>) -> bool {
        println!("\n── {name}");
        let begin = Instant::now();
        let result = work();
        let took = begin.elapsed();
        match &result {
            Ok(()) => println!("── {name}: {:.1} s", took.as_secs_f64()),
            Err(error) => println!("── {name}: FAILED after {:.1} s: {error}", took.as_secs_f64()),
        }
        let good = result.is_ok();
        self.done.push((name.to_owned(), took, result));
        good
    }

    /// Says that a step was left out, and why.
    pub(crate) fn skip(&self, name: &str, why: &str) {
        println!("\n── {name}: left out, {why}");
    }

    /// Prints all steps with their times.
    ///
    /// # Errors
    /// The names of the steps that failed.
    pub(crate) fn finish(self) -> Result<(), String> {
        let total: Duration = self.done.iter().map(|(_, took, _)| *took).sum();
        println!();
        for (name, took, result) in &self.done {
            println!("{:>7.1} s  {}  {name}", took.as_secs_f64(), if result.is_ok() { "ok    " } else { "FAILED" });
        }
        println!("{:>7.1} s  all", total.as_secs_f64());
        let failed: Vec<_> =
            self.done.iter().filter(|(_, _, result)| result.is_err()).map(|(name, _, _)| name.as_str()).collect();
        if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
    }
}
