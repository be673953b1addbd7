//! Answers as lines for people. Standard terms, one word per thing; no colour is needed to understand a line.

mod deleting;
mod diff;
mod history;
mod indent;
mod redacting;
mod residue;
mod revisions;
mod scan;
mod sources;
mod strip;
mod style;
mod tasks;
mod watch;

use wire::actions::SuppressDocument;

pub(crate) use deleting::{backup_deleted, backup_plan, erase_done, erase_plan, purge, purge_summary};
pub(crate) use diff::diff;
pub(crate) use history::{clear_plan, history};
pub(crate) use redacting::redact;
pub(crate) use residue::residue;
pub(crate) use revisions::{every_revision, revisions};
pub(crate) use scan::{allowed, scan};
pub(crate) use sources::sources;
pub(crate) use strip::strip;
pub(crate) use tasks::{show, tasks};
pub(crate) use watch::{change, watching};

/// What suppress or allow did, or would do.
pub(crate) fn suppress(document: &SuppressDocument) -> String {
    let state = if document.suppressed { "stopped" } else { "allowed" };
    let epoch = document.epoch;
    if document.dry_run {
        return format!("Auto-restore of epoch {epoch} is {state} now. Nothing was written; add --yes to change it.\n");
    }
    let changed = if document.changed { "is now" } else { "was already" };
    let note = if document.suppressed {
        " The body is kept. A clear, or binding a workflow root, allows restore again by itself."
    } else {
        ""
    };
    format!("Auto-restore of epoch {epoch} {changed} {state}.{note}\n")
}
