//! What of a deleted text can still be found, place by place.

use std::path::{Path, PathBuf};

use continuity::records::StoredBody;
use continuity_store::read::Store;
use continuity_store::search::{Pieces, find_in_file, find_in_main, in_encoding, texts_of};
use continuity_store::write;
use sqlite_pages::TextEncoding;
use wire::actions::{PlaceState, PlanEffect, PlanItem, Proof, ProofPlace, ProofPlaceKind};

use crate::inspector::Inspector;
use crate::loaded::Loaded;
use crate::locations::backup_files;
use crate::sources::beside;

/// Erases what a delete leaves behind, as far as others allow it, then searches every place for pieces of the bodies.
///
/// `before` is the store as it was before the delete: what its other bodies hold is no piece of the deleted one alone.
/// What came into being since then is searched like everything else.
pub(crate) fn erase(inspector: &Inspector, path: &Path, before: Option<&Loaded>, deleted: &[StoredBody]) -> Proof {
    // What cannot be erased is found by the search and named with its reason; there is no other answer to give.
    let _ = write::cut_log(path);
    let pieces = before.map(|before| pieces_of(&before.store(), deleted));
    let proof = search(inspector, path, pieces.as_ref(), deleted);
    let unused = [ProofPlaceKind::PageSlack, ProofPlaceKind::FreePage];
    let needs_rewrite = |place: &ProofPlace| unused.contains(&place.place) && place.state == PlaceState::Remains;
    if proof.places.iter().any(needs_rewrite) && write::rewrite(path, write::Consent::OnlyAlone, &mut |_| std::ops::ControlFlow::Continue(())).is_ok_and(|done| matches!(done, write::Rewritten::Done { .. })) {
        return search(inspector, path, pieces.as_ref(), deleted);
    }
    proof
}

/// Searches every place for pieces of the deleted bodies.
fn search(inspector: &Inspector, path: &Path, pieces: Option<&Pieces>, deleted: &[StoredBody]) -> Proof {
    let folder = Folder::of(path);
    let places = match Store::read(path) {
        Ok(store) => {
            let own = pieces.is_none().then(|| pieces_of(&store, deleted));
            let pieces = pieces.or(own.as_ref());
            let mut places = pieces.map(|pieces| in_store(&folder, &store, pieces)).unwrap_or_default();
            places.extend(pieces.map(|pieces| in_files(inspector, &folder, pieces)).unwrap_or_default());
            places
        }
        Err(error) => vec![ProofPlace {
            reason: Some(format!("The store could not be read again: {error}.")),
            next: Some("Look at the store again when it can be read.".to_owned()),
            ..folder.place(ProofPlaceKind::Row, path, PlaceState::Unknown, 0)
        }],
    };
    Proof { erased: places.iter().all(|place| place.state == PlaceState::Gone), places }
}

/// Finds what else holds text of a body that is still stored, for the plan of a delete: what is erased with it, and
/// what is not touched.
pub(crate) fn copies(inspector: &Inspector, loaded: &Loaded, bodies: &[StoredBody]) -> Vec<PlanItem> {
    use ProofPlaceKind::{Delta, FreePage, Journal, Log, PageSlack, Receipt, Row, SchemaObject};
    let folder = Folder::of(&loaded.path);
    let store = loaded.store();
    let pieces = pieces_of(&store, bodies);
    let mut found = in_store(&folder, &store, &pieces);
    found.extend(in_files(inspector, &folder, &pieces));
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

/// Pieces of the bodies that no other stored body holds.
fn pieces_of(store: &Store, bodies: &[StoredBody]) -> Pieces {
    let encoding = store.image().header().text_encoding;
    let texts: Vec<Vec<u8>> = bodies.iter().flat_map(|body| texts_of(body, encoding)).collect();
    let mut pieces = Pieces::of(texts.iter().map(Vec::as_slice));
    store.each_snapshot(|_, row| {
        if bodies.contains(&row.body) {
            return;
        }
        pieces.forget(row.body.bytes());
        if encoding != TextEncoding::Utf8 {
            pieces.forget(&in_encoding(&String::from_utf8_lossy(row.body.bytes()), encoding));
        }
    });
    pieces
}

/// The folder of a store, which file names are given relative to.
struct Folder<'p> {
    store: &'p Path,
    folder: PathBuf,
}

impl<'p> Folder<'p> {
    fn of(store: &'p Path) -> Self {
        // SQLite's own files lie beside the file that a symbolic link leads to.
        let real = store.canonicalize().unwrap_or_else(|_| store.to_owned());
        Self { store, folder: real.parent().map(Path::to_owned).unwrap_or_default() }
    }

    fn real(&self) -> PathBuf {
        self.store.canonicalize().unwrap_or_else(|_| self.store.to_owned())
    }

    fn place(&self, place: ProofPlaceKind, file: &Path, state: PlaceState, found: u64) -> ProofPlace {
        let shown = file.strip_prefix(&self.folder).unwrap_or(file);
        ProofPlace { place, file: shown.display().to_string(), state, found, reason: None, next: None }
    }

