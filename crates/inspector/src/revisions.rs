//! Revisions of a task that its rows know of: stored bodies, delta bodies, and what receipts remember.

use wire::Number;
use wire::revisions::{RevisionEntry, RevisionPlace, RevisionSource};
use wire::tasks::{EpochEntry, RequestEntry};

use crate::entry::Described;
use crate::loaded::{Loaded, Task};

/// Lists the revisions of all epochs, newest first. A receipt whose body is gone is an entry of its own.
pub(crate) fn known(loaded: &Loaded, task: &Task, described: &Described) -> Vec<RevisionEntry> {
    let file = loaded.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut entries = Vec::new();
    for epoch in &described.entry.epochs {
        entries.extend(stored(epoch, &file, &described.requests));
        entries.extend(delta(task, epoch, &file));
    }
    for request in described.requests.iter().filter(|request| request.kind == "checkpoint") {
        let has_body = entries.iter().any(|entry| is_named_by(entry, request));
        if !has_body {
            entries.push(by_receipt(request, &file));
        }
    }
    let key = |entry: &RevisionEntry| (entry.epoch, entry.revision.map_or(0.0, |revision| revision.0));
    entries.sort_by(|a, b| {
        let ((a_epoch, a_revision), (b_epoch, b_revision)) = (key(a), key(b));
        b_epoch.cmp(&a_epoch).then(b_revision.total_cmp(&a_revision)).then(a.source.cmp(&b.source))
    });
    entries
}

/// Whether a receipt names this revision and digest.
fn is_named_by(entry: &RevisionEntry, request: &RequestEntry) -> bool {
    request.kind == "checkpoint"
        && entry.epoch == request.epoch
        && entry.revision.map(|revision| revision.0) == request.revision.map(|revision| revision as f64)
        && entry.digest == request.digest
}

fn stored(epoch: &EpochEntry, file: &str, requests: &[RequestEntry]) -> Option<RevisionEntry> {
    let snapshot = epoch.snapshot.as_ref()?;
    let source = if epoch.current { RevisionSource::Live } else { RevisionSource::EarlierEpoch };
    let mut entry = RevisionEntry {
        epoch: epoch.epoch,
        revision: snapshot.revision,
        digest: snapshot.digest.clone(),
        at: snapshot.updated_at.clone(),
        bytes: Some(snapshot.bytes),
        source,
        places: vec![place(source, file)],
        complete: snapshot.digest_valid.is_some(),
        digest_valid: snapshot.digest_valid,
        receipt: false,
    };
    entry.receipt = requests.iter().any(|request| is_named_by(&entry, request));
    Some(entry)
}

fn delta(task: &Task, epoch: &EpochEntry, file: &str) -> Option<RevisionEntry> {
    let delta = task.epoch(epoch.epoch)?.delta.as_ref()?;
    Some(RevisionEntry {
        epoch: epoch.epoch,
        revision: delta.revision.map(Number),
        digest: Some(delta.digest.clone()),
        at: None,
        bytes: Some(delta.bytes),
        source: RevisionSource::Delta,
        places: vec![place(RevisionSource::Delta, file)],
        complete: delta.digest_valid.is_some(),
        digest_valid: delta.digest_valid,
        receipt: false,
    })
}

fn by_receipt(request: &RequestEntry, file: &str) -> RevisionEntry {
    RevisionEntry {
        epoch: request.epoch,
        revision: request.revision.map(|revision| Number(revision as f64)),
        digest: request.digest.clone(),
        at: Some(request.created_at.clone()),
        bytes: None,
        source: RevisionSource::Receipt,
        places: vec![place(RevisionSource::Receipt, file)],
        complete: false,
        digest_valid: None,
        receipt: true,
    }
}

fn place(source: RevisionSource, file: &str) -> RevisionPlace {
    RevisionPlace { source, file: file.to_owned(), page: None, offset: None, commit: None }
}
