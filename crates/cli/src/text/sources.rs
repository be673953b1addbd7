//! The list of stores.

use std::fmt::Write;

use wire::sources::{Source, SourceList};

use super::style::{label, size, table, time};

/// Every store with its counts, or why it cannot be read.
pub(crate) fn sources(list: &SourceList) -> String {
    let mut out = String::new();
    if list.sources.is_empty() {
        out.push_str("No store was found. Looked at:\n");
        for place in &list.looked_at {
            let _ = writeln!(out, "  {}", place.path);
        }
        out.push_str("Name a store with --db FILE.\n");
        return out;
    }
    let mut rows = table(["store", "schema", "tasks", "bodies", "deleted", "size", "log", "changed", "path"]);
    for source in &list.sources {
        let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
        let indent = if source.backup_of.is_some() { "  backup " } else { "" };
        rows.add_row([
            format!("{indent}{}", source.label),
            source.schema_version.map_or("-".to_owned(), |version| version.to_string()),
            number(source.tasks),
            number(source.bodies),
            number(source.deleted),
            source.size_bytes.map_or("-".to_owned(), size),
            source.log_bytes.map_or("-".to_owned(), size),
            source.changed_at.as_deref().map(time).unwrap_or_default(),
            source.path.clone(),
        ]);
    }
    let _ = writeln!(out, "{rows}");
    list.sources.iter().for_each(|source| remarks(&mut out, source));
    out
}

fn remarks(out: &mut String, source: &Source) {
    if let Some(error) = &source.error {
        let _ = writeln!(out, "{}: {} [{}]", source.path, error.message, error.code);
    }
    if source.others_can_read == Some(true) {
        let _ = writeln!(out, "{}: other users of this machine can read it ({}).", source.path, label(&source.origin));
    }
}
