//! Rows of the continuity tables, read so that one damaged page or row does not hide the others.

use continuity::records::{DeltaRow, Pending, RequestRow, SnapshotRow, TaskRow, TombstoneRow};
use rusqlite::{OptionalExtension, Row};

use super::Store;
use super::values::{body, integer, lossy, optional};
use crate::error::StoreError;

/// What of a table could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Table name.
    pub table: &'static str,
    /// `unreadable-page`, `unreadable-row`, `wrong-type`, `missing-column`, or `missing-table`.
    pub reason: &'static str,
    /// Number of rows, where it can be counted.
    pub count: Option<u64>,
}

/// Names one snapshot row of one [`Store`]: its row id, which stays the same for as long as the store lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SnapshotKey(i64);

/// Most rounds of one scan; each begins behind damage that stopped the one before.
const MOST_ROUNDS: usize = 10_000;

/// A table's queries by row id. They avoid indexes: a damaged index must not hide rows.
struct Scan {
    table: &'static str,
    /// Rows from a row id on, ascending.
    forwards: &'static str,
    /// The first row id from a row id on, without touching the row's other columns.
    next: &'static str,
}

macro_rules! scan {
    ($table:literal, $columns:literal) => {
        Scan {
            table: $table,
            forwards: concat!(
                "SELECT rowid, ",
                $columns,
                " FROM ",
                $table,
                " NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid"
            ),
            next: concat!("SELECT rowid FROM ", $table, " NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid LIMIT 1"),
        }
    };
}

const TASKS: Scan = scan!(
    "continuity_tasks",
    "task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision, pending_source, \
     pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at"
);
const SNAPSHOTS: Scan =
    scan!("continuity_snapshots", "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at");
const REQUESTS: Scan =
    scan!("continuity_requests", "task_correlation, epoch, request_hash, command_digest, result_json, created_at");
const TOMBSTONES: Scan = scan!("continuity_tombstones", "task_correlation, epoch, revision, payload_digest, purged_at");
const DELTAS: Scan = scan!(
    "continuity_delta_state",
    "task_correlation, epoch, receiver_host, origin_digest, checkpoint_digest, checkpoint_json"
);

/// Builds a query for rows of a table by a condition.
macro_rules! select {
    ($table:literal, $columns:literal, $condition:literal) => {
        concat!("SELECT rowid, ", $columns, " FROM ", $table, " WHERE ", $condition)
    };
}

