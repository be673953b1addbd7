//! The workflow ledger: the rows that a workflow card is made of.

use std::path::Path;
use std::sync::Arc;

use continuity::records::{RootRow, RunRow};
use rusqlite::{Connection, OptionalExtension};
use sqlite_pages::{PageImage, Stamp};

use super::connection::over_image;
use super::values::{body, integer, lossy};
use crate::error::{Known, StoreError};
use crate::gate;

/// The newest ledger schema that AGS opens.
const NEWEST_LEDGER: i64 = 5;

/// One committed state of a workflow ledger, read into memory. Its metadata table (signing keys) is never read.
pub struct Ledger {
    // Dropped before `image`, whose memory the connection reads.
    connection: Connection,
    image: Arc<PageImage>,
}

impl Ledger {
    /// Reads the ledger at `path`.
    ///
    /// # Errors
    /// When the file cannot be read, is no database, is newer than AGS opens, or holds no roots.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let image = {
            let _guard = gate::reading();
            Arc::new(PageImage::read(path)?)
        };
        Self::over(image, NEWEST_LEDGER)
    }

    /// Opens the ledger tables inside a shared file, whose `user_version` is that of the file format.
    ///
    /// # Errors
    /// As [`Ledger::read`].
    pub fn in_shared_file(image: Arc<PageImage>) -> Result<Self, StoreError> {
        Self::over(image, i64::MAX)
    }

    fn over(image: Arc<PageImage>, newest: i64) -> Result<Self, StoreError> {
        let connection = over_image(&image)?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let known =
            || Box::new(Known { schema_version: Some(version), tables: Vec::new(), size: Some(image.main_len()) });
        if version > newest {
            return Err(StoreError::UnsupportedSchema {
                what: format!("workflow schema version {version} is newer than this program knows"),
                known: known(),
            });
        }
        let roots: Option<i64> = connection
            .query_row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'convergence_roots'", [], |row| {
                row.get(0)
            })
            .optional()?;
        if roots.is_none() {
            return Err(StoreError::NotAStore { known: known() });
        }
        Ok(Self { connection, image })
    }

    /// Returns the fingerprint of the files when they were read.
    pub fn stamp(&self) -> &Stamp {
        self.image.stamp()
    }

    /// Reads a root, or `None`.
    ///
    /// # Errors
    /// When the page cannot be read.
    pub fn root(&self, root_id: &str) -> Result<Option<RootRow>, StoreError> {
        let sql = "SELECT root_id, revision, state, root_json FROM convergence_roots WHERE root_id = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement
            .query_row([root_id], |row| {
                Ok(RootRow {
                    root_id: lossy(row.get_ref(0)?),
                    revision: integer(row.get_ref(1)?).unwrap_or(-1),
                    state: lossy(row.get_ref(2)?),
                    root_json: body(row.get_ref(3)?),
                })
            })
            .optional()?;
        Ok(found)
    }

    /// Reads the last run linked to a root, by epoch and ordinal, or `None` when none is linked or its row is gone.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub fn last_run(&self, root_id: &str) -> Result<Option<RunRow>, StoreError> {
        let sql =
            "SELECT run_id FROM workflow_attempt_links WHERE root_id = ?1 ORDER BY epoch DESC, ordinal DESC LIMIT 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let run: Option<String> = statement.query_row([root_id], |row| Ok(lossy(row.get_ref(0)?))).optional()?;
        let Some(run) = run else { return Ok(None) };
        let sql = "SELECT run_id, revision, receipt_json FROM workflow_runs WHERE run_id = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement
            .query_row([run.as_str()], |row| {
                Ok(RunRow {
                    run_id: lossy(row.get_ref(0)?),
                    revision: integer(row.get_ref(1)?).unwrap_or(-1),
                    state: None,
                    receipt_json: body(row.get_ref(2)?),
                })
            })
            .optional()?;
        Ok(found)
    }
}
