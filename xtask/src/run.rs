//! `cargo xtask run`: from a fresh clone to the open window.

use std::path::PathBuf;

use crate::scratch::Scratch;
use crate::step::{self, cargo, command};
use crate::{checkout, setup, ui};

/// Sets up, builds, and opens the window with `arguments`. Without a display, answers on the command line.
///
/// # Errors
/// What failed.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if !has_display() {
        println!("There is no display, so no window can open. The same answer on the command line:\n");
        return on_the_command_line(arguments);
    }
    setup::for_window()?;
    ui::install()?;
    ui::build()?;
    let mut build = cargo();
    build.args(["build", "--workspace", "--bins"]);
    step::run(build)?;
    let mut window = command(checkout::built("continuity-inspector"));
    window.args(arguments).current_dir(here());
    step::run(window)
}

/// Whether a window can be shown: always outside of Unix, else when a display is named.
fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Lists the tasks of a store that was given, or of the demonstration store, or the stores of this machine.
fn on_the_command_line(arguments: &[String]) -> Result<(), String> {
    let mut build = cargo();
    build.args(["build", "--package", "cli", "--package", "fixtures", "--bins", "--examples"]);
    step::run(build)?;
    let mut answer = command(checkout::built("continuity"));
    answer.current_dir(here());
    let mut demo = None;
    match arguments.iter().map(String::as_str).find(|argument| *argument != "--") {
        Some("--demo") => {
            let folder = demo.insert(Scratch::new("demo")?);
            let mut builder = command(checkout::built("x").with_file_name("examples").join("demo"));
            builder.arg(&folder.0);
            step::run(builder)?;
            answer.args(["tasks", "--db"]).arg(folder.0.join("continuity.sqlite3"));
        }
        Some(file) => {
            answer.args(["tasks", "--db", file]);
        }
        None => {
            answer.arg("sources");
        }
    }
    step::run(answer)
}

/// Returns the folder in which the task was called; `cargo xtask` keeps it.
fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| checkout::root().to_owned())
}
