//! Collects revisions from every source, and joins those that are the same body.

use std::collections::HashMap;
use std::path::Path;

use continuity::Digest;
use continuity::receipt;
use continuity::records::StoredBody;
use continuity::snapshot::Body;
use continuity_store::history::Copy;
use continuity_store::read::Store;
use continuity_store::recover::{FoundIn, Recovered, recover};
use sqlite_pages::FileRole;
use wire::Number;
use wire::revisions::{RevisionEntry, RevisionPlace, RevisionSource, UncommittedTail};
use wire::tasks::RequestEntry;

use super::Revision;
use super::order::sort;
use crate::history::Recorded;
use crate::loaded::{Loaded, Task};
use crate::locations::backups_of;

/// Most places that one revision lists; a page that is written often stands in the log hundreds of times.
const MOST_PLACES: usize = 50;

/// Lists every revision of a task, newest first.
pub(crate) fn all(loaded: &Loaded, task: &Task, requests: &[RequestEntry], recorded: Recorded) -> Vec<Revision> {
    let mut found = Found { current_epoch: task.row.current_epoch, whole: HashMap::new(), fragments: Vec::new() };
    from_store(&mut found, &loaded.store(), &task.row.correlation, None);
    from_rows(&mut found, loaded, task);
    let folder = loaded.path.parent().map(Path::to_owned).unwrap_or_default();
    for path in backups_of(&loaded.path) {
        // A backup that cannot be read is listed with its error among the sources.
        if let Ok(backup) = Store::read(&path) {
            let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            from_store(&mut found, &backup, &task.row.correlation, Some(&name));
        }
    }
    from_history(&mut found, recorded, &folder);
    let mut revisions = found.into_revisions(requests, &file_name(&loaded.path));
    for revision in &mut revisions {
        let tombstone = task.epoch(revision.entry.epoch).and_then(|epoch| epoch.tombstone.as_ref());
        // What came after the delete is no leftover of it.
        let came_later = |at: &str| revision.entry.at.as_deref().is_some_and(|written| written > at);
        let deleted = tombstone.is_some_and(|tombstone| !came_later(&tombstone.purged_at));
        revision.entry.deleted = deleted && revision.body.is_some() && !is_row(revision.entry.source);
    }
    revisions
}

/// Whether a source is a row of the newest state.
fn is_row(source: RevisionSource) -> bool {
    matches!(source, RevisionSource::Live | RevisionSource::EarlierEpoch | RevisionSource::Delta)
}

