//! A comparison.

use std::fmt::Write;

use wire::Json;
use wire::compare::{DiffDocument, DiffOp, FieldDiff, ItemDiff};

use super::style::visible;
use crate::args::DiffFormat;

/// What the newer side lost, then field by field what changed.
pub(crate) fn diff(document: &DiffDocument, format: DiffFormat) -> String {
    let side = |side: &wire::compare::DiffSide| {
        let revision = side.revision.map_or("?".to_owned(), |revision| revision.to_string());
        format!("epoch {} revision {revision}", side.epoch)
    };
    let markdown = format == DiffFormat::Markdown;
    let head = if markdown { "# " } else { "" };
    let mut out = format!("{head}{} → {}\n", side(&document.from), side(&document.to));
    for note in &document.notes {
        let _ = writeln!(out, "Note: {note}");
    }
    if !document.dropped.is_empty() {
        let _ = writeln!(out, "\n{}Dropped", if markdown { "## " } else { "" });
        for dropped in &document.dropped {
            let _ = writeln!(
                out,
                "{} {}: {}",
                if markdown { "-" } else { " !" },
                dropped.path,
                visible(dropped.text.as_str())
            );
        }
    }
    for field in &document.fields {
        let (path, lines) = match field {
            FieldDiff::Value(value) => (&value.path, value_lines(value.from.as_ref(), value.to.as_ref())),
            FieldDiff::List(list) => (&list.path, list_lines(&list.items)),
        };
        if lines.iter().all(|(mark, _)| *mark == ' ') {
            continue;
        }
        if markdown {
            let _ = writeln!(out, "\n## {path}\n\n```diff");
        } else {
            let _ = writeln!(out, "\n{path}");
        }
        for (mark, line) in lines {
            let _ = writeln!(out, "{}{mark} {line}", if markdown { "" } else { "  " });
        }
        if markdown {
            out.push_str("```\n");
        }
    }
    out
}

fn value_lines(from: Option<&Json>, to: Option<&Json>) -> Vec<(char, String)> {
    let from = from.map(|value| ('-', shown(value)));
    from.into_iter().chain(to.map(|value| ('+', shown(value)))).collect()
}

fn list_lines(items: &[ItemDiff]) -> Vec<(char, String)> {
    let mut lines = Vec::new();
    for item in items {
        let from = item.from.as_ref().map(shown).unwrap_or_default();
        let to = item.to.as_ref().map(shown).unwrap_or_default();
        match item.op {
            DiffOp::Kept => lines.push((' ', to)),
            DiffOp::Moved => lines.push(('~', to)),
            DiffOp::Changed => lines.extend([('-', from), ('+', to)]),
            DiffOp::Added => lines.push(('+', with_other(to, "from", item.moved_from.as_deref()))),
            DiffOp::Removed => lines.push(('-', with_other(from, "to", item.moved_to.as_deref()))),
        }
    }
    lines
}

fn with_other(text: String, word: &str, path: Option<&str>) -> String {
    path.map_or_else(|| text.clone(), |path| format!("{text}  (moved {word} {path})"))
}

/// A text without its quotes, any other value as JSON.
fn shown(value: &Json) -> String {
    let text: Result<String, _> = serde_json::from_str(value.as_text());
    visible(&text.unwrap_or_else(|_| value.as_text().to_owned()))
}
