//! Words shortly before a number.

/// How far back is looked, in bytes.
const REACH: usize = 48;

/// Returns whether one of the words, in lower case, stands within 48 bytes before `at` on the same line or the one
/// before.
pub(super) fn near(text: &[u8], at: usize, words: &[&[u8]]) -> bool {
    let before = text.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    (0..before.len()).any(|start| words.iter().any(|word| is_word_at(before, start, word)))
}

/// Returns whether a word stands at `start`. One in Latin letters stands alone or in a name (`userTel`), not inside
/// another word.
fn is_word_at(text: &[u8], start: usize, word: &[u8]) -> bool {
    let (Some(first), Some(wanted)) = (text.get(start), word.first()) else { return false };
    if !first.eq_ignore_ascii_case(wanted) {
        return false;
    }
    let Some(found) = text.get(start..start + word.len()) else { return false };
    if !word.is_ascii() {
        return found == word;
    }
    let small = |at: Option<&u8>| at.is_some_and(u8::is_ascii_lowercase);
    let inside = word.len() <= 4 && small(start.checked_sub(1).and_then(|at| text.get(at))) && small(Some(first));
    found.eq_ignore_ascii_case(word) && !small(text.get(start + word.len())) && !inside
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn short_words_stand_alone() {
        let at = |text: &str, word: &str| near(text.as_bytes(), text.len(), &[word.as_bytes()]);
        assert!(at("Tel: ", "tel") && at("userTel=", "tel") && at("휴대전화 ", "전화"));
        assert!(!at("hotel ", "tel") && !at("telling ", "tel") && !at("", "tel"));
    }
}
