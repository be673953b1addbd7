//! What can go wrong when a database is read, each with a stable code.

use std::fmt;
use std::io;

use crate::header::HeaderError;

/// Which of the files of a database is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileRole {
    /// The database file.
    Main,
    /// The write-ahead log beside it (`-wal`).
    Log,
    /// The rollback journal beside it (`-journal`).
    Journal,
}

impl fmt::Display for FileRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileRole::Main => "the database file",
            FileRole::Log => "the write-ahead log",
            FileRole::Journal => "the rollback journal",
        })
    }
}

/// What stands at a path that is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A folder.
    Folder,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A character or block device.
    Device,
    /// A symbolic link in the place of a log or a journal, which SQLite does not follow there.
    Symlink,
    /// Something else.
    Other,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Folder => "a folder",
            FileKind::Pipe => "a pipe",
            FileKind::Socket => "a socket",
            FileKind::Device => "a device",
            FileKind::Symlink => "a symbolic link",
            FileKind::Other => "no regular file",
        })
    }
}

/// Damage that keeps an image from being put together at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Damage {
    /// The log has a correct header of an unknown version; SQLite refuses to open the database.
    #[error("the write-ahead log has an unknown version")]
    LogVersion,
    /// The page 1 in the log says another page size than the log.
    #[error("the write-ahead log and its first page disagree about the page size")]
    LogPageSize,
    /// The hot journal has another page size than the database that it restores.
    #[error("the rollback journal and the database disagree about the page size")]
    JournalPageSize,
}

/// Why bytes do not make an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// SQLite would say that this is no database.
    #[error("not a database: {0}")]
    NotADatabase(#[from] HeaderError),
    /// The files contradict each other.
    #[error("damaged: {0}")]
    Corrupt(Damage),
    /// There is not enough memory.
    #[error("too large for this machine's memory")]
    TooLarge,
}

impl ImageError {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            ImageError::NotADatabase(_) => "not-a-database",
            ImageError::Corrupt(_) => "corrupt",
            ImageError::TooLarge => "too-large",
        }
    }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// There is nothing at the path.
    #[error("does not exist")]
    Missing,
    /// The permissions of the file or of a folder above it forbid it.
    #[error("may not be read by this user")]
    NoPermission,
    /// There is something else at the path; it was not opened.
    #[error("is {what}")]
    NotAFile {
        /// What stands there.
        what: FileKind,
    },
    /// SQLite would say that this is no database.
    #[error("is not a database: {0}")]
    NotADatabase(HeaderError),
    /// The files contradict each other.
    #[error("is damaged: {0}")]
    Corrupt(Damage),
    /// A writer changed the files during every one of many attempts.
    #[error("changed while it was read")]
    ChangedWhileReading,
    /// The file is above 64 GiB or does not fit into memory.
    #[error("is too large")]
    TooLarge,
    /// The system reported something else.
    #[error("could not be read: {0}")]
    Io(#[source] io::Error),
}

/// Why a database could not be read, and which of its files it was.
#[derive(Debug, thiserror::Error)]
#[error("{file} {kind}")]
pub struct ReadError {
    /// The file that caused it.
    pub file: FileRole,
    /// The reason.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Returns the stable code: `missing`, `no-permission`, `not-a-file`, `not-a-database`,
    /// `corrupt`, `changed-while-reading`, `too-large` or `io-error`.
    pub fn code(&self) -> &'static str {
        match &self.kind {
            ReadErrorKind::Missing => "missing",
            ReadErrorKind::NoPermission => "no-permission",
            ReadErrorKind::NotAFile { .. } => "not-a-file",
            ReadErrorKind::NotADatabase(_) => "not-a-database",
            ReadErrorKind::Corrupt(_) => "corrupt",
            ReadErrorKind::ChangedWhileReading => "changed-while-reading",
            ReadErrorKind::TooLarge => "too-large",
            ReadErrorKind::Io(_) => "io-error",
        }
    }

    pub(crate) fn new(file: FileRole, kind: ReadErrorKind) -> ReadError {
        ReadError { file, kind }
    }

    /// Sorts an error of the system by what a person can do about it.
    pub(crate) fn from_io(file: FileRole, error: io::Error) -> ReadError {
        let kind = match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReadErrorKind::Missing,
            io::ErrorKind::PermissionDenied => ReadErrorKind::NoPermission,
            // Links that lead to each other.
            _ if is_loop(&error) => ReadErrorKind::NotAFile { what: FileKind::Symlink },
            io::ErrorKind::IsADirectory => ReadErrorKind::NotAFile { what: FileKind::Folder },
            io::ErrorKind::OutOfMemory => ReadErrorKind::TooLarge,
            _ => ReadErrorKind::Io(error),
        };
        ReadError { file, kind }
    }
}

/// Whether symbolic links led to each other; the standard library's name for it is not stable.
fn is_loop(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    return {
        let _ = error;
        false
    };
}

impl From<ImageError> for ReadError {
    fn from(error: ImageError) -> ReadError {
        let (file, kind) = match error {
            ImageError::NotADatabase(reason) => (FileRole::Main, ReadErrorKind::NotADatabase(reason)),
            ImageError::Corrupt(damage) => (
                match damage {
                    Damage::LogVersion | Damage::LogPageSize => FileRole::Log,
                    Damage::JournalPageSize => FileRole::Journal,
                },
                ReadErrorKind::Corrupt(damage),
            ),
            ImageError::TooLarge => (FileRole::Main, ReadErrorKind::TooLarge),
        };
        ReadError { file, kind }
    }
}
