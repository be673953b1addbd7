//! Whether a value is made of words.

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

/// Terms of the trade that mix letters and digits and are no passwords.
const TERMS: [&[u8]; 40] = [
    b"base64",
    b"base32",
    b"base58",
    b"base62",
    b"sha1",
    b"sha2",
    b"sha3",
    b"sha256",
    b"sha384",
    b"sha512",
    b"md4",
    b"md5",
    b"utf8",
    b"utf16",
    b"ascii",
    b"argon2",
    b"argon2id",
    b"pbkdf2",
    b"bcrypt",
    b"oauth",
    b"oauth2",
    b"oidc",
    b"saml2",
    b"http2",
    b"http1",
    b"ipv4",
    b"ipv6",
    b"x509",
    b"pkcs8",
    b"pkcs1",
    b"pkcs12",
    b"aes128",
    b"aes256",
    b"rsa2048",
    b"ed25519",
    b"hs256",
    b"rs256",
    b"es256",
    b"1password",
    b"2fa",
];

/// Returns whether a value is a term such as `base64-encoded`, `SHA-256`, `12-character`, `uint256` or `varchar2`:
/// words, terms, numbers and type names joined by dashes and the like, with no other mix of letters and digits.
pub(crate) fn is_term(value: &[u8]) -> bool {
    let joined: Vec<u8> = value.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
    if TERMS.iter().any(|term| joined.eq_ignore_ascii_case(term)) {
        return true;
    }
    if value.iter().any(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'_' | b'/' | b'.' | b'+')) {
        return false;
    }
    let mut known = false;
    let every = value.split(|byte| !byte.is_ascii_alphanumeric()).filter(|piece| !piece.is_empty()).all(|piece| {
        let term = TERMS.iter().any(|term| piece.eq_ignore_ascii_case(term)) || is_type_name(piece);
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
    const NAMES: [&[u8]; 17] = [
        b"u", b"i", b"f", b"int", b"uint", b"float", b"double", b"string", b"str", b"char", b"varchar", b"bytes",
        b"byte", b"fixed", b"v", b"c", b"vec",
    ];
    (1..=3).contains(&size.len())
        && size.iter().all(u8::is_ascii_digit)
        && NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
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
