//! Pieces of a deleted text, and where they can still be found.

mod bodies;
mod files;
mod mixing;
mod occurrences;
mod pieces;
mod quiet_file;
mod texts;
mod values;

pub(crate) use mixing::Mixing;
pub(crate) use pieces::each_window;

pub use bodies::{Scope, bodies_in};
pub use files::{MainFinds, find_in_file, find_in_main};
pub use occurrences::{forms_of, occurrences};
pub use pieces::{Found, Pieces, Stretch, WINDOW};
pub use texts::{in_encoding, texts_of, texts_of_all};
pub use values::{Value, pieces_of_values};
