//! Reading: a store as one committed state, in memory.

mod columns;
mod connection;
pub(crate) mod identity;
mod ledger;
pub(crate) mod queries;
mod rows;
mod scan;
mod values;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use sqlite_pages::{PageImage, Schema, Stamp};

pub use columns::{TableColumns, image, table_columns};
pub use identity::Identity;
pub use ledger::Ledger;
pub use queries::SnapshotKey;
pub use scan::Damage;

use crate::error::{Known, StoreError};
use crate::gate;

/// One committed state of a continuity store, read into memory. Holds no file handle.
pub struct Store {
    // Dropped before `image`, whose memory the connection reads.
    connection: Connection,
    image: Arc<PageImage>,
    identity: Identity,
    path: PathBuf,
}

impl Store {
    /// Reads the newest committed state of the store at `path` and checks that it is one.
    ///
    /// # Errors
    /// Every [`StoreError`] of reading; those about a database carry what can still be said about it.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let image = {
            let _guard = gate::reading();
            PageImage::read(path)?
        };
        Self::over(path, Arc::new(image))
    }

    /// Opens the store in an image that was read before; `path` is for messages only.
    ///
    /// # Errors
    /// As [`Store::read`], without those of the file system.
    pub fn over(path: &Path, image: Arc<PageImage>) -> Result<Self, StoreError> {
        let connection = connection::over_image(&image)?;
        let size = image.main_len();
        let header_version = (!image.is_empty()).then(|| i64::from(image.header().user_version));
        let known = || {
            // The walk of the pages still names tables where SQLite refuses the whole file.
            let entries = Schema::read(&*image).entries;
            let tables = entries.into_iter().filter(|entry| entry.kind == "table").map(|entry| entry.name).collect();
            Box::new(Known { size: Some(size), schema_version: header_version, tables })
        };
        if image.missing_pages() > 0 {
            let what = format!("{} of its {} pages are missing", image.missing_pages(), image.expected_page_count());
            return Err(StoreError::Corrupt { what, known: known() });
        }
        let identity = identity::identify(&connection, size, image.header().is_wal()).map_err(|error| match error {
            StoreError::Corrupt { what, .. } => StoreError::Corrupt { what, known: known() },
            other => other,
        })?;
        Ok(Self { connection, image, identity, path: path.to_owned() })
    }

    /// Returns what the store is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the path that was read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the pages behind the rows.
    pub fn image(&self) -> &Arc<PageImage> {
        &self.image
    }

    /// Returns the fingerprint of the files when they were read.
    pub fn stamp(&self) -> &Stamp {
        self.image.stamp()
    }
}

/// Returns the fingerprint of the files of a store now, without reading them whole.
///
/// # Errors
/// When the main file cannot be looked at.
pub fn stamp(path: &Path) -> Result<Stamp, StoreError> {
    let _guard = gate::reading();
    Ok(Stamp::of(path)?)
}
