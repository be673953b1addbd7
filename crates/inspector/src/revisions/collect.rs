//! Collects revisions of one task from every source.

use std::path::{Path, PathBuf};

use continuity::receipt;
use continuity::records::{DeltaRow, StoredBody};
use continuity::snapshot::Body;
use continuity_store::read::Store;
use continuity_store::recover::{Found, recover_all};
use wire::revisions::{RevisionPlace, RevisionSource, UncommittedTail};
use wire::tasks::RequestEntry;

use super::Revision;
use super::found::{Candidate, FoundBodies, Slot, is_row, row_place};
use super::places::Files;
use crate::history::Recorded;
use crate::loaded::{Loaded, Task};
use crate::locations::backups_of;

/// Lists every revision of a task, newest first.
pub(crate) fn all(loaded: &Loaded, task: &Task, requests: &[RequestEntry], recorded: Recorded) -> Vec<Revision> {
    let mut found = FoundBodies::new(true);
    from_pages(&mut found, &loaded.store(), task, None);
    for (path, name) in backups(loaded) {
        // A backup that cannot be read is listed with its error among the sources.
        if let Ok(backup) = Store::read(&path) {
            from_pages(&mut found, &backup, task, Some(&name));
        }
    }
    let deltas = loaded.store().deltas().0;
    let deltas = deltas.into_iter().filter(|row| row.correlation == task.row.correlation);
    from_rows(&mut found, loaded, task, deltas);
    from_history(&mut found, recorded, &folder(loaded));
    finish(found, loaded, Some(task), requests)
}

/// Returns the frames behind the last commit of the log, which belong to no state.
pub(crate) fn uncommitted(loaded: &Loaded) -> Option<UncommittedTail> {
    let store = loaded.store();
    let log = store.image().log()?;
    let frames = log.uncommitted_frames();
    let offset = log.slot_offset(frames.first()?.number)?;
    let file = format!("{}-wal", file_name(&loaded.path));
    Some(UncommittedTail { file, frames: u32::try_from(frames.len()).unwrap_or(u32::MAX), offset })
}

/// The cleanup backups of a store, each with its name relative to the store's folder.
pub(super) fn backups(loaded: &Loaded) -> Vec<(PathBuf, String)> {
    let folder = folder(loaded);
    let name = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
    backups_of(&loaded.path).into_iter().map(|path| (path.clone(), name(&path))).collect()
}

/// Turns what was found into revisions, newest first. `task` is `None` where the store has no row of it any more.
pub(super) fn finish(
    found: FoundBodies,
    loaded: &Loaded,
    task: Option<&Task>,
    requests: &[RequestEntry],
) -> Vec<Revision> {
    let mut revisions = found.into_revisions(requests, &file_name(&loaded.path));
    for Revision { entry, .. } in &mut revisions {
        let tombstone = task.and_then(|task| task.epoch(entry.epoch)).and_then(|epoch| epoch.tombstone.as_ref());
        // What came after the delete is no leftover of it.
        let came_later = |at: &str| entry.at.as_deref().is_some_and(|written| written > at);
        let deleted = tombstone.is_some_and(|tombstone| !came_later(&tombstone.purged_at));
        entry.deleted = deleted && entry.bytes.is_some() && !is_row(entry.source);
    }
    revisions
}

/// Adds what the pages of a store still hold. `backup` is the name of the file where it is a backup.
pub(super) fn from_pages(found: &mut FoundBodies, store: &Store, task: &Task, backup: Option<&str>) {
    let files = Files::of(store, backup);
    let current = Some(task.row.current_epoch);
    let mut slots: Vec<Slot> = Vec::new();
    recover_all(store.image(), Some(&task.row.correlation), |item| match item {
        Found::Row(row) => {
            let place = files.place(&row.place, row.row.epoch, current);
            slots.push(found.add(Candidate::of(*row), place));
        }
        Found::Again { number, place } => {
            if let Some(slot) = slots.get(number) {
                found.again(*slot, files.place(&place, slot.epoch(), current));
            }
        }
        Found::Piece(piece) => {
            let places = files.places(&piece, current);
            found.add_piece(piece, places);
        }
    });
}

/// Adds what only the rows know of: bodies whose correlation AGS did not make, delta bodies, bodies in request rows.
pub(super) fn from_rows(
    found: &mut FoundBodies,
    loaded: &Loaded,
    task: &Task,
    deltas: impl IntoIterator<Item = DeltaRow>,
) {
    let file = file_name(&loaded.path);
    let store = loaded.store();
    let keys = task.epochs.iter().filter_map(|(number, epoch)| Some((*number, epoch.snapshot?)));
    for (epoch, key) in keys.filter(|(epoch, _)| !found.has_row(*epoch)).collect::<Vec<_>>() {
        let Ok(Some(row)) = store.snapshot(key) else { continue };
        let source = if epoch == task.row.current_epoch { RevisionSource::Live } else { RevisionSource::EarlierEpoch };
        add_row(found, epoch, Some(&row.digest), row.body, row_place(source, &file));
    }
    for row in deltas {
        let place = row_place(RevisionSource::Delta, &file);
        add_row(found, row.epoch, Some(&row.checkpoint_digest), row.checkpoint, place);
    }
    for row in store.requests_of(&task.row.correlation) {
        if let Some(legacy) = receipt::legacy_body(&row.result) {
            add_row(found, row.epoch, None, legacy.body, row_place(RevisionSource::Receipt, &file));
        }
    }
}

/// Adds the recorded copies.
pub(super) fn from_history(found: &mut FoundBodies, recorded: Recorded, folder: &Path) {
    let file = recorded.file.strip_prefix(folder).unwrap_or(&recorded.file).display().to_string();
    for copy in recorded.copies {
        let place = row_place(RevisionSource::History, &file);
        if copy.masked {
            found.add_masked(copy, place);
        } else {
            add_row(found, copy.epoch, copy.digest.as_deref(), copy.body, place);
        }
    }
}

fn add_row(found: &mut FoundBodies, epoch: i64, digest: Option<&str>, stored: StoredBody, place: RevisionPlace) {
    let read = Body::read(&stored);
    let row_digest = digest.map(str::to_owned);
    found.add(Candidate { epoch, row_digest, stored, read, whole: true }, place);
}

/// The folder of a store.
pub(super) fn folder(loaded: &Loaded) -> PathBuf {
    loaded.path.parent().map(Path::to_owned).unwrap_or_default()
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
