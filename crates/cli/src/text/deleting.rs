//! Plans, summaries and proofs of deletes.

use std::fmt::Write;

use wire::actions::{
    BackupDeleted, BackupPlan, EraseDone, ErasePlan, LostRevisions, PlaceState, PlanEffect, PlanItem, Proof,
    ProofPlace, PurgeDocument, PurgePlan, PurgeSummary,
};

use super::style::{label, short, size, table, visible};

/// What a purge would touch, or what it did and what was found afterwards.
pub(crate) fn purge(document: &PurgeDocument) -> String {
    match document {
        PurgeDocument::Plan(plan) => purge_plan(plan),
        PurgeDocument::Done(done) => {
            let mut out =
                format!("Deleted the body of epoch {}, revision {}.\n", done.result.epoch, done.result.revision);
            out.push_str(&proof(&done.proof));
            out
        }
    }
}

fn purge_plan(plan: &PurgePlan) -> String {
    let offered = if plan.offered { " It is what restore would offer now." } else { "" };
    let mut out = match plan.body_count {
        0 | 1 => {
            format!("This would delete the body of epoch {}, revision {}.{offered}\n", plan.epoch, plan.revision)
        }
        many => format!("This would delete {many} bodies of {} tasks.\n", plan.task_count),
    };
    out.push_str(&plan_items(&plan.plan));
    out.push_str(&lost(&plan.lost));
    let sure = match plan.body_count {
        0 | 1 => format!(" (and --digest {} to be sure)", plan.digest),
        _ => String::new(),
    };
    let _ = writeln!(out, "Nothing was written. To do it: add --yes{sure}.");
    out
}

/// Rows and places of a plan.
pub(super) fn plan_items(items: &[PlanItem]) -> String {
    let mut rows = table(["effect", "what", "count", "file"]);
    for item in items {
        let effect = match item.effect {
            PlanEffect::Delete => "delete",
            PlanEffect::Scrub => "overwrite text",
            PlanEffect::Write => "write",
            PlanEffect::Keep => "keep",
            PlanEffect::NotTouched => "also holds text, not touched",
            PlanEffect::SameFile => "the same file",
        };
        rows.add_row([effect, &item.kind, &item.count.to_string(), item.file.as_deref().unwrap_or("")]);
    }
    format!("{rows}\n")
}

/// What the delete of several bodies did.
pub(crate) fn purge_summary(summary: &PurgeSummary) -> String {
    let bodies = if summary.deleted_count == 1 { "body" } else { "bodies" };
    let mut out = format!("Deleted {} {bodies}.\n", summary.deleted_count);
    for refused in &summary.refused {
        let (task, code) = (short(&refused.task_correlation), &refused.error.code);
        let _ = writeln!(out, "NOT deleted: {task}, epoch {}: {} [{code}]", refused.epoch, refused.error.message);
    }
    if summary.stopped > 0 {
        let _ = writeln!(out, "{} more were left alone.", summary.stopped);
    }
    out.push_str(&proof(&summary.proof));
    out
}

/// Each place with what was found there.
pub(super) fn proof(proof: &Proof) -> String {
    let mut out = String::new();
    let mut rows = table(["place", "file", "state", "pieces"]);
    let mut reasons = String::new();
    for place in &proof.places {
        rows.add_row([&label(&place.place), &place.file, state(place.state), &place.found.to_string()]);
        reasons.push_str(&why(place));
    }
    let _ = writeln!(out, "{rows}");
    out.push_str(&reasons);
    out.push_str(if proof.erased {
        "No piece of the text is left in any of these places.\n"
    } else {
        "Pieces of the text are left in the places above.\n"
    });
    if proof.shares_text {
        out.push_str(
            "Other stored bodies hold parts of the text too; those parts are not gone and were not searched for.\n",
        );
    }
    out.push_str(
        "Out of reach: file-system journals, copies and snapshots, spare blocks of the device, and files that are not named here.\n",
    );
    out
}

fn state(state: PlaceState) -> &'static str {
    match state {
        PlaceState::Gone => "gone",
        PlaceState::Remains => "REMAINS",
        PlaceState::Unknown => "UNKNOWN",
    }
}

/// Why something remains in a place and what to do; empty where there is nothing to say.
fn why(place: &ProofPlace) -> String {
    let why: Vec<&str> = [&place.reason, &place.next].into_iter().flatten().map(String::as_str).collect();
    if why.is_empty() { String::new() } else { format!("{}: {}\n", place.file, why.join(" ")) }
}

pub(super) fn lost(lost: &LostRevisions) -> String {
    if lost.revisions == 0 {
        return String::new();
    }
    let mut out = format!(
        "Erasing also takes away {} older revisions of {} tasks ({}) that can still be read; {} are of other tasks.\n",
        lost.revisions,
        lost.tasks,
        size(lost.bytes),
        lost.of_other_tasks
    );
    out.push_str("To keep them: --export-lost FILE.\n");
    out
}

/// What is left over in a store.
pub(crate) fn erase_plan(plan: &ErasePlan) -> String {
    let mut out = format!(
        "Left over: {} inside pages, {} free pages, a log of {}, a journal of {}.\n",
        size(plan.page_slack),
        plan.free_pages,
        size(plan.log_bytes),
        size(plan.journal_bytes)
    );
    out.push_str(&lost(&plan.lost));
    out.push_str("Nothing was written. To do it: add --yes.\n");
    out
}

/// What erasing did.
pub(crate) fn erase_done(done: &EraseDone) -> String {
    let mut out = String::new();
    let mut rows = table(["place", "file", "state", "found"]);
    for place in &done.proof.places {
        rows.add_row([&label(&place.place), &place.file, state(place.state), &place.found.to_string()]);
    }
    let _ = writeln!(out, "{rows}");
    done.proof.places.iter().for_each(|place| out.push_str(&why(place)));
    out.push_str(if done.proof.erased {
        "Nothing is left over: the file holds its rows and no other text.\n"
    } else {
        "Something is left in the places above.\n"
    });
    out
}

/// What is in a backup file.
pub(crate) fn backup_plan(plan: &BackupPlan) -> String {
    let known = match (plan.tasks, plan.bodies) {
        (Some(tasks), Some(bodies)) => format!("{tasks} tasks, {bodies} bodies"),
        _ => "it cannot be read as a store".to_owned(),
    };
    let mut out = format!("This would delete {} ({}; {known}).\n", visible(&plan.file), size(plan.bytes));
    if plan.other_names > 0 {
        let _ = writeln!(out, "The file has {} other names, which keep its bytes.", plan.other_names);
    }
    out.push_str("Nothing was written. To do it: add --yes.\n");
    out
}

/// What the delete of a backup did.
pub(crate) fn backup_deleted(done: &BackupDeleted) -> String {
    let how = if done.overwritten { "Its bytes were overwritten first." } else { "Its bytes were not overwritten." };
    format!("Deleted {}. {how}\n", visible(&done.file))
}
