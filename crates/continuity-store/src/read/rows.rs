//! Rows of the continuity tables.

use continuity::records::{DeltaRow, RequestRow, SnapshotRow, TaskRow, TombstoneRow};
use rusqlite::OptionalExtension;

use super::Store;
use super::queries::{
    DELTAS, REQUESTS, REQUESTS_BY_TASK, SIGNING_SECRET, SNAPSHOT_BY_KEY, SNAPSHOTS, SnapshotKey, TASKS, TOMBSTONES,
    delta, first_text, request, snapshot, task, tombstone,
};
use super::scan::Damage;
use crate::error::StoreError;

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
}
