//! A stored body: what its JSON says, whether its digest verifies, and what is wrong with it.

mod body;
mod bounds;
mod contract;
pub mod members;
mod problem;
mod title;

pub use body::{Body, stored_bytes_digest};
pub(crate) use bounds::longest;
pub use contract::{Contract, Failure, MOST_LISTED, Reason, check as check_contract};
pub use problem::{Problem, problems};
pub use title::{LONGEST_LINE, TITLE_CHARACTERS, title};

use crate::json::Value;

/// Returns whether a JSON value looks like a snapshot body: an object with a `core` and a `snapshotDigest`.
pub fn looks_like_body(value: Value<'_>) -> bool {
    value.get("core").is_some_and(Value::is_object) && value.get("snapshotDigest").is_some()
}
