//! Lengths and stretches of text in UTF-16 units, as JavaScript counts them.

/// A stretch of a text.
pub(crate) struct Stretch<'t> {
    /// First unit; moved forward to the start of a character.
    pub(crate) offset: usize,
    /// Number of units.
    pub(crate) length: usize,
    pub(crate) text: &'t str,
}

/// Returns the length of a text in UTF-16 units.
pub(crate) fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Returns at most `limit` units from `offset` on, made of whole characters. Empty beyond the end.
pub(crate) fn stretch(text: &str, offset: usize, limit: usize) -> Stretch<'_> {
    let mut units = 0;
    let mut start = None;
    let mut end = (text.len(), 0);
    for (at, character) in text.char_indices() {
        let width = character.len_utf16();
        if start.is_none() && units >= offset {
            start = Some((at, units));
        }
        if let Some((_, from)) = start
            && units + width - from > limit
        {
            end = (at, units);
            let (start, from) = start.unwrap_or((at, units));
            return Stretch { offset: from, length: end.1 - from, text: text.get(start..end.0).unwrap_or_default() };
        }
        units += width;
    }
    end.1 = units;
    let (start, from) = start.unwrap_or((text.len(), units));
    Stretch { offset: from, length: end.1 - from, text: text.get(start..end.0).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::{length, stretch};

    #[test]
    fn a_stretch_never_cuts_a_character() {
        let text = "a🙂b한";
        assert_eq!(length(text), 5);
        let first = stretch(text, 0, 2);
        assert_eq!((first.offset, first.length, first.text), (0, 1, "a"));
        let second = stretch(text, 1, 3);
        assert_eq!((second.offset, second.length, second.text), (1, 3, "🙂b"));
        let inside = stretch(text, 2, 9);
        assert_eq!((inside.offset, inside.length, inside.text), (3, 2, "b한"));
        assert_eq!(stretch(text, 99, 5).text, "");
    }
}
