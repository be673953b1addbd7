//! The comparison, or only what was dropped, as Markdown (CommonMark) to paste somewhere.
//!
//! Stored text is escaped: it can make no heading, link, image, HTML or code of its own. A line feed inside an item
//! becomes `<br>`, so that an item stays one list item.

use std::fmt::Write;

use super::Frame;
use crate::diff::display::visible;
use crate::diff::marks::{Piece, mark_words};
use crate::diff::outcome::{BodyDiff, FieldDiff, ItemDiff, Op, Placed};
use crate::diff::{Deadline, Item};

/// Returns what was dropped as a list under a heading for each field; empty when nothing was.
pub fn dropped_markdown(diff: &BodyDiff) -> String {
    let mut out = String::new();
    let mut path = "";
    for dropped in &diff.dropped {
        if *dropped.path != *path {
            path = &dropped.path;
            let gap = if out.is_empty() { "" } else { "\n" };
            push(&mut out, format_args!("{gap}### {}\n\n", escaped(path)));
        }
        push(&mut out, format_args!("- {}\n", escaped(dropped.item.shown())));
    }
    out
}

/// Returns the comparison: names, remarks, dropped items, then every field that differs. Differing words of a changed
/// pair stand in `<del>` and `<ins>`.
pub fn markdown(diff: &BodyDiff, frame: &Frame<'_>, deadline: &Deadline<'_>) -> String {
    let mut out = String::new();
    push(&mut out, format_args!("# {} → {}\n", escaped(frame.from), escaped(frame.to)));
    for note in frame.notes {
        push(&mut out, format_args!("\n> {}\n", note.sentence()));
    }
    if !diff.dropped.is_empty() {
        push(&mut out, format_args!("\n## Dropped\n\n{}", dropped_markdown(diff)));
    }
    for field in diff.fields.iter().filter(|field| !field.is_unchanged()) {
        push(&mut out, format_args!("\n## {}\n\n", escaped(field.path())));
        match field {
            FieldDiff::Value(value) => match (&value.from, &value.to) {
                (Some(from), Some(to)) => push_pair(&mut out, from, to, deadline),
                (Some(from), None) => push(&mut out, format_args!("- removed: {}\n", escaped(from.shown()))),
                (None, Some(to)) => push(&mut out, format_args!("- added: {}\n", escaped(to.shown()))),
                (None, None) => {}
            },
            FieldDiff::List(list) => {
                list.items.iter().for_each(|row| push_row(&mut out, row, deadline));
                let kept = list.items.iter().filter(|row| row.op == Op::Kept).count();
                if kept > 0 {
                    push(&mut out, format_args!("- {kept} unchanged\n"));
                }
            }
        }
    }
    if diff.is_unchanged() {
        out.push_str("\nNo difference.\n");
    }
    out
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(text);
}

fn push_row(out: &mut String, row: &ItemDiff, deadline: &Deadline<'_>) {
    let place = |side: &Option<Placed>| side.as_ref().map_or(0, |placed| placed.index + 1);
    match (row.op, &row.from, &row.to) {
        (Op::Changed, Some(from), Some(to)) => push_pair(out, &from.item, &to.item, deadline),
        (Op::Moved, Some(from), _) => {
            let (old, new) = (place(&row.from), place(&row.to));
            push(out, format_args!("- moved ({old} → {new}): {}\n", escaped(from.item.shown())));
        }
        (Op::Removed, Some(from), _) => {
            let there = row.moved_to.as_ref().map(|path| format!(" (now in {})", escaped(path))).unwrap_or_default();
            push(out, format_args!("- removed{there}: {}\n", escaped(from.item.shown())));
        }
        (Op::Added, _, Some(to)) => {
            let there = row.moved_from.as_ref().map(|path| format!(" (from {})", escaped(path))).unwrap_or_default();
            push(out, format_args!("- added{there}: {}\n", escaped(to.item.shown())));
        }
        _ => {}
    }
}

fn push_pair(out: &mut String, from: &Item, to: &Item, deadline: &Deadline<'_>) {
    let marks = mark_words(from.shown(), to.shown(), deadline);
    let side = |pieces: &[Piece], tag: &str| -> String {
        let piece = |piece: &Piece| match (escaped(&piece.text), piece.marked) {
            (text, true) => format!("<{tag}>{text}</{tag}>"),
            (text, false) => text,
        };
        pieces.iter().map(piece).collect()
    };
    push(out, format_args!("- changed: {}<br>now: {}\n", side(&marks.from, "del"), side(&marks.to, "ins")));
}

/// Returns stored text in a form that Markdown shows as it is, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in visible(text).chars() {
        match c {
            '\n' => out.push_str("<br>"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '{' | '}' | '#' | '|' | '~' | '!' | '$' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
