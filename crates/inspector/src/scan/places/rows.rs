//! The text columns of every table of a database.

use std::sync::Arc;

use continuity_store::read::{TableColumns, table_columns};
use sqlite_pages::{PageImage, Record, Schema, SchemaEntry, TextEncoding, entries};
use wire::ErrorBody;
use wire::scan::{ScanGap, ScanKind, ScanSource};

use super::columns::{self, Facts};
use crate::failure;
use crate::scan::origin::Origin;
use crate::scan::texts::Texts;

/// One text of one row.
pub(super) struct Cell<'c> {
    pub(super) table: &'c str,
    pub(super) column: &'c str,
    /// Whether the table is one of AGS's, whose columns' names say nothing of their values.
    pub(super) own: bool,
    pub(super) facts: &'c Facts,
}

/// How the places of a database's rows are told.
pub(super) type Describe<'d> = dyn Fn(&Cell<'_>) -> (ScanKind, ScanSource) + 'd;

/// Hands over every text of every row of the newest state, and every statement of the schema. Damaged pages are gaps;
/// what can still be read around them is handed over.
pub(super) fn rows(image: &Arc<PageImage>, database: &Arc<str>, describe: &Describe<'_>, texts: &mut Texts<'_, '_>) {
    if image.is_empty() {
        return;
    }
    let schema = Schema::read(&**image);
    let known = table_columns(image);
    let encoding = image.header().text_encoding;
    for entry in schema.entries.iter().filter(|entry| entry.kind == "table") {
        if texts.stopped() {
            return;
        }
        let columns = known.iter().find(|columns| columns.table == entry.name);
        table(image, database, entry, columns, encoding, describe, texts);
    }
    for entry in &schema.entries {
        let Some(sql) = &entry.sql else { continue };
        let facts = Facts::default();
        let cell = Cell { table: "sqlite_schema", column: "sql", own: true, facts: &facts };
        let (kind, source) = describe(&cell);
        let mut origin = Origin::new(kind, source, database.clone());
        origin.table = Some("sqlite_schema".into());
        origin.column = Some("sql".into());
        texts.add(origin, sql.as_bytes(), false);
    }
    if !schema.faults.is_empty() {
        gap(texts, database, "sqlite_schema", schema.faults.len());
    }
}

fn table(
    image: &PageImage,
    database: &Arc<str>,
    entry: &SchemaEntry,
    columns: Option<&TableColumns>,
    encoding: TextEncoding,
    describe: &Describe<'_>,
    texts: &mut Texts<'_, '_>,
) {
    let Some(root) = entry.root else { return };
    let table: Arc<str> = entry.name.as_str().into();
    let names: Vec<Arc<str>> =
        columns.map(|columns| columns.stored.iter().map(|name| name.as_str().into()).collect()).unwrap_or_default();
    let own = columns::is_own(&table);
    let mut faults = 0;
    for row in entries(image, root) {
        if texts.stopped() {
            return;
        }
        let Ok(row) = row else {
            faults += 1;
            continue;
        };
        let (payload, cut) = row.readable_payload();
        faults += usize::from(cut.is_some());
        let Ok(record) = Record::parse(&payload) else {
            faults += 1;
            continue;
        };
        let facts = Facts::of(&record, &names, encoding);
        if columns::is_key(&table, &facts) {
            continue;
        }
        for at in 0..record.len() {
            // Text and blobs (file format, section 2.1), as much of them as is there.
            let Some(kind @ 12..) = record.serial_type(at) else { continue };
            let (stored, is_text) = (record.available(at), kind % 2 == 1);
            let decoded;
            let text = match encoding {
                TextEncoding::Utf8 => stored,
                _ if !is_text => stored,
                _ => {
                    decoded = encoding.decode(stored).into_owned();
                    decoded.as_bytes()
                }
            };
            if columns::is_digest(text) {
                continue;
            }
            let column = names.get(at).cloned().unwrap_or_else(|| format!("column {at}").into());
            let cell = Cell { table: &table, column: &column, own, facts: &facts };
            let (kind, source) = describe(&cell);
            let mut origin = Origin::new(kind, source, database.clone());
            origin.table = Some(table.clone());
            origin.column = Some(column);
            origin.row = row.cell.rowid.filter(|_| !matches!(kind, ScanKind::Body | ScanKind::Delta));
            (origin.task, origin.root) = (facts.task.clone(), facts.root.clone());
            (origin.epoch, origin.revision) = (facts.epoch, facts.revision);
            texts.add(origin, text, !own);
        }
    }
    if faults > 0 {
        gap(texts, database, &table, faults);
    }
}

fn gap(texts: &mut Texts<'_, '_>, database: &Arc<str>, table: &str, count: usize) {
    let message = format!("{count} pages or rows of the table {table} are damaged and could not be searched whole.");
    let error: ErrorBody = failure::error("corrupt", message, Some("A backup may hold what is missing."));
    texts.gaps.push(ScanGap { file: database.to_string(), table: Some(table.to_owned()), error });
}
