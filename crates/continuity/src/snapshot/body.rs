//! Reading a body as the real server does: from its JSON alone.

use std::borrow::Cow;
use std::fmt;

use super::contract::{self, Contract};
use crate::canonical::{self, CanonicalError};
use crate::digest::Digest;
use crate::json::{Document, ParseError, Value, Wtf8};
use crate::records::StoredBody;

/// A stored body that was read. Its `Debug` output holds no text.
pub struct Body {
    stored_bytes: usize,
    parsed: Result<Document, ParseError>,
    recomputed: Option<Result<Digest, CanonicalError>>,
    contract: Option<Contract>,
}

impl Body {
    /// Reads a stored body, computes its digest when it is an object, and checks it against the contract.
    pub fn read(stored: &StoredBody) -> Self {
        let parsed = Document::parse(&text_for_server(stored));
        let recomputed = parsed.as_ref().ok().map(Document::root).filter(|root| root.is_object());
        let recomputed = recomputed.map(|root| canonical::digest(root, &["snapshotDigest"]));
        let contract = parsed.as_ref().ok().map(|document| contract::check(document.root()));
        Self { stored_bytes: stored.bytes().len(), parsed, recomputed, contract }
    }

    /// Returns the length of the stored body in bytes.
    pub fn stored_bytes(&self) -> usize {
        self.stored_bytes
    }

    /// Returns the JSON value, or `None` when the body is no JSON.
    pub fn value(&self) -> Option<Value<'_>> {
        self.parsed.as_ref().ok().map(Document::root)
    }

    /// Returns the parsed text, or `None` when the body is no JSON.
    pub fn document(&self) -> Option<&Document> {
        self.parsed.as_ref().ok()
    }

    /// Returns why the body is no JSON, or `None` when it is.
    pub fn parse_error(&self) -> Option<ParseError> {
        self.parsed.as_ref().err().copied()
    }

    /// Returns whether the server takes the body for no snapshot at all: JSON `null`, and by the same test `false`, `0`
    /// and the empty string.
    pub fn counts_as_none(&self) -> bool {
        self.value().is_some_and(Value::is_falsy)
    }

    /// Returns a field of the body, or `None` when there is no object or no such field.
    pub fn field(&self, name: &str) -> Option<Value<'_>> {
        self.value()?.get(name)
    }

    /// Returns the revision in the JSON when it is an integer.
    pub fn revision(&self) -> Option<i64> {
        self.field("revision")?.as_integer()
    }

    /// Returns the epoch in the JSON when it is an integer.
    pub fn epoch(&self) -> Option<i64> {
        self.field("epoch")?.as_integer()
    }

    /// Returns the digest that the JSON states, when it is a text.
    pub fn stated_digest(&self) -> Option<Wtf8<'_>> {
        self.field("snapshotDigest")?.as_str()
    }

    /// Returns the `taskCorrelation` in the JSON when it is a text.
    pub fn correlation(&self) -> Option<Wtf8<'_>> {
        self.field("taskCorrelation")?.as_str()
    }

    /// Returns the status in the JSON when it is a text.
    pub fn status(&self) -> Option<Wtf8<'_>> {
        self.field("status")?.as_str()
    }

    /// Returns the `createdAt` in the JSON when it is a text.
    pub fn created_at(&self) -> Option<Wtf8<'_>> {
        self.field("createdAt")?.as_str()
    }

    /// Returns the `updatedAt` in the JSON when it is a text.
    pub fn updated_at(&self) -> Option<Wtf8<'_>> {
        self.field("updatedAt")?.as_str()
    }

    /// Returns the digest of everything but `snapshotDigest`, or `None` when the body is no object or cannot be digested.
    pub fn recomputed_digest(&self) -> Option<Digest> {
        self.recomputed.and_then(Result::ok)
    }

    /// Returns why an object cannot be digested, or `None` when it can or when the body is no object.
    pub fn digest_error(&self) -> Option<CanonicalError> {
        self.recomputed.and_then(Result::err)
    }

    /// Returns whether the stated digest is the recomputed one; `None` when there is no recomputed one.
    pub fn digest_valid(&self) -> Option<bool> {
        let recomputed = self.recomputed_digest()?.to_string();
        Some(self.stated_digest().is_some_and(|stated| stated == recomputed.as_str()))
    }

    /// Returns the outcome of the contract check (fields, types, bounds); `None` when the body is no JSON.
    pub fn contract(&self) -> Option<&Contract> {
        self.contract.as_ref()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({} bytes, {:?})", self.stored_bytes, self.parsed)
    }
}

/// Returns the text that the server parses: a BLOB becomes its bytes as decimal numbers joined by commas.
///
/// From the second byte on such a list is no JSON whatever follows, so two bytes stand for all.
fn text_for_server(stored: &StoredBody) -> Cow<'_, [u8]> {
    match stored {
        StoredBody::Text(text) => Cow::Borrowed(text),
        StoredBody::Blob(bytes) => {
            let numbers: Vec<String> = bytes.iter().take(2).map(u8::to_string).collect();
            Cow::Owned(numbers.join(",").into_bytes())
        }
    }
}

/// Returns `bytes:` and the SHA-256 of the stored bytes: the name of a body that has no digest of its own.
pub fn stored_bytes_digest(stored: &StoredBody) -> String {
    format!("bytes:{}", Digest::of_bytes(stored.bytes()).to_hex())
}
