//! The command `continuity`: arguments in, one answer out. Everything it can do lives in `inspector`.

mod args;
mod commands;
mod deleting;
mod exit;
mod history;
mod input;
mod manual;
mod output;
mod picks;
mod redacting;
mod scanning;
mod session;
mod text;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => usage(&error),
    }
}

/// A command line that cannot be read. Help and version are printed as they are; with `--json` among the arguments, the
/// error is one document like every other.
fn usage(error: &clap::Error) -> ExitCode {
    let as_json = std::env::args_os().any(|argument| argument == "--json");
    if error.use_stderr() && as_json {
        let message = error.render().to_string();
        let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        return output::error(&inspector::usage(first), true);
    }
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
