//! Whether a value looks like a password or a token.

use super::value::LETTER;
use crate::value::base64_text::is_readable_text;
use crate::value::contains_ignoring_case;
use crate::value::entropy::entropy;
use crate::value::shape::{Shape, is_hex};
use crate::value::words::{is_term, turns_often, wordiness};
use crate::word_list::{is_one_of, words};

/// How a value looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// As words and names look.
    None,
    /// As a simple password looks.
    Weak,
    /// As a password looks.
    Fair,
    /// As a random value looks.
    Random,
}

/// Words that make quoted text a sentence, not a passphrase.
const SENTENCE_WORDS: &[&[u8]] = words!(
    "the a an is are be must should your you enter please and or not for to of in with at least this that"
    "when if has have invalid wrong incorrect forgot"
);

/// Returns how much a value looks like a password.
pub(super) fn password(value: &[u8], quoted: bool) -> Strength {
    let shape = Shape::of(value);
    if is_path(value) || is_term(value) || shape.len > 128 {
        return Strength::None;
    }
    if std::str::from_utf8(value).is_err() {
        return Strength::None;
    }
    // Sentences in scripts without spaces; a single letter can stand in a password.
    let fitting = if quoted { 0 } else { LETTER };
    if shape.beyond > fitting && shape.len - shape.beyond * 2 / 3 > 14 {
        return Strength::None;
    }
    if shape.spaces > 0 {
        return phrase(value, quoted);
    }
    if shape.letters() == 0 && shape.beyond == 0 {
        return if shape.symbols == 0 && (4..=12).contains(&shape.digits) { Strength::Weak } else { Strength::None };
    }
    let inner_symbols = value
        .iter()
        .rev()
        .skip_while(|byte| matches!(byte, b'!' | b'?' | b')' | b'~' | b'.'))
        .filter(|byte| {
            byte.is_ascii_punctuation()
                && !matches!(
                    byte,
                    b'-' | b'_'
                        | b'.'
                        | b'/'
                        | b'\''
                        | b','
                        | b':'
                        | b'('
                        | b')'
                        | b'<'
                        | b'>'
                        | b'='
                        | b'['
                        | b']'
                        | b'{'
                        | b'}'
                )
        })
        .count();
    let mixed = shape.digits > 0 || inner_symbols > 0;
    if mixed && shape.len >= 6 {
        let kinds = [shape.lower, shape.upper, shape.digits, inner_symbols].iter().filter(|count| **count > 0).count();
        let random = shape.len >= 16 && entropy(value) >= 3.3 && wordiness(value) < 0.6;
        return if random {
            Strength::Random
        } else if kinds >= 3 || shape.len >= 10 {
            Strength::Fair
        } else {
            Strength::Weak
        };
    }
    // Five characters of three kinds are a short password, not a word.
    let kinds = [shape.lower, shape.upper, shape.digits].iter().filter(|count| **count > 0).count();
    if shape.len == 5 && kinds == 3 && shape.symbols == 0 {
        return Strength::Weak;
    }
    if quoted && is_joined_phrase(value) {
        return Strength::Weak;
    }
    let both = shape.lower > 0 && shape.upper > 0 && shape.len >= 8 && wordiness(value) < 0.5;
    if both { Strength::Weak } else { Strength::None }
}

/// Words of forms and messages, which name a field or a fault.
const FORM_WORDS: &[&[u8]] = words!(
    "password passwords field input form label reset error invalid required must too short long change current new"
    "old confirm forgot show hide strength policy auth login user token secret text type button icon wrapper"
);

/// Three or more words joined by dashes: `correct-horse-battery`.
fn is_joined_phrase(value: &[u8]) -> bool {
    let pieces = || value.split(|byte| *byte == b'-');
    pieces().count() >= 3
        && pieces().all(|piece| {
            (3..=9).contains(&piece.len()) && piece.iter().all(u8::is_ascii_lowercase) && !is_one_of(piece, FORM_WORDS)
        })
}

/// Several words: a passphrase if they are few, short and no sentence.
fn phrase(value: &[u8], quoted: bool) -> Strength {
    let Ok(text) = std::str::from_utf8(value) else { return Strength::None };
    let words: Vec<&str> = text.split(' ').collect();
    let plain = words.iter().all(|word| {
        (1..=12).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'!' | b'-' | b'#' | b'$' | b'@'))
    });
    let sentence = words.iter().any(|word| is_one_of(word.as_bytes(), SENTENCE_WORDS));
    let lower = words.len() >= 4
        && words.iter().all(|word| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let marked = words.len() <= 5
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| matches!(byte, b'!' | b'#' | b'$' | b'@'));
    if quoted && plain && !sentence && words.len() <= 8 && (lower || marked) { Strength::Weak } else { Strength::None }
}

