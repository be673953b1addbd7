//! Recording what appeared in a store.

use std::path::Path;
use std::sync::Arc;

use continuity_store::history::{Change, HistoryError, HistoryFile, NewCopy};
use continuity_store::recover::LogMark;
use wire::ErrorBody;
use wire::history::HistorySettings;

use super::appeared::{Appeared, look};
use super::memory::Noted;
use super::{failed, names, no_folder, settings};
use crate::clock;
use crate::inspector::Inspector;
use crate::loaded::{Loaded, Stamps};
use crate::lock::lock;
use crate::masking;

/// Most bytes of bodies that are written in one transaction: others wait for no more than that.
const BYTES_AT_ONCE: usize = 8 << 20;
/// Most bodies that are written in one transaction.
const BODIES_AT_ONCE: usize = 2_000;
/// Longest body that is recorded: SQLite holds no value much longer.
const LONGEST: u64 = 512 << 20;

/// Why something was not recorded.
enum NotRecorded {
    /// The store cannot be read. It says so itself wherever it is shown.
    Store(ErrorBody),
    /// The history cannot be written.
    History(HistoryError),
}

impl From<HistoryError> for NotRecorded {
    fn from(error: HistoryError) -> Self {
        Self::History(error)
    }
}

impl Inspector {
    /// Records every body that a store holds and that was not recorded before, while recording is on: rows of all tasks
    /// and epochs, delta bodies, and revisions that were replaced already but that the log still holds as committed.
    /// Then, whether it is on or off, removes copies that are too old or too many. Returns how many bodies were recorded;
    /// of the demonstration store, none.
    ///
    /// # Errors
    /// When the store cannot be read, or the history cannot be written; the latter is kept as
    /// [`Inspector::history_problem`] too.
    pub fn record_new(&self, store: &Path) -> Result<u64, ErrorBody> {
        self.record_while(store, &|| true)
    }

    /// As [`Inspector::record_new`]; stops early when `go_on` says so.
    pub(crate) fn record_while(&self, store: &Path, go_on: &dyn Fn() -> bool) -> Result<u64, ErrorBody> {
        let store = self.absolute(store);
        if self.is_demo(&store) {
            return Ok(0);
        }
        let settings = settings::load(&self.environment)
            .inspect_err(|error| self.memory.of::<Noted>().note(Some(error.clone())))?;
        let Some(file) = self.history_file() else {
            return if settings.record { Err(no_folder()) } else { Ok(0) };
        };
        let keeping = Keeping { inspector: self, file: &file, keep_from: self.keep_from(&settings), settings };
        let done = if keeping.settings.record {
            keeping.record(&store, go_on)
        } else {
            keeping.prune_where_over().map(|()| 0).map_err(NotRecorded::from)
        };
        match done {
            Ok(recorded) => {
                self.memory.of::<Noted>().note(None);
                Ok(recorded)
            }
            Err(NotRecorded::Store(error)) => Err(error),
            Err(NotRecorded::History(error)) => {
                let problem = failed(&error, &file);
                self.memory.of::<Noted>().note(Some(problem.clone()));
                Err(problem)
            }
        }
    }
}

/// The history with what the settings allow to be kept in it.
struct Keeping<'k> {
    inspector: &'k Inspector,
    file: &'k HistoryFile,
    settings: HistorySettings,
    /// Copies from before are too old.
    keep_from: String,
}

