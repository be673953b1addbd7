//! Findings of a scan: the most urgent first, each with its places, then what to rotate.

use std::fmt::Write;

use wire::scan::{AllowedList, ScanDocument, ScanFinding, ScanPlace};

use super::style::{label, short, size, visible};

/// Findings that are written out; the rest is counted.
const MOST: usize = 200;
/// Places that are written out of each.
const MOST_PLACES: usize = 5;

/// What was found.
pub(crate) fn scan(document: &ScanDocument) -> String {
    let mut out = String::new();
    let totals = &document.totals;
    for finding in document.findings.iter().take(MOST) {
        out.push_str(&one(finding));
    }
    if document.findings.len() > MOST {
        let _ = writeln!(out, "… and {} more; --json tells all.\n", document.findings.len() - MOST);
    }
    if totals.findings == 0 {
        out.push_str("Nothing was found.\n");
    } else {
        let _ = writeln!(
            out,
            "{} findings in {} places: {} critical, {} high, {} medium, {} low. {} would be offered to an agent next.",
            totals.findings, totals.places, totals.critical, totals.high, totals.medium, totals.low, totals.offered
        );
    }
    if totals.allowed > 0 {
        let _ = writeln!(out, "{} let pass by an allow list or baseline.", totals.allowed);
    }
    let searched = &document.searched;
    let files = searched.files.iter().map(|file| visible(file)).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "Searched {} texts, {}, in {files}.", searched.texts, size(searched.bytes));
    for gap in &document.gaps {
        let _ = writeln!(out, "Not searched: {}: {}", visible(&gap.file), visible(&gap.error.message));
    }
    let helped: Vec<_> = document.rules.iter().filter(|rule| !rule.help.is_empty()).collect();
    if !helped.is_empty() {
        out.push_str("\nWhat to rotate, where (deleting a text does not make a key harmless):\n");
        for rule in helped {
            let _ = writeln!(out, "  {}: {}", visible(&rule.id), visible(&rule.help));
        }
    }
    out
}

fn one(finding: &ScanFinding) -> String {
    let mut out = String::new();
    let state = match (finding.offered, finding.live) {
        (true, _) => "OFFERED NEXT",
        (false, true) => "stored now",
        (false, false) => "left over",
    };
    let (severity, confidence) = (label(&finding.severity), label(&finding.confidence));
    let _ = writeln!(out, "{}  {}  {}", finding.id, visible(&finding.title), visible(&finding.masked));
    let _ = writeln!(out, "  {state}, severity {severity}, confidence {confidence}, rule {}", visible(&finding.rule));
    // A page that was written often stands in the log as often: the same words are one line.
    let mut lines: Vec<(String, u64)> = Vec::new();
    for place in &finding.places {
        let line = self::place(place);
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let mut told = 0;
    for (line, count) in lines.iter().take(MOST_PLACES) {
        let times = if *count > 1 { format!("  × {count}") } else { String::new() };
        let _ = writeln!(out, "  - {line}{times}");
        told += count;
    }
    if finding.place_count > told {
        let _ = writeln!(out, "  - and {} more", finding.place_count - told);
    }
    out.push('\n');
    out
}

fn place(place: &ScanPlace) -> String {
    let mut parts = vec![label(&place.source)];
    if let Some(task) = &place.task_correlation {
        parts.push(format!("task {}", visible(&short(task))));
    }
    if let Some(root) = &place.root_id {
        parts.push(format!("root {}", visible(root)));
    }
    if let Some(epoch) = place.epoch {
        parts.push(format!("{epoch}{}", place.revision.map(|revision| format!(".{revision}")).unwrap_or_default()));
    }
    let row = [&place.table, &place.column].into_iter().flatten().map(|name| visible(name)).collect::<Vec<_>>();
    parts.push(visible(&place.database) + if row.is_empty() { "" } else { " " } + &row.join("."));
    match (&place.pointer, place.line, place.offset) {
        (pointer, Some(line), _) => {
            let pointer = pointer.as_deref().map(visible).unwrap_or_default();
            parts.push(format!("line {line} {pointer}").trim_end().to_owned());
        }
        (Some(pointer), ..) => parts.push(format!("{}{}", visible(pointer), if place.in_key { " (name)" } else { "" })),
        (None, _, Some(offset)) => parts.push(format!("byte {}", offset + place.bytes[0])),
        _ => {}
    }
    parts.join("  ")
}

/// What is let pass.
pub(crate) fn allowed(list: &AllowedList) -> String {
    let path = list.path.as_deref().map(visible).unwrap_or_default();
    format!("Let pass from now on. The allow list {path} has {} entries.\n", list.entries.len())
}
