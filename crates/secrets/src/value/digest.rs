//! Digests, identifiers and other long values that open nothing.

use super::contains_ignoring_case;
use crate::word_list::words;

/// Returns whether a value is a UUID: 8-4-4-4-12 hex digits.
pub(crate) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns whether a value ends as a UUID does, with at least its last three parts: `frame-075b-4da1-b6ba-e579c2d3230a`.
pub(crate) fn ends_as_uuid(value: &[u8]) -> bool {
    let tail = value.len().checked_sub(22).and_then(|at| value.get(at..)).unwrap_or_default();
    !tail.is_empty()
        && tail.iter().enumerate().all(|(at, byte)| match at {
            4 | 9 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns whether a value names the algorithm of a digest before its digits: `sha256:…`, `sha512-…`, `hmac-sha256:…`.
pub(crate) fn names_its_digest(value: &[u8]) -> bool {
    const ALGORITHMS: &[&[u8]] =
        words!("sha1 sha-1 sha256 sha-256 sha384 sha512 sha-512 md5 hmac- blake2b blake3 crc32");
    ALGORITHMS.iter().any(|name| {
        value.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && value.iter().skip(name.len()).take(8).any(|byte| matches!(byte, b':' | b'-' | b'=' | b'$'))
    })
}

/// Returns whether a value is the hash of a password as systems store it (`$2b$…`, `$argon2id$…`, `{SSHA}…`).
pub(crate) fn is_password_hash(value: &[u8]) -> bool {
    let modular = value.first() == Some(&b'$') && value.iter().filter(|byte| **byte == b'$').count() >= 3;
    let ldap = value.first() == Some(&b'{') && contains_ignoring_case(value.get(..8).unwrap_or(value), b"sha");
    modular || ldap || value.starts_with(b"pbkdf2") || value.starts_with(b"scrypt$")
}

/// Returns whether a value is a version (`v1.2.3-beta.4`, `^5.0`) or a date or time (`2026-09-20T01:00:25Z`).
pub(crate) fn is_version_or_time(value: &[u8]) -> bool {
    let body = match value {
        [b'v' | b'V' | b'^' | b'~' | b'=', rest @ ..] => rest,
        _ => value,
    };
    let head = body.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let dots = body.iter().take(head).filter(|byte| **byte == b'.').count();
    let version = dots >= 1
        && body.first().is_some_and(u8::is_ascii_digit)
        && matches!(body.get(head), None | Some(b'-' | b'+'))
        && body.len() <= 40;
    let time = body.len() >= 8
        && body.len() <= 35
        && body.iter().take(4).all(u8::is_ascii_digit)
        && matches!(body.get(4), Some(b'-' | b'/' | b'.'))
        && body
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b':' | b'T' | b'Z' | b'.' | b'+' | b'/' | b' '));
    version || time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_opens_nothing() {
        assert!(is_uuid(b"550e8400-e29b-41d4-a716-446655440000"));
        assert!(!is_uuid(b"550e8400-e29b-41d4-a716-44665544000g"));
        assert!(ends_as_uuid(b"frame-075b-4da1-b6ba-e579c2d3230a") && !ends_as_uuid(b"075b4da1b6ba"));
        for digest in ["sha256:9f86d081", "sha512-vQp0Wq==", "hmac-sha256:01ab9f", "SHA-256=abc", "md5:0cc1"] {
            assert!(names_its_digest(digest.as_bytes()), "{digest}");
        }
        assert!(!names_its_digest(b"sharp-knife-42"));
        assert!(is_password_hash(b"$2b$12$abcdefghijklmnopqrstuv"));
        assert!(is_version_or_time(b"v1.2.3-beta.4") && is_version_or_time(b"2026-09-20T01:00:25.000Z"));
        assert!(!is_version_or_time(b"2026hunter") && !is_version_or_time(b"1234567"));
    }
}
