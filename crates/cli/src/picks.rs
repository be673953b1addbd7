//! Arguments that pick tasks and what of them is meant; several commands have them.

use clap::{Args, ValueEnum};

/// Names a task.
#[derive(Debug, Args)]
pub(crate) struct TaskName {
    /// The correlation, or at least 6 leading hex digits of it
    #[arg(value_name = "TASK", required_unless_present = "session", conflicts_with = "session")]
    pub(crate) task: Option<String>,
    /// The session id that the correlation was made from
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
}

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// A candidate would be offered
    Offered,
    /// Auto-restore is stopped
    Suppressed,
    /// A verdict fails
    Broken,
    /// The workflow ledger decides
    Workflow,
    /// The current body was deleted
    Deleted,
}

/// How much of the past a delete takes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// The stored body
    Body,
    /// The stored body and every earlier revision of its epoch
    Epoch,
    /// The stored bodies of all epochs and every revision of the task
    Task,
}
