//! Changes of stores, a line each.

use wire::watch::{NewRevision, StoreChange, StoreState};

use super::style::{short, visible};

/// Most new revisions that one line names.
const MOST: usize = 5;

/// What is followed, before anything happened.
pub(crate) fn watching(stores: &[String], records: bool) -> String {
    let recording = if records { "New revisions are recorded." } else { "Recording is off." };
    format!("Watching {}. {recording} Ctrl+C ends it.\n", visible(&stores.join(", ")))
}

/// One change.
pub(crate) fn change(change: &StoreChange) -> String {
    let mut parts: Vec<String> = change.new.iter().take(MOST).map(revision).collect();
    if change.new.len() > MOST {
        parts.push(format!("{} more", change.new.len() - MOST));
    }
    let new = if parts.is_empty() { String::new() } else { format!("  new: {}", parts.join(", ")) };
    let error = change.error.as_ref().map_or(String::new(), |error| format!("  {} [{}]", error.message, error.code));
    let state = match change.state {
        StoreState::Changed => "changed",
        StoreState::Gone => "gone",
        StoreState::Back => "back",
    };
    format!("{}  {state:<7}  {}{new}{}\n", change.at, visible(&change.path), visible(&error))
}

fn revision(new: &NewRevision) -> String {
    let number = new.revision.map_or("?".to_owned(), |revision| revision.to_string());
    let digest = new.digest.as_deref().map_or(String::new(), |digest| format!(" ({})", visible(&short(digest))));
    format!("{} {}.{number}{digest}", visible(&short(&new.task_correlation)), new.epoch)
}
