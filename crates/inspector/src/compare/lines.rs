//! A comparison as lines for people, or as text of another format.

use std::time::Instant;

use continuity::diff::{self, Deadline, render};
use wire::compare::{DiffLine, DiffLineKind, Piece};
use wire::{ErrorBody, Text};

use super::{Compared, Comparison, FINE_PASS};
use crate::inspector::Inspector;
use crate::masking::{self, Shown};

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffFormat {
    /// For reading on a terminal: dropped first, moves and changed words marked.
    Text,
    /// Unified text.
    Unified,
    /// Markdown.
    Markdown,
    /// JSON Patch (RFC 6902): applied to the older body it gives the newer one.
    Patch,
}

impl Inspector {
    /// Writes a comparison in a format, as lines.
    ///
    /// # Errors
    /// As [`Inspector::diff_document`].
    pub fn diff_lines(&self, comparison: Comparison<'_>, format: DiffFormat) -> Result<Vec<DiffLine>, ErrorBody> {
        let (from, to) = self.sides(comparison)?;
        if format == DiffFormat::Patch {
            let known = masking::values([&from.stored, &to.stored]);
            let patch = diff::patch_text(&diff::json_patch(&from.document()?, &to.document()?));
            return Ok(plain(&Shown::plain_if(comparison.reveal, known.as_ref()).json_text(patch)));
        }
        let compared = Compared::of(&from, &to)?;
        let diff = match comparison.reveal {
            false => masking::diff(&compared.diff, compared.known.as_ref()),
            true => compared.diff,
        };
        let (from, to) = (from.name(), to.name());
        let frame = render::Frame { from: &from, to: &to, notes: &compared.notes };
        let clock = Instant::now;
        let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
        Ok(match format {
            DiffFormat::Unified => render::unified(&diff, &frame).into_iter().map(line).collect(),
            DiffFormat::Markdown => plain(&render::markdown(&diff, &frame, &deadline)),
            _ => render::text(&diff, &frame, &deadline).into_iter().map(line).collect(),
        })
    }
}

/// Lines without a kind.
fn plain(text: &str) -> Vec<DiffLine> {
    let piece = |line: &str| vec![Piece { text: Text(line.to_owned()), marked: false }];
    text.lines().map(|line| DiffLine { kind: DiffLineKind::Plain, pieces: piece(line) }).collect()
}

fn line(line: render::Line) -> DiffLine {
    use render::LineKind as Kind;
    let kind = match line.kind {
        Kind::Heading => DiffLineKind::Heading,
        Kind::Note => DiffLineKind::Note,
        Kind::Dropped => DiffLineKind::Dropped,
        Kind::Moved => DiffLineKind::Moved,
        Kind::ChangedTo | Kind::Added => DiffLineKind::Added,
        Kind::ChangedFrom | Kind::Removed => DiffLineKind::Removed,
        Kind::Kept | Kind::Blank => DiffLineKind::Plain,
    };
    let piece = |piece: diff::Piece| Piece { text: Text(piece.text), marked: piece.marked };
    DiffLine { kind, pieces: line.pieces.into_iter().map(piece).collect() }
}
