//! The command line: one declaration, from which help, completions and the man page are made.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::picks::{Only, Scope, TaskName};

/// Shows what a coding agent remembered, and cleans it.
///
/// Reading changes nothing: no lock, no file, no time stamp. Every action writes only with --yes.
/// Copies of revisions are kept only after `continuity history --on`.
#[derive(Debug, Parser)]
#[command(name = "continuity", version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  continuity sources                           every store on this machine
  continuity tasks                             every task with its verdict
  continuity show 1ebf61                       one task and its stored body
  continuity revisions 1ebf61                  every revision that the files still hold
  continuity diff 1ebf61 --from 2 --to 3       what epoch 3 lost and gained
  continuity diff 1ebf61 --from 3.4 --to 3.5   what revision 5 lost and gained
  continuity strip 1ebf61 --epoch 3            when each item came, changed and went
  continuity suppress 1ebf61 --epoch 3 --yes   offer nothing, keep the body
  continuity purge 1ebf61 --epoch 3 --revision 5         what a delete would touch
  continuity purge 1ebf61 --epoch 3 --revision 5 --yes   delete the body for good
  continuity redact --all-findings             what would be taken out of stored bodies
  continuity erase --yes                       finish what a reader held up
  continuity scan                              secrets and personal data, the offered ones first
  continuity residue --all                     what deleted rows could still be read
  continuity watch                             a line for each change of a store
  continuity history --on                      keep copies of new revisions

Exit status:
  0 fine   1 findings, with --fail-on   2 usage, or a task not found or ambiguous
  3 the input cannot be read   4 refused, nothing written   5 busy";

const WATCH: &str = "\
Follows the store that --db names, or every store that `continuity sources` lists but the backups.
While recording is on (`continuity history --on`), new revisions are recorded.