/// Returns how much a value looks like a token or a key.
pub(super) fn token(value: &[u8]) -> Strength {
    let shape = Shape::of(value);
    if let [b'#', colour @ ..] = value
        && matches!(colour.len(), 3 | 4 | 6 | 8)
        && colour.iter().all(u8::is_ascii_hexdigit)
    {
        return Strength::None;
    }
    let possible = shape.spaces == 0
        && shape.beyond == 0
        && (shape.digits > 0 && shape.letters() > 0 || turns_often(value))
        && shape.len >= 8;
    // A string of escapes is a constant of a program.
    let escaped = contains_ignoring_case(value, b"\\x");
    if !possible || escaped || is_path(value) || is_term(value) || is_file(value) || is_readable_text(value) {
        return Strength::None;
    }
    let odd = value
        .iter()
        .filter(|byte| {
            matches!(
                byte,
                b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'"' | b'\'' | b',' | b';' | b'*' | b'?'
            )
        })
        .count();
    let wordy = wordiness(value);
    let random = entropy(value) >= 3.0 && wordy < 0.65 && odd == 0;
    if random && shape.len >= 16 {
        return Strength::Random;
    }
    let symbols = value
        .iter()
        .filter(|byte| matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'+' | b'~'))
        .count();
    if odd == 0 && (symbols > 0 && shape.len >= 8 || random && shape.len >= 12) {
        Strength::Fair
    } else {
        Strength::None
    }
}

/// Returns whether a value is a long name with a number, as people make secrets up: `my-signing-secret-9431`.
pub(super) fn is_made_up(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let plain = value.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    plain && shape.len >= 16 && shape.digits >= 2 && shape.letters() > 0 && !is_term(value)
}

/// Returns whether a value could only have been drawn at random: both cases and digits, or long hex.
pub(super) fn surely_random(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let mixed = shape.lower > 1 && shape.upper > 1 && shape.digits > 1 && shape.len >= 20 && entropy(value) >= 3.5;
    mixed
        || turns_often(value)
        || value.len() >= 32 && is_hex(value) && entropy(value) >= 3.0
        || shape.len >= 24 && shape.digits >= 4 && entropy(value) >= 3.8 && wordiness(value) < 0.5
}

fn is_path(value: &[u8]) -> bool {
    let starts = matches!(value, [b'/', ..] | [b'.', b'/' | b'.', ..] | [b'~', b'/', ..] | [_, b':', b'\\' | b'/', ..]);
    contains_ignoring_case(value, b"://") || starts && (value.len() < 24 || wordiness(value) > 0.4)
}

fn is_file(value: &[u8]) -> bool {
    [
        &b".json"[..],
        b".pem",
        b".txt",
        b".key",
        b".env",
        b".yml",
        b".yaml",
        b".toml",
        b".com",
        b".rs",
        b".ts",
        b".js",
        b".py",
        b".md",
        b".html",
    ]
    .iter()
    .any(|end| value.len() > end.len() && value.to_ascii_lowercase().ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_told_from_words() {
        let looks = |value: &str, quoted| password(value.as_bytes(), quoted);
        assert_eq!(looks("hunter2", false), Strength::Weak);
        assert_eq!(looks("S3cret!42", false), Strength::Fair);
        assert_eq!(looks("correct horse battery staple", true), Strength::Weak);
        assert_eq!(looks("블루42!pw", false), Strength::Fair);
        for word in
            ["required", "wrong!", "base64-encoded", "don't", "/home/user1/x", "case-sensitive", "12+", "must be set"]
        {
            assert_eq!(password(word.as_bytes(), true), Strength::None, "{word}");
        }
    }

    #[test]
    fn tokens_are_told_from_names() {
        let hex = ["9f86d081884c7d65", "9a2feaa0c55ad015"].concat();
        assert_eq!(token(hex.as_bytes()), Strength::Random);
        for name in [
            "user-service-token-2024",
            "identifier",
            "errors.token.invalid_v2",
            "config/app2.json",
            "#6c6c6ccc",
            "12345678901234567890",
        ] {
            assert_eq!(token(name.as_bytes()), Strength::None, "{name}");
        }
    }
}