impl Keeping<'_> {
    fn record(&self, path: &Path, go_on: &dyn Fn() -> bool) -> Result<u64, NotRecorded> {
        // One at a time: two that look at the same store would both find the same to be new.
        let mut looked = lock(&self.inspector.memory.of::<Noted>().looked);
        let loaded = self.inspector.load(path).map_err(NotRecorded::Store)?;
        let name = names(path).swap_remove(0);
        let recorded = self.file.look(|history| history.recorded(&name))?.unwrap_or_default();
        let since = looked.get(path).copied();
        let seen = look(&loaded, since.flatten(), |key| recorded.contains_key(key), go_on);
        let Some(mut seen) = seen else { return Ok(0) };
        // What would not fit if it were alone would only push everything else out.
        seen.new.retain(|new| new.bytes <= self.settings.keep_bytes.min(LONGEST));
        let Some(added) = self.add(&name, &loaded, &seen.new, go_on)? else { return Ok(0) };
        // Only a look at the whole log can say that a removed body is not held any more.
        if since.is_none() && recorded.iter().any(|(key, kept)| !kept && !seen.present.contains(key)) {
            self.change(|change| change.forget_removed(&name, |key| seen.present.contains(key)))?;
        }
        self.prune_where_over()?;
        looked.insert(path.to_owned(), LogMark::of(loaded.store().image()));
        Ok(added)
    }

    /// Adds copies of bodies, some at a time. Returns how many were added; `None` when `go_on` ended it.
    fn add(
        &self,
        name: &[u8],
        loaded: &Loaded,
        new: &[Appeared],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<u64>, NotRecorded> {
        let mut added = 0;
        let mut rest = new;
        while !rest.is_empty() {
            if !go_on() {
                return Ok(None);
            }
            let (copies, after) = self.next_copies(loaded, rest);
            rest = after;
            added += self.change(|change| -> Result<u64, NotRecorded> {
                let now = self.moved_since(loaded)?;
                let mut added = 0;
                for copy in copies.iter().filter(|copy| now.as_ref().is_none_or(|now| holds(loaded, now, copy))) {
                    added += u64::from(change.add(name, copy)?);
                }
                self.prune(change)?;
                Ok(added)
            })?;
        }
        Ok(Some(added))
    }

    /// Reads as many of the bodies as one transaction takes; returns the others too.
    fn next_copies<'n>(&self, loaded: &Loaded, new: &'n [Appeared]) -> (Vec<NewCopy>, &'n [Appeared]) {
        let recorded_at = clock::iso(clock::now(&self.inspector.environment));
        let store = loaded.store();
        let mut copies = Vec::new();
        let mut bytes = 0;
        let mut rest = new;
        while let [first, others @ ..] = rest
            && bytes < BYTES_AT_ONCE
            && copies.len() < BODIES_AT_ONCE
        {
            rest = others;
            let Some(body) = first.body(&store) else { continue };
            // A secret that is taken out of the store must not live on in a copy.
            let (body, masked) = masking::body(&body).map_or((body, false), |masked| (masked, true));
            bytes += body.bytes().len();
            copies.push(NewCopy {
                key: first.key.clone(),
                revision: first.revision,
                digest: first.digest.clone(),
                body,
                masked,
                recorded_at: recorded_at.clone(),
            });
        }
        (copies, rest)
    }

    /// Returns the store as it is now, when it is not as it was. Asked inside the transaction: a delete empties the
    /// history after it committed to the store, so either it is seen here or it waits for this transaction.
    fn moved_since(&self, loaded: &Loaded) -> Result<Option<Arc<Loaded>>, NotRecorded> {
        let now = Stamps::of(&loaded.path, &loaded.ledger_path);
        if now.is_ok_and(|now| now == loaded.stamps) {
            return Ok(None);
        }
        self.inspector.load(&loaded.path).map(Some).map_err(NotRecorded::Store)
    }

    fn prune(&self, change: &Change<'_>) -> Result<u64, HistoryError> {
        change.prune(&self.keep_from, self.settings.keep_bytes)
    }

    /// Removes what is too old or too much; writes nothing where there is no such thing.
    fn prune_where_over(&self) -> Result<(), HistoryError> {
        match self.file.look(|history| history.is_over(&self.keep_from, self.settings.keep_bytes))? {
            Some(true) => self.change(|change| self.prune(change)).map(drop),
            _ => Ok(()),
        }
    }

    fn change<T, E: From<HistoryError>>(&self, change: impl FnOnce(&Change<'_>) -> Result<T, E>) -> Result<T, E> {
        let changed = self.file.change(change);
        self.inspector.memory.of::<Noted>().changed();
        changed
    }
}

/// Whether no delete came between two states of a store, as far as a copy is concerned.
fn holds(before: &Loaded, now: &Loaded, copy: &NewCopy) -> bool {
    let tombstone = |loaded: &Loaded| {
        let epoch = loaded.task(&copy.key.task).and_then(|task| task.epoch(copy.key.epoch));
        epoch.and_then(|epoch| epoch.tombstone.clone())
    };
    now.task(&copy.key.task).is_some() && tombstone(before) == tombstone(now)
}
