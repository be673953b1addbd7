//! The file: made private, looked at before it is believed, open only while it is used.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::change::Change;
use super::error::HistoryError;
use super::gate;
use super::look::Look;
use super::schema::{self, Kind};

/// How long a look or a change waits for another process.
const WAIT: Duration = Duration::from_secs(3);

/// Names the file of a recorded history. Holds nothing open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryFile {
    path: PathBuf,
}

impl HistoryFile {
    /// Names the file. Nothing is looked at.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is something at the path.
    pub fn exists(&self) -> bool {
        self.path.symlink_metadata().is_ok()
    }

    /// Looks at the history as it is at one moment. `None` while nothing was ever recorded; nothing is made then.
    ///
    /// # Errors
    /// Every [`HistoryError`] but that of a full disk; those of `look`.
    pub fn look<T>(&self, look: impl FnOnce(&Look<'_>) -> Result<T, HistoryError>) -> Result<Option<T>, HistoryError> {
        if self.kind()? != Some(Kind::Ours) {
            return Ok(None);
        }
        let _gate = gate::connected();
        let connection = match self.begin_look(OpenFlags::SQLITE_OPEN_READ_ONLY) {
            // A change that was cut off is taken back by the next one who opens the file, and that takes writing to it.
            Err(HistoryError::ReadOnly) => self.begin_look(OpenFlags::SQLITE_OPEN_READ_WRITE)?,
            begun => begun?,
        };
        look(&Look::over(&connection)).map(Some)
    }

    /// Changes the history in one transaction; makes the file, readable by its owner only, where there is none. Its
    /// folder must be there. When `change` fails, nothing is changed.
    ///
    /// # Errors
    /// Every [`HistoryError`]; those of `change`.
    pub fn change<T, E: From<HistoryError>>(&self, change: impl FnOnce(&Change<'_>) -> Result<T, E>) -> Result<T, E> {
        self.make()?;
        let kind = self.kind()?;
        self.keep_private()?;
        let _gate = gate::connected();
        let connection = self.begin_change(kind)?;
        let answer = change(&Change::over(&connection))?;
        connection.execute_batch("COMMIT").map_err(HistoryError::from)?;
        Ok(answer)
    }

    /// As [`HistoryFile::change`], but `None` where there is no file, and then none is made.
    ///
    /// # Errors
    /// As [`HistoryFile::change`].
    pub fn change_existing<T, E: From<HistoryError>>(
        &self,
        change: impl FnOnce(&Change<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        if self.kind()? != Some(Kind::Ours) {
            return Ok(None);
        }
        self.change(change).map(Some)
    }

    /// Writes the whole file anew, so that no unused byte keeps anything. Needs memory for what is left in it. Does
    /// nothing where there is no file.
    ///
    /// # Errors
    /// Every [`HistoryError`]; then the file is as it was.
    pub fn rewrite(&self) -> Result<(), HistoryError> {
        if self.kind()? != Some(Kind::Ours) {
            return Ok(());
        }
        let _gate = gate::connected();
        let connection = self.open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.pragma_update(None, "journal_mode", "delete")?;
        connection.execute_batch("VACUUM")?;
        Ok(())
    }

    /// Begins a transaction that reads.
    fn begin_look(&self, flags: OpenFlags) -> Result<Connection, HistoryError> {
        let connection = self.open(flags)?;
        connection.pragma_update(None, "query_only", true)?;
        connection.execute_batch("BEGIN")?;
        schema::check(&connection)?;
        Ok(connection)
    }

    /// Begins a transaction that writes, in a database with tables.
    fn begin_change(&self, kind: Option<Kind>) -> Result<Connection, HistoryError> {
        if kind == Some(Kind::Ours) {
            let connection = self.open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            connection.pragma_update(None, "journal_mode", "delete")?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            // Whoever was making it may have been cut off; SQLite has taken that back by now, and the file is empty.
            if !schema::is_new(&connection)? {
                schema::check(&connection)?;
                return Ok(connection);
            }
        }
        let connection = self.open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::begin_new(&connection)?;
        Ok(connection)
    }

    /// Makes the file where there is none, so that it is private before its first byte: SQLite would make it as the
    /// process's mask allows. What it makes beside it gets the file's own mode.
    fn make(&self) -> Result<(), HistoryError> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&self.path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(denied(error)),
            _ => Ok(()),
        }
    }

    /// Takes away what others may do with the file, should somebody have allowed it since.
    #[cfg(unix)]
    fn keep_private(&self) -> Result<(), HistoryError> {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let mode = self.path.metadata()?.permissions().mode();
        if mode & 0o077 != 0 {
            std::fs::set_permissions(&self.path, Permissions::from_mode(0o600)).map_err(denied)?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn keep_private(&self) -> Result<(), HistoryError> {
        Ok(())
    }

    /// Says what the file is, before SQLite gets to do anything with it; `None` when there is none.
    fn kind(&self) -> Result<Option<Kind>, HistoryError> {
        let file = match std::fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other.map_err(denied)?,
        };
        if !file.is_file() {
            return Err(HistoryError::Foreign);
        }
        let _gate = gate::alone();
        let mut header = Vec::new();
        sqlite_pages::open_quietly(&self.path).map_err(denied)?.take(100).read_to_end(&mut header)?;
        schema::kind_of(&header).map(Some)
    }

    fn open(&self, flags: OpenFlags) -> Result<Connection, HistoryError> {
        let connection = Connection::open_with_flags(&self.path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(WAIT)?;
        for (option, on) in [
            (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        ] {
            connection.set_db_config(option, on)?;
        }
        connection.pragma_update(None, "cell_size_check", true)?;
        connection.pragma_update(None, "secure_delete", true)?;
        // A temporary file would be one more place with text in it.
        connection.pragma_update(None, "temp_store", "memory")?;
        Ok(connection)
    }
}

/// What the system does not allow is the same to us whether SQLite meets it or we do.
fn denied(error: std::io::Error) -> HistoryError {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => HistoryError::ReadOnly,
        ErrorKind::StorageFull => HistoryError::Full,
        _ => HistoryError::Io(error),
    }
}
