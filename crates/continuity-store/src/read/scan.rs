//! Reading a table so that one damaged page or row does not hide the others.

use rusqlite::{OptionalExtension, Row};

use super::Store;

/// What of a table could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Table name.
    pub table: &'static str,
    /// `unreadable-page`, `unreadable-row`, `wrong-type`, `missing-column`, or `missing-table`.
    pub reason: &'static str,
    /// Number of rows, where it can be counted.
    pub count: Option<u64>,
}

/// Most rounds of one scan; each begins behind damage that stopped the one before.
const MOST_ROUNDS: usize = 10_000;

/// A table's queries by row id. They avoid indexes: a damaged index must not hide rows.
pub(super) struct Scan {
    pub(super) table: &'static str,
    /// Rows from a row id on, ascending.
    pub(super) forwards: &'static str,
    /// The first row id from a row id on, without touching the row's other columns.
    pub(super) next: &'static str,
}

macro_rules! scan {
    ($table:literal, $columns:literal) => {
        Scan {
            table: $table,
            forwards: concat!(
                "SELECT rowid, ",
                $columns,
                " FROM ",
                $table,
                " NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid"
            ),
            next: concat!("SELECT rowid FROM ", $table, " NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid LIMIT 1"),
        }
    };
}

pub(super) use scan;

impl Store {
    /// Reads a table from its start. A row that cannot be read is skipped and counted; behind a page that cannot be read
    /// the scan goes on with the next one that can. `take` says whether the row could be understood.
    pub(super) fn scan(&self, scan: &Scan, mut take: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>) -> Vec<Damage> {
        let damage = |reason, count| Damage { table: scan.table, reason, count };
        if !self.identity.has(scan.table) {
            let expected = self.identity.schema_version > 0;
            return if expected { vec![damage("missing-table", None)] } else { Vec::new() };
        }
        if self.has_generated_columns(scan.table) {
            return vec![damage("missing-column", None)];
        }
        let mut misfits = 0_u64;
        let mut unreadable = 0_u64;
        let mut from = i64::MIN;
        let mut lost_page = false;
        // Damage can put row ids out of order. Rows are taken in ascending order only, so that each round begins behind
        // the one before, and no damage makes the rounds endless.
        for _ in 0..MOST_ROUNDS {
            let ran = self.run(scan.forwards, from, &mut |row| {
                let id: i64 = row.get(0)?;
                if id < from {
                    return Ok(());
                }
                if !take(row)? {
                    misfits += 1;
                }
                from = id.saturating_add(1);
                Ok(())
            });
            match ran {
                Ok(()) => break,
                Err(error) if is_schema_error(&error) => return vec![damage("missing-column", None)],
                Err(_) => {}
            }
            match self.first_id(scan, from) {
                Ok(Some(id)) if id >= from => {
                    unreadable += 1;
                    from = id.saturating_add(1);
                }
                Ok(None) => break,
                _ => {
                    lost_page = true;
                    match self.behind_damage(scan, from) {
                        Some(id) => from = id,
                        None => break,
                    }
                }
            }
        }
        let mut found = Vec::new();
        if lost_page {
            found.push(damage("unreadable-page", None));
        }
        if unreadable > 0 {
            found.push(damage("unreadable-row", Some(unreadable)));
        }
        if misfits > 0 {
            found.push(damage("wrong-type", Some(misfits)));
        }
        found
    }

    /// Whether the table has columns whose values are computed. AGS makes none, and computing one can take for ever.
    fn has_generated_columns(&self, table: &str) -> bool {
        let sql = "SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden <> 0";
        self.connection.query_row(sql, [table], |row| row.get::<_, i64>(0)).unwrap_or(0) > 0
    }

    /// Runs a query over the rows from a row id on.
    fn run(
        &self,
        sql: &str,
        from: i64,
        take: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([from])?;
        while let Some(row) = rows.next()? {
            take(row)?;
        }
        Ok(())
    }

    /// The first row id from `from` on, `None` at the end of the table.
    fn first_id(&self, scan: &Scan, from: i64) -> rusqlite::Result<Option<i64>> {
        self.connection.query_row(scan.next, [from], |row| row.get(0)).optional()
    }

    /// Finds the first row id behind `from` at which a scan works again: steps that double until one works, then halves
    /// back to the edge of the damage. `None` when none works.
    fn behind_damage(&self, scan: &Scan, from: i64) -> Option<i64> {
        let works = |id: i64| self.first_id(scan, id).is_ok_and(|first| first.is_none_or(|first| first >= id));
        let mut fails = from.max(0);
        let mut step: i64 = 1;
        let mut good = loop {
            let id = fails.checked_add(step)?;
            if works(id) {
                break id;
            }
            fails = id;
            step = step.checked_mul(2)?;
        };
        while good - fails > 1 {
            let middle = fails + (good - fails) / 2;
            if works(middle) {
                good = middle;
            } else {
                fails = middle;
            }
        }
        Some(good)
    }
}

/// Whether the query itself does not fit the table (a column is not there), as opposed to a damaged page.
fn is_schema_error(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqlInputError { .. })
        || error.sqlite_error_code() == Some(rusqlite::ErrorCode::Unknown)
}
