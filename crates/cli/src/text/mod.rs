//! Answers as lines for people. Standard terms, one word per thing; no colour is needed to understand a line.

mod diff;
mod history;
mod revisions;
mod sources;
mod strip;
mod style;
mod tasks;
mod watch;

use std::fmt::Write;

use wire::actions::{PlaceState, PlanEffect, PurgeDocument, PurgePlan, SuppressDocument};

pub(crate) use diff::diff;
pub(crate) use history::{clear_plan, history};
pub(crate) use revisions::revisions;
pub(crate) use sources::sources;
pub(crate) use strip::strip;
pub(crate) use tasks::{show, tasks};
pub(crate) use watch::{change, watching};

use self::style::{label, table};

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

/// What a purge would touch, or what it did and what was found afterwards.
pub(crate) fn purge(document: &PurgeDocument) -> String {
    match document {
        PurgeDocument::Plan(plan) => purge_plan(plan),
        PurgeDocument::Done(done) => {
            let mut out =
                format!("Deleted the body of epoch {}, revision {}.\n", done.result.epoch, done.result.revision);
            let mut rows = table(["place", "file", "state", "pieces", "why and what to do"]);
            for place in &done.proof.places {
                let state = match place.state {
                    PlaceState::Gone => "gone",
                    PlaceState::Remains => "REMAINS",
                    PlaceState::Unknown => "UNKNOWN",
                };
                let why: Vec<&str> = [&place.reason, &place.next].into_iter().flatten().map(String::as_str).collect();
                rows.add_row([&label(&place.place), &place.file, state, &place.found.to_string(), &why.join(" ")]);
            }
            let _ = writeln!(out, "{rows}");
            out.push_str(if done.proof.erased {
                "No piece of the text is left in any of these places.\n"
            } else {
                "Pieces of the text are left in the places above.\n"
            });
            out
        }
    }
}

fn purge_plan(plan: &PurgePlan) -> String {
    let offered = if plan.offered { " It is what restore would offer now." } else { "" };
    let mut out = format!("This would delete the body of epoch {}, revision {}.{offered}\n", plan.epoch, plan.revision);
    let mut rows = table(["effect", "what", "count", "file"]);
    for item in &plan.plan {
        let effect = match item.effect {
            PlanEffect::Delete => "delete",
            PlanEffect::Scrub => "overwrite text",
            PlanEffect::Write => "write",
            PlanEffect::Keep => "keep",
            PlanEffect::NotTouched => "also holds text, not touched",
        };
        rows.add_row([effect, &item.kind, &item.count.to_string(), item.file.as_deref().unwrap_or("")]);
    }
    let _ = writeln!(out, "{rows}");
    let _ = writeln!(out, "Nothing was written. To do it: add --yes (and --digest {} to be sure).", plan.digest);
    out
}
