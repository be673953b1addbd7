//! Bringing a store to a state without left-over text.

pub(crate) mod unfinished;
