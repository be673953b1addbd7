//! What the files hold, read with SQLite and a JSON reader of others.

use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;
use wire::scan::ScanPlace;

/// Reads the text that a place of a stored row is counted in.
pub(crate) fn text_at(folder: &Path, place: &ScanPlace) -> String {
    let copy = tempfile::tempdir().unwrap();
    let file = folder.join(&place.database);
    let name = file.file_name().unwrap();
    std::fs::copy(&file, copy.path().join(name)).unwrap();
    let log = format!("{}-wal", file.display());
    if Path::new(&log).exists() {
        std::fs::copy(&log, copy.path().join(format!("{}-wal", name.to_string_lossy()))).unwrap();
    }
    let connection = Connection::open(copy.path().join(name)).unwrap();
    let (table, column) = (place.table.as_deref().unwrap(), place.column.as_deref().unwrap());
    let stored: String = match place.row {
        Some(row) => {
            connection.query_row(&format!("SELECT {column} FROM {table} WHERE rowid = ?1"), [row], |row| row.get(0))
        }
        None => connection.query_row(
            &format!(
                "SELECT {column} FROM {table} WHERE task_correlation = ?1 AND epoch = ?2 AND instr({column}, 'core')"
            ),
            (place.task_correlation.as_deref().unwrap(), place.epoch.unwrap()),
            |row| row.get(0),
        ),
    }
    .unwrap();
    let Some(pointer) = &place.pointer else { return stored };
    let json: Value = serde_json::from_str(&stored).unwrap();
    let found = json.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
    match place.in_key {
        true => panic!("the name of a member is not at its pointer"),
        false => found.as_str().unwrap().to_owned(),
    }
}

/// Checks both offsets of a place against the text that they count in.
pub(crate) fn check_offsets(text: &str, place: &ScanPlace, value: &str) {
    let [start, length] = place.bytes.map(|number| number as usize);
    let covered = &text[start..start + length];
    // The value with its name, and no more than the line that it stands in.
    assert!(covered.contains(value), "bytes at {:?}: {covered:?} without {value:?}", place.pointer);
    assert!(value.contains('\n') || !covered.trim().contains("\n\n"), "{covered:?} for {value:?}");
    let units: Vec<u16> = text.encode_utf16().collect();
    let [start, length] = place.utf16.map(|number| number as usize);
    assert_eq!(String::from_utf16(&units[start..start + length]).unwrap(), covered, "UTF-16 at {:?}", place.pointer);
}