/// One snapshot by row id.
const SNAPSHOT_BY_KEY: &str = select!(
    "continuity_snapshots NOT INDEXED",
    "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at",
    "rowid = ?1"
);
/// One task by correlation.
pub(crate) const TASK_BY_NAME: &str = select!(
    "continuity_tasks",
    "task_correlation, current_epoch, root_id, suppressed, last_auto_injected_revision, pending_source, \
     pending_revision, pending_digest, pending_root_id, pending_consumed, updated_at",
    "task_correlation = ?1"
);
/// One snapshot by task and epoch.
pub(crate) const SNAPSHOT_BY_EPOCH: &str = select!(
    "continuity_snapshots",
    "task_correlation, epoch, revision, snapshot_digest, snapshot_json, updated_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// One tombstone by task and epoch.
pub(crate) const TOMBSTONE_BY_EPOCH: &str = select!(
    "continuity_tombstones",
    "task_correlation, epoch, revision, payload_digest, purged_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// One delta row by task and epoch.
pub(crate) const DELTA_BY_EPOCH: &str = select!(
    "continuity_delta_state",
    "task_correlation, epoch, receiver_host, origin_digest, checkpoint_digest, checkpoint_json",
    "task_correlation = ?1 AND epoch = ?2"
);
/// The requests of a task's epoch.
pub(crate) const REQUESTS_BY_EPOCH: &str = select!(
    "continuity_requests",
    "task_correlation, epoch, request_hash, command_digest, result_json, created_at",
    "task_correlation = ?1 AND epoch = ?2"
);
/// The requests of a task.
const REQUESTS_BY_TASK: &str = select!(
    "continuity_requests",
    "task_correlation, epoch, request_hash, command_digest, result_json, created_at",
    "task_correlation = ?1"
);
/// The key of correlations and tokens.
pub(crate) const SIGNING_SECRET: &str =
    "SELECT value FROM continuity_metadata NOT INDEXED WHERE key = 'signing-secret'";

/// The text of a row's first column.
pub(crate) fn first_text(row: &Row<'_>) -> rusqlite::Result<Option<String>> {
    Ok(optional(row.get_ref(0)?))
}

impl Store {
    /// Reads every row of `continuity_tasks` that can be read.
    ///
    /// # Errors
    /// When the table cannot be read at all.
    pub fn tasks(&self) -> Result<(Vec<TaskRow>, Vec<Damage>), StoreError> {
        let mut tasks = Vec::new();
        if !self.identity.has(TASKS.table) {
            return Ok((tasks, Vec::new()));
        }
        let damage = self.scan(&TASKS, |row| Ok(task(row)?.map(|task| tasks.push(task)).is_some()));
        let unreadable = damage.iter().any(|damage| damage.reason.starts_with("unreadable"));
        if tasks.is_empty() && unreadable {
            return Err(StoreError::Corrupt {
                what: "the table continuity_tasks cannot be read".into(),
                known: self.known(),
            });
        }
        if let Some(damage) = damage.iter().find(|damage| damage.reason == "missing-column") {
            return Err(StoreError::UnsupportedSchema {
                what: format!(
                    "the table {} has not the columns of schema version {}",
                    damage.table, self.identity.schema_version
                ),
                known: self.known(),
            });
        }
        Ok((tasks, damage))
    }

    /// Calls `each` with every row of `continuity_snapshots` that can be read, in row order, one at a time so that no
    /// more than one body is in memory twice.
    pub fn each_snapshot(&self, mut each: impl FnMut(SnapshotKey, SnapshotRow)) -> Vec<Damage> {
        self.scan(&SNAPSHOTS, |row| Ok(snapshot(row)?.map(|(key, row)| each(key, row)).is_some()))
    }

    /// Reads one snapshot row again.
    ///
    /// # Errors
    /// When its page is damaged.
    pub fn snapshot(&self, key: SnapshotKey) -> Result<Option<SnapshotRow>, StoreError> {
        let mut statement = self.connection.prepare_cached(SNAPSHOT_BY_KEY)?;
        let found = statement.query_row([key.0], snapshot).optional()?;
        Ok(found.flatten().map(|(_, row)| row))
    }

    /// Calls `each` with every row of `continuity_requests` that can be read, in row order.
    pub fn each_request(&self, mut each: impl FnMut(RequestRow)) -> Vec<Damage> {
        self.scan(&REQUESTS, |row| Ok(request(row)?.map(&mut each).is_some()))
    }

    /// Reads every row of `continuity_tombstones` that can be read.
    pub fn tombstones(&self) -> (Vec<TombstoneRow>, Vec<Damage>) {
        let mut tombstones = Vec::new();
        let damage = self.scan(&TOMBSTONES, |row| Ok(tombstone(row)?.map(|row| tombstones.push(row)).is_some()));
        (tombstones, damage)
    }

    /// Reads every row of `continuity_delta_state` that can be read; none before schema 3.
    pub fn deltas(&self) -> (Vec<DeltaRow>, Vec<Damage>) {
        let mut deltas = Vec::new();
        if self.identity.schema_version < 3 && !self.identity.has(DELTAS.table) {
            return (deltas, Vec::new());
        }
        let damage = self.scan(&DELTAS, |row| Ok(delta(row)?.map(|row| deltas.push(row)).is_some()));
        (deltas, damage)
    }

    /// Reads the requests of a task in every epoch. Where the index is damaged, the whole table is looked through.
    pub fn requests_of(&self, correlation: &str) -> Vec<RequestRow> {
        let by_index = || -> rusqlite::Result<Vec<RequestRow>> {
            let mut statement = self.connection.prepare_cached(REQUESTS_BY_TASK)?;
            let mut rows = statement.query([correlation])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.extend(request(row)?);
            }
            Ok(found)
        };
        by_index().unwrap_or_else(|_| {
            let mut found = Vec::new();
            self.each_request(|row| {
                if row.correlation == correlation {
                    found.push(row);
                }
            });
            found
        })
    }

    /// Reads the signing secret of the store, which keys its correlations and tokens; `None` when there is none.
    ///
    /// # Errors
    /// When the metadata table cannot be read.
    pub fn signing_secret(&self) -> Result<Option<String>, StoreError> {
        if !self.identity.has("continuity_metadata") {
            return Ok(None);
        }
        let found = self.connection.query_row(SIGNING_SECRET, [], first_text).optional()?;
        Ok(found.flatten())
    }

    pub(crate) fn known(&self) -> Box<crate::error::Known> {
        Box::new(crate::error::Known {
            schema_version: Some(self.identity.schema_version),
            tables: self.identity.tables.clone(),
            size: Some(self.image.main_len()),
        })
    }

    /// Reads a table from its start. A row that cannot be read is skipped and counted; behind a page that cannot be read
    /// the scan goes on with the next one that can. `take` says whether the row could be understood.
    fn scan(&self, scan: &Scan, mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>) -> Vec<Damage> {
        let damage = |reason, count| Damage { table: scan.table, reason, count };
        if !self.identity.has(scan.table) {
            let expected = self.identity.schema_version > 0;
            return if expected { vec![damage("missing-table", None)] } else { Vec::new() };
        }
        if self.has_generated_columns(scan.table) {
            return vec![damage("missing-column", None)];
        }
        let mut misfits = 0_u64;
        let mut unreadable = 0_u64;
        let mut from = i64::MIN;
        let mut lost_page = false;
        // Damage can put row ids out of order. Rows are taken in ascending order only, so that each round begins behind
        // the one before, and no damage makes the rounds endless.
        for _ in 0..MOST_ROUNDS {
            let ran = self.run(scan.forwards, from, &mut |row| {
                let id: i64 = row.get(0)?;
                if id < from {
                    return Ok(());
                }
                if !take(row)? {
                    misfits += 1;
                }
                from = id.saturating_add(1);
                Ok(())
            });
            match ran {
                Ok(()) => break,
                Err(error) if is_schema_error(&error) => return vec![damage("missing-column", None)],
                Err(_) => {}
            }
            match self.first_id(scan, from) {
                Ok(Some(id)) if id >= from => {
                    unreadable += 1;
                    from = id.saturating_add(1);
                }
                Ok(None) => break,
                _ => {
                    lost_page = true;
                    match self.behind_damage(scan, from) {
                        Some(id) => from = id,
                        None => break,
                    }
                }
            }
        }
        let mut found = Vec::new();
        if lost_page {
            found.push(damage("unreadable-page", None));
        }
        if unreadable > 0 {
            found.push(damage("unreadable-row", Some(unreadable)));
        }
        if misfits > 0 {
            found.push(damage("wrong-type", Some(misfits)));
        }
        found
    }

    /// Whether the table has columns whose values are computed. AGS makes none, and computing one can take for ever.
    fn has_generated_columns(&self, table: &str) -> bool {
        let sql = "SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden <> 0";
        self.connection.query_row(sql, [table], |row| row.get::<_, i64>(0)).unwrap_or(0) > 0
    }

    /// Runs a query over the rows from a row id on.
    fn run(
        &self,
        sql: &str,
        from: i64,
        take: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([from])?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
    }

    /// The first row id from `from` on, `None` at the end of the table.
    fn first_id(&self, scan: &Scan, from: i64) -> rusqlite::Result<Option<i64>> {
        self.connection.query_row(scan.next, [from], |row| row.get(0)).optional()
    }

    /// Finds the first row id behind `from` at which a scan works again: steps that double until one works, then halves
    /// back to the edge of the damage. `None` when none works.
    fn behind_damage(&self, scan: &Scan, from: i64) -> Option<i64> {
        let works = |id: i64| self.first_id(scan, id).is_ok_and(|first| first.is_none_or(|first| first >= id));
        let mut fails = from.max(0);
        let mut step: i64 = 1;
        let mut good = loop {
            let id = fails.checked_add(step)?;
            if works(id) {
                break id;
            }
            fails = id;
            step = step.checked_mul(2)?;
        };
        while good - fails > 1 {
            let middle = fails + (good - fails) / 2;
            if works(middle) {
                good = middle;
            } else {
                fails = middle;
            }
        }
        Some(good)
    }
}

/// Whether the query itself does not fit the table (a column is not there), as opposed to a damaged page.
fn is_schema_error(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqlInputError { .. })
        || error.sqlite_error_code() == Some(rusqlite::ErrorCode::Unknown)
}

