//! The revisions of a task, or of all.

use std::fmt::Write;

use wire::ErrorBody;
use wire::revisions::{EveryRevisionDocument, RevisionEntry, RevisionSource, RevisionsDocument, UncommittedTail};

use super::style::{label, short, size, table, time, visible};

/// Every revision, newest first, with where it was found.
pub(crate) fn revisions(document: &RevisionsDocument) -> String {
    let mut out = list(&document.revisions);
    out.push_str(&notes(&document.revisions.iter().collect::<Vec<_>>(), document.uncommitted.as_ref()));
    out.push_str(&history_problem(document.history_error.as_ref()));
    out
}

/// The same of every task.
pub(crate) fn every_revision(document: &EveryRevisionDocument) -> String {
    let mut out = String::new();
    for task in document.tasks.iter().filter(|task| !task.revisions.is_empty()) {
        let _ = writeln!(out, "{}", visible(&task.task_correlation));
        let _ = writeln!(out, "{}", list(&task.revisions));
    }
    let all: Vec<&RevisionEntry> = document.tasks.iter().flat_map(|task| &task.revisions).collect();
    let (tasks, found) = (document.tasks.len(), all.len());
    let _ = writeln!(out, "{found} revisions and fragments of {tasks} tasks.");
    out.push_str(&notes(&all, document.uncommitted.as_ref()));
    out.push_str(&history_problem(document.history_error.as_ref()));
    out
}

/// Why the recorded history was not looked through.
fn history_problem(error: Option<&ErrorBody>) -> String {
    error.map_or(String::new(), |error| format!("{} [{}]\n", visible(&error.message), error.code))
}

fn list(revisions: &[RevisionEntry]) -> String {
    let mut rows = table(["revision", "digest", "at", "size", "is", "receipt", "found in"]);
    for revision in revisions {
        let number = revision.revision.map_or("?".to_owned(), |revision| revision.to_string());
        let epoch = if revision.epoch == 0 { "?".to_owned() } else { revision.epoch.to_string() };
        rows.add_row([
            format!("{epoch}.{number}"),
            revision.digest.as_deref().map(short).unwrap_or_default(),
            revision.at.as_deref().map(time).unwrap_or_default(),
            revision.bytes.map_or("-".to_owned(), size),
            state(revision).to_owned(),
            if revision.receipt { "yes" } else { "no" }.to_owned(),
            places(revision),
        ]);
    }
    format!("{rows}\n")
}

/// What a reader has to know of a list.
fn notes(revisions: &[&RevisionEntry], uncommitted: Option<&UncommittedTail>) -> String {
    let mut out = String::new();
    let readable = revisions.iter().filter(|revision| revision.complete && !is_row(revision.source)).count();
    if readable > 0 {
        let _ = writeln!(out, "{readable} of these are in no row any more and can still be read from the files.");
    }
    let deleted = revisions.iter().filter(|revision| revision.deleted).count();
    if deleted > 0 {
        let what = if deleted == 1 { "body of a deleted epoch" } else { "bodies of deleted epochs" };
        let _ = writeln!(out, "WARNING: {deleted} {what} can still be read.");
    }
    if let Some(tail) = uncommitted {
        let (frames, file) = (tail.frames, &tail.file);
        let _ = writeln!(out, "{frames} frames at the end of {file} belong to no committed state and are not shown.");
    }
    out
}

fn is_row(source: RevisionSource) -> bool {
    matches!(
        source,
        RevisionSource::Live | RevisionSource::EarlierEpoch | RevisionSource::Delta | RevisionSource::Receipt
    )
}

fn state(revision: &RevisionEntry) -> &'static str {
    match (revision.bytes, revision.complete, revision.digest_valid) {
        (None, ..) => "body gone",
        (_, true, Some(true)) => "whole, verified",
        (_, true, _) => "whole, digest differs",
        (_, false, _) => "fragment",
    }
}

/// Kinds of places with their number, for example `live, log ×3`.
fn places(revision: &RevisionEntry) -> String {
    let mut kinds: Vec<(RevisionSource, usize)> = Vec::new();
    for place in &revision.places {
        match kinds.iter_mut().find(|(kind, _)| *kind == place.source) {
            Some((_, count)) => *count += 1,
            None => kinds.push((place.source, 1)),
        }
    }
    kinds.sort_unstable_by_key(|(kind, _)| *kind);
    let word = |(kind, count): &(RevisionSource, usize)| match count {
        1 => label(kind),
        _ => format!("{} ×{count}", label(kind)),
    };
    kinds.iter().map(word).collect::<Vec<_>>().join(", ")
}
