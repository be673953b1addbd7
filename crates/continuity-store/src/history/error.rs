//! Why the recorded history cannot be read or changed.

use rusqlite::ErrorCode;
use thiserror::Error;

/// A failed read or change of the history. Never holds text of a body; the path is named by whoever knows it.
#[derive(Debug, Error)]
pub enum HistoryError {
    /// Something else lies where the history should.
    #[error("it is not this program's")]
    Foreign,
    /// A later version of this program wrote it.
    #[error("it was written by a newer version of this program (format {version})")]
    Newer {
        /// Its format.
        version: i64,
    },
    /// The file is damaged.
    #[error("it is damaged: {what}")]
    Damaged {
        /// What is wrong, without values.
        what: String,
    },
    /// Another process was changing it for the whole waiting time.
    #[error("another process is writing to it")]
    Busy,
    /// It cannot be written to: read-only file, folder or file system.
    #[error("it cannot be written to")]
    ReadOnly,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The file or its folder cannot be used.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Anything else that SQLite refuses.
    #[error("SQLite refuses: {what}")]
    Sqlite {
        /// SQLite's own words, without values.
        what: String,
    },
}

impl HistoryError {
    /// Returns the stable kebab-case code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Foreign => "history-foreign",
            Self::Newer { .. } => "history-newer",
            Self::Damaged { .. } => "history-damaged",
            Self::Busy => "busy",
            Self::ReadOnly => "read-only",
            Self::Full => "disk-full",
            Self::Io(_) => "io-error",
            Self::Sqlite { .. } => "sqlite-error",
        }
    }
}

impl From<rusqlite::Error> for HistoryError {
    /// Sorts SQLite's answer by its code. The message is SQLite's own, which names tables and columns, never values.
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged { what: "SQLite calls it malformed".to_owned() }
            }
            _ => Self::Sqlite { what: error.to_string() },
        }
    }
}
