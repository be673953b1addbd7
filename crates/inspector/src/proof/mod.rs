//! What of a deleted text can still be found, place by place.

mod file_places;
mod folder;
mod holders;
mod other_names;
mod reason;
mod store_places;

use std::collections::HashSet;
use std::path::Path;

use continuity::Digest;
use continuity::receipt::{self, Receipt};
use continuity::records::StoredBody;
use continuity_store::read::Store;
use continuity_store::search::{Pieces, in_encoding, texts_of};
use continuity_store::write::{self, Consent, Rewritten, What};
use sqlite_pages::TextEncoding;
use wire::ErrorBody;
use wire::actions::{PlaceState, PlanEffect, PlanItem, Proof, ProofPlace, ProofPlaceKind, PurgePhase, PurgeProgress};

pub(crate) use self::file_places::log_place;
pub(crate) use self::folder::{Folder, with_short_texts};
pub(crate) use self::other_names::hard_links;
pub(crate) use self::reason::Reason;
pub(crate) use self::store_places::behind_end;
use crate::history;
use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::progress::{Observer, watched};

/// Erases what a delete leaves behind, as far as others allow it, then searches every place for pieces of the bodies.
///
/// Everything that nothing uses is overwritten, not only where pieces are found: what is left of earlier revisions can be
/// in parts too small to tell whose they are.
pub(crate) fn erase(inspector: &Inspector, path: &Path, deleted: &Deleted<'_>, observer: Observer<'_>) -> Proof {
    let in_indexes = left_in_indexes(path);
    // What cannot be erased is found by the search and named with its reason; there is no other answer to give.
    let erasure = write::erase(path, What::AllUnused, &mut watched(observer));
    let mut all_overwritten = erasure.is_ok_and(|erasure| erasure.is_done());
    observer(PurgeProgress { phase: PurgePhase::Search, done: 0, total: 0 });
    let search = |all_overwritten: bool| {
        let mut proof = search(inspector, path, deleted);
        name_indexes(&mut proof, in_indexes);
        if deleted.past_too && !all_overwritten {
            name_parts(&mut proof);
        }
        proof
    };
    let proof = search(all_overwritten);
    let unused = [ProofPlaceKind::PageSlack, ProofPlaceKind::FreePage];
    let needs_rewrite = |place: &ProofPlace| unused.contains(&place.place) && place.state != PlaceState::Gone;
    if proof.places.iter().any(needs_rewrite) && rewrite(path, observer) {
        all_overwritten = true;
        return search(all_overwritten);
    }
    proof
}

/// What was deleted, and what is known about it.
pub(crate) struct Deleted<'d> {
    /// What is looked for: pieces of the bodies that nothing else in the store held before. What came into being since then
    /// is searched like everything else. `None` when the store could not be read then.
    pub(crate) pieces: Option<Pieces>,
    /// The bodies; none where the pieces are those of values that were taken out of bodies which stay.
    pub(crate) texts: &'d [StoredBody],
    /// Whether everything of their past was to go, parts that cannot be told apart included.
    pub(crate) past_too: bool,
    /// Whether the recorded history could be emptied of the tasks.
    pub(crate) emptied: &'d Result<(), ErrorBody>,
}

/// Merges the full-text indexes that somebody put into the store, so that none keeps a word of what was deleted. Returns
/// how many may hold one all the same.
pub(crate) fn left_in_indexes(path: &Path) -> u64 {
    match write::merge_full_text(path) {
        Ok(indexes) => indexes.iter().filter(|index| !index.is_clean()).count() as u64,
        Err(_) => 1,
    }
}

/// Other people's indexes as a place that may hold words.
pub(crate) fn indexes_place(path: &Path) -> ProofPlace {
    let folder = Folder::of(path);
    folder.place(ProofPlaceKind::SchemaObject, &folder.real(), PlaceState::Unknown, 0, Some(Reason::IndexWords))
}

