//! Places and the names of their files, relative to the folder of the store.

use std::path::{Path, PathBuf};

use continuity_store::search::{Pieces, find_in_file};
use wire::actions::{PlaceState, ProofPlace, ProofPlaceKind};

use super::reason::Reason;

/// The folder of a store, which file names are given relative to.
pub(crate) struct Folder<'p> {
    pub(super) store: &'p Path,
    folder: PathBuf,
}

impl<'p> Folder<'p> {
    pub(crate) fn of(store: &'p Path) -> Self {
        // SQLite's own files lie beside the file that a symbolic link leads to.
        let real = store.canonicalize().unwrap_or_else(|_| store.to_owned());
        Self { store, folder: real.parent().map(Path::to_owned).unwrap_or_default() }
    }

    /// The file that a link leads to.
    pub(crate) fn real(&self) -> PathBuf {
        self.store.canonicalize().unwrap_or_else(|_| self.store.to_owned())
    }

    /// A place with what was found there; why and what to do are said only where something remains.
    pub(crate) fn found(&self, place: ProofPlaceKind, file: &Path, found: u64, reason: Reason) -> ProofPlace {
        match found {
            0 => self.place(place, file, PlaceState::Gone, 0, None),
            _ => self.place(place, file, PlaceState::Remains, found, Some(reason)),
        }
    }

    /// A place that could not be searched.
    pub(crate) fn unreadable(&self, place: ProofPlaceKind, file: &Path, why: &str) -> ProofPlace {
        let reason = Some(format!("It could not be searched: {why}."));
        ProofPlace { reason, ..self.place(place, file, PlaceState::Unknown, 0, Some(Reason::Unreadable)) }
    }

    pub(crate) fn place(
        &self,
        place: ProofPlaceKind,
        file: &Path,
        state: PlaceState,
        found: u64,
        reason: Option<Reason>,
    ) -> ProofPlace {
        let shown = file.strip_prefix(&self.folder).unwrap_or(file);
        ProofPlace {
            place,
            file: shown.display().to_string(),
            state,
            found,
            code: reason.map(|reason| reason.code().to_owned()),
            processes: Vec::new(),
            reason: reason.map(|reason| reason.sentence().to_owned()),
            next: reason.map(|reason| reason.next().to_owned()),
        }
    }

    /// Searches a whole file.
    pub(super) fn file(&self, pieces: &Pieces, place: ProofPlaceKind, file: &Path, reason: Reason) -> ProofPlace {
        match find_in_file(pieces, file) {
            Ok(found) => with_short_texts(self.found(place, file, found.stretches.len() as u64, reason), found.short),
            Err(error) => self.unreadable(place, file, &error.to_string()),
        }
    }
}

/// Says that short texts of the body stand in a place where no longer piece does. Whose they are cannot be said.
pub(crate) fn with_short_texts(place: ProofPlace, short: u64) -> ProofPlace {
    if short == 0 || place.state != PlaceState::Gone {
        return place;
    }
    let sentence =
        format!("No piece, but {short} texts shorter than 24 bytes that the body held too; they may be others'.");
    ProofPlace {
        code: Some(Reason::ShortTexts.code().to_owned()),
        reason: Some(sentence),
        next: Some(Reason::ShortTexts.next().to_owned()),
        ..place
    }
}
