//! A comparison as lines for people: plain strings with a kind for each line, so that a caller can colour them.
//!
//! Stored text never steers the reader's terminal: control characters and bidirectional controls are written as
//! visible escapes.

mod markdown;
mod text;
mod unified;

pub use markdown::{dropped_markdown, markdown};
pub use text::text;
pub use unified::unified;

use super::display::visible;
use super::flat::Item;
use super::marks::Piece;
use super::outcome::Note;

/// What the sides are called, and what is said of them: the frame around a [`BodyDiff`](super::BodyDiff).
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Name of the older side, such as `1.2 sha256:3dda67d3`.
    pub from: &'a str,
    /// Name of the newer side.
    pub to: &'a str,
    /// All remarks to show: those of the comparison and those on the two sides.
    pub notes: &'a [Note],
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// A side's name, a field's path or another heading.
    Heading,
    /// A remark.
    Note,
    /// An item that vanished without a successor.
    Dropped,
    /// What is the same on both sides, or a count of it.
    Kept,
    /// An item that moved.
    Moved,
    /// The older text of a changed pair.
    ChangedFrom,
    /// The newer text of a changed pair.
    ChangedTo,
    /// What only the newer side has.
    Added,
    /// What only the older side has.
    Removed,
    /// An empty line.
    Blank,
}

/// One line. It holds no line feed and no colour codes.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// What the line says.
    pub kind: LineKind,
    /// The text in pieces; a marked piece is what differs from the other text of a changed pair.
    pub pieces: Vec<Piece>,
}

impl Line {
    /// Returns the whole text of the line.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Line").field(&self.kind).field(&self.pieces).finish()
    }
}

/// Returns the texts of lines as one text, each line ended by a line feed.
pub fn plain_text(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text() + "\n").collect()
}

/// Lines as they are written.
#[derive(Default)]
struct Page(Vec<Line>);

impl Page {
    fn line(&mut self, kind: LineKind, text: impl Into<String>) {
        let text = text.into();
        let pieces = if text.is_empty() { Vec::new() } else { vec![Piece { text, marked: false }] };
        self.0.push(Line { kind, pieces });
    }

    /// Writes a heading with an empty line before it, unless it is the first.
    fn section(&mut self, heading: impl Into<String>) {
        if !self.0.is_empty() {
            self.line(LineKind::Blank, "");
        }
        self.line(LineKind::Heading, heading);
    }

    /// Writes stored text behind `first`; further lines of it stand behind `next`.
    fn stored(&mut self, kind: LineKind, first: &str, next: &str, pieces: &[Piece]) {
        let mut line = vec![Piece { text: first.to_owned(), marked: false }];
        for piece in pieces {
            for (at, part) in piece.text.split('\n').enumerate() {
                if at > 0 {
                    let done = std::mem::replace(&mut line, vec![Piece { text: next.to_owned(), marked: false }]);
                    self.0.push(Line { kind, pieces: done });
                }
                if !part.is_empty() {
                    line.push(Piece { text: visible(part).into_owned(), marked: piece.marked });
                }
            }
        }
        self.0.push(Line { kind, pieces: line });
    }
}

/// Returns the text of an item as one unmarked piece.
fn whole(item: &Item) -> [Piece; 1] {
    [Piece { text: item.shown().to_owned(), marked: false }]
}

#[cfg(test)]
mod tests;
