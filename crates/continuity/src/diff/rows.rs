//! A comparison as rows, for a window that shows them page by page.

use std::sync::Arc;

use similar::DiffableStr;

use super::deadline::Deadline;
use super::flat::Item;
use super::marks::{Marks, Piece, mark_words};
use super::outcome::{BodyDiff, FieldDiff, Op, Placed};

/// One row of a comparison: an item of a list, or a single value.
#[derive(Clone, Debug)]
pub struct Row {
    /// Path of the field; rows of one field follow each other.
    pub path: Arc<str>,
    /// What became of it.
    pub op: Op,
    /// The older side; `None` when it is not there.
    pub from: Option<Item>,
    /// The newer side; `None` when it is not there.
    pub to: Option<Item>,
    /// Index on the older side; `None` for a single value as well.
    pub from_index: Option<usize>,
    /// Index on the newer side; `None` for a single value as well.
    pub to_index: Option<usize>,
    /// Path of the list that it went to.
    pub moved_to: Option<Arc<str>>,
    /// Path of the list that it came from.
    pub moved_from: Option<Arc<str>>,
}

/// The texts of a row in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowTexts {
    /// The older side; `None` when it is not there.
    pub from: Option<Vec<Piece>>,
    /// The newer side; `None` when it is not there.
    pub to: Option<Vec<Piece>>,
    /// Whether a text was cut to the limit.
    pub text_cut: bool,
    /// Whether the deadline passed, so that more is marked than differs.
    pub marks_cut: bool,
}

/// Returns all rows in order. Only shared texts are held, so this costs little whatever the size of the bodies; the
/// marked words are made for the rows that are shown, by [`Row::texts`].
pub fn rows(diff: &BodyDiff) -> impl Iterator<Item = Row> {
    diff.fields.iter().flat_map(|field| {
        let (value, list) = match field {
            FieldDiff::Value(value) => (Some(value), None),
            FieldDiff::List(list) => (None, Some(list)),
        };
        let value = value.map(|value| Row {
            path: value.path.clone(),
            op: value.op,
            from: value.from.clone(),
            to: value.to.clone(),
            from_index: None,
            to_index: None,
            moved_to: None,
            moved_from: None,
        });
        let item = |side: &Option<Placed>| side.as_ref().map(|placed| placed.item.clone());
        let index = |side: &Option<Placed>| side.as_ref().map(|placed| placed.index);
        let items = list.into_iter().flat_map(move |list| {
            list.items.iter().map(move |row| Row {
                path: list.path.clone(),
                op: row.op,
                from: item(&row.from),
                to: item(&row.to),
                from_index: index(&row.from),
                to_index: index(&row.to),
                moved_to: row.moved_to.clone(),
                moved_from: row.moved_from.clone(),
            })
        });
        value.into_iter().chain(items)
    })
}

impl Row {
    /// Returns both sides in pieces, each side cut to at most `limit` bytes of text (`usize::MAX`: not cut). Only a
    /// changed row has marks; what is added or removed differs as a whole and is one unmarked piece.
    pub fn texts(&self, limit: usize, deadline: &Deadline<'_>) -> RowTexts {
        let marks = match (&self.from, &self.to, self.op) {
            (Some(from), Some(to), Op::Changed) => mark_words(from.shown(), to.shown(), deadline),
            (from, to, _) => Marks { from: plain(from.as_ref()), to: plain(to.as_ref()), cut: false },
        };
        let (from, from_cut) = limited(marks.from, limit);
        let (to, to_cut) = limited(marks.to, limit);
        RowTexts {
            from: self.from.as_ref().map(|_| from),
            to: self.to.as_ref().map(|_| to),
            text_cut: from_cut || to_cut,
            marks_cut: marks.cut,
        }
    }
}

fn plain(item: Option<&Item>) -> Vec<Piece> {
    let text = item.map(Item::shown).filter(|text| !text.is_empty());
    text.map(|text| Piece { text: text.to_owned(), marked: false }).into_iter().collect()
}

/// Cuts pieces to a number of bytes, at the end of a grapheme; returns whether anything was cut.
fn limited(mut pieces: Vec<Piece>, limit: usize) -> (Vec<Piece>, bool) {
    let mut room = limit;
    for at in 0..pieces.len() {
        let Some(piece) = pieces.get_mut(at) else { break };
        if piece.text.len() <= room {
            room -= piece.text.len();
            continue;
        }
        // A grapheme that crosses the limit goes as a whole.
        let end = grapheme_end_before(&piece.text, room);
        piece.text.truncate(end);
        pieces.truncate(if end == 0 { at } else { at + 1 });
        return (pieces, true);
    }
    (pieces, false)
}

/// Returns the greatest end of a grapheme of `text` that is at most `limit` bytes.
fn grapheme_end_before(text: &str, limit: usize) -> usize {
    // One more character is enough to know whether a grapheme ends at the limit.
    let window = text.get(..text.floor_char_boundary(limit.saturating_add(4))).unwrap_or(text);
    let ends = DiffableStr::tokenize_graphemes(window).into_iter().scan(0, |end, grapheme| {
        *end += grapheme.len();
        Some(*end)
    });
    ends.take_while(|end| *end <= limit).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{limited, rows};
    use crate::diff::{Deadline, FlatBody, Op, Piece, compare};

    fn piece(text: &str, marked: bool) -> Piece {
        Piece { text: text.into(), marked }
    }

    #[test]
    fn a_cut_text_ends_with_a_whole_grapheme() {
        let cut = |limit| limited(vec![piece("ab", false), piece("한e\u{301}z", true)], limit);
        assert_eq!(cut(100), (vec![piece("ab", false), piece("한e\u{301}z", true)], false));
        assert_eq!(cut(9), (vec![piece("ab", false), piece("한e\u{301}z", true)], false));
        assert_eq!(cut(8), (vec![piece("ab", false), piece("한e\u{301}", true)], true));
        assert_eq!(cut(7), (vec![piece("ab", false), piece("한", true)], true));
        assert_eq!(cut(6), (vec![piece("ab", false), piece("한", true)], true));
        assert_eq!(cut(4), (vec![piece("ab", false)], true));
        assert_eq!(cut(0), (vec![], true));
    }

    #[test]
    fn only_changed_rows_are_marked() {
        let from = FlatBody::new().with_text("core.objective", "Ship it").with_texts("core.progress", ["gone"]);
        let to =
            FlatBody::new().with_text("core.objective", "Ship it soon").with_texts("core.progress", ["", "brandnew"]);
        let diff = compare(&from, &to, &Deadline::never());
        let all: Vec<_> = rows(&diff).collect();
        assert_eq!(all.iter().map(|row| row.op).collect::<Vec<_>>(), [Op::Changed, Op::Removed, Op::Added, Op::Added]);
        let texts: Vec<_> = all.iter().map(|row| row.texts(usize::MAX, &Deadline::never())).collect();
        assert_eq!(texts[0].to, Some(vec![piece("Ship it", false), piece(" soon", true)]));
        assert_eq!((texts[1].from.clone(), texts[1].to.clone()), (Some(vec![piece("gone", false)]), None));
        assert_eq!((texts[2].from.clone(), texts[2].to.clone()), (None, Some(vec![])));
        assert_eq!((all[0].from_index, all[1].from_index, all[3].to_index), (None, Some(0), Some(1)));
        assert_eq!(diff.changes(), 4);
    }
}
