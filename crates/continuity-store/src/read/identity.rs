//! What a database is: which schema, which version, which kind of file.

use rusqlite::Connection;

use crate::error::{Known, StoreError};

/// `AGSN`: the shared file, whose continuity version stands in `shared_module_schema`.
pub(crate) const APPLICATION_ID_AGSN: i64 = 0x4147_534E;
/// `AGSU`: the generic record file, which holds no continuity tables.
pub(crate) const APPLICATION_ID_AGSU: i64 = 0x4147_5355;
/// The newest continuity schema that this program understands.
pub(crate) const NEWEST_SCHEMA: i64 = 3;

/// What a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Continuity schema version; 0 for an empty store.
    pub schema_version: i64,
    /// Whether it is the shared file.
    pub shared_file: bool,
    /// Table names, in schema order.
    pub tables: Vec<String>,
    /// Indexes, triggers, views and tables that are not AGS's: type and name.
    pub foreign_objects: Vec<(String, String)>,
    /// Whether the file's own header says write-ahead logging.
    pub wal: bool,
}

impl Identity {
    /// Whether the store has the table.
    pub fn has(&self, table: &str) -> bool {
        self.tables.iter().any(|name| name == table)
    }
}

/// Reads application id, version and tables, and refuses what is not a store that this program understands.
/// `size` (bytes) goes into what can still be said; `wal` is what the file's header says.
pub(crate) fn identify(connection: &Connection, size: u64, wal: bool) -> Result<Identity, StoreError> {
    let application_id: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let user_version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let objects = schema_objects(connection)?;
    let tables: Vec<String> =
        objects.iter().filter(|(kind, _, _)| kind == "table").map(|(_, name, _)| name.clone()).collect();
    let known =
        |schema_version: Option<i64>| Box::new(Known { schema_version, tables: tables.clone(), size: Some(size) });
    // The application id comes first: in the shared files, user_version is the version of the file format.
    if application_id == APPLICATION_ID_AGSU {
        return Err(StoreError::UnsupportedSchema {
            what: "this is AGS's generic record file (AGSU), which keeps no continuity tables".into(),
            known: known(Some(user_version)),
        });
    }
    let shared_file = application_id == APPLICATION_ID_AGSN;
    let has_continuity = tables.iter().any(|name| name.starts_with("continuity_"));
    let version = if shared_file { shared_version(connection, &tables)? } else { Some(user_version) };
    if !has_continuity {
        let empty = tables.iter().all(|name| name.starts_with("sqlite_")) && user_version == 0;
        if !empty {
            return Err(StoreError::NotAStore { known: known(version) });
        }
    }
    let version = match version {
        Some(version) if (0..=NEWEST_SCHEMA).contains(&version) => version,
        Some(version) => {
            return Err(StoreError::UnsupportedSchema {
                what: format!("schema version {version} is not one that this program knows (1 to {NEWEST_SCHEMA})"),
                known: known(Some(version)),
            });
        }
        None => {
            return Err(StoreError::UnsupportedSchema {
                what: "the shared file does not say which continuity version it holds".into(),
                known: known(None),
            });
        }
    };
    if has_continuity && !tables.iter().any(|name| name == "continuity_tasks") {
        return Err(StoreError::Corrupt {
            what: "the table continuity_tasks is not there".into(),
            known: known(Some(version)),
        });
    }
    let foreign_objects = objects
        .iter()
        .filter(|(kind, name, table)| is_foreign(kind, name, table, shared_file))
        .map(|(kind, name, _)| (kind.clone(), name.clone()))
        .collect();
    Ok(Identity { schema_version: version, shared_file, tables, foreign_objects, wal })
}

/// Type, name and table of every schema entry, without its SQL.
fn schema_objects(connection: &Connection) -> Result<Vec<(String, String, String)>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT type, name, tbl_name FROM sqlite_schema WHERE type <> 'table' OR rootpage > 0 OR sql IS NULL",
    )?;
    let mut rows = statement.query([])?;
    let mut objects = Vec::new();
    while let Some(row) = rows.next()? {
        let text = |index| -> Result<String, rusqlite::Error> { Ok(super::values::lossy(row.get_ref(index)?)) };
        objects.push((text(0)?, text(1)?, text(2)?));
    }
    Ok(objects)
}

/// Finds the version of the continuity module in `shared_module_schema`: the row that names the module, and its only
/// whole number. The table's column names are not part of what is known about the file.
fn shared_version(connection: &Connection, tables: &[String]) -> Result<Option<i64>, StoreError> {
    if !tables.iter().any(|name| name == "shared_module_schema") {
        return Ok(None);
    }
    let mut statement = connection.prepare("SELECT * FROM shared_module_schema")?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut named = false;
        let mut version = None;
        for index in 0..columns {
            match row.get_ref(index)? {
                rusqlite::types::ValueRef::Text(b"continuity") => named = true,
                rusqlite::types::ValueRef::Integer(number) if version.is_none() => version = Some(number),
                _ => {}
            }
        }
        if named {
            return Ok(version);
        }
    }
    Ok(None)
}

/// The tables that AGS creates in a continuity store.
const OWN_TABLES: [&str; 7] = [
    "continuity_metadata",
    "continuity_tasks",
    "continuity_snapshots",
    "continuity_requests",
    "continuity_tombstones",
    "continuity_observations",
    "continuity_delta_state",
];

/// Whether a schema entry is somebody else's addition. In the shared file other modules have tables of their own; only
/// what hangs on a continuity table is looked at there.
pub(crate) fn is_foreign(kind: &str, name: &str, table: &str, shared_file: bool) -> bool {
    if name.starts_with("sqlite_") {
        return false;
    }
    let on_own_table = OWN_TABLES.contains(&table);
    match kind {
        "table" => !shared_file && !OWN_TABLES.contains(&name),
        "index" => on_own_table && name != format!("{table}_cleanup"),
        "view" => !shared_file,
        _ => on_own_table || !shared_file,
    }
}
