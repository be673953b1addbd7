//! The command `continuity`, run as a script would.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::built;

/// What a run of the command left.
#[derive(Debug)]
pub struct Answer {
    /// Exit status; -1 when a signal ended it.
    pub status: i32,
    /// The document on standard output; null when there is none.
    pub document: Value,
    /// What was said to people.
    pub said: String,
}

impl Answer {
    /// Returns the code of the error document; empty when there is none.
    pub fn code(&self) -> &str {
        self.document["error"]["code"].as_str().unwrap_or_default()
    }
}

/// Runs `continuity SUBCOMMAND --db STORE --json MORE…` with no trace of this machine's own stores.
///
/// # Errors
/// When the command is not built, or prints something that is not one JSON document.
pub fn ask(subcommand: &str, store: &Path, more: &[&str]) -> Result<Answer> {
    let mut command = Command::new(built::program("continuity")?);
    command.arg(subcommand).arg("--db").arg(store).arg("--json").args(more);
    answer_of(&mut command)
}

/// Runs a prepared command that prints one JSON document.
///
/// # Errors
/// When it cannot be started, or prints something that is not one JSON document.
pub fn answer_of(command: &mut Command) -> Result<Answer> {
    clear(command);
    let output = command.output().context("the command cannot be started")?;
    let printed = String::from_utf8(output.stdout)?;
    let document = if printed.trim().is_empty() { Value::Null } else { serde_json::from_str(&printed)? };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(Answer { status: output.status.code().unwrap_or(-1), document, said })
}

/// Takes away what could lead to stores of this machine.
fn clear(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let foreign = name.to_string_lossy();
        if foreign.starts_with("AGENT_GOVERNANCE") || foreign.starts_with("XDG_") || foreign.starts_with("CLAUDE_") {
            command.env_remove(&name);
        }
    }
    command.env("HOME", OsStr::new("/nonexistent"));
}
