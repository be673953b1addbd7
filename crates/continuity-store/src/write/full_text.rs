//! Full-text indexes, and other virtual tables, that somebody else put over the snapshot table.
//!
//! A delete that reaches such an index through its triggers only adds a mark: the words of the deleted text stay in the
//! segments that hold them until those are merged (SQLite, FTS5 extension, sections 6.8 and 6.9; FTS3/4, section 7). One
//! that no trigger tells of the delete keeps every word. Words are shorter than the pieces that a search can tell apart,
//! so the indexes are merged, then compared with the rows that they are of; one that does not agree, or that has no rows
//! to be compared with, is named.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sqlite_pages::PageImage;

use super::locked::{open, resolve};
use crate::error::StoreError;
use crate::gate;

/// Longest wait for the lock, for each step.
const WAIT: Duration = Duration::from_millis(250);
/// Pages merged in one step: a few milliseconds of work.
const PAGES: i64 = 64;
/// Time for all steps of one index; what is left then is done the next time.
const PATIENCE: Duration = Duration::from_secs(10);
/// Modules of virtual tables that hold numbers only.
const HOLD_NO_WORDS: [&str; 3] = ["rtree", "geopoly", "dbstat"];
/// Largest database of which a copy is made for the comparison, in bytes.
const MOST_COMPARED: usize = 512 << 20;

/// A full-text index and what is known of the words in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullText {
    /// Name of the virtual table.
    pub name: String,
    /// Whether its segments were merged into one, so that no mark of a deleted row is left in it.
    pub merged: bool,
    /// Whether it holds the words of the rows that are there, and no others.
    pub agrees: bool,
}

impl FullText {
    /// Whether no word of a deleted row is in it.
    pub fn is_clean(&self) -> bool {
        self.merged && self.agrees
    }
}

/// Merges the segments of every full-text index of the store, step by step, each in a transaction of its own. A store
/// without one is not written to.
///
/// # Errors
/// When the store cannot be opened for writing or its schema cannot be read. An index that cannot be merged is named.
pub fn merge_full_text(path: &Path) -> Result<Vec<FullText>, StoreError> {
    let path = resolve(path)?;
    let found = {
        let _guard = gate::writing();
        indexes(&open(&path, WAIT)?)?
    };
    let mut all = Vec::new();
    for (name, kind) in found {
        let merged = merge(&path, &name, kind).unwrap_or(false);
        let agrees = merged && agrees(&path, &name, kind).unwrap_or(false);
        all.push(FullText { name, merged, agrees });
    }
    Ok(all)
}

/// Compares an index with the rows that it is of, in a copy in memory: nobody is kept from writing meanwhile.
fn agrees(path: &Path, name: &str, kind: Kind) -> Result<bool, StoreError> {
    if kind == Kind::Unknown {
        return Ok(false);
    }
    let image = {
        let _guard = gate::reading();
        PageImage::read(path)?
    };
    let bytes = image.newest();
    if bytes.len() > MOST_COMPARED {
        return Ok(false);
    }
    let mut copy = Connection::open_in_memory()?;
    copy.deserialize_read_exact("main", bytes, bytes.len(), false)?;
    let quoted = quoted(name);
    let check = match kind {
        // With 1, an index over another table is compared with that table too.
        Kind::Fts5 => format!("INSERT INTO main.{quoted}({quoted}, rank) VALUES ('integrity-check', 1)"),
        _ => format!("INSERT INTO main.{quoted}({quoted}) VALUES ('integrity-check')"),
    };
    Ok(copy.execute(&check, []).is_ok())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Which module an index is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fts5,
    Fts4,
    /// Without the texts that it is of, or of a module that is not known.
    Unknown,
}

fn indexes(connection: &Connection) -> Result<Vec<(String, Kind)>, StoreError> {
    let mut statement =
        connection.prepare("SELECT name, lower(sql) FROM sqlite_schema WHERE type = 'table' AND rootpage = 0")?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, sql): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
        let (Some(name), Some(sql)) = (name, sql) else { continue };
        if HOLD_NO_WORDS.iter().any(|module| sql.contains(module)) && !sql.contains("fts") {
            continue;
        }
        let spelled: String = sql.chars().filter(|character| !character.is_whitespace()).collect();
        let is_without = ["content=''", "content=\"\""].iter().any(|without| spelled.contains(without));
        // The statement can be spelled in many ways, and a name can hold any word: what is not surely known is not clean.
        let kind = match (is_without, sql.contains("fts5"), sql.contains("fts4") || sql.contains("fts3")) {
            (false, true, false) => Kind::Fts5,
            (false, false, true) => Kind::Fts4,
            _ => Kind::Unknown,
        };
        found.push((name, kind));
    }
    Ok(found)
}

/// Merges one index. Returns whether nothing is left to merge.
fn merge(path: &Path, name: &str, kind: Kind) -> Result<bool, StoreError> {
    let deadline = Instant::now() + PATIENCE;
    let quoted = quoted(name);
    let mut first = true;
    loop {
        let changes = {
            let _guard = gate::writing();
            let connection = open(path, WAIT)?;
            connection.pragma_update(None, "secure_delete", true)?;
            let before = total_changes(&connection)?;
            match kind {
                // A negative number begins the merge of everything; positive ones go on with it.
                Kind::Fts5 => {
                    let pages = if first { -PAGES } else { PAGES };
                    let sql = format!("INSERT INTO main.{quoted}({quoted}, rank) VALUES ('merge', ?1)");
                    connection.execute(&sql, [pages])?;
                }
                Kind::Unknown => return Ok(false),
                Kind::Fts4 => {
                    let sql = format!("INSERT INTO main.{quoted}({quoted}) VALUES ('merge={PAGES},2')");
                    connection.execute(&sql, [])?;
                }
            }
            total_changes(&connection)? - before
        };
        first = false;
        // One change is the command itself: nothing was merged any more.
        if changes < 2 {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
    }
}

fn total_changes(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("SELECT total_changes()", [], |row| row.get(0))?)
}