pub(crate) fn task(row: &Row<'_>) -> rusqlite::Result<Option<TaskRow>> {
    let (Some(correlation), Some(current_epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(TaskRow {
        correlation,
        current_epoch,
        root_id: optional(row.get_ref(3)?),
        suppressed: integer(row.get_ref(4)?).unwrap_or(0) != 0,
        last_auto_injected_revision: integer(row.get_ref(5)?),
        pending: Pending {
            source: optional(row.get_ref(6)?),
            revision: integer(row.get_ref(7)?),
            digest: optional(row.get_ref(8)?),
            root_id: optional(row.get_ref(9)?),
            consumed: integer(row.get_ref(10)?).unwrap_or(0) != 0,
        },
        updated_at: lossy(row.get_ref(11)?),
    }))
}

pub(crate) fn snapshot(row: &Row<'_>) -> rusqlite::Result<Option<(SnapshotKey, SnapshotRow)>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    // The server never reads this column: one that is no integer is a finding about the row and hides nothing.
    let revision = integer(row.get_ref(3)?).unwrap_or(0);
    Ok(Some((
        SnapshotKey(row.get(0)?),
        SnapshotRow {
            correlation,
            epoch,
            revision,
            digest: lossy(row.get_ref(4)?),
            body: body(row.get_ref(5)?),
            updated_at: lossy(row.get_ref(6)?),
        },
    )))
}

pub(crate) fn request(row: &Row<'_>) -> rusqlite::Result<Option<RequestRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(RequestRow {
        correlation,
        epoch,
        request_hash: lossy(row.get_ref(3)?),
        command_digest: lossy(row.get_ref(4)?),
        result: body(row.get_ref(5)?),
        created_at: lossy(row.get_ref(6)?),
    }))
}

pub(crate) fn tombstone(row: &Row<'_>) -> rusqlite::Result<Option<TombstoneRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    let revision = integer(row.get_ref(3)?).unwrap_or(0);
    Ok(Some(TombstoneRow {
        correlation,
        epoch,
        revision,
        payload_digest: lossy(row.get_ref(4)?),
        purged_at: lossy(row.get_ref(5)?),
    }))
}

pub(crate) fn delta(row: &Row<'_>) -> rusqlite::Result<Option<DeltaRow>> {
    let (Some(correlation), Some(epoch)) = (optional(row.get_ref(1)?), integer(row.get_ref(2)?)) else {
        return Ok(None);
    };
    Ok(Some(DeltaRow {
        correlation,
        epoch,
        receiver_host: lossy(row.get_ref(3)?),
        origin_digest: lossy(row.get_ref(4)?),
        checkpoint_digest: lossy(row.get_ref(5)?),
        checkpoint: body(row.get_ref(6)?),
    }))
}
