//! Whether a value is made of words.

use crate::word_list::{is_one_of, words};

/// Returns which part of a value's letters and digits, from 0 to 1, stands in pieces that can be spoken: runs of at
/// least three letters of one case (the first may be a capital) with neither too few vowels nor too many consonants in a
/// row. Names such as `user-service-token` come out near 1, random characters well below one half.
pub(crate) fn wordiness(value: &[u8]) -> f64 {
    let (mut spoken, mut total) = (0_usize, 0_usize);
    let mut piece: Vec<u8> = Vec::new();
    let mut close = |piece: &mut Vec<u8>, total: &mut usize| {
        *total += piece.len();
        if can_be_spoken(piece) {
            spoken += piece.len();
        }
        piece.clear();
    };
    for byte in value {
        let joined = match piece.last() {
            None => byte.is_ascii_alphabetic(),
            Some(last) => {
                byte.is_ascii_lowercase() && (last.is_ascii_lowercase() || piece.len() == 1)
                    || byte.is_ascii_uppercase() && piece.iter().all(u8::is_ascii_uppercase)
            }
        };
        if !joined {
            close(&mut piece, &mut total);
            if byte.is_ascii_digit() {
                total += 1;
            }
        }
        if byte.is_ascii_alphabetic() {
            piece.push(*byte);
        }
    }
    close(&mut piece, &mut total);
    if total == 0 { 0.0 } else { spoken as f64 / total as f64 }
}

fn can_be_spoken(piece: &[u8]) -> bool {
    if piece.len() < 3 {
        return false;
    }
    let (mut vowels, mut run, mut longest) = (0, 0, 0);
    for byte in piece {
        if matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y') {
            vowels += 1;
            run = 0;
        } else {
            run += 1;
            longest = longest.max(run);
        }
    }
    longest <= 4 && vowels * 5 >= piece.len() && vowels * 4 <= piece.len() * 3
}

/// Returns whether letters turn from small to capital and back as often as only random ones do, in twenty or more.
pub(crate) fn turns_often(value: &[u8]) -> bool {
    let letters = value.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let plain = value.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let turns = value
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase() || a.is_ascii_uppercase() && b.is_ascii_lowercase()))
        .count();
    plain
        && value.len() >= 20
        && letters >= 16
        && turns * 10 >= letters * 3
        && wordiness(value) < 0.4
        && super::entropy::entropy(value) >= 3.5
}

/// Terms of the trade that mix letters and digits and are no passwords.
const TERMS: &[&[u8]] = words!(
    "base64 base32 base58 base62 sha1 sha2 sha3 sha256 sha384 sha512 md4 md5 utf8 utf16 ascii argon2 argon2id"
    "pbkdf2 bcrypt oauth oauth2 oidc saml2 http2 http1 ipv4 ipv6 x509 pkcs8 pkcs1 pkcs12 aes128 aes256"
    "rsa2048 ed25519 hs256 rs256 es256 1password 2fa"
);

/// Returns whether a value is a term such as `base64-encoded`, `SHA-256`, `12-character`, `uint256` or `varchar2`:
/// words, terms, numbers and type names joined by dashes and the like, with no other mix of letters and digits.
pub(crate) fn is_term(value: &[u8]) -> bool {
    let joined: Vec<u8> = value.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
    if is_one_of(&joined, TERMS) {
        return true;
    }
    if value.iter().any(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'_' | b'/' | b'.' | b'+')) {
        return false;
    }
    let mut known = false;
    let every = value.split(|byte| !byte.is_ascii_alphanumeric()).filter(|piece| !piece.is_empty()).all(|piece| {
        let term = is_one_of(piece, TERMS) || is_type_name(piece);
        let number = piece.iter().all(u8::is_ascii_digit);
        known |= term;
        term || number || piece.iter().all(|byte| byte.is_ascii_lowercase()) && can_be_spoken(piece)
    });
    let characters = super::contains_ignoring_case(value, b"char") || super::contains_ignoring_case(value, b"digit");
    every && (known || characters)
}

/// Returns whether a piece is the name of a type with its size: `u64`, `int32`, `varchar2`, `bytes32`.
fn is_type_name(piece: &[u8]) -> bool {
    let letters = piece.iter().position(u8::is_ascii_digit).unwrap_or(piece.len());
    let (name, size) = piece.split_at(letters);
    const NAMES: &[&[u8]] = words!("u i f int uint float double string str char varchar bytes byte fixed v c vec");
    (1..=3).contains(&size.len()) && size.iter().all(u8::is_ascii_digit) && is_one_of(name, NAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_wordy_and_random_characters_are_not() {
        for name in ["user-service-token", "myAppClientSecret", "SESSION_COOKIE_NAME", "correct horse battery staple"] {
            assert!(wordiness(name.as_bytes()) > 0.8, "{name}");
        }
        for random in ["k3j9x2mq8w7zp4t1", "aB3xK9pQ2mZ7vR4t", "9f86d081884c7d659a2feaa0c55ad015"] {
            assert!(wordiness(random.as_bytes()) < 0.5, "{random}");
        }
        assert!(wordiness(b"") < 0.1);
    }

    #[test]
    fn terms_of_the_trade_are_no_passwords() {
        for term in ["base64-encoded", "SHA-256", "sha256-hashed", "12-character", "uint256", "u64", "oauth2", "UTF-8"]
        {
            assert!(is_term(term.as_bytes()), "{term}");
        }
        for password in ["hunter2", "summer-2024-rain", "S3cret-42", "tr0ub4dor"] {
            assert!(!is_term(password.as_bytes()), "{password}");
        }
    }
}
