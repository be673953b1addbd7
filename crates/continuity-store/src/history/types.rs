//! What is kept: copies, how they are told apart, and their sums.

use std::fmt;

use continuity::records::StoredBody;

/// Tells a body apart from every other of its store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Correlation of its task.
    pub task: String,
    /// Its epoch.
    pub epoch: i64,
    /// Whether the store holds it as a BLOB.
    pub blob: bool,
    /// SHA-256 of the stored bytes.
    pub hash: [u8; 32],
}

/// A body to keep.
#[derive(Clone, Debug)]
pub struct NewCopy {
    /// Which body of its store it is; for a masked copy, of the body before it was masked.
    pub key: Key,
    /// Revision that the body states, or that its row does; `None` when neither says.
    pub revision: Option<f64>,
    /// Snapshot digest that the body states; of a masked copy, that of the original.
    pub digest: Option<String>,
    /// The bytes to keep.
    pub body: StoredBody,
    /// Whether secrets in it were masked, so that no digest verifies.
    pub masked: bool,
    /// When it was recorded, RFC 3339 UTC with milliseconds.
    pub recorded_at: String,
}

/// A body that is kept.
#[derive(Clone, PartialEq)]
pub struct Copy {
    /// Its epoch.
    pub epoch: i64,
    /// Revision that the body or its row stated.
    pub revision: Option<f64>,
    /// Snapshot digest that the body stated.
    pub digest: Option<String>,
    /// The bytes.
    pub body: StoredBody,
    /// Whether secrets in it were masked.
    pub masked: bool,
    /// When it was recorded, RFC 3339 UTC.
    pub recorded_at: String,
}

impl fmt::Debug for Copy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Copy({}.{:?}, {:?}, {})", self.epoch, self.revision, self.body, self.recorded_at)
    }
}

/// What is kept of one store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreTotals {
    /// Name of the store, as the one who recorded gave it.
    pub store: Vec<u8>,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of bodies.
    pub bodies: u64,
    /// Bytes of these bodies.
    pub bytes: u64,
    /// When the oldest copy was made.
    pub oldest: String,
    /// When the newest copy was made.
    pub newest: String,
}
