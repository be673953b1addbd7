//! What the tests of this crate share: databases built by SQLite, taken as files at a moment, and
//! the rows that SQLite itself finds in them.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub(crate) mod exercise;
pub(crate) mod shape;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, types::Value};
use sqlite_pages::PageImage;

/// The files of a database, copied at one moment.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) main: Vec<u8>,
    pub(crate) log: Option<Vec<u8>>,
    pub(crate) journal: Option<Vec<u8>>,
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl Files {
    pub(crate) fn take(path: &Path) -> Files {
        Files {
            main: std::fs::read(path).unwrap(),
            log: std::fs::read(beside(path, "-wal")).ok(),
            journal: std::fs::read(beside(path, "-journal")).ok(),
        }
    }

    pub(crate) fn put(&self, path: &Path) {
        std::fs::write(path, &self.main).unwrap();
        if let Some(log) = &self.log {
            std::fs::write(beside(path, "-wal"), log).unwrap();
        }
        if let Some(journal) = &self.journal {
            std::fs::write(beside(path, "-journal"), journal).unwrap();
        }
    }

    pub(crate) fn image(&self) -> PageImage {
        self.try_image().unwrap()
    }

    pub(crate) fn try_image(&self) -> Result<PageImage, sqlite_pages::ImageError> {
        PageImage::from_bytes(self.main.clone(), self.log.clone(), self.journal.clone())
    }

    /// What SQLite finds when it opens a copy of the files and recovers as it sees fit.
    pub(crate) fn as_sqlite_sees(&self) -> Seen {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("copy.db");
        self.put(&path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        Seen::of(Connection::open_with_flags(&path, flags))
    }

    /// What SQLite finds in the image that this crate makes of the files.
    pub(crate) fn as_image_shows(&self) -> Seen {
        match self.try_image() {
            Err(e) => Seen::Refused(e.code().into()),
            Ok(image) if image.is_empty() => Seen::Rows(Vec::new()),
            Ok(image) => seen_in(&image),
        }
    }
}

/// What SQLite finds in the newest state of an image.
pub(crate) fn seen_in(image: &PageImage) -> Seen {
    Seen::of(open(image.newest()))
}

/// Opens bytes as a database in memory.
pub(crate) fn open(bytes: &[u8]) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    connection.deserialize_read_exact("main", bytes, bytes.len(), true)?;
    Ok(connection)
}

/// All rows of all tables, or the reason why SQLite refuses.
#[derive(Clone, PartialEq)]
pub(crate) enum Seen {
    Rows(Vec<(String, Vec<Value>)>),
    Refused(String),
}

impl std::fmt::Debug for Seen {
    /// Keeps failures readable: the rows are too long to be shown whole.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seen::Refused(code) => write!(f, "Refused({code})"),
            Seen::Rows(rows) => {
                let text = format!("{rows:?}");
                let sum = text.bytes().fold(0u64, |s, b| s.wrapping_mul(31).wrapping_add(u64::from(b)));
                write!(f, "{} rows, {sum:016x}: {:.300}", rows.len(), text)
            }
        }
    }
}

impl Seen {
    pub(crate) fn of(connection: rusqlite::Result<Connection>) -> Seen {
        match connection.and_then(|c| rows(&c)) {
            Ok(rows) => Seen::Rows(rows),
            Err(e) => Seen::Refused(match e.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase) => "not-a-database".into(),
                Some(rusqlite::ErrorCode::DatabaseCorrupt) => "corrupt".into(),
                _ => e.to_string(),
            }),
        }
    }
}

/// Reads all rows of all tables, ordered by name, then as the table is stored.
pub(crate) fn rows(connection: &Connection) -> rusqlite::Result<Vec<(String, Vec<Value>)>> {
    let mut found = Vec::new();
    let mut names = connection.prepare("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name")?;
    let names: Vec<String> = names.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?;
    for name in names {
        let mut all = connection.prepare(&format!("SELECT * FROM \"{name}\""))?;
        let width = all.column_count();
        let mut cursor = all.query([])?;
        while let Some(row) = cursor.next()? {
            let values = (0..width).map(|i| row.get(i)).collect::<Result<_, _>>()?;
            found.push((name.clone(), values));
        }
    }
    Ok(found)
}

/// A database file in a folder of its own with an open connection.
pub(crate) struct Live {
    pub(crate) dir: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) sql: Connection,
}

impl Live {
    /// Creates a database; `setup` runs before the first table.
    pub(crate) fn new(setup: &str) -> Live {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("live.db");
        let sql = Connection::open(&path).unwrap();
        sql.execute_batch(setup).unwrap();
        Live { dir, path, sql }
    }

    /// Creates a database with a write-ahead log that is only checkpointed on demand.
    pub(crate) fn with_log(setup: &str) -> Live {
        let live = Live::new(&format!(
            "{setup}; PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=0"
        ));
        live.run("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
        live
    }

    pub(crate) fn run(&self, sql: &str) {
        self.sql.execute_batch(sql).unwrap();
    }

    /// Adds `count` rows of about `len` bytes with ids from `from`.
    pub(crate) fn add(&self, from: i64, count: i64, len: i64) {
        self.run(&format!(
            "INSERT INTO t SELECT value, printf('%.*c', {len}, char(97 + value % 26)) || value
             FROM (WITH RECURSIVE s(value) AS (SELECT {from} UNION ALL SELECT value+1 FROM s
             LIMIT {count}) SELECT value FROM s)"
        ));
    }

    pub(crate) fn files(&self) -> Files {
        Files::take(&self.path)
    }

    pub(crate) fn rows(&self) -> Seen {
        Seen::Rows(rows(&self.sql).unwrap())
    }
}

/// An empty table in pages of 1,024 bytes, of which the last 32 are reserved and hold 0xAA.
pub(crate) fn with_reserved_bytes() -> Vec<u8> {
    // The reserved bytes of a new database follow a file control that SQL cannot reach, so a
    // database is taken apart by hand: one empty table with 32 reserved bytes a page.
    let mut main = Live::new("PRAGMA page_size=1024; CREATE TABLE t(x)").files().main;
    main[20] = 32;
    for page in main.chunks_exact_mut(1024) {
        let header = if page.starts_with(b"SQLite") { 100 } else { 0 };
        let start = u16::from_be_bytes([page[header + 5], page[header + 6]]);
        let start = usize::from(start);
        page.copy_within(start..1024, start - 32);
        page[992..].fill(0xaa);
        page[header + 5..header + 7].copy_from_slice(&(start as u16 - 32).to_be_bytes());
        if header == 100 {
            let cell = u16::from_be_bytes([page[108], page[109]]) - 32;
            page[108..110].copy_from_slice(&cell.to_be_bytes());
        }
    }
    main
}
