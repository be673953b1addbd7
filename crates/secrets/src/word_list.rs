//! Lists of words, written as text.

/// Makes a `&'static [&'static [u8]]` of the words of a text, at compile time.
macro_rules! words {
    ($($text:literal)+) => {{
        const TEXT: &str = concat!($($text, " ",)+);
        const COUNT: usize = $crate::word_list::count(TEXT);
        const WORDS: [&[u8]; COUNT] = $crate::word_list::split::<COUNT>(TEXT);
        &WORDS
    }};
}

pub(crate) use words;

/// Returns the number of words, each of which ends with a space.
pub(crate) const fn count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b' ' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Splits a text at its spaces.
pub(crate) const fn split<const COUNT: usize>(text: &'static str) -> [&'static [u8]; COUNT] {
    let mut words: [&[u8]; COUNT] = [b""; COUNT];
    let mut rest = text.as_bytes();
    let (mut at, mut word) = (0, 0);
    while at < rest.len() {
        if rest[at] == b' ' {
            let (found, behind) = rest.split_at(at);
            words[word] = found;
            word += 1;
            rest = behind.split_at(1).1;
            at = 0;
        } else {
            at += 1;
        }
    }
    words
}

/// Returns whether a text is one of the words, without regard to ASCII case.
pub(crate) fn is_one_of(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_spaces() {
        const WORDS: &[&[u8]] = words!("a bc" "한");
        assert_eq!(WORDS, [&b"a"[..], b"bc", "한".as_bytes()]);
        assert!(is_one_of(b"BC", WORDS) && !is_one_of(b"", WORDS));
    }
}