    /// A place with what was found there; `why` and `next` are said only where something remains.
    fn found(&self, place: ProofPlaceKind, file: &Path, found: u64, why: &str, next: &str) -> ProofPlace {
        if found == 0 {
            return self.place(place, file, PlaceState::Gone, 0);
        }
        ProofPlace {
            reason: Some(why.to_owned()),
            next: Some(next.to_owned()),
            ..self.place(place, file, PlaceState::Remains, found)
        }
    }

    /// Searches a whole file.
    fn file(&self, pieces: &Pieces, place: ProofPlaceKind, file: &Path, why: &str, next: &str) -> ProofPlace {
        match find_in_file(pieces, file) {
            Ok(found) => {
                let entry = self.found(place, file, found.stretches.len() as u64, why, next);
                with_short_texts(entry, found.short)
            }
            Err(error) => ProofPlace {
                reason: Some(format!("The file cannot be searched: {error}.")),
                next: Some("Make it readable, then search again.".to_owned()),
                ..self.place(place, file, PlaceState::Unknown, 0)
            },
        }
    }
}

/// Says that short texts of the body stand in a place where no longer piece does. Whose they are cannot be said.
fn with_short_texts(place: ProofPlace, short: u64) -> ProofPlace {
    if short == 0 || place.state != PlaceState::Gone {
        return place;
    }
    let reason =
        format!("No piece, but {short} texts shorter than 24 bytes that the body held too; they may be others'.");
    ProofPlace { reason: Some(reason), next: Some("Search the file for them if one is a secret.".to_owned()), ..place }
}

/// The rows of the store, and the unused parts of its main file.
fn in_store(folder: &Folder<'_>, store: &Store, pieces: &Pieces) -> Vec<ProofPlace> {
    use ProofPlaceKind::{Delta, FreePage, PageSlack, Receipt, Row, SchemaObject};
    let file = folder.real();
    let mut receipts = 0;
    store.each_request(|row| receipts += pieces.find(row.result.bytes()).len() as u64);
    let deltas = store.deltas().0.iter().map(|row| pieces.find(row.checkpoint.bytes()).len() as u64).sum();
    let main = find_in_main(pieces, store.image(), store.identity().shared_file);
    let rows = main.rows.saturating_sub(receipts + deltas);
    let erase = "Let AGS and every other reader close the store, then run VACUUM on it with another SQLite tool.";
    vec![
        with_short_texts(
            folder.found(
                Row,
                &file,
                rows,
                "A row that AGS's tables hold has the same text.",
                "Search the tasks for the text.",
            ),
            main.short,
        ),
        folder.found(
            Receipt,
            &file,
            receipts,
            "The result of a request of another epoch or task holds the same text.",
            "Delete the bodies of that epoch too.",
        ),
        folder.found(
            Delta,
            &file,
            deltas,
            "A receiver's body holds the same text.",
            "Delete the body of its epoch too.",
        ),
        folder.found(
            SchemaObject,
            &file,
            main.foreign,
            "An index, trigger or table that is not AGS's holds a copy.",
            "Remove or rebuild what was added to the store.",
        ),
        folder.found(PageSlack, &file, main.slack, "Unused bytes inside pages still hold pieces.", erase),
        folder.found(FreePage, &file, main.free, "Pages that no table uses still hold pieces.", erase),
    ]
}

/// The files around the store, and this program's own.
fn in_files(inspector: &Inspector, folder: &Folder<'_>, pieces: &Pieces) -> Vec<ProofPlace> {
    use ProofPlaceKind::{Backup, History, Journal, Log, SharedMemory, Workflow};
    let store = folder.real();
    let later = "Let AGS write on or close the store; its next checkpoint and new log overwrite these pages.";
    let mut places = vec![
        folder.file(pieces, Log, &beside(&store, "-wal"), "The log still holds earlier states of pages.", later),
        folder.file(pieces, SharedMemory, &beside(&store, "-shm"), "The shared memory file holds pieces.", later),
        folder.file(pieces, Journal, &beside(&store, "-journal"), "A rollback journal holds earlier pages.", later),
    ];
    for backup in backup_files(folder.store, &store) {
        let why = "A backup is never changed without being told to.";
        places.push(folder.file(pieces, Backup, &backup, why, "Delete the backup when it is no longer needed."));
    }
    let ledger = inspector.ledger_of(folder.store);
    for file in [ledger.clone(), beside(&ledger, "-wal"), beside(&ledger, "-journal")] {
        if file == ledger || file.exists() {
            let why = "The workflow ledger holds the same text and is never changed.";
            places.push(folder.file(pieces, Workflow, &file, why, "Use the tools of AGS to clean the ledger."));
        }
    }
    for file in inspector.own_files() {
        let why = "This program's own records hold the same text.";
        places.push(folder.file(pieces, History, &file, why, "Delete the file."));
    }
    places
}
