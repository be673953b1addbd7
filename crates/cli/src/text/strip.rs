//! The lists of an epoch through its revisions.

use std::fmt::Write;

use wire::compare::DiffOp;
use wire::strip::{StripCell, StripItem, StripView};

use super::style::{short, time, visible};

/// One sign for each revision before each item. Items that were dropped are named on their line.
pub(crate) fn strip(view: &StripView) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "Revisions of epoch {}, oldest first:", view.epoch);
    for (at, revision) in view.revisions.iter().enumerate() {
        let number = revision.revision.map_or("?".to_owned(), |revision| revision.to_string());
        let digest = revision.digest.as_deref().map(short).unwrap_or_default();
        let stored = revision.at.as_deref().map(time).unwrap_or_default();
        let _ = writeln!(out, "  {:>3}  {}.{number}  {digest}  {stored}", at + 1, view.epoch);
    }
    for list in &view.lists {
        let _ = writeln!(out, "\n{}", visible(&list.path));
        for item in &list.items {
            let signs: String = item.cells.iter().map(|cell| sign(cell.as_ref())).collect();
            let dropped = if item.dropped { "DROPPED " } else { "" };
            let _ = writeln!(out, "  {signs}  {dropped}{}{}", visible(item.text.as_str()), gone_to(item));
        }
    }
    out.push_str("\n+ came  = kept  ~ changed  > moved  . not there\n");
    if view.cut {
        out.push_str("A limit of time or number left something out.\n");
    }
    out
}

fn sign(cell: Option<&StripCell>) -> char {
    match cell.map(|cell| cell.op) {
        None => '.',
        Some(DiffOp::Added) => '+',
        Some(DiffOp::Kept) => '=',
        Some(DiffOp::Changed) => '~',
        Some(DiffOp::Moved) => '>',
        Some(DiffOp::Removed) => '-',
    }
}

fn gone_to(item: &StripItem) -> String {
    let last = item.cells.iter().rev().flatten().next();
    let went = last.and_then(|cell| cell.went_to.as_deref());
    went.map_or(String::new(), |path| format!("  (went to {})", visible(path)))
}
