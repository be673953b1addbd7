//! Why a store cannot be read or written.

use std::path::PathBuf;

use thiserror::Error;

/// What can still be said about a file that cannot be read as a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Schema version found.
    pub schema_version: Option<i64>,
    /// Table names found.
    pub tables: Vec<String>,
    /// Size of the main file in bytes.
    pub size: Option<u64>,
}

/// A failed read or write. Never holds text of a body.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file could not be read into an image.
    #[error(transparent)]
    Read(#[from] sqlite_pages::ReadError),
    /// The schema is newer than this program knows, or of a kind that it does not read.
    #[error("{what}")]
    UnsupportedSchema {
        /// A sentence that names the version or kind.
        what: String,
        /// What can still be said.
        known: Box<Known>,
    },
    /// A database, but not one of AGS's continuity stores.
    #[error("this database holds no continuity tables")]
    NotAStore {
        /// What can still be said.
        known: Box<Known>,
    },
    /// SQLite calls the file malformed, or the task table cannot be read.
    #[error("the database is damaged: {what}")]
    Corrupt {
        /// What SQLite or the reader says.
        what: String,
        /// What can still be said.
        known: Box<Known>,
    },
    /// Another process held the write lock for the whole waiting time.
    #[error("another process is writing to the store")]
    Busy,
    /// The store cannot be written to: read-only file, folder or file system.
    #[error("the store cannot be written to")]
    ReadOnly,
    /// The file was replaced or removed between reading and writing.
    #[error("the store was replaced or removed since it was read")]
    Replaced,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Anything else that SQLite refuses.
    #[error("SQLite refuses: {what}")]
    Sqlite {
        /// SQLite's own words, without values.
        what: String,
    },
    /// A file beside the store could not be read.
    #[error("{} cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
}

impl StoreError {
    /// Returns the stable kebab-case code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read(error) => error.code(),
            Self::UnsupportedSchema { .. } => "unsupported-schema",
            Self::NotAStore { .. } => "not-a-continuity-store",
            Self::Corrupt { .. } => "corrupt",
            Self::Busy => "busy",
            Self::ReadOnly => "read-only",
            Self::Replaced => "changed-since-read",
            Self::Full => "disk-full",
            Self::Sqlite { .. } => "sqlite-error",
            Self::Io { .. } => "io-error",
        }
    }

    /// Returns what can still be said about the file, or `None`.
    pub fn known(&self) -> Option<&Known> {
        match self {
            Self::UnsupportedSchema { known, .. } | Self::NotAStore { known } | Self::Corrupt { known, .. } => {
                Some(known)
            }
            _ => None,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    /// Sorts SQLite's answer by its code. The message is SQLite's own, which names tables and columns, never values.
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Busy,
            Some(Code::ReadOnly | Code::PermissionDenied) => Self::ReadOnly,
            Some(Code::DiskFull) => Self::Full,
            // The index of the log cannot be made longer: its folder has no room.
            _ if extended(&error) == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => Self::Full,
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => {
                Self::Corrupt { what: "SQLite calls it malformed".into(), known: Box::default() }
            }
            // SQLite has no code of its own for a header that it does not take.
            Some(Code::Unknown) if error.to_string().contains("unsupported file format") => {
                Self::Corrupt { what: "SQLite does not take its header".into(), known: Box::default() }
            }
            _ => Self::Sqlite { what: error.to_string() },
        }
    }
}

/// SQLite's extended result code.
fn extended(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}