/// Whether a body from this source is what was stored, whatever its digest says.
fn is_vouched_for(source: RevisionSource) -> bool {
    is_row(source) || source == RevisionSource::History
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

/// What was found so far.
struct Found {
    current_epoch: i64,
    /// Whole bodies by epoch and the hash of their bytes.
    whole: HashMap<(i64, Digest), Revision>,
    /// Rows that are cut off.
    fragments: Vec<Revision>,
}

impl Found {
    /// Adds a body at a place. One that is cut off, or that does not verify where no row vouches for it, is a fragment.
    fn add(&mut self, epoch: i64, row_digest: Option<&str>, body: StoredBody, whole: bool, place: RevisionPlace) {
        let read = Body::read(&body);
        if whole && (is_vouched_for(place.source) || read.digest_valid() == Some(true)) {
            let key = (epoch, Digest::of_bytes(body.bytes()));
            let revision = self
                .whole
                .entry(key)
                .or_insert_with(|| Revision { entry: describe(epoch, &read, true, place.source), body: Some(body) });
            revision.entry.source = revision.entry.source.min(place.source);
            if revision.entry.places.len() < MOST_PLACES && !revision.entry.places.contains(&place) {
                revision.entry.places.push(place);
            }
            return;
        }
        let mut entry = describe(epoch, &read, false, place.source);
        // A fragment's bytes can run into whatever lies behind it: only what is a digest is shown as one.
        let digest = entry.digest.or_else(|| row_digest.map(str::to_owned));
        entry.digest = digest.filter(|digest| digest.parse::<Digest>().is_ok());
        entry.places.push(place);
        self.fragments.push(Revision { entry, body: Some(body) });
    }

    /// Adds a masked copy: a place of the body that it was made from where that is there, else a revision whose digest
    /// nobody can verify.
    fn add_masked(&mut self, copy: Copy, place: RevisionPlace) {
        let is_original =
            |(key, other): &(&(i64, Digest), &mut Revision)| key.0 == copy.epoch && other.entry.digest == copy.digest;
        if copy.digest.is_some()
            && let Some((_, original)) = self.whole.iter_mut().find(is_original)
        {
            original.entry.places.push(place);
            return;
        }
        let mut entry = describe(copy.epoch, &Body::read(&copy.body), true, place.source);
        (entry.digest, entry.digest_valid) = (copy.digest, None);
        entry.places.push(place);
        let key = (copy.epoch, Digest::of_bytes(copy.body.bytes()));
        self.whole.insert(key, Revision { entry, body: Some(copy.body) });
    }

    fn into_revisions(self, requests: &[RequestEntry], file: &str) -> Vec<Revision> {
        let mut revisions: Vec<Revision> = self.whole.into_values().collect();
        // A piece of a body that is there whole says nothing new.
        for fragment in self.fragments {
            let known = |other: &Revision| {
                other.entry.epoch == fragment.entry.epoch
                    && other.entry.digest == fragment.entry.digest
                    && (other.entry.complete || other.entry.revision == fragment.entry.revision)
            };
            if !revisions.iter().any(known) {
                revisions.push(fragment);
            }
        }
        for request in requests.iter().filter(|request| request.kind == "checkpoint") {
            let mut named = false;
            for revision in revisions.iter_mut().filter(|revision| is_named_by(&revision.entry, request)) {
                revision.entry.receipt = true;
                named = true;
            }
            if !named {
                revisions.push(by_receipt(request, file));
            }
        }
        sort(&mut revisions);
        revisions
    }
}

/// Describes a body by what its JSON says.
fn describe(epoch: i64, body: &Body, whole: bool, source: RevisionSource) -> RevisionEntry {
    let text = |value: Option<continuity::json::Wtf8<'_>>| value.map(|text| text.to_string_lossy().into_owned());
    RevisionEntry {
        epoch,
        revision: body.field("revision").and_then(|value| value.as_f64()).map(Number),
        digest: text(body.stated_digest()),
        at: text(body.updated_at()),
        bytes: Some(body.stored_bytes() as u64),
        source,
        places: Vec::new(),
        complete: whole && body.digest_valid().is_some(),
        digest_valid: if whole { body.digest_valid() } else { None },
        receipt: false,
        deleted: false,
    }
}

/// Whether a receipt names this revision and digest.
fn is_named_by(entry: &RevisionEntry, request: &RequestEntry) -> bool {
    entry.epoch == request.epoch
        && entry.revision.map(|revision| revision.0) == request.revision.map(|revision| revision as f64)
        && entry.digest == request.digest
}

fn by_receipt(request: &RequestEntry, file: &str) -> Revision {
    let entry = RevisionEntry {
        epoch: request.epoch,
        revision: request.revision.map(|revision| Number(revision as f64)),
        digest: request.digest.clone(),
        at: Some(request.created_at.clone()),
        bytes: None,
        source: RevisionSource::Receipt,
        places: vec![row_place(RevisionSource::Receipt, file)],
        complete: false,
        digest_valid: None,
        receipt: true,
        deleted: false,
    };
    Revision { entry, body: None }
}

/// Adds what the pages of a store still hold. `backup` is the name of the file where it is a backup.
fn from_store(found: &mut Found, store: &Store, correlation: &str, backup: Option<&str>) {
    let main = file_name(store.path());
    let current_epoch = found.current_epoch;
    recover(store.image(), Some(correlation), |Recovered { row, whole, place }| {
        let source = match (backup, place.found_in) {
            (Some(_), _) => RevisionSource::Backup,
            (None, FoundIn::Row) if row.epoch == current_epoch => RevisionSource::Live,
            (None, FoundIn::Row) => RevisionSource::EarlierEpoch,
            (None, FoundIn::Log) => RevisionSource::Log,
            (None, FoundIn::LogLeftover) => RevisionSource::LogLeftover,
            (None, FoundIn::FreePage) => RevisionSource::FreePage,
            (None, FoundIn::PageSlack) => RevisionSource::PageSlack,
        };
        let suffix = match place.file {
            FileRole::Main => "",
            FileRole::Log => "-wal",
            FileRole::Journal => "-journal",
        };
        let place = RevisionPlace {
            source,
            file: format!("{}{suffix}", backup.unwrap_or(&main)),
            page: Some(place.page),
            offset: Some(place.offset),
            commit: place.commit,
        };
        found.add(row.epoch, Some(&row.digest), row.body, whole, place);
    });
}

/// Adds what only the rows know of: bodies whose correlation AGS did not make, delta bodies, bodies in request rows.
fn from_rows(found: &mut Found, loaded: &Loaded, task: &Task) {
    let file = file_name(&loaded.path);
    let store = loaded.store();
    let correlation = &task.row.correlation;
    let keys = task.epochs.iter().filter_map(|(number, epoch)| Some((*number, epoch.snapshot?)));
    for (epoch, key) in keys {
        let Ok(Some(row)) = store.snapshot(key) else { continue };
        let hash = Digest::of_bytes(row.body.bytes());
        if !found.whole.contains_key(&(epoch, hash)) {
            let source =
                if epoch == task.row.current_epoch { RevisionSource::Live } else { RevisionSource::EarlierEpoch };
            found.add(epoch, Some(&row.digest), row.body, true, row_place(source, &file));
        }
    }
    for row in store.deltas().0.into_iter().filter(|row| row.correlation == *correlation) {
        let place = row_place(RevisionSource::Delta, &file);
        found.add(row.epoch, Some(&row.checkpoint_digest), row.checkpoint, true, place);
    }
    for row in store.requests_of(correlation) {
        if let Some(legacy) = receipt::legacy_body(&row.result) {
            found.add(row.epoch, None, legacy.body, true, row_place(RevisionSource::Receipt, &file));
        }
    }
}

/// Adds the recorded copies.
fn from_history(found: &mut Found, recorded: Recorded, folder: &Path) {
    let file = recorded.file.strip_prefix(folder).unwrap_or(&recorded.file).display().to_string();
    for copy in recorded.copies {
        let place = row_place(RevisionSource::History, &file);
        if copy.masked {
            found.add_masked(copy, place);
        } else {
            found.add(copy.epoch, copy.digest.as_deref(), copy.body, true, place);
        }
    }
}

fn row_place(source: RevisionSource, file: &str) -> RevisionPlace {
    RevisionPlace { source, file: file.to_owned(), page: None, offset: None, commit: None }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
