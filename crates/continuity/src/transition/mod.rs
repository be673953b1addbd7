//! Actions as pure rules: the stored state goes in, an answer and row changes come out, or a refusal.
//!
//! The caller reads the state and applies the changes inside one write transaction, so what was checked here is what
//! is changed there. Times are RFC 3339 texts as AGS stores them (`2026-09-20T01:00:00.000Z`).

mod change;
mod purge;
mod redact;
mod refusal;
mod seen;
mod suppress;

pub use change::RowChange;
pub use purge::{PurgeAnswer, PurgeRequest, PurgeState, Purged, purge};
pub use redact::{How, OldEpochs, RedactRequest, RedactState, Redacted, Spot, redact};
pub use refusal::{Refusal, RuleRefusal};
pub use seen::{Seen, SeenDigest, compare, stored_revision};
pub use suppress::{Suppression, allow, suppress};
