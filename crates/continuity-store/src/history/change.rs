//! Changing the history: adding copies, and removing those that are too old or too many.

use rusqlite::{Connection, params};

use super::error::HistoryError;
use super::look::{Look, count};
use super::schema::PADDING;
use super::types::{Key, NewCopy};

/// The history inside a write transaction.
pub struct Change<'c> {
    pub(super) connection: &'c Connection,
}

impl<'c> Change<'c> {
    pub(super) fn over(connection: &'c Connection) -> Self {
        Self { connection }
    }

    /// Returns the history as it is inside the transaction.
    pub fn look(&self) -> Look<'c> {
        Look::over(self.connection)
    }

    /// Keeps a copy of a body. Returns false, and changes nothing, when that body was recorded before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, store: &[u8], copy: &NewCopy) -> Result<bool, HistoryError> {
        self.connection.prepare_cached("INSERT OR IGNORE INTO stores (name) VALUES (?1)")?.execute([store])?;
        const COPY: &str = "INSERT OR IGNORE INTO copies \
             (store, task, epoch, blob, hash, revision, digest, bytes, masked, recorded_at) \
             VALUES ((SELECT id FROM stores WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let Key { task, epoch, blob, hash } = &copy.key;
        let bytes = copy.body.bytes();
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let added = self.connection.prepare_cached(COPY)?.execute(params![
            store,
            task,
            epoch,
            blob,
            hash,
            copy.revision,
            copy.digest,
            length,
            copy.masked,
            copy.recorded_at
        ])?;
        if added == 0 {
            return Ok(false);
        }
        const BODY: &str = "INSERT INTO bodies (copy, padding, body) VALUES (last_insert_rowid(), zeroblob(?1), ?2)";
        self.connection.prepare_cached(BODY)?.execute(params![PADDING, bytes])?;
        Ok(true)
    }

    /// Removes copies that are older than `before` (RFC 3339 UTC), then the oldest ones until no more than `most` bytes
    /// of bodies are left. Returns how many were removed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn prune(&self, before: &str, most: u64) -> Result<u64, HistoryError> {
        let mut removed = 0;
        let old = "SELECT id FROM copies WHERE removed = 0 AND recorded_at < ?1 ORDER BY recorded_at, id";
        for id in self.ids(old, [before])? {
            removed += self.remove(id)?;
        }
        let mut bytes: u64 =
            self.connection
                .query_row("SELECT coalesce(sum(bytes), 0) FROM copies WHERE removed = 0", [], |row| count(row, 0))?;
        while bytes > most {
            const OLDEST: &str = "SELECT id, bytes FROM copies WHERE removed = 0 ORDER BY recorded_at, id LIMIT 256";
            let mut statement = self.connection.prepare_cached(OLDEST)?;
            let oldest = statement
                .query_map([], |row| Ok((row.get(0)?, count(row, 1)?)))?
                .collect::<rusqlite::Result<Vec<(i64, u64)>>>()?;
            if oldest.is_empty() {
                break;
            }
            for (id, size) in oldest {
                if bytes <= most {
                    break;
                }
                removed += self.remove(id)?;
                bytes = bytes.saturating_sub(size);
            }
        }
        Ok(removed)
    }

    /// Forgets that copies were removed whose bodies the store does not hold any more: they cannot come back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn forget_removed(&self, store: &[u8], is_held: impl Fn(&Key) -> bool) -> Result<(), HistoryError> {
        const SQL: &str = "SELECT id, task, epoch, blob, hash FROM copies \
             WHERE removed = 1 AND store = (SELECT id FROM stores WHERE name = ?1)";
        let mut statement = self.connection.prepare(SQL)?;
        let removed = statement
            .query_map([store], |row| {
                let key = Key { task: row.get(1)?, epoch: row.get(2)?, blob: row.get(3)?, hash: row.get(4)? };
                Ok((row.get(0)?, key))
            })?
            .collect::<rusqlite::Result<Vec<(i64, Key)>>>()?;
        for (id, _) in removed.iter().filter(|(_, key)| !is_held(key)) {
            self.discard(*id)?;
        }
        Ok(())
    }

    /// Removes one body; that it was there is remembered. Returns how many bodies that were: 1, or 0 when it had been
    /// removed before.
    pub(super) fn remove(&self, copy: i64) -> Result<u64, HistoryError> {
        const REMOVED: &str = "UPDATE copies SET removed = 1, revision = NULL, digest = NULL WHERE id = ?1";
        self.connection.prepare_cached(REMOVED)?.execute([copy])?;
        self.remove_body(copy)
    }

    /// Removes one body and everything about it. Returns as [`Change::remove`].
    pub(super) fn discard(&self, copy: i64) -> Result<u64, HistoryError> {
        let removed = self.remove_body(copy)?;
        self.connection.prepare_cached("DELETE FROM copies WHERE id = ?1")?.execute([copy])?;
        Ok(removed)
    }

    fn remove_body(&self, copy: i64) -> Result<u64, HistoryError> {
        Ok(self.connection.prepare_cached("DELETE FROM bodies WHERE copy = ?1")?.execute([copy])? as u64)
    }

    pub(super) fn ids(&self, sql: &str, parameters: impl rusqlite::Params) -> Result<Vec<i64>, HistoryError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let ids = statement.query_map(parameters, |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>();
        Ok(ids?)
    }
}