With --json the output is a stream: one document on each line, without text of any body.
  {\"at\", \"path\", \"state\": \"changed|gone|back\",
   \"new\": [{\"taskCorrelation\", \"epoch\", \"revision\", \"digest\"}], \"error\": null}

Ends with exit status 0 on Ctrl+C, when it is told to terminate, and when nobody reads its output any more.";

const HISTORY: &str = "\
Examples:
  continuity history                       whether it is on, where the copies lie, how many there are
  continuity history --on --keep-days 7    keep plain-text copies of new revisions for a week
  continuity history --clear 1ebf61 --yes  remove the copies of one task
  continuity history --clear --yes         remove all copies

Recording happens while `continuity watch` or the window watches a store.";

/// Options of every subcommand.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The store; by default the one that `continuity sources` lists first
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) db: Option<PathBuf>,
    /// The workflow ledger; by default workflows.sqlite3 beside the store
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) workflows: Option<PathBuf>,
    /// Take this time for now
    #[arg(long, value_name = "RFC3339", global = true)]
    pub(crate) now: Option<String>,
    /// Print exactly one JSON document; with watch, one on each line
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// Names a task, or all of them.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Which {
    /// The correlation, or at least 6 leading hex digits of it
    #[arg(value_name = "TASK")]
    pub(crate) task: Option<String>,
    /// The session id that the correlation was made from
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// All tasks of the store, in one pass over its files; also those that it has no row of any more
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List every store that exists on this machine
    Sources,
    /// List tasks with what would be restored, and why
    Tasks {
        /// Show only tasks that stand so
        #[arg(long, value_enum)]
        only: Option<Only>,
        /// Exit with 1 when a task stands so
        #[arg(long, value_enum, value_name = "STANDING")]
        fail_on: Option<Only>,
    },
    /// Show one task, its verdict and a stored body
    Show {
        #[command(flatten)]
        name: TaskName,
        /// The epoch whose body is shown; by default the current one
        #[arg(long, value_name = "N", conflicts_with = "revision")]
        epoch: Option<i64>,
        /// Another revision, wherever it was found: EPOCH.REVISION, or EPOCH.REVISION@sha256:PREFIX
        #[arg(long, value_name = "R")]
        revision: Option<String>,
        /// Show the stored text, byte for byte
        #[arg(long)]
        raw: bool,
        /// Show found secrets as they are, and not masked
        #[arg(long)]
        reveal: bool,
    },
    /// List every revision of a task, or of all, that can still be found in the files
    Revisions {
        #[command(flatten)]
        which: Which,
    },
    /// Show when each list item of an epoch came, changed and went
    Strip {
        #[command(flatten)]
        name: TaskName,
        /// The epoch; by default the current one
        #[arg(long, value_name = "N")]
        epoch: Option<i64>,
    },
    /// Compare two revisions of a task, or of two tasks, field by field
    Diff {
        #[command(flatten)]
        name: TaskName,
        /// The older side: EPOCH, or EPOCH.REVISION, or EPOCH.REVISION@sha256:PREFIX
        #[arg(long, value_name = "A")]
        from: String,
        /// The newer side
        #[arg(long, value_name = "B")]
        to: String,
        /// Take the newer side from this task
        #[arg(long, value_name = "TASK")]
        to_task: Option<String>,
        /// Take the newer side from this database
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        /// How to print the difference
        #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
        format: DiffFormat,
        /// Show found secrets as they are, and not masked
        #[arg(long)]
        reveal: bool,
    },
    /// Stop auto-restore of a task; the body stays
    Suppress {
        #[command(flatten)]
        action: EpochAction,
    },
    /// Allow auto-restore of a task again
    Allow {
        #[command(flatten)]
        action: EpochAction,
    },
    /// Delete a stored body for good; without --yes only say what that would touch
    Purge {
        #[command(flatten)]
        name: TaskName,
        /// The epoch of the body
        #[arg(long, value_name = "E")]
        epoch: i64,
        /// The revision in the body's JSON
        #[arg(long, value_name = "R")]
        revision: i64,
        /// The digest as seen: sha256:… of the snapshot, or bytes:… of the stored text
        #[arg(long, value_name = "D")]
        digest: Option<String>,
        /// How much of the past goes with it
        #[arg(long, value_enum, default_value_t = Scope::Body)]
        scope: Scope,
        /// Before it is done, write the older revisions that will be gone to this new file, in plain text; no file is
        /// made when there are none
        #[arg(long, value_name = "FILE")]
        export_lost: Option<PathBuf>,
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Delete the stored bodies of many tasks; without --yes only say what that would touch
    PurgeMany {
        /// Only tasks that stand so; by default all
        #[arg(long, value_enum)]
        only: Option<Only>,
        /// Only tasks that hold this text in title, correlation, root or body
        #[arg(long, value_name = "TEXT")]
        query: Option<String>,
        /// Only these tasks
        #[arg(long, value_name = "TASK")]
        task: Vec<String>,
        /// `body` for the current epochs, `task` for all epochs and their past
        #[arg(long, value_enum, default_value_t = Scope::Body)]
        scope: Scope,
        /// Before it is done, write the older revisions that will be gone to this new file, in plain text; no file is
        /// made when there are none
        #[arg(long, value_name = "FILE")]
        export_lost: Option<PathBuf>,
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Take found values out of stored bodies for good; without --yes only say what that would change
    #[command(after_help = crate::redacting::HELP)]
    Redact {
        #[command(flatten)]
        redact: Box<crate::redacting::RedactArgs>,
    },
    /// Erase what deletes left over: unused bytes and the log; without --yes only say what that would touch
    Erase {
        /// Before it is done, write the older revisions that will be gone to this new file, in plain text; no file is
        /// made when there are none
        #[arg(long, value_name = "FILE")]
        export_lost: Option<PathBuf>,
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Delete a backup file; without --yes only say what is in it
    DeleteBackup {
        /// The file as `continuity sources` lists it, for example backups/continuity-before-cleanup-1.sqlite3
        #[arg(value_name = "FILE")]
        file: String,
        /// Do it
        #[arg(long)]
        yes: bool,
    },
    /// Find where a text, a task or anything deleted can still be read in the files
    Residue {
        #[command(flatten)]
        sought: Sought,
    },
    /// Find secrets and personal data in everything that the files still hold
    #[command(after_help = crate::scanning::HELP)]
    Scan {
        #[command(flatten)]
        scan: Box<crate::scanning::ScanArgs>,
    },
    /// Follow stores and print a line for each change, until Ctrl+C
    #[command(after_help = WATCH)]
    Watch,
    /// Show and change the recorded history: copies of revisions, kept only while you want them
    #[command(after_help = HISTORY)]
    History {
        #[command(flatten)]
        change: HistoryChange,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page for each subcommand into a folder
    Man {
        /// The folder
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
}

/// What to look for. A text comes on standard input and never as an argument: arguments are public.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Sought {
    /// Every row of this task, stored or left over
    #[arg(value_name = "TASK")]
    pub(crate) task: Option<String>,
    /// Every row of the task of this session
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// The text on standard input, without a line feed at its end; only `-` is taken
    #[arg(long, value_name = "-")]
    pub(crate) text: Option<String>,
    /// Every row that no table holds any more
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EpochAction {
    #[command(flatten)]
    pub(crate) name: TaskName,
    /// The current epoch as seen; refused when it moved
    #[arg(long, value_name = "N")]
    pub(crate) epoch: i64,
    /// Do it
    #[arg(long)]
    pub(crate) yes: bool,
}

/// What of the recorded history is to change; nothing to show it.
#[derive(Debug, Args)]
pub(crate) struct HistoryChange {
    /// Record new revisions from now on
    #[arg(long, conflicts_with = "off")]
    pub(crate) on: bool,
    /// Record nothing more; copies stay until they are too old or cleared
    #[arg(long)]
    pub(crate) off: bool,
    /// Remove copies after this many days
    #[arg(long, value_name = "N")]
    pub(crate) keep_days: Option<u32>,
    /// Keep at most this many bytes of bodies; the oldest go first
    #[arg(long, value_name = "BYTES")]
    pub(crate) keep_size: Option<u64>,
    /// Remove all copies, or those of the store that --db names, or those of a task
    #[arg(long, value_name = "TASK", num_args = 0..=1, conflicts_with_all = ["on", "off", "keep_days", "keep_size"])]
    pub(crate) clear: Option<Option<String>>,
    /// Do it; without --yes only say what --clear would remove
    #[arg(long, requires = "clear")]
    pub(crate) yes: bool,
}

/// How a difference is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For reading on a terminal
    Text,
    /// As unified text
    Unified,
    /// As Markdown
    Markdown,
    /// As JSON Patch (RFC 6902)
    Patch,
}
