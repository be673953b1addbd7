//! The history as a place in the plan of a delete and in its proof.

use std::path::Path;

use continuity_store::search::Pieces;
use wire::ErrorBody;
use wire::actions::{PlaceState, PlanEffect, PlanItem, ProofPlace, ProofPlaceKind};

use crate::inspector::Inspector;
use crate::proof::{Folder, with_short_texts};

/// Searches the history after it was emptied of the task, or could not be. No place where there is none.
pub(crate) fn places(
    inspector: &Inspector,
    folder: &Folder<'_>,
    pieces: &Pieces,
    emptied: &Result<(), ErrorBody>,
) -> Vec<ProofPlace> {
    let Some(history) = inspector.history_file() else { return Vec::new() };
    let place = |(file, found): (std::path::PathBuf, std::io::Result<_>)| {
        let place = |state, found| folder.place(ProofPlaceKind::History, &file, state, found);
        let found: continuity_store::search::Found = match found {
            Ok(found) => found,
            Err(error) => {
                return ProofPlace {
                    reason: Some(format!("The recorded history cannot be searched: {error}.")),
                    next: Some("Make it readable, or delete the file.".to_owned()),
                    ..place(PlaceState::Unknown, 0)
                };
            }
        };
        let count = found.stretches.len() as u64;
        match emptied {
            // What was not searched for, other revisions of the task, may be there as well.
            Err(error) => ProofPlace {
                reason: Some(format!("The copies of this task could not be removed. {}", error.message)),
                next: error.next.clone(),
                ..place(if count == 0 { PlaceState::Unknown } else { PlaceState::Remains }, count)
            },
            Ok(()) if count == 0 => with_short_texts(place(PlaceState::Gone, 0), found.short),
            Ok(()) => ProofPlace {
                reason: Some("Recorded copies of other bodies hold the same text.".to_owned()),
                next: Some("`continuity history --clear` empties the recorded history.".to_owned()),
                ..place(PlaceState::Remains, count)
            },
        }
    };
    history.search(pieces).into_iter().map(place).collect()
}

/// What a delete would do to the history: remove the task's copies, or, where there are none, leave what else holds text.
pub(crate) fn plan(inspector: &Inspector, store: &Path, correlation: &str, pieces: &Pieces) -> Option<PlanItem> {
    let history = inspector.history_file()?;
    let item = |effect, count| PlanItem {
        effect,
        kind: "history".to_owned(),
        count,
        file: Some(history.path().display().to_string()),
    };
    let copies = inspector.count_copies(store, correlation);
    if copies > 0 {
        return Some(item(PlanEffect::Delete, copies));
    }
    let found = history.search(pieces).into_iter().filter_map(|(_, found)| found.ok());
    let pieces: u64 = found.map(|found| found.stretches.len() as u64).sum();
    (pieces > 0).then(|| item(PlanEffect::NotTouched, pieces))
}
