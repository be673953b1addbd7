//! From typed errors to the error of our edges: code, sentence, next step.

use continuity_store::StoreError;
use wire::ErrorBody;
use wire::error::KnownInput;

/// Builds an error without matches or known input.
pub(crate) fn error(code: &str, message: impl Into<String>, next: Option<&str>) -> ErrorBody {
    ErrorBody {
        code: code.to_owned(),
        message: message.into(),
        next: next.map(str::to_owned),
        matches: Vec::new(),
        known: None,
    }
}

/// Turns a store error into an edge error.
pub(crate) fn store(failure: StoreError) -> ErrorBody {
    let code = failure.code();
    let known = failure.known().map(|known| {
        Box::new(KnownInput {
            schema_version: known.schema_version,
            tables: known.tables.clone(),
            size_bytes: known.size,
        })
    });
    ErrorBody { known, ..error(code, sentence(&failure.to_string()), next_step(code)) }
}

/// What to do about an error of this code.
fn next_step(code: &str) -> Option<&'static str> {
    Some(match code {
        "missing" => "Check the path, or run `continuity sources` to see which stores exist.",
        "no-permission" => "Ask the owner of the file, or run as the user whose agent wrote it.",
        "not-a-file" => "Give the path of the database file itself.",
        "not-a-database" => "Give the path of a SQLite database; the file may be encrypted, cut off or overwritten.",
        "not-a-continuity-store" => "Give the path of continuity.sqlite3; workflows.sqlite3 goes with --workflows.",
        "unsupported-schema" => "Update this program; until then only version, tables and size can be shown.",
        "corrupt" => "Keep a copy of the file and its -wal, then open a backup from the folder backups beside it.",
        "changed-while-reading" => "Another program writes all the time; try again.",
        "too-large" => "The file does not fit into memory on this machine.",
        "busy" => "Another process is writing; try again in a moment.",
        "read-only" => "Run as a user who may write to the file and its folder.",
        "changed-since-read" => "Look at the store again, then repeat the action if it is still right.",
        "disk-full" => "Free some disk space, then try again.",
        _ => return None,
    })
}

/// A message as a sentence: upper case at the start, full stop at the end.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}
