//! A comparison in pages of rows, for the window.

use std::sync::Arc;
use std::time::Instant;

use continuity::diff::{self, Deadline};
use wire::commands::{CompareRequest, SideRequest};
use wire::compare::{ComparePage, CompareRow, Piece};
use wire::revisions::RevisionSource;
use wire::{ErrorBody, Text};

use super::document::{dropped, op};
use super::side::Side;
use super::{Compared, FINE_PASS};
use crate::inspector::Inspector;
use crate::masking::{self, Shown};

/// Most rows of one page.
const MOST_ROWS: u64 = 500;
/// Longest text of a row's side, in bytes.
const LONGEST_TEXT: usize = 16_384;
/// Dropped items that come with each page.
const MOST_DROPPED: usize = 200;

/// The last comparison, for its further pages.
pub(super) struct Answer {
    key: (SideRequest, u64, SideRequest, u64),
    compared: Arc<Compared>,
}

impl Inspector {
    /// Compares two bodies and returns a page of rows.
    ///
    /// # Errors
    /// When a store cannot be read, `not-found`, `no-body`, or `not-comparable` when a body is no JSON object.
    pub fn compare(&self, request: CompareRequest) -> Result<ComparePage, ErrorBody> {
        let compared = self.compared(&request)?;
        Ok(page(&compared, request.offset, request.limit, compared.shown(false)))
    }

    /// As [`Inspector::compare`], with found secrets as they are, for the person who asked for these rows.
    ///
    /// # Errors
    /// As [`Inspector::compare`].
    pub fn reveal_compare(&self, request: CompareRequest) -> Result<ComparePage, ErrorBody> {
        let compared = self.compared(&request)?;
        Ok(page(&compared, request.offset, request.limit, compared.shown(true)))
    }

    /// Writes what a comparison calls dropped as a Markdown list; empty when nothing was.
    ///
    /// # Errors
    /// As [`Inspector::compare`].
    pub fn dropped_markdown(&self, request: CompareRequest) -> Result<Text, ErrorBody> {
        let compared = self.compared(&request)?;
        Ok(Text(diff::render::dropped_markdown(&masking::diff(&compared.diff, compared.known.as_ref()))))
    }

    /// The comparison that was asked for last, or a new one.
    fn compared(&self, request: &CompareRequest) -> Result<Arc<Compared>, ErrorBody> {
        let from = self.load_source(&request.from.source)?;
        let to = self.load_source(&request.to.source)?;
        let key = (request.from.clone(), from.state, request.to.clone(), to.state);
        let last =
            self.memory.last::<Answer>().as_ref().filter(|last| last.key == key).map(|last| last.compared.clone());
        if let Some(compared) = last {
            return Ok(compared);
        }
        let older = Side::requested(self, &from, &request.from)?;
        let mut newer = Side::requested(self, &to, &request.to)?;
        if to.path != from.path {
            newer.source = RevisionSource::OtherFile;
        }
        let compared = Arc::new(Compared::of(&older, &newer)?);
        *self.memory.last::<Answer>() = Some(Answer { key, compared: compared.clone() });
        Ok(compared)
    }
}

fn page(compared: &Compared, offset: u64, limit: u64, shown: Shown<'_>) -> ComparePage {
    let clock = Instant::now;
    let deadline = Deadline::new(Instant::now() + FINE_PASS, &clock);
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let rows = diff::rows(&compared.diff).skip(start).take(limit.min(MOST_ROWS) as usize);
    let mut notes: Vec<String> = compared.notes.iter().map(|note| note.code().to_owned()).collect();
    let rows: Vec<CompareRow> = rows
        .map(|row| {
            let (row, cut) = compare_row(&row, &deadline, shown);
            let code = diff::Note::FinePassCut.code();
            if cut && !notes.iter().any(|note| note == code) {
                notes.push(code.to_owned());
            }
            row
        })
        .collect();
    ComparePage {
        from: compared.from.clone(),
        to: compared.to.clone(),
        dropped: compared.diff.dropped.iter().take(MOST_DROPPED).map(|item| dropped(item, shown)).collect(),
        dropped_count: compared.diff.dropped.len() as u64,
        changes: compared.diff.changes() as u64,
        total: diff::rows(&compared.diff).count() as u64,
        offset,
        rows,
        notes,
    }
}

/// A row with its marked words, and whether the marks were cut because they took too long.
fn compare_row(row: &diff::Row, deadline: &Deadline<'_>, shown: Shown<'_>) -> (CompareRow, bool) {
    let texts = row.texts(LONGEST_TEXT, deadline);
    let mut masked = false;
    let mut pieces = |pieces: Option<Vec<diff::Piece>>, item: &Option<diff::Item>| {
        let piece = |piece: diff::Piece| Piece { text: Text(piece.text), marked: piece.marked };
        let pieces: Vec<Piece> = pieces?.into_iter().map(piece).collect();
        if shown.is_plain() {
            return Some(pieces);
        }
        let (pieces, hides) =
            masking::pieces(pieces, item.as_ref().map(diff::Item::shown).unwrap_or_default(), &row.path, shown.known());
        masked |= hides;
        Some(pieces)
    };
    let (from, to) = (pieces(texts.from, &row.from), pieces(texts.to, &row.to));
    let row = CompareRow {
        path: row.path.to_string(),
        op: op(row.op),
        from_index: row.from_index.map(|index| index as u64),
        to_index: row.to_index.map(|index| index as u64),
        moved_to: row.moved_to.as_ref().map(ToString::to_string),
        moved_from: row.moved_from.as_ref().map(ToString::to_string),
        cut: texts.text_cut,
        from,
        to,
        masked,
    };
    (row, texts.marks_cut)
}
