//! The files around the store, this program's own, and copies that the user opened.

use std::path::{Path, PathBuf};

use continuity_store::search::Pieces;
use wire::actions::ProofPlaceKind::{Backup, History, Journal, Log, SharedMemory, Workflow};
use wire::actions::{PlaceState, ProofPlace};

use super::folder::Folder;
use super::holders;
use super::reason::Reason;
use crate::inspector::Inspector;
use crate::locations::backup_files;
use crate::locations::beside;
use crate::opened;

/// Searches every file that can hold text of the store.
pub(super) fn search(inspector: &Inspector, folder: &Folder<'_>, pieces: &Pieces) -> Vec<ProofPlace> {
    let store = folder.real();
    let shared_memory = beside(&store, "-shm");
    let holders = holders::of(&shared_memory);
    let log = if holders.is_empty() { Reason::LogBusy } else { Reason::LogHeld };
    let mut places = vec![
        held(folder.file(pieces, Log, &beside(&store, "-wal"), log), &holders),
        held(folder.file(pieces, SharedMemory, &shared_memory, Reason::SharedMemory), &holders),
        folder.file(pieces, Journal, &beside(&store, "-journal"), Reason::Journal),
    ];
    let backups = backup_files(folder.store, &store);
    places.extend(backups.iter().map(|backup| folder.file(pieces, Backup, backup, Reason::Backup)));
    let ledger = inspector.ledger_of(folder.store);
    for file in [ledger.clone(), beside(&ledger, "-wal"), beside(&ledger, "-journal")] {
        if file == ledger || file.exists() {
            places.push(folder.file(pieces, Workflow, &file, Reason::Ledger));
        }
    }
    places.extend(
        crate::own_records::existing(&inspector.environment)
            .iter()
            .map(|file| folder.file(pieces, History, file, Reason::OwnRecords)),
    );
    let beside_it = copies_beside(&store).into_iter();
    let beside_it = beside_it.map(|copy| folder.file(pieces, Backup, &copy, Reason::CopyBeside));
    places.extend(beside_it.filter(|place| place.state == PlaceState::Remains));
    // A copy is named when it holds something; that other files hold nothing is no news.
    let copies = copies(inspector, &store, &backups).into_iter();
    let copies = copies.map(|copy| folder.file(pieces, Backup, &copy, Reason::OpenedCopy));
    places.extend(copies.filter(|place| place.state == PlaceState::Remains));
    places
}

/// The log as a place that holds so many frames.
pub(crate) fn log_place(folder: &Folder<'_>, frames: u64) -> ProofPlace {
    let store = folder.real();
    let holders = holders::of(&beside(&store, "-shm"));
    let reason = if holders.is_empty() { Reason::LogBusy } else { Reason::LogHeld };
    held(folder.found(Log, &beside(&store, "-wal"), frames, reason), &holders)
}

/// Names the processes that hold a place where something remains.
pub(super) fn held(place: ProofPlace, holders: &[u32]) -> ProofPlace {
    if place.state != PlaceState::Remains || holders.is_empty() {
        return place;
    }
    let names: Vec<String> = holders.iter().map(u32::to_string).collect();
    let word = if holders.len() == 1 { "Process" } else { "Processes" };
    let reason = format!("{} {word} {} holds it.", place.reason.unwrap_or_default(), names.join(", "));
    ProofPlace { processes: holders.to_vec(), reason: Some(reason), ..place }
}

/// Files beside the store whose names begin with its own, such as `continuity.sqlite3.bak`; not SQLite's.
fn copies_beside(store: &Path) -> Vec<PathBuf> {
    let (Some(folder), Some(name)) = (store.parent(), store.file_name()) else { return Vec::new() };
    let name = name.to_string_lossy().into_owned();
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_copy = |file: &std::fs::DirEntry| {
        let other = file.file_name().to_string_lossy().into_owned();
        let rest = other.strip_prefix(&name).filter(|rest| !["", "-wal", "-shm", "-journal"].contains(rest));
        rest.is_some() && file.path().is_file()
    };
    let mut found: Vec<PathBuf> = files.filter_map(Result::ok).filter(is_copy).map(|file| file.path()).collect();
    found.sort();
    found
}

/// Other databases that the user opened, with their logs.
fn copies(inspector: &Inspector, store: &Path, backups: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: PathBuf| path.canonicalize().ok();
    let known: Vec<PathBuf> = backups.iter().cloned().filter_map(real).chain([store.to_owned()]).collect();
    let opened = inspector.given().into_iter().chain(opened::list(&inspector.environment));
    let mut copies: Vec<PathBuf> = opened.filter_map(real).filter(|path| !known.contains(path)).collect();
    copies.sort();
    copies.dedup();
    let logs: Vec<PathBuf> = copies.iter().map(|copy| beside(copy, "-wal")).filter(|log| log.exists()).collect();
    copies.into_iter().chain(logs).collect()
}
