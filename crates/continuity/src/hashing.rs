//! SHA-256 and HMAC-SHA256, in the shapes the record needs.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};

use crate::digest::Digest;
use crate::json::ByteSink;

/// A hash that small pieces are written into; they are gathered before hashing.
pub(crate) struct HashSink {
    hash: Sha256,
    gathered: Vec<u8>,
}

/// Bytes gathered before they are hashed.
const GATHER: usize = 8 * 1024;

impl HashSink {
    pub(crate) fn new() -> Self {
        Self { hash: Sha256::new(), gathered: Vec::with_capacity(GATHER) }
    }

    pub(crate) fn finish(mut self) -> Digest {
        self.hash.update(&self.gathered);
        Digest::from_bytes(self.hash.finalize().into())
    }
}

impl ByteSink for HashSink {
    fn put(&mut self, bytes: &[u8]) {
        if self.gathered.len() + bytes.len() > GATHER {
            self.hash.update(&self.gathered);
            self.gathered.clear();
            if bytes.len() >= GATHER {
                self.hash.update(bytes);
                return;
            }
        }
        self.gathered.extend_from_slice(bytes);
    }
}

/// Returns the SHA-256 of bytes.
pub(crate) fn sha256(bytes: &[u8]) -> Digest {
    Digest::from_bytes(Sha256::digest(bytes).into())
}

/// Starts an HMAC-SHA256.
#[expect(clippy::expect_used, reason = "HMAC takes keys of any length (RFC 2104)")]
fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("any key length")
}

/// Returns HMAC-SHA256 of a message in parts.
pub(crate) fn hmac_sha256(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = hmac(key);
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Returns whether `signature` is the HMAC-SHA256 of the message; compares in constant time.
pub(crate) fn hmac_matches(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let mut mac = hmac(key);
    mac.update(message);
    mac.verify_slice(signature).is_ok()
}
