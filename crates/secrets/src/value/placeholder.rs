//! Values that stand in for a value.

use super::contains_any_ignoring_case;
use crate::word_list::{is_one_of, words};

/// Pieces that no real value has, and that people write where one belongs.
const PIECES: [&[u8]; 32] = [
    b"your-",
    b"your_",
    b"your ",
    b"yourpass",
    b"yourkey",
    b"yourtoken",
    b"yoursecret",
    b"yourapi",
    b"example",
    b"placeholder",
    b"changeme",
    b"change-me",
    b"change_me",
    b"replaceme",
    b"replace-me",
    b"replace_me",
    b"replace-with",
    b"replace_with",
    b"insert-",
    b"insert_",
    b"redacted",
    b"dummy",
    b"xxxx",
    b"****",
    b"....",
    b"-here",
    b"_here",
    b"todo",
    b"fixme",
    b"abcdefghijkl",
    "입력".as_bytes(),
    "여기".as_bytes(),
];

/// Pieces that no random value spells by chance.
const FILLED: [&[u8]; 11] = [
    b"xxxxx",
    b"*****",
    b".....",
    b"your_",
    b"your-",
    b"example",
    b"placeholder",
    b"redacted",
    b"changeme",
    b"abcdefghij",
    b"0123456789",
];

/// A placeholder shows itself within so many bytes.
const BEGINNING: usize = 256;

/// Whole values that say only what belongs there.
const WORDS: &[&[u8]] = words!(
    "none null nil undefined true false empty unset optional required secret secrets password passwd passw0rd"
    "passphrase pass token string str text value key apikey api_key api-key username user admin root test"
    "tests testing default foo bar baz foobar qux any some mysecret mypassword mytoken my-secret my_secret"
    "my-token my_token my-password my_password access_token client_secret secret_key private_key session"
    "cookie bearer basic auth hash base64 guest removed omitted hidden masked changethis supersecret"
);

/// Returns whether a value is a placeholder: `<YOUR_KEY>`, `****`, `${TOKEN}`, `{{ key }}`, `xxxx`, `changeme`, `%s`.
pub(crate) fn is_placeholder(value: &[u8]) -> bool {
    is_template(value)
        || is_one_of(value, WORDS)
        || contains_any_ignoring_case(value.get(..BEGINNING).unwrap_or(value), &PIECES)
        || is_filler(value)
}

/// Returns whether the part of a value behind its public prefix is a placeholder; words that a random value could
/// spell by chance do not count.
pub(crate) fn is_filled_in(body: &[u8]) -> bool {
    is_filler(body) || is_template(body) || contains_any_ignoring_case(body, &FILLED)
}

/// Returns whether a value is a place that a program fills: a variable, a template, a format.
fn is_template(value: &[u8]) -> bool {
    let closed = |open: &[u8], close: u8| value.starts_with(open) && value.contains(&close);
    let percent = match value {
        [b'%', rest @ .., b'%'] => {
            !rest.is_empty() && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        }
        [b'%', b's' | b'd' | b'v' | b'r' | b'q' | b'@', ..] => value.len() <= 4,
        [b'%', b'(', ..] => true,
        _ => false,
    };
    let variable = match value {
        [b'$', b'{' | b'(' | b'<', ..] => true,
        [b'$', first, rest @ ..] => {
            let name =
                rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.'));
            let behind = rest.iter().skip(name.count());
            let capitals = rest.iter().take(3).chain([first]).filter(|byte| byte.is_ascii_uppercase()).count() == 4;
            capitals
                || (first.is_ascii_alphabetic() || *first == b'_')
                    && behind.into_iter().all(|byte| matches!(byte, b')' | b'}' | b']' | b',' | b';' | b'"' | b'\''))
        }
        _ => false,
    };
    percent
        || variable
        || closed(b"<", b'>')
        || closed(b"{{", b'}')
        || closed(b"#{", b'}')
        || closed(b"@{", b'}')
        || closed(b"[", b']')
        || closed(b"{", b'}')
        || closed(b"@@", b'@')
        || closed(b"__", b'_') && value.ends_with(b"__")
        || super::contains_ignoring_case(value, b"${")
        || super::contains_ignoring_case(value, b"{{")
        || value.starts_with("…".as_bytes())
        || value.ends_with("…".as_bytes())
        || value.starts_with("•".as_bytes())
        || value.ends_with(b"...")
}

/// Returns whether a value is one character over and over, or a row such as `1234567890`.
fn is_filler(value: &[u8]) -> bool {
    let Some(first) = value.first() else { return true };
    let same = value.iter().filter(|byte| byte.eq_ignore_ascii_case(first)).count();
    let marks =
        value.iter().filter(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'_' | b'-' | b'#' | b'?')).count();
    let rising = value.windows(2).filter(|pair| matches!(pair, [a, b] if b.wrapping_sub(*a) == 1)).count();
    value.len() >= 3 && (same * 10 >= value.len() * 8 || marks == value.len())
        || value.len() >= 9 && rising * 10 >= (value.len() - 1) * 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_values() {
        for placeholder in [
            "<YOUR_KEY>",
            "****",
            "${TOKEN}",
            "{{ api_key }}",
            "xxxxxxxx",
            "changeme",
            "%s",
            "$DB_PASSWORD",
            "%API_KEY%",
            "your-api-key-here",
            "[REDACTED]",
            "...",
            "sk-...",
            "null",
            "1234567890",
            "__TOKEN__",
            "$(cat key)",
            "XXXX-XXXX",
        ] {
            assert!(is_placeholder(placeholder.as_bytes()), "{placeholder}");
        }
        for value in ["hunter2", "S3cret!42", "$up3r$ecret", "P@ssw0rd!9", "12345", "aB3xK9pQ2mZ7vR4t"] {
            assert!(!is_placeholder(value.as_bytes()), "{value}");
        }
        assert!(is_filled_in(b"xxxxxxxxxxxxxxxx") && is_filled_in(b"1234567890"));
        assert!(!is_filled_in(b"aB3xK9pQ2mZ7vR4t"));
    }
}
