//! SHA-256 and HMAC-SHA256, in the shapes the record needs.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};

use crate::digest::Digest;
use crate::json::ByteSink;

/// A hash that small pieces are written into; they are gathered before hashing.
pub(crate) struct HashSink {
    hash: Sha256,
    gathered: [u8; GATHER],
    used: usize,
}

/// Bytes gathered before they are hashed.
const GATHER: usize = 1024;

impl HashSink {
    pub(crate) fn new() -> Self {
        Self { hash: Sha256::new(), gathered: [0; GATHER], used: 0 }
    }

    pub(crate) fn finish(mut self) -> Digest {
        self.flush();
        Digest::from_bytes(self.hash.finalize().into())
    }

    fn flush(&mut self) {
        self.hash.update(self.gathered.get(..self.used).unwrap_or_default());
        self.used = 0;
    }
}

impl ByteSink for HashSink {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if let Some(room) = self.gathered.get_mut(self.used..self.used + bytes.len()) {
            room.copy_from_slice(bytes);
            self.used += bytes.len();
            return;
        }
        self.flush();
        match self.gathered.get_mut(..bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.used = bytes.len();
            }
            None => self.hash.update(bytes),
        }
    }
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
