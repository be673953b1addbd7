//! Words: what two texts must share to count as a changed pair.
//!
//! A word is a longest run of letters, digits and `_` of at least two characters, upper and lower case distinct. The
//! contract's word is the regular expression `\w{2,}` as Python reads it, where combining vowel signs and circled
//! letters break a word, while Rust's `is_alphanumeric` counts them in. A run of the wide kind counts here only if it
//! holds two neighbouring characters that both readings count, so that a word shared here is, or holds, a word that
//! is shared there.

use similar::DiffableStr;

/// Returns the words of a text, in order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(is_plainly_in_words(c) || c.is_alphanumeric())).filter(|run| is_word(run))
}

/// Returns whether a run of letters, digits and `_` holds two neighbours that no reading calls a sign.
fn is_word(run: &str) -> bool {
    let mut before = false;
    for c in run.chars() {
        let plain = is_plainly_in_words(c);
        if plain && before {
            return true;
        }
        before = plain;
    }
    !run.is_ascii() && run.chars().nth(1).is_some() && has_two_bare_letters(run)
}

/// Returns whether the character is a letter, digit or `_` in a script without combining vowel signs among its
/// letters: the quick answer for most texts.
fn is_plainly_in_words(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || matches!(c, '\u{c0}'..='\u{2c1}' | '\u{370}'..='\u{481}' | '\u{48a}'..='\u{52f}') && c.is_alphabetic()
        || matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
        || c.is_numeric()
}

/// Returns whether two neighbouring graphemes are single letters or digits. A combining sign joins the grapheme of
/// its letter, so it never is one by itself; the `a` in front catches a sign that the run begins with.
fn has_two_bare_letters(run: &str) -> bool {
    let guarded = format!("a{run}");
    let mut before = false;
    for grapheme in DiffableStr::tokenize_graphemes(guarded.as_str()).into_iter().skip(1) {
        let mut chars = grapheme.chars();
        let bare = matches!((chars.next(), chars.next()), (Some(c), None) if !is_lone_sign(c));
        if bare && before {
            return true;
        }
        before = bare;
    }
    false
}

/// Returns whether the character is a vowel sign that stands as a grapheme of its own (Myanmar, Tai and Ahom
/// scripts), or a circled or boxed letter: `Other_Alphabetic` in Unicode, but no letter.
fn is_lone_sign(c: char) -> bool {
    matches!(c, '\u{102b}'..='\u{109d}' | '\u{1a61}'..='\u{1a64}' | '\u{24b6}'..='\u{24e9}' | '\u{aa7b}'..='\u{aa7d}' | '\u{11720}'..='\u{11721}' | '\u{1f130}'..='\u{1f189}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_runs_of_two_or_more_letters_digits_and_low_lines() {
        let text = "a API_2 x1 — 공개 API는, é été C++ 7 42";
        assert_eq!(words(text).collect::<Vec<_>>(), ["API_2", "x1", "공개", "API는", "été", "42"]);
    }

    #[test]
    fn signs_that_the_checker_breaks_words_at_do_not_make_a_word() {
        // Each: what Python's re.findall(r"\w{2,}", text) returns nothing for, though every character is alphabetic.
        for text in ["कि", "िि", "က\u{102c}", "ⒶⒷ", "🄰🄱", "a\u{345}b"] {
            assert_eq!(words(text).count(), 0, "{}", text.escape_unicode());
        }
        // re.findall finds the word of three consonants.
        assert_eq!(words("समय").collect::<Vec<_>>(), ["समय"]);
    }
}
