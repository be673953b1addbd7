//! The history as a place in the plan of a delete and in its proof.

use std::path::Path;

use continuity_store::search::{Found, Pieces};
use wire::ErrorBody;
use wire::actions::{PlaceState, PlanEffect, PlanItem, ProofPlace, ProofPlaceKind};

use crate::inspector::Inspector;
use crate::proof::{Folder, Reason, with_short_texts};

/// Searches the history after it was emptied of the task, or could not be. No place where there is none.
pub(crate) fn places(
    inspector: &Inspector,
    folder: &Folder<'_>,
    pieces: &Pieces,
    emptied: &Result<(), ErrorBody>,
) -> Vec<ProofPlace> {
    let Some(history) = inspector.history_file() else { return Vec::new() };
    let place = |(file, found): (std::path::PathBuf, std::io::Result<Found>)| {
        let found = match found {
            Ok(found) => found,
            Err(error) => return folder.unreadable(ProofPlaceKind::History, &file, &error.to_string()),
        };
        let count = found.stretches.len() as u64;
        let Err(error) = emptied else {
            let place = folder.found(ProofPlaceKind::History, &file, count, Reason::HistoryOfOthers);
            return with_short_texts(place, found.short);
        };
        // What was not searched for, other revisions of the task, may be there as well.
        let state = if count == 0 { PlaceState::Unknown } else { PlaceState::Remains };
        kept(folder, &file, state, count, error)
    };
    history.search(pieces).into_iter().map(place).collect()
}

/// The history where nothing can be searched for; no place where it was emptied all the same.
pub(crate) fn not_searched(
    inspector: &Inspector,
    folder: &Folder<'_>,
    emptied: &Result<(), ErrorBody>,
) -> Option<ProofPlace> {
    let (history, error) = (inspector.history_file()?, emptied.as_ref().err()?);
    Some(kept(folder, history.path(), PlaceState::Unknown, 0, error))
}

/// The history that could not be emptied, and why.
fn kept(folder: &Folder<'_>, file: &Path, state: PlaceState, found: u64, error: &ErrorBody) -> ProofPlace {
    let place = folder.place(ProofPlaceKind::History, file, state, found, Some(Reason::HistoryKept));
    let why = place.reason.unwrap_or_default();
    ProofPlace { reason: Some(format!("{why} {}", error.message)), next: error.next.clone(), ..place }
}

/// What an action would do to the history: remove so many copies of the tasks, or, where there are none, leave what else
/// holds text.
pub(crate) fn plan(inspector: &Inspector, copies: u64, pieces: &Pieces) -> Option<PlanItem> {
    let history = inspector.history_file()?;
    let item = |effect, count| PlanItem {
        effect,
        kind: "history".to_owned(),
        count,
        file: Some(history.path().display().to_string()),
    };
    if copies > 0 {
        return Some(item(PlanEffect::Delete, copies));
    }
    let found = history.search(pieces).into_iter().filter_map(|(_, found)| found.ok());
    let pieces: u64 = found.map(|found| found.stretches.len() as u64).sum();
    (pieces > 0).then(|| item(PlanEffect::NotTouched, pieces))
}