/// Says of places in which nothing was found that parts of earlier revisions may be in them all the same.
fn name_parts(proof: &mut Proof) {
    use ProofPlaceKind::{FreePage, Journal, Log, PageSlack};
    for place in proof.places.iter_mut().filter(|place| place.state == PlaceState::Gone) {
        if [PageSlack, FreePage, Journal, Log].contains(&place.place) {
            Reason::EarlierParts.name(place, PlaceState::Unknown);
            proof.erased = false;
        }
    }
}

/// Says of objects in which nothing was found that words may be in them all the same.
fn name_indexes(proof: &mut Proof, indexes: u64) {
    let place = proof.places.iter_mut().find(|place| place.place == ProofPlaceKind::SchemaObject);
    if let Some(place) = place.filter(|place| indexes > 0 && place.state == PlaceState::Gone) {
        Reason::IndexWords.name(place, PlaceState::Unknown);
        proof.erased = false;
    }
}

/// Rewrites the file for what overwriting could not reach, if nobody else has it open. Returns whether it was done.
pub(crate) fn rewrite(path: &Path, observer: Observer<'_>) -> bool {
    let rewritten = write::rewrite(path, Consent::OnlyAlone, &mut watched(observer));
    matches!(rewritten, Ok(Rewritten::Done { .. }))
}

/// Searches every place for pieces of the deleted bodies.
fn search(inspector: &Inspector, path: &Path, deleted: &Deleted<'_>) -> Proof {
    let emptied = deleted.emptied;
    let folder = Folder::of(path);
    match Store::read(path) {
        Ok(store) => {
            let own = deleted.pieces.is_none().then(|| pieces_of(&store, deleted.texts));
            let Some(pieces) = deleted.pieces.as_ref().or(own.as_ref()) else { return of_places(Vec::new(), false) };
            let mut places = store_places::search(&folder, &store, pieces);
            places.extend(file_places::search(inspector, &folder, pieces));
            places.extend(history::places(inspector, &folder, pieces, emptied));
            of_places(places, pieces.shares_text())
        }
        Err(error) => {
            let row = folder.unreadable(ProofPlaceKind::Row, path, &error.to_string());
            let history = history::not_searched(inspector, &folder, emptied);
            of_places(std::iter::once(row).chain(history).collect(), false)
        }
    }
}

/// What no search of files can reach.
const OUT_OF_REACH: [&str; 3] = ["file-system", "device", "other-copies"];

pub(crate) fn of_places(places: Vec<ProofPlace>, shares_text: bool) -> Proof {
    Proof {
        erased: places.iter().all(|place| place.state == PlaceState::Gone),
        places,
        shares_text,
        out_of_reach: OUT_OF_REACH.map(str::to_owned).to_vec(),
    }
}

/// The proof of a delete that has not been searched for yet: nothing is proved.
pub(crate) fn nothing_searched() -> Proof {
    Proof { erased: false, ..of_places(Vec::new(), false) }
}

/// Whether erasing again, later, could bring more: something is left in a place that this program overwrites.
pub(crate) fn is_unfinished(proof: &Proof) -> bool {
    use ProofPlaceKind::{FreePage, Journal, Log, PageSlack, Row, SharedMemory};
    let ours = |place: &ProofPlace| match place.place {
        Log | PageSlack | FreePage | Journal | SharedMemory => place.state != PlaceState::Gone,
        Row => place.state == PlaceState::Unknown,
        _ => false,
    };
    proof.places.iter().any(ours)
}

/// Finds what else holds text of a body that is still stored, for the plan of a delete: what is erased with it, and
/// what is not touched.
pub(crate) fn copies(
    inspector: &Inspector,
    loaded: &Loaded,
    tasks: &HashSet<&str>,
    bodies: &[StoredBody],
) -> Vec<PlanItem> {
    let pieces = pieces_of(&loaded.store(), bodies);
    let recorded = inspector.count_copies(&loaded.path, tasks);
    copies_of(inspector, loaded, recorded, &pieces)
}

