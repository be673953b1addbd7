//! The bodies that a store holds, or held a moment ago.

use std::collections::HashSet;

use continuity::Digest;
use continuity::records::{SnapshotRow, StoredBody};
use continuity::snapshot::Body;
use continuity_store::history::Key;
use continuity_store::read::{SnapshotKey, Store};
use continuity_store::recover::{LogMark, superseded};

use crate::loaded::Loaded;

/// A body that was not known.
pub(crate) struct Appeared {
    pub(crate) key: Key,
    /// What the body states; its row's where it does not say.
    pub(crate) revision: Option<f64>,
    /// What the body states.
    pub(crate) digest: Option<String>,
    /// Bytes of the body.
    pub(super) bytes: u64,
    held: Held,
}

/// Where a body that appeared can be had.
enum Held {
    Row(SnapshotKey),
    Here(StoredBody),
}

/// What a look at a store found.
#[derive(Default)]
pub(crate) struct Seen {
    /// Bodies that were not known: those that were replaced already first, then rows.
    pub(crate) new: Vec<Appeared>,
    /// Every body that was met.
    pub(crate) present: HashSet<Key>,
}

impl Appeared {
    /// Returns the body; `None` when its page is damaged.
    pub(super) fn body(&self, store: &Store) -> Option<StoredBody> {
        match &self.held {
            Held::Row(key) => store.snapshot(*key).ok().flatten().map(|row| row.body),
            Held::Here(body) => Some(body.clone()),
        }
    }
}

/// Looks at the bodies of all tasks and epochs: rows as they are, delta bodies, and committed states of the log since
/// `since` whose digest verifies. Of a body that is known nothing but the hash is computed. `None` when `go_on` ended it.
pub(crate) fn look(
    loaded: &Loaded,
    since: Option<LogMark>,
    is_known: impl Fn(&Key) -> bool,
    go_on: &dyn Fn() -> bool,
) -> Option<Seen> {
    let mut seen = Seen::default();
    let store = loaded.store();
    superseded(store.image(), since, |row| {
        if !go_on() || !may_be_recorded(loaded, &row) {
            return;
        }
        let key = key_of(&row.correlation, row.epoch, &row.body);
        if !is_known(&key) && !seen.present.contains(&key) {
            let body = Body::read(&row.body);
            if body.digest_valid() == Some(true) && is_newer_than_delete(loaded, &row, &body) {
                seen.new.push(describe(key.clone(), &body, row.revision, Held::Here(row.body)));
            }
        }
        seen.present.insert(key);
    });
    let mut row = |correlation: &str, epoch, revision, stored: StoredBody, held: Option<SnapshotKey>| {
        if !go_on() || loaded.task(correlation).is_none() {
            return;
        }
        let key = key_of(correlation, epoch, &stored);
        if seen.present.insert(key.clone()) && !is_known(&key) {
            let body = Body::read(&stored);
            seen.new.push(describe(key, &body, revision, held.map_or(Held::Here(stored), Held::Row)));
        }
    };
    store.each_snapshot(|key, found| row(&found.correlation, found.epoch, found.revision, found.body, Some(key)));
    for delta in store.deltas().0 {
        row(&delta.correlation, delta.epoch, 0, delta.checkpoint, None);
    }
    go_on().then_some(seen)
}

fn key_of(task: &str, epoch: i64, body: &StoredBody) -> Key {
    let blob = matches!(body, StoredBody::Blob(_));
    Key { task: task.to_owned(), epoch, blob, hash: *Digest::of_bytes(body.bytes()).as_bytes() }
}

fn describe(key: Key, body: &Body, column: i64, held: Held) -> Appeared {
    let stated = body.field("revision").and_then(|value| value.as_f64());
    let column = Some(column as f64).filter(|column| *column > 0.0);
    let digest = body.stated_digest().map(|digest| digest.to_string_lossy().into_owned());
    Appeared { key, revision: stated.or(column), digest, bytes: body.stored_bytes() as u64, held }
}

/// A row that was replaced is recorded while its task is there.
fn may_be_recorded(loaded: &Loaded, row: &SnapshotRow) -> bool {
    loaded.task(&row.correlation).is_some()
}

/// Whether a row that was replaced came after the last delete in its epoch: what a delete took must not come back out of
/// the log. In schema 1 revisions begin again after a delete; then those that are numbered like the deleted ones are
/// left out.
fn is_newer_than_delete(loaded: &Loaded, row: &SnapshotRow, body: &Body) -> bool {
    let epoch = loaded.task(&row.correlation).and_then(|task| task.epoch(row.epoch));
    let Some(deleted) = epoch.and_then(|epoch| epoch.tombstone.as_ref()) else { return true };
    let later = body.updated_at().is_some_and(|at| *at.to_string_lossy() > *deleted.purged_at);
    later && body.revision().is_some_and(|revision| revision > deleted.revision)
}
