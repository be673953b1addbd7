//! The comparison as a person reads it: what was dropped first, then field by field, unchanged items counted.

use super::{Frame, Line, LineKind, Page, whole};
use crate::diff::display::visible;
use crate::diff::marks::{Piece, mark_words};
use crate::diff::outcome::{BodyDiff, FieldDiff, ItemDiff, ListDiff, Op, Placed, ValueDiff};
use crate::diff::{Deadline, Item};

/// Returns the comparison as lines: names, remarks, dropped items, then every field that differs. `+` is added, `-`
/// removed, `~` changed with the newer text after `=`, `>` moved, `!` dropped.
pub fn text(diff: &BodyDiff, frame: &Frame<'_>, deadline: &Deadline<'_>) -> Vec<Line> {
    let mut page = Page::default();
    page.line(LineKind::Heading, format!("{} -> {}", visible(frame.from), visible(frame.to)));
    for note in frame.notes {
        page.line(LineKind::Note, note.sentence());
    }
    if !diff.dropped.is_empty() {
        page.section(format!("Dropped ({})", diff.dropped.len()));
        for dropped in &diff.dropped {
            let first = format!("  ! {}: ", visible(&dropped.path));
            page.stored(LineKind::Dropped, &first, "    ", &whole(&dropped.item));
        }
    }
    for field in diff.fields.iter().filter(|field| !field.is_unchanged()) {
        page.section(visible(field.path()));
        match field {
            FieldDiff::Value(value) => write_value(&mut page, value, deadline),
            FieldDiff::List(list) => write_list(&mut page, list, deadline),
        }
    }
    if diff.is_unchanged() {
        page.line(LineKind::Kept, "No difference.");
    }
    page.0
}

fn write_value(page: &mut Page, value: &ValueDiff, deadline: &Deadline<'_>) {
    match (&value.from, &value.to) {
        (Some(from), Some(to)) => write_pair(page, from, to, deadline),
        (Some(from), None) => page.stored(LineKind::Removed, "  - ", "    ", &whole(from)),
        (None, Some(to)) => page.stored(LineKind::Added, "  + ", "    ", &whole(to)),
        (None, None) => {}
    }
}

fn write_list(page: &mut Page, list: &ListDiff, deadline: &Deadline<'_>) {
    let mut kept = 0;
    for row in &list.items {
        if row.op == Op::Kept {
            kept += 1;
            continue;
        }
        write_kept(page, std::mem::take(&mut kept));
        write_row(page, row, deadline);
    }
    write_kept(page, kept);
}

fn write_kept(page: &mut Page, count: usize) {
    if count > 0 {
        page.line(LineKind::Kept, format!("    ({count} unchanged)"));
    }
}

fn write_row(page: &mut Page, row: &ItemDiff, deadline: &Deadline<'_>) {
    let place = |side: &Option<Placed>| side.as_ref().map_or(0, |placed| placed.index + 1);
    let other_list = |word: &str, path: &Option<std::sync::Arc<str>>| match path {
        Some(path) => format!("({word} {}) ", visible(path)),
        None => String::new(),
    };
    match (row.op, &row.from, &row.to) {
        (Op::Changed, Some(from), Some(to)) => write_pair(page, &from.item, &to.item, deadline),
        (Op::Removed, Some(from), _) => {
            let first = format!("  - {}", other_list("now in", &row.moved_to));
            page.stored(LineKind::Removed, &first, "    ", &whole(&from.item));
        }
        (Op::Added, _, Some(to)) => {
            let first = format!("  + {}", other_list("from", &row.moved_from));
            page.stored(LineKind::Added, &first, "    ", &whole(&to.item));
        }
        (_, _, Some(to)) => {
            let first = format!("  > ({} -> {}) ", place(&row.from), place(&row.to));
            page.stored(LineKind::Moved, &first, "    ", &whole(&to.item));
        }
        _ => {}
    }
}

fn write_pair(page: &mut Page, from: &Item, to: &Item, deadline: &Deadline<'_>) {
    let marks = mark_words(from.shown(), to.shown(), deadline);
    let line = |page: &mut Page, kind, first: &str, pieces: &[Piece]| page.stored(kind, first, "    ", pieces);
    line(page, LineKind::ChangedFrom, "  ~ ", &marks.from);
    line(page, LineKind::ChangedTo, "  = ", &marks.to);
}