/// As [`copies`], for pieces of any kind. So many copies go from the recorded history.
pub(crate) fn copies_of(inspector: &Inspector, loaded: &Loaded, recorded: u64, pieces: &Pieces) -> Vec<PlanItem> {
    use ProofPlaceKind::{Delta, FreePage, Journal, Log, PageSlack, Receipt, Row, SchemaObject};
    let folder = Folder::of(&loaded.path);
    let store = loaded.store();
    let mut found = store_places::search(&folder, &store, pieces);
    found.extend(file_places::search(inspector, &folder, pieces));
    // Rows are in the plan by their own names.
    found
        .retain(|place| place.state != PlaceState::Gone && ![Row, Receipt, Delta, SchemaObject].contains(&place.place));
    let item = |place: ProofPlace| PlanItem {
        effect: if [Log, PageSlack, FreePage, Journal].contains(&place.place) {
            PlanEffect::Delete
        } else {
            PlanEffect::NotTouched
        },
        kind: serde_json::to_value(place.place)
            .ok()
            .and_then(|kind| kind.as_str().map(str::to_owned))
            .unwrap_or_default(),
        count: place.found,
        file: Some(place.file),
    };
    let mut items: Vec<PlanItem> = found.into_iter().map(item).collect();
    items.extend(history::plan(inspector, recorded, pieces));
    items.extend(other_names::of(&loaded.path));
    let foreign = store.identity().foreign_objects.len() as u64;
    if foreign > 0 {
        // A trigger can write the text elsewhere while it is deleted; whoever deletes should know that there is one.
        items.push(PlanItem {
            effect: PlanEffect::NotTouched,
            kind: "schema-object".to_owned(),
            count: foreign,
            file: None,
        });
    }
    items
}

/// Rows beside those of the replaced bodies that hold pieces too, for the plan of a redaction.
pub(crate) fn holding(loaded: &Loaded, pieces: &Pieces, replaced: &HashSet<Digest>) -> Vec<PlanItem> {
    let store = loaded.store();
    let holds = |body: &StoredBody| u64::from(!pieces.find(body.bytes()).is_empty());
    let (mut bodies, mut requests) = (0, 0);
    store.each_snapshot(|_, row| {
        if !replaced.contains(&Digest::of_bytes(row.body.bytes())) {
            bodies += holds(&row.body);
        }
    });
    store.each_request(|row| requests += holds(&row.result));
    let deltas = store.deltas().0.iter().map(|row| holds(&row.checkpoint)).sum();
    [("body", bodies), ("request", requests), ("delta", deltas)]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| PlanItem { effect: PlanEffect::NotTouched, kind: kind.to_owned(), count, file: None })
        .collect()
}

/// What is looked for of some bodies: every window of them that no other row of the store holds.
pub(crate) fn pieces_of(store: &Store, bodies: &[StoredBody]) -> Pieces {
    let encoding = store.image().header().text_encoding;
    let deleted: HashSet<Digest> = bodies.iter().map(|body| Digest::of_bytes(body.bytes())).collect();
    let texts: Vec<Vec<u8>> = bodies.iter().flat_map(|body| texts_of(body, encoding)).collect();
    let mut pieces = Pieces::of(texts.iter().map(Vec::as_slice));
    store.each_snapshot(|_, row| {
        if deleted.contains(&Digest::of_bytes(row.body.bytes())) {
            return;
        }
        pieces.forget(row.body.bytes());
        if encoding != TextEncoding::Utf8 {
            pieces.forget(&in_encoding(&String::from_utf8_lossy(row.body.bytes()), encoding));
        }
    });
    // Names and digests that rows keep on purpose stand in a body too, as one text where it cannot be parsed.
    let mut forget = |text: &str| {
        pieces.forget(text.as_bytes());
        if encoding != TextEncoding::Utf8 {
            pieces.forget(&in_encoding(text, encoding));
        }
    };
    for row in store.tasks().map(|(rows, _)| rows).unwrap_or_default() {
        forget(&row.correlation);
        row.pending.digest.iter().for_each(|digest| forget(digest));
    }
    store.each_request(|row| {
        if receipt::classify(&row.result) != Receipt::MayHoldBody {
            forget(&String::from_utf8_lossy(row.result.bytes()));
        }
    });
    pieces
}
