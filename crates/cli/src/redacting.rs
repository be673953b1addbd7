//! `continuity redact`: found values taken out of stored bodies.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use inspector::{Existing, SeenBody, TaskName as Named};
use wire::ErrorBody;
use wire::commands::PurgePlanName;
use wire::redact::{RedactDocument, RedactPick};

use crate::deleting::{UNTIL_STOPPED, stop_on_signal};
use crate::session::Session;
use crate::{output, text};

/// Examples, and what is not done.
pub(crate) const HELP: &str = "\
Examples:
  continuity redact --all-findings                          what would be taken out of every stored body
  continuity redact --rule github-token --yes               take out everything that this rule finds
  continuity redact 1ebf61 --epoch 3 --revision 5 --finding 0123456789abcdef --yes

A body of the current epoch is stored again as AGS would store it without the values: revision + 1, a new digest, a
request receipt. An agent that names the old revision in its next checkpoint is answered STALE_REVISION and reads the new
one. A body of an epoch that ended is changed in its place with --in-place, which no rule of AGS does.

Then the old text is erased and searched for. It cannot be undone, and a value that was stored is known to whoever read the
file: rotate it. The ledger, session logs and backups are reported and never changed.";

/// Which findings, where, and whether to do it.
#[derive(Debug, Args)]
pub(crate) struct RedactArgs {
    /// Only the body of this task that --epoch and --revision name; by default every stored body
    #[arg(value_name = "TASK", requires_all = ["epoch", "revision"])]
    task: Option<String>,
    /// The session id that the task's correlation was made from
    #[arg(long, value_name = "ID", conflicts_with = "task", requires_all = ["epoch", "revision"])]
    session: Option<String>,
    /// The epoch of the body
    #[arg(long, value_name = "N", requires = "revision")]
    epoch: Option<i64>,
    /// The revision in the body's JSON, as seen
    #[arg(long, value_name = "R", requires = "epoch")]
    revision: Option<i64>,
    /// The digest as seen: sha256:… of the snapshot, or bytes:… of the stored text
    #[arg(long, value_name = "D", requires = "revision")]
    digest: Option<String>,
    #[command(flatten)]
    which: Which,
    /// Rules of your own, in the TOML shape of gitleaks and betterleaks; may be given more than once
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Also change bodies of epochs that ended, in their place
    #[arg(long)]
    in_place: bool,
    /// Before it is done, write the older revisions that will be gone to this new file, in plain text; no file is made
    /// when there are none
    #[arg(long, value_name = "FILE")]
    export_lost: Option<PathBuf>,
    /// Do it
    #[arg(long)]
    yes: bool,
}

/// Which findings.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Which {
    /// Everything that this rule finds; may be given more than once
    #[arg(long, value_name = "ID")]
    rule: Vec<String>,
    /// This finding, by its id in `continuity scan`; may be given more than once
    #[arg(long, value_name = "ID")]
    finding: Vec<String>,
    /// Everything that is found and not let pass
    #[arg(long, conflicts_with_all = ["rule", "finding"])]
    all_findings: bool,
}

/// Says what would be taken out, or takes it out.
pub(crate) fn run(session: &Session, args: RedactArgs) -> Result<ExitCode, ErrorBody> {
    let store = session.store()?;
    let named = args.task.as_deref().map(Named::Correlation).or(args.session.as_deref().map(Named::Session));
    let task = named.map(|name| session.inspector.resolve_task(&store, name)).transpose()?;
    let seen = match (task, args.epoch, args.revision) {
        (Some(task), Some(epoch), Some(revision)) => Some((task, SeenBody { epoch, revision, digest: args.digest })),
        (None, None, None) => None,
        _ => return Err(inspector::usage("An epoch and a revision are those of a task: name the task too.")),
    };
    let seen = seen.as_ref().map(|(task, seen)| (task.as_str(), seen));
    let pick = RedactPick { all: args.which.all_findings, rules: args.which.rule, findings: args.which.finding };
    let plan = session.inspector.plan_redact_body(&store, seen, &pick, args.in_place, &args.rules)?;
    // Where nothing was found there is nothing to do, and nothing was written.
    if !args.yes || plan.body_count + plan.refused_count == 0 {
        return Ok(print(session, &RedactDocument::Plan(Box::new(plan))));
    }
    if let Some(to) = args.export_lost.filter(|_| plan.lost.revisions > 0 && plan.body_count > 0) {
        let name = PurgePlanName { source: String::new(), plan: plan.id.clone() };
        session.inspector.export_lost(name, &to, Existing::Keep)?;
    }
    stop_on_signal();
    let done = session.inspector.redact_planned(&plan.id, false, UNTIL_STOPPED)?;
    Ok(print(session, &RedactDocument::Done(Box::new(done))))
}

fn print(session: &Session, document: &RedactDocument) -> ExitCode {
    if session.json { output::json(document) } else { output::text(&text::redact(document)) }
}
