//! A store as it was read: rows without their bodies, a verdict for every task, and the pages to read bodies from.

mod facts;
mod listing;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use continuity::card::{self, CardOutcome};
use continuity::records::{TaskRow, TombstoneRow};
use continuity_store::StoreError;
use continuity_store::read::{Ledger, SnapshotKey, Store};
use jiff::Timestamp;
use sqlite_pages::Stamp;
use wire::tasks::{Damage, TaskTotals};

pub(crate) use facts::{CurrentBody, StoreFacts, judge};
pub(crate) use listing::Listed;
pub(crate) use listing::{card_title, standing};

/// Name of the workflow ledger among the damage of a store.
const LEDGER: &str = "workflows";

/// A store and its ledger, read once. Bodies are read again from the same pages when somebody asks for one.
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) tasks: Vec<Task>,
    /// Index into `tasks` by correlation.
    pub(crate) by_name: HashMap<String, usize>,
    /// One entry for each task, newest change first.
    pub(crate) listing: Vec<Listed>,
    pub(crate) totals: TaskTotals,
    pub(crate) damage: Vec<Damage>,
    pub(crate) read_at: Timestamp,
    /// Number of this state; grows with each state read from the same path.
    pub(crate) state: u64,
    pub(crate) stamps: Stamps,
    pub(crate) ledger_path: PathBuf,
    store: Mutex<Store>,
    ledger: Option<Mutex<Ledger>>,
}

/// Fingerprints of the store and of its ledger. The ledger's is `None` while there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamps {
    pub(crate) store: Stamp,
    pub(crate) ledger: Option<Stamp>,
}

impl Stamps {
    /// Takes both fingerprints now.
    pub(crate) fn of(store: &Path, ledger: &Path) -> Result<Self, StoreError> {
        Ok(Self { store: continuity_store::read::stamp(store)?, ledger: continuity_store::read::stamp(ledger).ok() })
    }
}

/// A task row with what is known of its epochs.
pub(crate) struct Task {
    pub(crate) row: TaskRow,
    /// By epoch number.
    pub(crate) epochs: BTreeMap<i64, Epoch>,
}

/// What an epoch of a task holds.
pub(crate) struct Epoch {
    pub(crate) snapshot: Option<SnapshotKey>,
    pub(crate) tombstone: Option<TombstoneRow>,
    /// Whether the epoch has a delta row (schema 3).
    pub(crate) has_delta: bool,
}

impl Task {
    /// Returns the epoch, made where it is not there yet.
    fn epoch_mut(&mut self, number: i64) -> &mut Epoch {
        self.epochs.entry(number).or_insert(Epoch { snapshot: None, tombstone: None, has_delta: false })
    }

    /// Returns the epoch, or `None` when nothing of it is stored.
    pub(crate) fn epoch(&self, number: i64) -> Option<&Epoch> {
        self.epochs.get(&number)
    }

    /// Returns the epoch that restore looks at.
    pub(crate) fn current(&self) -> Option<&Epoch> {
        self.epoch(self.row.current_epoch)
    }
}

impl Loaded {
    /// Reads the store at `path` and the ledger at `ledger_path`, where there is one.
    ///
    /// # Errors
    /// When the store cannot be read; a ledger that cannot be read is damage.
    pub(crate) fn read(path: &Path, ledger_path: &Path, state: u64, now: Timestamp) -> Result<Self, StoreError> {
        let store = Store::read(path)?;
        let (rows, row_damage) = store.tasks()?;
        let mut damage: Vec<Damage> = row_damage.iter().map(damage_entry).collect();
        let (ledger, ledger_damage) = open_ledger(&store, ledger_path);
        damage.extend(ledger_damage);
        let mut loaded = Self {
            path: path.to_owned(),
            by_name: rows.iter().enumerate().map(|(at, row)| (row.correlation.clone(), at)).collect(),
            tasks: rows.into_iter().map(|row| Task { row, epochs: BTreeMap::new() }).collect(),
            listing: Vec::new(),
            totals: TaskTotals::default(),
            damage,
            read_at: now,
            state,
            stamps: Stamps {
                store: store.stamp().clone(),
                ledger: ledger.as_ref().map(|ledger| ledger.stamp().clone()),
            },
            ledger_path: ledger_path.to_owned(),
            store: Mutex::new(store),
            ledger: ledger.map(Mutex::new),
        };
        listing::fill(&mut loaded);
        Ok(loaded)
    }

    /// Returns the store, for reading rows and bodies.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the task, or `None`.
    pub(crate) fn task(&self, correlation: &str) -> Option<&Task> {
        self.by_name.get(correlation).and_then(|at| self.tasks.get(*at))
    }

    /// Returns what the ledger holds for the task. A row that cannot be read counts as no row.
    pub(crate) fn card(&self, task: &TaskRow) -> CardOutcome {
        let (Some(ledger), Some(root_id)) = (&self.ledger, task.root_id.as_deref()) else {
            return card::resolve(task, None, None);
        };
        let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let root = ledger.root(root_id).ok().flatten();
        let run = ledger.last_run(root_id).ok().flatten();
        card::resolve(task, root.as_ref(), run.as_ref())
    }

    /// Returns what verdicts depend on beside the task.
    pub(crate) fn facts(&self) -> StoreFacts {
        let is_unreadable = |damage: &Damage| damage.table == "continuity_snapshots" && damage.reason != "wrong-type";
        StoreFacts {
            schema_version: self.store().identity().schema_version,
            bodies_unreadable: self.damage.iter().any(is_unreadable),
            ledger_unreadable: self.damage.iter().any(|damage| damage.table == LEDGER),
        }
    }

    /// Whether a ledger was read.
    pub(crate) fn has_ledger(&self) -> bool {
        self.ledger.is_some()
    }
}

fn open_ledger(store: &Store, path: &Path) -> (Option<Ledger>, Option<Damage>) {
    let opened = if store.identity().shared_file && store.identity().has("convergence_roots") {
        Ledger::in_shared_file(store.image().clone())
    } else {
        Ledger::read(path)
    };
    match opened {
        Ok(ledger) => (Some(ledger), None),
        Err(error) if error.code() == "missing" => (None, None),
        Err(error) => {
            let damage = Damage { table: LEDGER.into(), reason: error.code().into(), count: None };
            (None, Some(damage))
        }
    }
}

/// Damage of a table, as it crosses our edges.
fn damage_entry(damage: &continuity_store::read::Damage) -> Damage {
    Damage { table: damage.table.into(), reason: damage.reason.into(), count: damage.count }
}
