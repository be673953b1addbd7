//! The two actions as a caller puts them together: rows in, rules, row changes out.

use std::path::Path;
use std::time::Duration;

use continuity::SigningSecret;
use continuity::transition::{self, PurgeRequest, PurgeState, Refusal, Seen};
use continuity_store::StoreError;
use continuity_store::write::{Transaction, transact};

/// What an action answers when it writes nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    Store(StoreError),
    Rule(Refusal),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Failure {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Store(error) => error.code(),
            Self::Rule(refusal) => refusal.code(),
        }
    }
}

/// A short wait: what holds a lock in these tests holds it for longer than any wait.
pub(crate) const WAIT: Duration = Duration::from_millis(300);

pub(crate) fn suppress(path: &Path, task: &str, epoch: i64, now: &str) -> Result<bool, Failure> {
    flag(path, task, |row| transition::suppress(row, epoch, now))
}

pub(crate) fn allow(path: &Path, task: &str, epoch: i64, now: &str) -> Result<bool, Failure> {
    flag(path, task, |row| transition::allow(row, epoch, now))
}

fn flag(
    path: &Path,
    task: &str,
    judge: impl Fn(Option<&continuity::records::TaskRow>) -> Result<transition::Suppression, Refusal>,
) -> Result<bool, Failure> {
    transact(path, WAIT, |rows| {
        let row = rows.task(task)?;
        let done = judge(row.as_ref()).map_err(Failure::Rule)?;
        Ok((done.changes.clone(), done.changed()))
    })
}

pub(crate) fn purge(path: &Path, task: &str, seen: &Seen, id: &str, now: &str) -> Result<String, Failure> {
    transact(path, WAIT, |rows| purge_within(rows, task, seen, id, now))
}

pub(crate) fn purge_within(
    rows: &Transaction<'_>,
    task: &str,
    seen: &Seen,
    id: &str,
    now: &str,
) -> Result<(Vec<transition::RowChange>, String), Failure> {
    let secret = SigningSecret::new(rows.signing_secret()?.unwrap());
    let (row, snapshot) = (rows.task(task)?, rows.snapshot(task, seen.epoch)?);
    let (tombstone, delta) = (rows.tombstone(task, seen.epoch)?, rows.delta(task, seen.epoch)?);
    let requests = rows.requests(task, seen.epoch)?;
    let state = PurgeState {
        task: row.as_ref(),
        snapshot: snapshot.as_ref(),
        tombstone: tombstone.as_ref(),
        requests: &requests,
        delta: delta.as_ref(),
        schema_version: rows.identity().schema_version,
    };
    let done = transition::purge(&state, seen, &PurgeRequest::new(id, &secret), now).map_err(Failure::Rule)?;
    Ok((done.changes, done.answer.tombstone_digest))
}

/// The body of an epoch at a revision, its digest not named.
pub(crate) fn seen(epoch: i64, revision: i64) -> Seen {
    Seen { epoch, revision, digest: None }
}
