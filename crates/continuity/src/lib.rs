//! The continuity record, pure: JSON reader and digests, types, rules as transitions, verdicts, revision diff.
//!
//! State goes in, answers and row changes come out. Nothing here knows SQL, files, a clock or a screen; times are
//! passed in as the RFC 3339 text that is stored, or as Unix seconds where a token is judged.
//!
//! - [`json`], [`canonical`], [`digest`]: text as the real server reads it, and digests over it.
//! - [`ids`], [`secret`], [`token`]: who a task is, and what proves it.
//! - [`records`]: rows as stored. [`snapshot`], [`receipt`], [`card`]: what they say.
//! - [`verdict`]: what the real tools would answer. [`transition`]: what an action would change.

pub mod canonical;
pub mod card;
pub mod diff;
pub mod digest;
mod hashing;
pub mod ids;
pub mod json;
pub mod receipt;
pub mod records;
pub mod secret;
pub mod snapshot;
pub mod token;
pub mod transition;
pub mod verdict;

mod error_code;

pub use digest::Digest;
pub use error_code::ErrorCode;
pub use ids::{Epoch, Revision, TaskCorrelation};
pub use secret::SigningSecret;
