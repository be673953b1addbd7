//! Where in a rule file something stands.

/// Returns the line, from 1, of a byte offset.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count()
}

/// Returns the id of the `[[rules]]` table that a byte offset falls into, read from the text itself: for files whose
/// fault keeps them from being read as a whole.
pub(super) fn rule_at(text: &str, offset: usize) -> Option<String> {
    let before = text.get(..floor(text, offset))?;
    let start = before.rfind("[[rules]]")?;
    let table = text.get(start + "[[rules]]".len()..)?;
    let table = table.split("\n[[rules]]").next()?;
    table.lines().find_map(|line| {
        let value = line.trim_start().strip_prefix("id")?.trim_start().strip_prefix('=')?.trim();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        value.get(1..)?.split(quote).next().map(str::to_owned)
    })
}

fn floor(text: &str, offset: usize) -> usize {
    // One more byte, so that an offset at the start of a table's header falls into that table.
    let mut at = offset.saturating_add("[[rules]]".len()).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_line_and_rule() {
        let text = "title = 'x'\n[[rules]]\nid = \"one\"\n\n[[rules]]\nregex = 'a'\n  id = 'two'\n";
        let at = |needle: &str| text.find(needle).unwrap_or(0);
        assert_eq!((line_at(text, at("one")), rule_at(text, at("one"))), (3, Some("one".to_owned())));
        assert_eq!((line_at(text, at("regex")), rule_at(text, at("regex"))), (6, Some("two".to_owned())));
        assert_eq!(rule_at("nothing", 3), None);
    }
}
