//! The rows of the store, and the unused parts of its main file.

use continuity_store::read::Store;
use continuity_store::search::{Pieces, find_in_main};
use wire::actions::ProofPlaceKind::{Delta, FreePage, PageSlack, Receipt, Row, SchemaObject};
use wire::actions::{PlaceState, ProofPlace};

use super::file_places::held;
use super::folder::{Folder, with_short_texts};
use super::holders;
use super::reason::Reason;
use crate::locations::beside;

/// Searches a store as it was read.
pub(super) fn search(folder: &Folder<'_>, store: &Store, pieces: &Pieces) -> Vec<ProofPlace> {
    let file = folder.real();
    let mut receipts = 0;
    store.each_request(|row| receipts += pieces.find(row.result.bytes()).len() as u64);
    let deltas = store.deltas().0.iter().map(|row| pieces.find(row.checkpoint.bytes()).len() as u64).sum();
    let main = find_in_main(pieces, store.image(), store.identity().shared_file);
    // Text that the end of a page cuts is found in the row and not in the file.
    let mut bodies = 0;
    store.each_snapshot(|_, row| bodies += pieces.find(row.body.bytes()).len() as u64);
    let rows = main.rows.saturating_sub(receipts + deltas).max(bodies);
    let mut places = vec![
        with_short_texts(folder.found(Row, &file, rows, Reason::SameTextInRow), main.short),
        folder.found(Receipt, &file, receipts, Reason::SameTextInReceipt),
        folder.found(Delta, &file, deltas, Reason::SameTextInDelta),
        folder.found(SchemaObject, &file, main.foreign, Reason::ForeignObject),
        // Where the file is older than the log, that is for a reader, and overwriting again changes nothing.
        match main.replaced {
            0 => folder.found(PageSlack, &file, main.slack, Reason::UnusedBytes),
            replaced => folder.found(PageSlack, &file, main.slack + replaced, Reason::LogHeld),
        },
        folder.found(FreePage, &file, main.free, Reason::FreePages),
    ];
    places.extend(behind_end(folder, main.behind_end));
    places
}

/// What stands behind the end of the database, with the processes that keep it there; `None` where nothing does.
pub(crate) fn behind_end(folder: &Folder<'_>, found: u64) -> Option<ProofPlace> {
    let file = folder.real();
    let mut holders = holders::of(&file);
    holders.extend(holders::of(&beside(&file, "-shm")));
    holders.sort_unstable();
    holders.dedup();
    let reason = if holders.is_empty() { Reason::UnusedBytes } else { Reason::BehindEnd };
    let place = held(folder.found(PageSlack, &file, found, reason), &holders);
    (place.state == PlaceState::Remains).then_some(place)
}
