//! Tables and words.

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use serde::Serialize;

use crate::output::show;

/// A table without frames, wide columns wrapped to the terminal.
pub(super) fn table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_header(head);
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
    use super::{size, visible};

    #[test]
    fn a_hostile_text_cannot_move_the_cursor() {
        assert_eq!(visible("a\u{1b}[2Jb\u{202e}c\nd"), "a\u{FFFD}[2Jb\u{FFFD}c d");
    }

    #[test]
    fn sizes_are_short() {
        let shown: Vec<String> = [0, 999, 1_000, 23_142_400, 999_999].into_iter().map(size).collect();
        assert_eq!(shown, ["0 B", "999 B", "1.0 kB", "23.1 MB", "1.0 MB"]);
    }
}
