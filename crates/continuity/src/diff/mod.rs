//! The revision diff: two snapshot bodies field by field, pure and deterministic.
//!
//! ```text
//! body JSON ─(from_json)─► FlatBody ─┐
//!                                ├─(compare)─► BodyDiff ─► rows with marked words, text, unified text, Markdown
//! body JSON ─(from_json)─► FlatBody ─┘
//! ```
//!
//! Lists are matched in steps, each on what the step before left open:
//!
//! 1. *Same item in the same list* (`order`): the longest common run is *kept*, every other is *moved*, so that
//!    kept and moved together are the multiset intersection of both sides.
//! 2. *Same key in the same list* (`keyed`): evidence references pair by artifact id.
//! 3. *Same item in another list* (`across`): *removed* with `moved_to` here, *added* with `moved_from` there.
//! 4. *Same words, other white space*: first in the same list (a *changed* pair), then in another list (a move).
//! 5. *Similar items in the same list* (`pairing`): the best assignment of *changed* pairs by shared words.
//!
//! The result depends on the two bodies alone unless the [`Deadline`] passes; then the remaining pairs of step 5 stay
//! *removed* and *added*, and the result carries [`Note::FinePassCut`].

mod across;
mod assignment;
mod bags;
mod compare;
mod deadline;
mod display;
mod flat;
mod from_json;
mod heads;
mod json_patch;
mod json_text;
mod keyed;
mod marks;
mod order;
mod outcome;
mod pairing;
mod path;
pub mod render;
mod rows;
mod scratch;
mod strip;
mod tokens;
mod word_index;
mod words;

#[cfg(test)]
mod tests;

pub use compare::compare;
pub use deadline::Deadline;
pub use flat::{FieldValue, FlatBody, Item, ItemKind};
pub use from_json::flatten;
pub use heads::{Head, head_notes};
pub use json_patch::{PatchOp, json_patch, patch_text};
pub use marks::{Marks, Piece, mark_words};
pub use outcome::{BodyDiff, Dropped, FieldDiff, ItemDiff, ListDiff, Note, Op, Placed, ValueDiff};
pub use path::{DROP_ORDER, EVIDENCE_PATH, LIST_PATHS, OBJECTIVE_PATH};
pub use rows::{Row, RowTexts, rows};
pub use strip::{Cell, Strip, Thread, strips};
