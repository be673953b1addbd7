//! Markdown: a heading for each finding, its places as a list.

use std::fmt::Write;

use wire::scan::ScanDocument;

use super::{label, place_text, shown};

pub(super) fn markdown(document: &ScanDocument, at: &str) -> String {
    let mut out = String::new();
    let totals = &document.totals;
    let _ = writeln!(out, "# Secrets and personal data\n");
    let _ = writeln!(
        out,
        "{} findings in {} places; {} would be offered to an agent next, {} are in a row now. Let pass: {}. Made {at}.",
        totals.findings, totals.places, totals.offered, totals.live, totals.allowed
    );
    for finding in &document.findings {
        let _ = writeln!(out, "\n## {} ({})\n", escaped(&finding.title), code(&finding.id));
        let offered = if finding.offered { ", **offered next**" } else { "" };
        let _ = writeln!(
            out,
            "Rule {}, severity {}, confidence {}{offered}: {}\n",
            code(&finding.rule),
            label(&finding.severity),
            label(&finding.confidence),
            code(&finding.masked)
        );
        for place in &finding.places {
            let task = place.task_correlation.as_deref().map(|task| format!(", task {}", code(task)));
            let offered = if place.offered { ", offered next" } else { "" };
            let source = label(&place.source);
            let _ = writeln!(out, "- {source}: {}{}{offered}", code(&place_text(place)), task.unwrap_or_default());
        }
        let more = finding.place_count.saturating_sub(finding.places.len() as u64);
        if more > 0 {
            let _ = writeln!(out, "- and {more} more");
        }
    }
    let helped: Vec<_> = document.rules.iter().filter(|rule| !rule.help.is_empty()).collect();
    if !helped.is_empty() {
        let _ = writeln!(out, "\n## What to rotate, where\n");
        for rule in helped {
            let _ = writeln!(out, "- {}: {}", code(&rule.id), escaped(&rule.help));
        }
    }
    if !document.gaps.is_empty() {
        let _ = writeln!(out, "\n## Not searched\n");
        for gap in &document.gaps {
            let _ = writeln!(out, "- {}: {}", code(&gap.file), escaped(&gap.error.message));
        }
    }
    out
}

/// Text between backticks, as many as it takes.
fn code(text: &str) -> String {
    let text = shown(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text whose signs mean nothing to Markdown and HTML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in shown(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}
