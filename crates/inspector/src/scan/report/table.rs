//! Comma-separated values: one line for each place.

use wire::scan::ScanDocument;

use super::{label, shown};

const HEAD: [&str; 24] = [
    "id",
    "rule",
    "title",
    "class",
    "severity",
    "confidence",
    "masked",
    "offered",
    "source",
    "kind",
    "database",
    "table",
    "column",
    "task",
    "root",
    "epoch",
    "revision",
    "pointer",
    "in key",
    "utf16 start",
    "utf16 length",
    "byte start",
    "byte length",
    "line",
];

pub(super) fn csv(document: &ScanDocument) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEAD)?;
    for finding in &document.findings {
        for place in &finding.places {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let number = |number: Option<String>| number.unwrap_or_default();
            let cells = [
                finding.id.clone(),
                finding.rule.clone(),
                finding.title.clone(),
                label(&finding.class),
                label(&finding.severity),
                label(&finding.confidence),
                finding.masked.clone(),
                place.offered.to_string(),
                label(&place.source),
                label(&place.kind),
                place.database.clone(),
                text(&place.table),
                text(&place.column),
                text(&place.task_correlation),
                text(&place.root_id),
                number(place.epoch.map(|epoch| epoch.to_string())),
                number(place.revision.map(|revision| revision.to_string())),
                text(&place.pointer),
                place.in_key.to_string(),
                place.utf16[0].to_string(),
                place.utf16[1].to_string(),
                place.bytes[0].to_string(),
                place.bytes[1].to_string(),
                number(place.line.map(|line| line.to_string())),
            ];
            writer.write_record(cells.iter().map(|cell| inert(cell)))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A cell that no spreadsheet takes for a formula.
fn inert(cell: &str) -> String {
    let quote = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    format!("{}{}", if quote { "'" } else { "" }, shown(cell))
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(inert("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(inert("\t@SUM"), "'\u{FFFD}@SUM");
        assert_eq!(inert("plain"), "plain");
    }
}
