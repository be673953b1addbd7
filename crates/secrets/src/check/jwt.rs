//! JSON Web Tokens (RFC 7519) in compact form.

use crate::value::base64_text::decode;

/// What the parts of a token say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    /// Header with an algorithm, payload, signature.
    Signed,
    /// Header with an algorithm and payload, but no signature: cut off, or `"alg":"none"`.
    Unsigned,
    /// Three parts that begin as those of a token do, but do not decode to them: mistyped or made up.
    Damaged,
    /// The first part is no header.
    Other,
}

/// Judges the dot-separated parts of a token.
pub(crate) fn structure(token: &[u8]) -> Structure {
    let mut parts = token.split(|byte| *byte == b'.');
    let is_object = |part: Option<&[u8]>| part.and_then(decode).filter(|json| json.starts_with(b"{"));
    let header = is_object(parts.next());
    let payload = is_object(parts.next());
    let signature = parts.next().unwrap_or_default();
    match header {
        Some(header) if memchr::memmem::find(&header, b"\"alg\"").is_some() && payload.is_some() => {
            if signature.len() >= 20 { Structure::Signed } else { Structure::Unsigned }
        }
        _ if token.split(|byte| *byte == b'.').nth(1).is_some_and(|part| part.starts_with(b"eyJ"))
            && signature.len() >= 16 =>
        {
            Structure::Damaged
        }
        _ => Structure::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_parts() {
        // Base64 of {"alg":"HS256"} and {"sub":"1"}.
        let (header, payload) = (["eyJhbGciOi", "JIUzI1NiJ9"].concat(), "eyJzdWIiOiIxIn0");
        let token = |signature: &str| structure(format!("{header}.{payload}.{signature}").as_bytes());
        assert_eq!(token("abcdefghijklmnopqrstuvwxyz0123456789"), Structure::Signed);
        assert_eq!(token(""), Structure::Unsigned);
        assert_eq!(structure(format!("{payload}.{payload}.abc").as_bytes()), Structure::Other);
        assert_eq!(structure(b""), Structure::Other);
        let damaged = [header.as_str(), ".", "eyJ", "zd", ".", "abcdefghijklmnopqrst"].concat();
        assert_eq!(structure(damaged.as_bytes()), Structure::Damaged);
    }
}
