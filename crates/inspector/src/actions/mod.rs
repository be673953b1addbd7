//! Actions: suppress and allow, and the delete of stored bodies with its plan.

pub(crate) mod confirm;
pub(crate) mod lost;
mod plan;
mod purge;
mod refused;
mod rows;
mod seen;
mod suppress;
mod target;

pub(crate) use plan::Plan;
pub use seen::SeenBody;
