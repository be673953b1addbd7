//! A one-line name for a body.

use crate::json::Value;

/// The most characters a title has.
pub const TITLE_CHARACTERS: usize = 200;

/// How much of a line is looked at, in bytes.
pub const LONGEST_LINE: usize = 16_384;

/// Returns the first line of the objective that is not blank: trimmed, control characters as U+FFFD, cut to
/// [`TITLE_CHARACTERS`] characters with U+2026 as the last. `None` when there is no such line. It is body text: `masked`
/// gets the whole line (its first [`LONGEST_LINE`] bytes or a little less) and hides what must not be shown, before the
/// line is cut.
pub fn title(body: Value<'_>, masked: impl FnOnce(&str) -> String) -> Option<String> {
    let objective = body.get("core")?.get("objective")?.as_str()?.to_string_lossy();
    let line = objective
        .split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{B}', '\u{C}', '\u{85}'])
        .map(|line| line.trim_matches(|character: char| character.is_whitespace() || character.is_control()))
        .find(|line| !line.is_empty())?;
    let shown = |character: char| if is_invisible(character) { '\u{FFFD}' } else { character };
    let line = masked(line.get(..line.floor_char_boundary(LONGEST_LINE)).unwrap_or(line));
    let mut characters = line.chars().map(shown);
    let mut title: String = characters.by_ref().take(TITLE_CHARACTERS).collect();
    if characters.next().is_some() {
        title.pop();
        title.push('…');
    }
    Some(title)
}

/// Returns whether a character would move the cursor or turn the line around instead of showing.
fn is_invisible(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
