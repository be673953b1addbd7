//! Words shortly before a number.

/// How far back is looked, in bytes.
const REACH: usize = 48;

/// Returns whether one of the words, in lower case, stands within 48 bytes before `at` on the same line or the one
/// before.
pub(super) fn near(text: &[u8], at: usize, words: &[&str]) -> bool {
    let before = text.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    words.iter().any(|word| {
        let word = word.as_bytes();
        before.windows(word.len()).enumerate().any(|(start, window)| {
            // A word in Latin letters stands alone or at the end of a name, not inside another word.
            window.eq_ignore_ascii_case(word)
                && (!word.is_ascii()
                    || !before.get(start + word.len()).is_some_and(u8::is_ascii_lowercase)
                        && !(start > 0 && word.len() <= 4 && before.get(start - 1).is_some_and(u8::is_ascii_lowercase)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn short_words_stand_alone() {
        let at = |text: &str, words: &[&str]| near(text.as_bytes(), text.len(), words);
        assert!(at("Tel: ", &["tel"]) && at("userTel=", &["tel"]) && at("휴대전화 ", &["전화"]));
        assert!(!at("hotel ", &["tel"]) && !at("telling ", &["tel"]) && !at("", &["tel"]));
    }
}
