//! Reading the history.

use std::collections::HashMap;

use continuity::records::StoredBody;
use rusqlite::{Connection, Row, params};

use super::error::HistoryError;
use super::types::{Copy, Key, StoreTotals};

/// The history as it is at one moment. It has no method that could write.
pub struct Look<'c> {
    connection: &'c Connection,
}

impl<'c> Look<'c> {
    pub(super) fn over(connection: &'c Connection) -> Self {
        Self { connection }
    }

    /// Returns what is kept of each store, by name. Stores of which nothing is left are not there.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn totals(&self) -> Result<Vec<StoreTotals>, HistoryError> {
        const SQL: &str = "SELECT stores.name, count(DISTINCT task), count(*), sum(bytes), min(recorded_at), \
             max(recorded_at) FROM copies JOIN stores ON stores.id = copies.store WHERE removed = 0 \
             GROUP BY stores.id ORDER BY stores.name";
        let totals = |row: &Row<'_>| {
            Ok(StoreTotals {
                store: row.get(0)?,
                tasks: count(row, 1)?,
                bodies: count(row, 2)?,
                bytes: count(row, 3)?,
                oldest: row.get(4)?,
                newest: row.get(5)?,
            })
        };
        self.many(SQL, [], totals)
    }

    /// Returns which bodies of a store were recorded; for each, whether its copy is still there.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn recorded(&self, store: &[u8]) -> Result<HashMap<Key, bool>, HistoryError> {
        const SQL: &str = "SELECT task, epoch, blob, hash, NOT removed FROM copies \
             WHERE store = (SELECT id FROM stores WHERE name = ?1)";
        let key = |row: &Row<'_>| {
            let key = Key { task: row.get(0)?, epoch: row.get(1)?, blob: row.get(2)?, hash: row.get(3)? };
            Ok((key, row.get(4)?))
        };
        Ok(self.many(SQL, [store], key)?.into_iter().collect())
    }

    /// Returns the copies of a task's bodies, oldest first.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn copies(&self, store: &[u8], task: &str) -> Result<Vec<Copy>, HistoryError> {
        const SQL: &str = "SELECT epoch, revision, digest, blob, body, masked, recorded_at FROM copies \
             JOIN bodies ON bodies.copy = copies.id \
             WHERE store = (SELECT id FROM stores WHERE name = ?1) AND task = ?2 ORDER BY recorded_at, copies.id";
        let copy = |row: &Row<'_>| {
            let bytes = row.get(4)?;
            Ok(Copy {
                epoch: row.get(0)?,
                revision: row.get(1)?,
                digest: row.get(2)?,
                body: if row.get(3)? { StoredBody::Blob(bytes) } else { StoredBody::Text(bytes) },
                masked: row.get(5)?,
                recorded_at: row.get(6)?,
            })
        };
        self.many(SQL, params![store, task], copy)
    }

    /// Returns the stores and tasks that copies are kept of, and how many of each.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn tasks(&self) -> Result<Vec<(Vec<u8>, String, u64)>, HistoryError> {
        const SQL: &str = "SELECT stores.name, task, count(*) FROM copies JOIN stores ON stores.id = copies.store \
             WHERE removed = 0 GROUP BY stores.id, task ORDER BY stores.name, task";
        self.many(SQL, [], |row| Ok((row.get(0)?, row.get(1)?, count(row, 2)?)))
    }

    /// Returns whether a copy is older than `before` (RFC 3339 UTC), or all together have more than `most` bytes.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn is_over(&self, before: &str, most: u64) -> Result<bool, HistoryError> {
        const SQL: &str =
            "SELECT coalesce(min(recorded_at) < ?1, 0), coalesce(sum(bytes), 0) FROM copies WHERE removed = 0";
        let (old, bytes): (bool, u64) =
            self.connection.query_row(SQL, [before], |row| Ok((row.get(0)?, count(row, 1)?)))?;
        Ok(old || bytes > most)
    }

    fn many<T>(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
        take: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, HistoryError> {
        let mut statement = self.connection.prepare(sql)?;
        let found = statement.query_map(parameters, take)?.collect::<rusqlite::Result<Vec<T>>>();
        Ok(found?)
    }
}

/// A number that is never negative.
pub(super) fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or(0))
}
