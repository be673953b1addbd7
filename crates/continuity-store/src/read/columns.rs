//! The columns of every table of a database, and its pages, whatever kind of database it is.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use sqlite_pages::PageImage;

use super::connection::over_image;
use super::values::lossy;
use crate::error::StoreError;
use crate::gate;

/// The columns of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumns {
    /// The table.
    pub table: String,
    /// Names in the order in which a record of the table holds the values.
    pub stored: Vec<String>,
}

/// Reads the newest committed state of any SQLite database: a workflow ledger, a backup.
///
/// # Errors
/// When the files cannot be read.
pub fn image(path: &Path) -> Result<Arc<PageImage>, StoreError> {
    let _guard = gate::reading();
    Ok(Arc::new(PageImage::read(path)?))
}

/// Returns the columns of every ordinary table; none where SQLite cannot read the schema.
pub fn table_columns(image: &Arc<PageImage>) -> Vec<TableColumns> {
    let Ok(connection) = over_image(image) else { return Vec::new() };
    let Ok(tables) = tables(&connection) else { return Vec::new() };
    tables.into_iter().filter_map(|table| columns(&connection, table).ok()).collect()
}

/// Names of tables that have pages, each with whether its rows are kept by their primary key.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<(String, bool)>> {
    let sql = "SELECT s.name, l.wr FROM sqlite_schema s JOIN pragma_table_list(s.name) l
               WHERE s.type = 'table' AND s.rootpage > 0 AND l.schema = 'main' AND l.type <> 'virtual'";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((lossy(row.get_ref(0)?), row.get::<_, i64>(1)? != 0)))?;
    rows.collect()
}

/// Reads the columns of a table. Rows that are kept by their primary key begin with it (file format, section 2.4);
/// columns whose values are computed when they are read are not stored.
fn columns(connection: &Connection, (table, by_key): (String, bool)) -> rusqlite::Result<TableColumns> {
    let mut statement = connection.prepare("SELECT name, pk, hidden FROM pragma_table_xinfo(?1) ORDER BY cid")?;
    let rows = statement
        .query_map([&table], |row| Ok((lossy(row.get_ref(0)?), row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))?;
    let mut columns: Vec<(String, i64, i64)> = rows.collect::<rusqlite::Result<_>>()?;
    columns.retain(|(_, _, hidden)| *hidden != 2);
    if by_key {
        columns.sort_by_key(|(_, key, _)| if *key == 0 { i64::MAX } else { *key });
    }
    Ok(TableColumns { table, stored: columns.into_iter().map(|(name, ..)| name).collect() })
}
