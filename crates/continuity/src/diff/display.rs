//! Stored text for people's eyes.

use std::borrow::Cow;

/// Returns whether a terminal would act on the character, or readers would see the text in another order than it is
/// stored: controls but tab and line feed, and the bidirectional controls of Unicode Standard Annex 9.
fn acts_on_readers(c: char) -> bool {
    (c.is_control() && c != '\t' && c != '\n')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns `text` with such characters as visible escapes (`\u{1b}`), so that stored text cannot steer a terminal.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts_on_readers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if acts_on_readers(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}
