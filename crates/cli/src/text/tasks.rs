//! Tasks, and one task.

use std::fmt::Write;

use wire::snapshot::ShowDocument;
use wire::tasks::{Database, EpochEntry, TaskEntry, TasksDocument};

use super::indent::indented;
use super::style::{label, short, size, table, time, visible};

/// Every task with its verdict.
pub(crate) fn tasks(document: &TasksDocument) -> String {
    let mut out = String::new();
    let mut rows = table(["task", "stands", "verdict", "epoch", "rev", "changed", "title"]);
    for task in &document.tasks {
        let snapshot = task.epochs.iter().find(|epoch| epoch.current).and_then(|epoch| epoch.snapshot.as_ref());
        rows.add_row([
            short(&task.task_correlation),
            label(&task.standing),
            verdict(task),
            task.current_epoch.to_string(),
            snapshot.and_then(|snapshot| snapshot.revision).map_or("-".to_owned(), |revision| revision.to_string()),
            time(&task.updated_at),
            task.title.as_ref().map(|title| visible(title.as_str())).unwrap_or_default(),
        ]);
    }
    let _ = writeln!(out, "{rows}");
    let _ = writeln!(out, "{} of {} tasks shown.", document.tasks.len(), document.total);
    out.push_str(&damage(&document.database));
    out
}

fn damage(database: &Database) -> String {
    let mut out = String::new();
    for damage in &database.damage {
        let count = damage.count.map_or("some rows".to_owned(), |count| format!("{count} rows"));
        let _ = writeln!(out, "Damage: {count} of {} cannot be read ({}).", damage.table, damage.reason);
    }
    out
}

fn verdict(task: &TaskEntry) -> String {
    let candidate = &task.candidate;
    let mut words: Vec<&str> = candidate.decision.as_deref().into_iter().collect();
    words.extend(candidate.error.as_ref().map(|error| error.code.as_str()));
    words.extend(candidate.reason_codes.iter().map(String::as_str).filter(|code| *code != "EXPLICIT_LOAD_REQUIRED"));
    words.extend(candidate.load.as_ref().and_then(|load| load.code.as_deref()));
    words.join(" ")
}

/// One task, its checks, its epochs and one body.
pub(crate) fn show(document: &ShowDocument) -> String {
    let task = &document.task;
    let mut out = String::new();
    if let Some(title) = &task.title {
        let _ = writeln!(out, "{}", visible(title.as_str()));
    }
    let _ = writeln!(out, "{}", task.task_correlation);
    let _ = writeln!(out, "{}: {}\n", label(&task.standing), verdict(task));
    let mut rows = table(["check", "", "expected", "found"]);
    for check in &task.candidate.checks {
        let pass = check.pass.map_or("-", |pass| if pass { "ok" } else { "FAILS" });
        let value = |value: &Option<String>| value.as_deref().map(visible).unwrap_or_default();
        rows.add_row([&check.id, pass, &value(&check.expected), &value(&check.actual)]);
    }
    let _ = writeln!(out, "{rows}\n");
    let mut rows = table(["epoch", "", "rev", "digest", "status", "size", "problems"]);
    task.epochs.iter().for_each(|epoch| _ = rows.add_row(epoch_row(epoch)));
    let _ = writeln!(out, "{rows}");
    if let Some(snapshot) = &document.snapshot {
        let _ = writeln!(out, "\nBody of epoch {}:\n{}", document.epoch, lines(snapshot.as_text()));
    }
    out
}

fn epoch_row(epoch: &EpochEntry) -> [String; 7] {
    let number = epoch.epoch.to_string();
    let Some(snapshot) = &epoch.snapshot else {
        let stands = if epoch.tombstone.is_some() { "deleted" } else { "empty" };
        let revision = epoch.tombstone.as_ref().map_or("-".to_owned(), |stone| stone.revision.to_string());
        return [number, stands.into(), revision, String::new(), String::new(), String::new(), String::new()];
    };
    let stands = match (epoch.offered, epoch.current) {
        (true, _) => "offered",
        (false, true) => "current",
        (false, false) => "kept, not offered",
    };
    [
        number,
        stands.to_owned(),
        snapshot.revision.map_or("-".to_owned(), |revision| revision.to_string()),
        snapshot.digest.as_deref().map(short).unwrap_or_default(),
        snapshot.status.as_deref().map(visible).unwrap_or_default(),
        size(snapshot.bytes),
        snapshot.problems.join(", "),
    ]
}

/// JSON on lines. Control characters are escaped in JSON; the rest is made visible.
fn lines(json: &str) -> String {
    indented(json).lines().map(|line| visible(line) + "\n").collect()
}
