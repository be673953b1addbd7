//! The rows of one task, read under the write lock.

use continuity::records::{DeltaRow, RequestRow, SnapshotRow, TaskRow, TombstoneRow};
use rusqlite::{Connection, Row, ToSql};

use crate::error::StoreError;
use crate::read::Identity;
use crate::read::queries;

/// An open write transaction, as far as the one who judges it may see: rows, and no way to change them.
pub struct Transaction<'a> {
    pub(super) connection: &'a Connection,
    pub(super) identity: &'a Identity,
}

impl Transaction<'_> {
    /// Returns what the store is.
    pub fn identity(&self) -> &Identity {
        self.identity
    }

    /// Reads the task's row, or `None`.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn task(&self, correlation: &str) -> Result<Option<TaskRow>, StoreError> {
        self.one(queries::TASK_BY_NAME, &[&correlation], queries::task)
    }

    /// Reads the body of an epoch, or `None`.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn snapshot(&self, correlation: &str, epoch: i64) -> Result<Option<SnapshotRow>, StoreError> {
        let found = self.one(queries::SNAPSHOT_BY_EPOCH, &[&correlation, &epoch], queries::snapshot)?;
        Ok(found.map(|(_, row)| row))
    }

    /// Reads the tombstone of an epoch, or `None`.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn tombstone(&self, correlation: &str, epoch: i64) -> Result<Option<TombstoneRow>, StoreError> {
        self.one(queries::TOMBSTONE_BY_EPOCH, &[&correlation, &epoch], queries::tombstone)
    }

    /// Reads the delta row of an epoch, or `None`; always `None` where the table is not there.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn delta(&self, correlation: &str, epoch: i64) -> Result<Option<DeltaRow>, StoreError> {
        if !self.identity.has("continuity_delta_state") {
            return Ok(None);
        }
        self.one(queries::DELTA_BY_EPOCH, &[&correlation, &epoch], queries::delta)
    }

    /// Reads the requests of an epoch.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn requests(&self, correlation: &str, epoch: i64) -> Result<Vec<RequestRow>, StoreError> {
        self.many(queries::REQUESTS_BY_EPOCH, &[&correlation, &epoch], queries::request)
    }

    /// Reads the signing secret, or `None`.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn signing_secret(&self) -> Result<Option<String>, StoreError> {
        self.one(queries::SIGNING_SECRET, &[], queries::first_text)
    }

    fn one<T>(
        &self,
        sql: &str,
        parameters: &[&dyn ToSql],
        take: impl Fn(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.many(sql, parameters, take)?.into_iter().next())
    }

    fn many<T>(
        &self,
        sql: &str,
        parameters: &[&dyn ToSql],
        take: impl Fn(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare(sql)?;
        let mut found = statement.query(parameters)?;
        let mut result = Vec::new();
        while let Some(row) = found.next()? {
            result.extend(take(row)?);
        }
        Ok(result)
    }
}
