//! Older revisions that erasing takes away for good: log and unused pages belong to all tasks.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;

use continuity::Digest;
use continuity_store::read::Store;
use continuity_store::recover::{FoundIn, Recovered, recover};
use serde_json::json;
use wire::actions::{LostRevision, LostRevisions};
use wire::commands::{Exported, PurgePlanName};
use wire::revisions::RevisionSource;
use wire::{ErrorBody, Number};

use crate::export_target::{self, Existing};
use crate::inspector::Inspector;
use crate::{failure, own_files};

/// Most revisions that are listed.
const MOST: usize = 200;

/// Finds the revisions that would be lost. `named` are the tasks whose past is meant to go, `deleted` the digests of the
/// bodies that are deleted: their other copies are no loss.
pub(crate) fn find(store: &Store, named: &HashSet<&str>, deleted: &HashSet<Digest>) -> LostRevisions {
    let mut lost = LostRevisions::default();
    let mut tasks = HashSet::new();
    each(store, deleted, |recovered, _| {
        let row = &recovered.row;
        let body = recovered.body();
        lost.revisions += 1;
        lost.bytes += row.body.bytes().len() as u64;
        lost.of_other_tasks += u64::from(!named.contains(row.correlation.as_str()));
        tasks.insert(row.correlation.clone());
        if lost.entries.len() < MOST {
            lost.entries.push(LostRevision {
                task_correlation: row.correlation.clone(),
                epoch: row.epoch,
                revision: body.field("revision").and_then(|value| value.as_f64()).map(Number),
                digest: body.stated_digest().map(|digest| digest.to_string_lossy().into_owned()),
                source: source(recovered.place.found_in),
                bytes: row.body.bytes().len() as u64,
            });
        }
    });
    lost.tasks = tasks.len() as u64;
    lost
}

/// Calls `each` once for every whole body that no row holds and that is not among `deleted`.
fn each(store: &Store, deleted: &HashSet<Digest>, mut each: impl FnMut(&Recovered, Digest)) {
    let mut stored: HashSet<Digest> = deleted.clone();
    store.each_snapshot(|_, row| _ = stored.insert(Digest::of_bytes(row.body.bytes())));
    let mut seen: HashMap<Digest, ()> = HashMap::new();
    recover(store.image(), None, |recovered| {
        if recovered.place.found_in == FoundIn::Row || !recovered.whole {
            return;
        }
        let digest = Digest::of_bytes(recovered.row.body.bytes());
        if stored.contains(&digest) || seen.contains_key(&digest) {
            return;
        }
        // A body whose digest does not verify could be two halves of different ones.
        if recovered.body().digest_valid() == Some(true) {
            seen.insert(digest, ());
            each(&recovered, digest);
        }
    });
}

fn source(found_in: FoundIn) -> RevisionSource {
    match found_in {
        FoundIn::Row => RevisionSource::Live,
        FoundIn::Log => RevisionSource::Log,
        FoundIn::LogLeftover => RevisionSource::LogLeftover,
        FoundIn::FreePage => RevisionSource::FreePage,
        FoundIn::PageSlack => RevisionSource::PageSlack,
    }
}

impl Inspector {
    /// Writes every revision that a plan calls lost to a file, readable by its owner only: one JSON line for each, with
    /// the body as text. The file holds what was stored in plain text.
    ///
    /// # Errors
    /// `changed-since-read` when the plan is not the newest; when the store cannot be read; `protected-file` when the file
    /// belongs to the store or to this program; `file-exists`; `io-error`.
    pub fn export_lost(&self, request: PurgePlanName, to: &Path, existing: Existing) -> Result<Exported, ErrorBody> {
        if let Ok(plan) = self.planned_redaction(&request.plan) {
            return self.export_lost_of(&plan.path, &plan.replaced, to, existing);
        }
        let plan = self.planned(&request.plan)?;
        self.export_lost_of(&plan.path, &plan.deleted, to, existing)
    }

    /// As [`Inspector::export_lost`], for a store of which everything that is left over goes.
    ///
    /// # Errors
    /// As [`Inspector::export_lost`].
    pub fn export_leftovers(&self, store: &Path, to: &Path, existing: Existing) -> Result<Exported, ErrorBody> {
        self.export_lost_of(store, &HashSet::new(), to, existing)
    }

    fn export_lost_of(
        &self,
        store: &Path,
        deleted: &HashSet<Digest>,
        to: &Path,
        existing: Existing,
    ) -> Result<Exported, ErrorBody> {
        let loaded = self.load(store)?;
        let to = &self.absolute(to);
        export_target::check(self, &loaded.path, to, existing)?;
        let write = |file: &mut dyn Write| {
            let mut result = Ok(());
            each(&loaded.store(), deleted, |recovered, _| {
                if result.is_ok() {
                    result = line(file, recovered);
                }
            });
            result
        };
        let bytes = own_files::replace_with(to, write).map_err(|error| {
            let message = format!("The file cannot be written: {error}.");
            failure::error("io-error", message, Some("Choose another folder."))
        })?;
        Ok(Exported { path: to.display().to_string(), bytes })
    }
}

fn line(file: &mut dyn Write, recovered: &Recovered) -> std::io::Result<()> {
    let row = &recovered.row;
    // Text that is no UTF-8 is kept too: as the hexadecimal digits of its bytes.
    let text = std::str::from_utf8(row.body.bytes()).ok();
    let hex = || row.body.bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let line = json!({
        "taskCorrelation": row.correlation,
        "epoch": row.epoch,
        "revision": row.revision,
        "snapshotDigest": row.digest,
        "updatedAt": row.updated_at,
        "source": source(recovered.place.found_in),
        "snapshotJson": text,
        "snapshotHex": text.is_none().then(hex),
    });
    writeln!(file, "{line}")
}
