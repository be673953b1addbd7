//! Rows as the database holds them, before anybody judges them.
//!
//! One struct for each table of the continuity schema (versions 1 to 3) and for the two rows of the workflow
//! ledger that a card is made of. Columns are kept as stored: a column that disagrees with the JSON beside it is a
//! finding, not an error, so nothing is reconciled here.

use std::fmt;

/// The text or bytes of a column that can hold a body, exactly as stored.
///
/// Its `Debug` output is the length only: body text never reaches a log line or a panic message.
#[derive(Clone, PartialEq, Eq)]
pub enum StoredBody {
    /// A TEXT value: the bytes SQLite stores (UTF-8 after conversion from the database encoding, not checked).
    Text(Vec<u8>),
    /// A BLOB value. The real server turns it into a list of decimal numbers before parsing, so it rarely parses.
    Blob(Vec<u8>),
}

impl StoredBody {
    /// Returns the stored bytes, whatever their storage class.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(bytes) | Self::Blob(bytes) => bytes,
        }
    }
}

impl fmt::Debug for StoredBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Text(_) => "text",
            Self::Blob(_) => "blob",
        };
        write!(f, "StoredBody({kind}, {} bytes)", self.bytes().len())
    }
}

/// One row of `continuity_tasks`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRow {
    /// `hmac-sha256:` and 64 hex digits where AGS wrote it; any text where somebody else did.
    pub correlation: String,
    /// The epoch that restore looks at; starts at 1 and grows with each clear.
    pub current_epoch: i64,
    /// The workflow root bound to the task, or `None`.
    pub root_id: Option<String>,
    /// Whether auto-restore is stopped.
    pub suppressed: bool,
    /// Revision of the workflow card that a compact hook injected last.
    pub last_auto_injected_revision: Option<i64>,
    /// The marker that a pre-compact hook left.
    pub pending: Pending,
    /// Time of the last change of this row, RFC 3339 text as stored.
    pub updated_at: String,
}

/// The pre-compact marker of a task: what the compact hook expects to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// `direct` or `workflow`; `None` when there is no marker.
    pub source: Option<String>,
    /// Revision of the candidate when the marker was set.
    pub revision: Option<i64>,
    /// Digest of the candidate when the marker was set.
    pub digest: Option<String>,
    /// The task's root id when the marker was set.
    pub root_id: Option<String>,
    /// Whether the compact hook already used it.
    pub consumed: bool,
}

/// One row of `continuity_snapshots`: the only body of a task in an epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotRow {
    /// Correlation column.
    pub correlation: String,
    /// Epoch column.
    pub epoch: i64,
    /// Revision column; the server never reads it.
    pub revision: i64,
    /// Digest column; the server never reads it.
    pub digest: String,
    /// The `snapshot_json` column.
    pub body: StoredBody,
    /// The `updated_at` column; the server never reads it.
    pub updated_at: String,
}

/// One row of `continuity_requests`: a receipt, or in old stores possibly a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRow {
    /// Correlation column.
    pub correlation: String,
    /// Epoch column.
    pub epoch: i64,
    /// HMAC of the request id.
    pub request_hash: String,
    /// Digest of the request's content.
    pub command_digest: String,
    /// The `result_json` column.
    pub result: StoredBody,
    /// Time of the request, RFC 3339 text as stored.
    pub created_at: String,
}

/// One row of `continuity_tombstones`: what stays of a purged body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TombstoneRow {
    /// Correlation column.
    pub correlation: String,
    /// Epoch column.
    pub epoch: i64,
    /// Revision that was purged; numbering goes on from it (schema 2 and later).
    pub revision: i64,
    /// Digest of the purge, or the snapshot's own digest after a cleanup.
    pub payload_digest: String,
    /// Time of the purge, RFC 3339 text as stored.
    pub purged_at: String,
}

/// One row of `continuity_delta_state` (schema 3): a second body, kept for a receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeltaRow {
    /// Correlation column.
    pub correlation: String,
    /// Epoch column.
    pub epoch: i64,
    /// Host name of the receiver.
    pub receiver_host: String,
    /// Digest of the snapshot the receiver started from.
    pub origin_digest: String,
    /// Digest of the body in `checkpoint`.
    pub checkpoint_digest: String,
    /// The `checkpoint_json` column.
    pub checkpoint: StoredBody,
}

/// The columns of `convergence_roots` (workflow ledger) that a card is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRow {
    /// Root id column.
    pub root_id: String,
    /// Revision column.
    pub revision: i64,
    /// State column.
    pub state: String,
    /// The `root_json` column.
    pub root_json: StoredBody,
}

/// The columns of `workflow_runs` (workflow ledger) that a card is made of: the last run linked to a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// Run id column.
    pub run_id: String,
    /// Revision column.
    pub revision: i64,
    /// State column; `None` in ledgers that were upgraded.
    pub state: Option<String>,
    /// The `receipt_json` column.
    pub receipt_json: StoredBody,
}
