//! Pieces of a deleted text, and where they can still be found.

mod pieces;

pub use pieces::{Pieces, Stretch, WINDOW};
