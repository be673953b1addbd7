//! The types that cross an edge: the command's JSON documents and the window's messages.
//!
//! Field names are camelCase on every edge and follow the command's contract; absent knowledge is `null`, not a
//! missing field. TypeScript is generated from here (`cargo xtask types`), so no type is written twice. Nothing in
//! this crate knows how an answer is made.
//!
//! Text that comes out of a body travels as [`Text`], whose `Debug` output is a placeholder.

pub mod actions;
pub mod activity;
pub mod bytes;
pub mod commands;
pub mod compare;
mod debug;
pub mod error;
pub mod history;
mod json;
mod masked;
mod number;
pub mod redact;
pub mod residue;
pub mod revisions;
pub mod scan;
pub mod snapshot;
pub mod sources;
pub mod strip;
pub mod tasks;
mod text;
mod typescript;
pub mod watch;

pub use error::{ErrorBody, ErrorDocument};
pub use json::Json;
pub use masked::MaskedSpan;
pub use number::Number;
pub use text::Text;
pub use typescript::typescript;
