//! The two actions: suppress (with allow, its reverse) and purge.
//!
//! Each is one transition of the record's rules, judged and applied inside one write transaction. What was done or
//! refused goes to the activity log, without body text.

mod confirm;
mod plan;
mod purge;
mod refused;
mod suppress;

pub use purge::SeenBody;
