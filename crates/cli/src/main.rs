//! The command `continuity`: arguments in, one answer out. Everything it can do lives in `inspector`.

mod args;
mod commands;
mod exit;
mod manual;
mod output;
mod text;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    commands::run(cli)
}
