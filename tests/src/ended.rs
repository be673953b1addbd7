//! Child processes that do not outlive a test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A child process that is ended and waited for when this is dropped.
pub struct Ended(Child);

impl Ended {
    /// Starts a command.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        Ok(Self(command.spawn().with_context(|| format!("{name} cannot be started"))?))
    }

    /// Starts a command that says on its first line of standard output how it is reached, and returns that line.
    ///
    /// # Errors
    /// When it cannot be started or ends without a word.
    pub fn start_and_hear(command: &mut Command) -> Result<(Self, String)> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut ended = Self::start(command.stdout(Stdio::piped()))?;
        let output = ended.0.stdout.take().context("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let word = line.trim().to_owned();
        ensure!(!word.is_empty(), "{name} ended without saying how it is reached");
        Ok((ended, word))
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether the process is still running.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _waited = self.0.wait();
    }
}
