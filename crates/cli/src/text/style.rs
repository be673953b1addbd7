//! Tables and words.

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde::Serialize;

use crate::output::show;

/// A table without frames. No cell is wrapped: a path or digest that is copied from it is whole, and a line that is
/// longer than the terminal is the terminal's to fold.
pub(super) fn table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled).set_header(head);
    table
}

/// The word by which a value crosses our edges, for example `free-page`.
pub(super) fn label(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// A correlation or digest, cut to what tells it apart.
pub(super) fn short(name: &str) -> String {
    let hex = name.rsplit_once(':').map_or(name, |(_, hex)| hex);
    hex.chars().take(12).collect()
}

/// Text of a body on one line; control characters and those that turn the line around become visible.
pub(super) fn visible(text: &str) -> String {
    text.chars().map(|character| if matches!(character, '\n' | '\r') { ' ' } else { show(character) }).collect()
}

/// A time as people read it, to the second and in UTC; one that is not written as AGS writes it stays as it is.
pub(super) fn time(text: &str) -> String {
    let shape: String =
        text.chars().map(|character| if character.is_ascii_digit() { '0' } else { character }).collect();
    match shape.as_str() {
        "0000-00-00T00:00:00.000Z" | "0000-00-00T00:00:00Z" => {
            text.chars().take(19).collect::<String>().replace('T', " ")
        }
        _ => visible(text),
    }
}

/// A size in bytes as people read it.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in UNITS {
        if value < 999.95 {
            break;
        }
        value /= 1_000.0;
        unit = next;
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::{size, time, visible};

    #[test]
    fn a_hostile_text_cannot_move_the_cursor() {
        assert_eq!(visible("a\u{1b}[2Jb\u{202e}c\nd"), "a\u{FFFD}[2Jb\u{FFFD}c d");
    }

    #[test]
    fn times_are_short_where_they_are_times() {
        assert_eq!(time("2026-09-20T01:00:06.000Z"), "2026-09-20 01:00:06");
        assert_eq!(time("2026-09-20T01:00:06Z"), "2026-09-20 01:00:06");
        assert_eq!(time("2026-09-20T01:00:06+09:00"), "2026-09-20T01:00:06+09:00");
        assert_eq!(time("soon\u{1b}"), "soon\u{FFFD}");
    }

    #[test]
    fn sizes_are_short() {
        let shown: Vec<String> = [0, 999, 1_000, 23_142_400, 999_999].into_iter().map(size).collect();
        assert_eq!(shown, ["0 B", "999 B", "1.0 kB", "23.1 MB", "1.0 MB"]);
    }
}
