//! Completion scripts and manual pages, made from the same declaration as the help.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use wire::ErrorBody;

use crate::args::Cli;
use crate::output;

/// Prints a completion script.
pub(crate) fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "continuity", &mut script);
    output::bytes(&script)
}

/// Prints the manual page, or writes one page for each subcommand into a folder.
pub(crate) fn pages(folder: Option<&Path>) -> Result<ExitCode, ErrorBody> {
    let written = match folder {
        Some(folder) => clap_mangen::generate_to(Cli::command(), folder).map(|()| Vec::new()),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page).map(|()| page)
        }
    };
    let page = written.map_err(|error| inspector::usage(format!("The pages cannot be written: {error}.")))?;
    Ok(output::bytes(&page))
}
