//! Whose texts a delete is about: one body, an epoch's whole past, or a task.

use std::collections::HashSet;

use continuity::receipt::{self, Receipt};
use continuity::records::StoredBody;

use crate::read::Store;
use crate::recover::recover;

/// How much of a task a delete is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The bodies that rows of this epoch hold: the snapshot, a receiver's body, bodies in request rows.
    Rows(i64),
    /// Those, and every earlier revision of this epoch that can still be found in the files.
    Epoch(i64),
    /// The same of every epoch.
    Task,
}

/// Collects the bodies of a task within a scope, each once. Of an earlier revision that is cut off, what can be read is
/// a body too.
pub fn bodies_in(store: &Store, correlation: &str, scope: Scope) -> Vec<StoredBody> {
    let within = |epoch: i64| match scope {
        Scope::Rows(wanted) | Scope::Epoch(wanted) => epoch == wanted,
        Scope::Task => true,
    };
    let mut seen = HashSet::new();
    let mut bodies = Vec::new();
    let mut add = |body: StoredBody| {
        if !body.bytes().is_empty() && seen.insert(body.bytes().to_vec()) {
            bodies.push(body);
        }
    };
    store.each_snapshot(|_, row| {
        if row.correlation == correlation && within(row.epoch) {
            add(row.body);
        }
    });
    for row in store.deltas().0 {
        if row.correlation == correlation && within(row.epoch) {
            add(row.checkpoint);
        }
    }
    for row in store.requests_of(correlation) {
        // Whatever is no receipt is what a purge overwrites. An answer that wraps a body is taken whole.
        if within(row.epoch) && receipt::classify(&row.result) == Receipt::MayHoldBody {
            add(row.result);
        }
    }
    if !matches!(scope, Scope::Rows(_)) {
        recover(store.image(), Some(correlation), |found| {
            if within(found.row.epoch) {
                add(found.row.body);
            }
        });
    }
    bodies
}
