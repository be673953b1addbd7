//! What several test binaries share: traces of a folder, dumps of tables, pages by their owner.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

/// The file that SQLite keeps beside a database.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A folder whose files are in memory, where the system has such: for tests that sync hundreds of times and do not ask
/// how long that takes.
pub(crate) fn memory_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Copies a database with its log to another folder, so that another SQLite may look at it.
pub(crate) fn copy(path: &Path, folder: &Path) -> PathBuf {
    let to = folder.join("copy.sqlite3");
    std::fs::copy(path, &to).unwrap();
    for suffix in ["-wal", "-journal"] {
        if beside(path, suffix).exists() {
            std::fs::copy(beside(path, suffix), beside(&to, suffix)).unwrap();
        }
    }
    to
}

/// Every row of every continuity table of a copy, as plain SQLite reads it: table, then rows in a fixed order.
pub(crate) fn dump(path: &Path) -> BTreeMap<String, Vec<Vec<Value>>> {
    let folder = memory_folder();
    let connection = Connection::open(copy(path, folder.path())).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'continuity_%' ORDER BY name";
    let mut statement = connection.prepare(tables).unwrap();
    let names: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    names.into_iter().map(|name| (name.clone(), rows(&connection, &name))).collect()
}

fn rows(connection: &Connection, table: &str) -> Vec<Vec<Value>> {
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|index| row.get(index)).collect();
    let mut rows: Vec<Vec<Value>> = statement.query_map([], row).unwrap().map(Result::unwrap).collect();
    rows.sort_by_key(|row| format!("{row:?}"));
    rows
}

/// What `PRAGMA integrity_check` says of a copy.
pub(crate) fn integrity(path: &Path) -> String {
    let folder = memory_folder();
    let connection = Connection::open(copy(path, folder.path())).unwrap();
    connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
}

/// Leaf pages of a table or index, in key order: page number and number of cells.
pub(crate) fn leaves(path: &Path, name: &str) -> Vec<(usize, usize)> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let sql = "SELECT pageno, ncell FROM dbstat WHERE name = ?1 AND pagetype = 'leaf' ORDER BY path";
    let mut statement = connection.prepare(sql).unwrap();
    let pages = statement.query_map([name], |row| Ok((row.get::<_, i64>(0)? as usize, row.get::<_, i64>(1)? as usize)));
    pages.unwrap().map(Result::unwrap).collect()
}

/// Overwrites the head of a page, so that no reader can take it for a page of a tree.
pub(crate) fn spoil(path: &Path, page: usize, page_size: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    let start = (page - 1) * page_size;
    bytes[start..start + 8].fill(0xEE);
    std::fs::write(path, bytes).unwrap();
}

/// Everything that the file system keeps about the files of a folder.
#[cfg(unix)]
pub(crate) fn traces(folder: &Path) -> Vec<(PathBuf, [i64; 9])> {
    use std::os::unix::fs::MetadataExt;
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let file = path.symlink_metadata().unwrap();
        let facts = [
            file.mtime(),
            file.mtime_nsec(),
            file.ctime(),
            file.ctime_nsec(),
            file.atime(),
            file.atime_nsec(),
            file.size() as i64,
            file.ino() as i64,
            i64::from(file.mode()),
        ];
        (path, facts)
    };
    let mut found: Vec<_> = std::fs::read_dir(folder).unwrap().map(entry).collect();
    found.sort();
    found
}

/// Names and bytes of the files of a folder.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    std::fs::read_dir(folder).unwrap().map(entry).collect()
}

/// Sets the access time of every file of a folder to long ago, so that reading it would show.
pub(crate) fn age(folder: &Path) {
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = std::fs::OpenOptions::new().write(true).open(entry.unwrap().path()).unwrap();
        file.set_times(std::fs::FileTimes::new().set_accessed(long_ago)).unwrap();
    }
}

/// Another program that holds a lock on a database until it is dropped: python3 with its own SQLite.
pub(crate) struct Holder(std::process::Child);

impl Holder {
    /// Opens the database, runs the statements and keeps the transaction open. `None` without python3.
    pub(crate) fn start(path: &Path, statements: &[&str]) -> Option<Self> {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
        const PROGRAM: &str = "
import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
for s in sys.argv[2:]:
    c.execute(s).fetchall()
print('held', flush=True)
sys.stdin.read()
";
        let child = Command::new("python3")
            .args(["-c", PROGRAM])
            .arg(path)
            .args(statements)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            eprintln!("skipped: no python3 to hold a lock with");
            return None;
        };
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "held\n", "the other program could not take its lock");
        Some(Self(child))
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
