//! Values recognised again without being kept.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

/// What the hash starts with, so that no other use of the same salt gives the same bytes.
const DOMAIN: &[u8] = b"continuity-inspector secret fingerprint 1\0";

/// The key of fingerprints: 32 random bytes that the caller draws once and keeps beside nothing it exports.
///
/// Its `Debug` output is a placeholder.
#[derive(Clone)]
pub struct Salt([u8; 32]);

impl Salt {
    /// Wraps 32 random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns HMAC-SHA-256 (RFC 2104) over a fixed label and the value.
    ///
    /// Who has both the salt and a list can try guesses of weak values; who has only the list cannot.
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length (RFC 2104)")]
    pub fn fingerprint(&self, value: &[u8]) -> Fingerprint {
        let mut mac = <Hmac<Sha256>>::new_from_slice(&self.0).expect("any key length");
        mac.update(DOMAIN);
        mac.update(value);
        Fingerprint(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// A value's keyed hash. Prints as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

/// A text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a fingerprint is 64 hex digits")]
pub struct NotAFingerprint;

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Self, NotAFingerprint> {
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return Err(NotAFingerprint) };
        let mut bytes = [0; 32];
        if pairs.len() != bytes.len() {
            return Err(NotAFingerprint);
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let digit = |of: &u8| char::from(*of).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            *byte = digit(high).zip(digit(low)).map(|(high, low)| high << 4 | low).ok_or(NotAFingerprint)?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HMAC-SHA-256 with a key of 32 bytes 0x0b, computed with Python's `hmac` module.
    #[test]
    fn is_the_keyed_hash_of_label_and_value() {
        let print = Salt::new([0x0b; 32]).fingerprint(b"value");
        assert_eq!(print.to_string(), "de36d54ab933a0821d1faf2072e2d79b6db98133d3ce88d6175da5fa971f491d");
        assert_eq!(print.to_string().parse(), Ok(print));
    }

    #[test]
    fn another_salt_gives_another_fingerprint() {
        let of = |byte| Salt::new([byte; 32]).fingerprint(b"value");
        assert_ne!(of(1), of(2));
        assert_eq!("zz".repeat(32).parse::<Fingerprint>(), Err(NotAFingerprint));
        assert_eq!("한".repeat(22).parse::<Fingerprint>(), Err(NotAFingerprint));
    }
}
