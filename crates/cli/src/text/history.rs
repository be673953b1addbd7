//! The recorded history.

use std::fmt::Write;

use wire::history::HistoryState;

use super::style::{size, table};

/// Whether it is on, what that means, and what is kept.
pub(crate) fn history(state: &HistoryState) -> String {
    let mut out = String::new();
    let settings = &state.settings;
    let path = state.path.as_deref().unwrap_or("nowhere: the system names no folder for it");
    if settings.record {
        let _ =
            writeln!(out, "Recording is on. Plain-text copies of bodies are kept in a file that only you can read:");
        let _ = writeln!(out, "  {path}");
    } else {
        let _ = writeln!(out, "Recording is off.");
    }
    let days = if settings.keep_days == 1 { "day" } else { "days" };
    let most = size(settings.keep_bytes);
    let _ = writeln!(out, "Copies are removed after {} {days}, and the oldest ones above {most}.", settings.keep_days);
    if let Some(problem) = &state.problem {
        let _ = writeln!(out, "Nothing was recorded the last time: {} [{}]", problem.message, problem.code);
        if let Some(next) = &problem.next {
            let _ = writeln!(out, "  {next}");
        }
    }
    if state.bodies == 0 {
        let _ = writeln!(out, "No copy is kept.");
        return out;
    }
    let mut rows = table(["tasks", "bodies", "size", "oldest", "newest", "store"]);
    for store in &state.stores {
        rows.add_row([
            store.tasks.to_string(),
            store.bodies.to_string(),
            size(store.bytes),
            store.oldest.clone(),
            store.newest.clone(),
            store.path.clone(),
        ]);
    }
    let _ = writeln!(out, "{rows}");
    let _ = writeln!(out, "{} copies, {}. `continuity history --clear` removes them.", state.bodies, size(state.bytes));
    out
}

/// What a clear would remove.
pub(crate) fn clear_plan(copies: u64) -> String {
    let copies = if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") };
    format!("This would remove {copies} for good. Nothing was removed; add --yes to do it.\n")
}
