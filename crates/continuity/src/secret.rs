//! The signing secret of a store and what is derived from it.

use std::fmt;

use zeroize::Zeroizing;

use crate::digest::to_hex;
use crate::hashing::{hmac_matches, hmac_sha256};
use crate::ids::TaskCorrelation;

/// The `signing-secret` of a store. It has no way to be printed, and its memory is cleared when it is dropped.
///
/// The HMAC key is the stored text itself, not the 32 bytes that it encodes.
pub struct SigningSecret(Zeroizing<String>);

impl SigningSecret {
    /// Wraps the stored text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// Returns the correlation of a session: HMAC over `session`, NUL and the session's id.
    pub fn correlation(&self, session_id: &str) -> TaskCorrelation {
        TaskCorrelation::new(self.hash("session", session_id))
    }

    /// Returns the hash under which a request is stored: HMAC over `request`, NUL and the request's id.
    pub fn request_hash(&self, request_id: &str) -> String {
        self.hash("request", request_id)
    }

    /// Returns the hash under which a turn is observed: HMAC over `turn`, NUL and the turn's id.
    pub fn turn_hash(&self, turn_id: &str) -> String {
        self.hash("turn", turn_id)
    }

    fn hash(&self, kind: &str, id: &str) -> String {
        let mac = hmac_sha256(self.0.as_bytes(), &[kind.as_bytes(), b"\0", id.as_bytes()]);
        format!("hmac-sha256:{}", to_hex(&mac))
    }

    pub(crate) fn sign(&self, text: &str) -> [u8; 32] {
        hmac_sha256(self.0.as_bytes(), &[text.as_bytes()])
    }

    pub(crate) fn signed(&self, text: &str, signature: &[u8]) -> bool {
        hmac_matches(self.0.as_bytes(), text.as_bytes(), signature)
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(…)")
    }
}
