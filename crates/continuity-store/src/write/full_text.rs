//! Full-text indexes that somebody else put over the snapshot table.
//!
//! A delete that reaches such an index through its triggers only adds a mark: the words of the deleted text stay in the
//! segments that hold them until those are merged (SQLite, FTS5 extension, sections 6.8 and 6.9; FTS3/4, section 7).
//! Words are shorter than the pieces that a search can tell apart, so the indexes are merged, and one that cannot be is
//! named.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::locked::{open, resolve};
use crate::error::StoreError;
use crate::gate;

/// Longest wait for the lock, for each step.
const WAIT: Duration = Duration::from_millis(250);
/// Pages merged in one step: a few milliseconds of work.
const PAGES: i64 = 64;
/// Time for all steps of one index; what is left then is done the next time.
const PATIENCE: Duration = Duration::from_secs(10);

/// A full-text index and whether no mark of a deleted row is left in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullText {
    /// Name of the virtual table.
    pub name: String,
    /// Whether its segments were merged into one.
    pub merged: bool,
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
    Ok(found
        .into_iter()
        .map(|(name, kind)| FullText { merged: merge(&path, &name, kind).unwrap_or(false), name })
        .collect())
}

/// Which module an index is of.
#[derive(Clone, Copy)]
enum Kind {
    Fts5,
    Fts4,
}

fn indexes(connection: &Connection) -> Result<Vec<(String, Kind)>, StoreError> {
    let mut statement =
        connection.prepare("SELECT name, lower(sql) FROM sqlite_schema WHERE type = 'table' AND rootpage = 0")?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, sql): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
        let (Some(name), Some(sql)) = (name, sql) else { continue };
        let Some((_, module)) = sql.split_once("using") else { continue };
        let module = module.trim_start();
        if module.starts_with("fts5") {
            found.push((name, Kind::Fts5));
        } else if module.starts_with("fts3") || module.starts_with("fts4") {
            found.push((name, Kind::Fts4));
        }
    }
    Ok(found)
}

/// Merges one index. Returns whether nothing is left to merge.
fn merge(path: &Path, name: &str, kind: Kind) -> Result<bool, StoreError> {
    let deadline = Instant::now() + PATIENCE;
    let quoted = format!("\"{}\"", name.replace('"', "\"\""));
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
