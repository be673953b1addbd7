//! The table `sqlite_schema` at page 1, read without SQL (file format, section 2.6).

use crate::fault::{Fault, PageFault};
use crate::header::TextEncoding;
use crate::pages::Pages;
use crate::record::{Record, Value};
use crate::walk::{Entry, entries};

/// One object of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaEntry {
    /// `table`, `index`, `view` or `trigger`.
    pub kind: String,
    /// The object's name.
    pub name: String,
    /// The table that it belongs to.
    pub table: String,
    /// Its root page, counted from 1; `None` for views, triggers and virtual tables.
    pub root: Option<u32>,
    /// The statement that made it; `None` for indexes that SQLite makes itself.
    pub sql: Option<String>,
}

/// The schema of a state, with what could not be read of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The objects, as stored.
    pub entries: Vec<SchemaEntry>,
    /// Damage that may hide further objects.
    pub faults: Vec<PageFault>,
}

impl Schema {
    /// Reads the schema of a state; an empty database has an empty one.
    pub fn read(pages: &dyn Pages) -> Schema {
        let mut schema = Schema::default();
        if pages.page_count() == 0 {
            return schema;
        }
        // Damaged entries can all claim the same pages; together they cannot be longer than the database.
        let mut left = u64::from(pages.page_count()).saturating_mul(u64::from(pages.page_size()));
        let encoding = pages.state_header().map_or(TextEncoding::Utf8, |h| h.text_encoding);
        for entry in entries(pages, 1) {
            let within = entry.and_then(|entry| {
                let rest = left.checked_sub(u64::from(entry.cell.payload_len));
                left = rest.ok_or(PageFault::new(entry.page, Fault::PayloadLength))?;
                schema_entry(&entry, encoding)
            });
            match within {
                Ok(entry) => schema.entries.push(entry),
                Err(fault) => schema.faults.push(fault),
            }
        }
        schema
    }

    /// Returns the root page of the table of that name, letter case apart as in SQLite (ASCII only).
    pub fn table_root(&self, name: &str) -> Option<u32> {
        let is_it = |e: &&SchemaEntry| e.kind == "table" && e.name.eq_ignore_ascii_case(name);
        self.entries.iter().find(is_it)?.root
    }
}

fn schema_entry(entry: &Entry<'_>, encoding: TextEncoding) -> Result<SchemaEntry, PageFault> {
    let damaged = || PageFault::new(entry.page, Fault::Record(entry.position));
    let payload = entry.payload()?;
    let record = Record::parse(&payload).map_err(|_| damaged())?;
    let text = |position: usize| match record.value(position) {
        Some(Value::Text(stored)) => Some(encoding.decode(stored).into_owned()),
        _ => None,
    };
    Ok(SchemaEntry {
        kind: text(0).ok_or_else(damaged)?,
        name: text(1).ok_or_else(damaged)?,
        table: text(2).ok_or_else(damaged)?,
        root: match record.value(3) {
            Some(Value::Integer(root)) => u32::try_from(root).ok().filter(|root| *root != 0),
            _ => None,
        },
        sql: text(4),
    })
}
