//! What was found of one task so far: bodies that are the same joined, fragments beside them.

use std::collections::{HashMap, HashSet};

use continuity::Digest;
use continuity::records::StoredBody;
use continuity::snapshot::Body;
use continuity_store::history::Copy;
use continuity_store::recover::{Piece, Recovered};
use wire::Number;
use wire::revisions::{RevisionEntry, RevisionPlace, RevisionSource};
use wire::tasks::RequestEntry;

use super::Revision;
use super::order::sort;

/// Most places that one revision lists; a page that is written often stands in the log hundreds of times.
const MOST_PLACES: usize = 50;

/// A body with what is known of it beside.
pub(super) struct Candidate {
    pub(super) epoch: i64,
    /// The digest in the row's column.
    pub(super) row_digest: Option<String>,
    pub(super) stored: StoredBody,
    /// The same, as it was read.
    pub(super) read: Body,
    /// Whether all of it is there.
    pub(super) whole: bool,
}

impl Candidate {
    /// Takes a row that was found in the pages.
    pub(super) fn of(found: Recovered) -> Self {
        let whole = found.whole;
        let (row, read) = found.into_read();
        Self { epoch: row.epoch, row_digest: Some(row.digest), stored: row.body, read, whole }
    }
}

/// Names a revision among those found.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Whole(i64, Digest),
    /// Epoch, and position among the fragments.
    Fragment(i64, usize),
}

impl Slot {
    /// Returns the epoch.
    pub(super) fn epoch(self) -> i64 {
        match self {
            Self::Whole(epoch, _) | Self::Fragment(epoch, _) => epoch,
        }
    }
}

/// What was found so far.
pub(super) struct FoundBodies {
    /// Whole bodies by epoch and the hash of their bytes.
    whole: HashMap<(i64, Digest), Revision>,
    /// Rows that are cut off.
    fragments: Vec<Revision>,
    /// Pieces without a row.
    pieces: Vec<Revision>,
    /// Epochs whose stored row was found.
    rows: HashSet<i64>,
    /// Whether the bodies are kept, and not only what is said of them.
    keeps: bool,
}

impl FoundBodies {
    /// Begins with nothing. `keeps` says whether the bodies are wanted.
    pub(super) fn new(keeps: bool) -> Self {
        Self { whole: HashMap::new(), fragments: Vec::new(), pieces: Vec::new(), rows: HashSet::new(), keeps }
    }

    /// Whether the stored row of an epoch was found.
    pub(super) fn has_row(&self, epoch: i64) -> bool {
        self.rows.contains(&epoch)
    }

    /// Adds a body at a place. One that is cut off, or that does not verify where nothing vouches for it, is a fragment.
    pub(super) fn add(&mut self, body: Candidate, place: RevisionPlace) -> Slot {
        let Candidate { epoch, row_digest, stored, read, whole } = body;
        let hash = Digest::of_bytes(stored.bytes());
        let kept = self.keeps.then_some(stored);
        if whole && (is_vouched_for(place.source) || read.digest_valid() == Some(true)) {
            if matches!(place.source, RevisionSource::Live | RevisionSource::EarlierEpoch) {
                self.rows.insert(epoch);
            }
            let slot = Slot::Whole(epoch, hash);
            let entry = || Revision { entry: describe(epoch, &read, true, place.source), body: kept };
            self.whole.entry((epoch, hash)).or_insert_with(entry);
            self.again(slot, place);
            return slot;
        }
        let mut entry = describe(epoch, &read, false, place.source);
        // A fragment's bytes can run into whatever lies behind it: only what is a digest is shown as one.
        let digest = entry.digest.or(row_digest);
        entry.digest = digest.filter(|digest| digest.parse::<Digest>().is_ok());
        entry.places.push(place);
        self.fragments.push(Revision { entry, body: kept });
        Slot::Fragment(epoch, self.fragments.len() - 1)
    }

    /// Adds a place of a body.
    pub(super) fn again(&mut self, slot: Slot, place: RevisionPlace) {
        let revision = match slot {
            Slot::Whole(epoch, hash) => self.whole.get_mut(&(epoch, hash)),
            Slot::Fragment(_, at) => self.fragments.get_mut(at),
        };
        let Some(Revision { entry, .. }) = revision else { return };
        entry.source = entry.source.min(place.source);
        if entry.places.len() < MOST_PLACES && !entry.places.contains(&place) {
            entry.places.push(place);
        }
    }

    /// Adds a piece of a body without a row, unless all of its text is in a body that is there whole.
    pub(super) fn add_piece(&mut self, piece: Piece, places: Vec<RevisionPlace>) {
        let Some(source) = places.iter().map(|place| place.source).min().filter(|_| !piece.in_whole) else { return };
        let entry = RevisionEntry {
            epoch: piece.epoch.unwrap_or(0),
            revision: piece.revision.map(|revision| Number(revision as f64)),
            digest: piece.digest.filter(|digest| digest.parse::<Digest>().is_ok()),
            at: None,
            bytes: Some(piece.bytes.len() as u64),
            source,
            places,
            complete: false,
            digest_valid: None,
            receipt: false,
            deleted: false,
        };
        self.pieces.push(Revision { entry, body: self.keeps.then_some(StoredBody::Text(piece.bytes)) });
    }

    /// Adds a masked copy: a place of the body that it was made from where that is there, else a revision whose digest
    /// nobody can verify.
    pub(super) fn add_masked(&mut self, copy: Copy, place: RevisionPlace) {
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
        self.whole.insert(key, Revision { entry, body: self.keeps.then_some(copy.body) });
    }

    /// Returns everything, newest first, with what only a receipt knows of.
    pub(super) fn into_revisions(self, requests: &[RequestEntry], file: &str) -> Vec<Revision> {
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
        revisions.extend(self.pieces);
        sort(&mut revisions);
        revisions
    }
}

/// Whether a source is a row of the newest state.
pub(super) fn is_row(source: RevisionSource) -> bool {
    matches!(source, RevisionSource::Live | RevisionSource::EarlierEpoch | RevisionSource::Delta)
}

/// Whether a body from this source is what was stored, whatever its digest says.
fn is_vouched_for(source: RevisionSource) -> bool {
    is_row(source) || source == RevisionSource::History
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

/// A place that is a row, wherever its page is.
pub(super) fn row_place(source: RevisionSource, file: &str) -> RevisionPlace {
    RevisionPlace { source, file: file.to_owned(), page: None, offset: None, commit: None }
}
