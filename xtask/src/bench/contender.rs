//! A command that takes part in a comparison.

use std::ffi::OsString;
use std::process::Command;

use crate::step::command;

/// A command with the name that the table shows.
pub(super) struct Contender {
    pub(super) name: &'static str,
    pub(super) program: OsString,
    pub(super) arguments: Vec<OsString>,
}

impl Contender {
    pub(super) fn command(&self) -> Command {
        let mut command = command(&self.program);
        command.args(&self.arguments);
        command
    }
}
