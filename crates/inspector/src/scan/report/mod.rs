//! Reports: a scan's document in the formats of others. None holds a value or anything that brings one back.

mod html;
mod markdown;
mod sarif;
mod table;

use wire::ErrorBody;
use wire::scan::{ScanDocument, ScanFormat, ScanPlace};

use crate::failure;

/// Returns the text of a report. `at` is when it was made.
pub(super) fn write(document: &ScanDocument, format: ScanFormat, at: &str) -> Result<String, ErrorBody> {
    let failed = |error: &dyn std::fmt::Display| {
        failure::error("io-error", format!("The report cannot be written: {error}."), None)
    };
    match format {
        ScanFormat::Json => serde_json::to_string_pretty(document).map(|text| text + "\n").map_err(|e| failed(&e)),
        ScanFormat::Sarif => sarif::sarif(document, at).map_err(|e| failed(&e)),
        ScanFormat::Html => html::html(document, at).map_err(|e| failed(&e)),
        ScanFormat::Markdown => Ok(markdown::markdown(document, at)),
        ScanFormat::Csv => table::csv(document).map_err(|e| failed(&e)),
    }
}

/// The word by which a value crosses our edges, for example `free-page`.
fn label(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// A place in words: file, table and column, epoch and revision, pointer.
fn place_text(place: &ScanPlace) -> String {
    let mut text = shown(&place.database);
    for part in [&place.table, &place.column].into_iter().flatten() {
        text.push(' ');
        text.push_str(&shown(part));
    }
    if let Some(epoch) = place.epoch {
        text.push_str(&format!(" {epoch}"));
        if let Some(revision) = place.revision {
            text.push_str(&format!(".{revision}"));
        }
    }
    if let Some(pointer) = &place.pointer {
        text.push(' ');
        text.push_str(&shown(pointer));
    }
    if let Some(line) = place.line {
        text.push_str(&format!(" line {line}"));
    }
    if place.pointer.is_none()
        && let Some(offset) = place.offset
    {
        text.push_str(&format!(" at byte {offset}"));
    }
    text
}

/// A name on one line; what would move the cursor or turn the line around is replaced.
fn shown(text: &str) -> String {
    let hidden = |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if hidden(c) { '\u{FFFD}' } else { c }).collect()
}
