//! The marked words of a changed pair.
//!
//! Both texts are cut into tokens (words, white space, signs) and compared with Myers' algorithm. What the other side
//! does not have is marked.

use std::collections::HashMap;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::deadline::Deadline;
use super::tokens::{is_sure_cut, tokens};

/// A stretch of text, marked when the other side does not have it.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text; never empty.
    pub text: String,
    /// Whether it differs.
    pub marked: bool,
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Piece({} bytes, marked: {})", self.text.len(), self.marked)
    }
}

/// Both texts in pieces. The pieces of a side, put together, are its text; the unmarked pieces of both sides are the
/// same text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The older text.
    pub from: Vec<Piece>,
    /// The newer text.
    pub to: Vec<Piece>,
    /// Whether the deadline passed, so that more is marked than differs.
    pub cut: bool,
}

/// Marks the words in which two texts differ. After the deadline only the beginning and the end that both texts
/// share stay unmarked.
pub fn mark_words(from: &str, to: &str, deadline: &Deadline<'_>) -> Marks {
    if from == to {
        return Marks { from: side(from, &[]), to: side(to, &[]), cut: false };
    }
    let (Some(from_tokens), Some(to_tokens)) = (tokens(from, deadline), tokens(to, deadline)) else {
        return mark_middle(from, to);
    };
    let mut names = HashMap::new();
    let from_names = named(&mut names, from, &from_tokens);
    let to_names = named(&mut names, to, &to_tokens);
    let mut ops = capture_diff_slices_deadline(Algorithm::Myers, &from_names, &to_names, deadline.at());
    join_over_spaces(&mut ops, from, &from_tokens);
    let span = |tokens: &[Range<usize>], range: Range<usize>| match (tokens.get(range.start), range.end.checked_sub(1))
    {
        (Some(first), Some(last)) if !range.is_empty() => tokens.get(last).map(|last| first.start..last.end),
        _ => None,
    };
    let changed = || ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let from_marks: Vec<_> = changed().filter_map(|op| span(&from_tokens, op.old_range())).collect();
    let to_marks: Vec<_> = changed().filter_map(|op| span(&to_tokens, op.new_range())).collect();
    Marks { from: side(from, &from_marks), to: side(to, &to_marks), cut: deadline.passed() }
}

fn named<'a>(names: &mut HashMap<&'a str, u32>, text: &'a str, tokens: &[Range<usize>]) -> Vec<u32> {
    let mut name = |token: &'a str| {
        let next = u32::try_from(names.len()).unwrap_or(u32::MAX);
        *names.entry(token).or_insert(next)
    };
    tokens.iter().filter_map(|range| text.get(range.clone())).map(&mut name).collect()
}

/// Turns white space that both sides share between two replaced stretches into a part of them, so that a rewritten
/// phrase is one mark and not a mark for each word.
fn join_over_spaces(ops: &mut [DiffOp], from: &str, from_tokens: &[Range<usize>]) {
    let replaced: Vec<bool> = ops.iter().map(|op| matches!(op, DiffOp::Replace { .. })).collect();
    let is_space = |range: Range<usize>| {
        let tokens = from_tokens.get(range).unwrap_or(&[]);
        tokens.iter().all(|token| from.get(token.clone()).is_some_and(|t| t.chars().all(char::is_whitespace)))
    };
    for (op, around) in ops.iter_mut().skip(1).zip(replaced.windows(3)) {
        if let (&mut DiffOp::Equal { old_index, new_index, len }, [true, false, true]) = (&mut *op, around)
            && is_space(old_index..old_index + len)
        {
            *op = DiffOp::Replace { old_index, old_len: len, new_index, new_len: len };
        }
    }
}

/// Returns the pieces of a text whose `marks`, byte ranges in order, differ. Neighbouring marks become one.
fn side(text: &str, marks: &[Range<usize>]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut push = |range: Range<usize>, marked: bool| {
        let Some(part) = text.get(range).filter(|part| !part.is_empty()) else { return };
        match pieces.last_mut() {
            Some(last) if last.marked == marked => last.text.push_str(part),
            _ => pieces.push(Piece { text: part.to_owned(), marked }),
        }
    };
    let mut done = 0;
    for mark in marks {
        push(done..mark.start, false);
        push(mark.clone(), true);
        done = mark.end;
    }
    push(done..text.len(), false);
    pieces
}

/// Marks everything between the beginning and the end that both texts share.
fn mark_middle(from: &str, to: &str) -> Marks {
    let same = from.bytes().zip(to.bytes()).take_while(|(a, b)| a == b).count();
    let head = (0..=same).rev().find(|&at| is_sure_cut(from, at) && is_sure_cut(to, at)).unwrap_or(0);
    let (a, b) = (from.get(head..).unwrap_or(""), to.get(head..).unwrap_or(""));
    let same = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a == b).count();
    let tail =
        (0..=same).rev().find(|&t| is_sure_cut(from, from.len() - t) && is_sure_cut(to, to.len() - t)).unwrap_or(0);
    let mark = |text: &str| side(text, std::slice::from_ref(&(head..text.len() - tail)));
    Marks { from: mark(from), to: mark(to), cut: true }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::{Marks, Piece, mark_middle, mark_words};
    use crate::diff::Deadline;
    use proptest::prelude::*;
    use similar::DiffableStr;
    use std::collections::HashSet;

    /// Writes pieces with the marked ones in brackets.
    fn shown(pieces: &[Piece]) -> String {
        pieces.iter().map(|p| if p.marked { format!("[{}]", p.text) } else { p.text.clone() }).collect()
    }

    fn marked(from: &str, to: &str) -> (String, String) {
        let marks = mark_words(from, to, &Deadline::never());
        (shown(&marks.from), shown(&marks.to))
    }

    #[test]
    fn whole_words_are_marked_and_not_letters() {
        assert_eq!(
            marked("Renderer skeleton.", "Renderer done."),
            ("Renderer [skeleton].".into(), "Renderer [done].".into())
        );
        assert_eq!(
            marked("공개 API는 건드리지 않는다.", "공개 API를 건드리지 않는다."),
            ("공개 [API는] 건드리지 않는다.".into(), "공개 [API를] 건드리지 않는다.".into())
        );
        assert_eq!(marked("Keep it.", "Keep it small."), ("Keep it.".into(), "Keep it[ small].".into()));
        assert_eq!(marked("", "new"), ("".into(), "[new]".into()));
        assert_eq!(marked("same", "same"), ("same".into(), "same".into()));
        assert_eq!(marked("", ""), ("".into(), "".into()));
    }

    #[test]
    fn a_rewritten_phrase_is_one_mark() {
        assert_eq!(
            marked("Use the old slow parser now", "Use the new fast reader now"),
            ("Use the [old slow parser] now".into(), "Use the [new fast reader] now".into())
        );
    }

    #[test]
    fn graphemes_are_never_split() {
        // Thai SARA AM belongs to the letter before it, though a word may end between them; a family emoji and a
        // flag are one grapheme each; so is a letter with its accent.
        for (from, to) in [
            ("น\u{e33}", "น"),
            ("👨\u{200d}👩\u{200d}👧", "👨"),
            ("🇰🇷🇺🇸", "🇰🇷🇰🇵"),
            ("e\u{301}", "e"),
            ("a\r\n", "a\n"),
            ("각", "ᄀ"),
        ] {
            whole(&mark_words(from, to, &Deadline::never()), from, to).unwrap_or_else(|why| panic!("{why}"));
        }
    }

    #[test]
    fn without_time_the_common_beginning_and_end_stay_unmarked() {
        let marks = mark_middle("Do not touch the public API.", "Do not break the public API.");
        assert_eq!(shown(&marks.from), "Do not [touch ]the public API.");
        assert_eq!(shown(&marks.to), "Do not [break ]the public API.");
        assert!(marks.cut);
    }

    /// Checks everything that [`Marks`] promises.
    fn whole(marks: &Marks, from: &str, to: &str) -> Result<(), String> {
        let all = |pieces: &[Piece]| pieces.iter().map(|p| p.text.as_str()).collect::<String>();
        let plain = |pieces: &[Piece]| pieces.iter().filter(|p| !p.marked).map(|p| p.text.as_str()).collect::<String>();
        let alternate = |pieces: &[Piece]| pieces.windows(2).all(|w| w.iter().filter(|p| p.marked).count() == 1);
        if all(&marks.from) != from || all(&marks.to) != to {
            return Err("the pieces are not the text".into());
        }
        if plain(&marks.from) != plain(&marks.to) {
            return Err("what is unmarked differs".into());
        }
        if !alternate(&marks.from) || !alternate(&marks.to) {
            return Err("neighbouring pieces are not joined".into());
        }
        for (pieces, text) in [(&marks.from, from), (&marks.to, to)] {
            let ends = |parts: Vec<usize>| {
                parts
                    .into_iter()
                    .scan(0, |at, len| {
                        *at += len;
                        Some(*at)
                    })
                    .collect::<HashSet<_>>()
            };
            let graphemes = ends(DiffableStr::tokenize_graphemes(text).iter().map(|g| g.len()).collect());
            if !ends(pieces.iter().map(|p| p.text.len()).collect()).is_subset(&graphemes)
                || pieces.iter().any(|p| p.text.is_empty())
            {
                return Err(format!("a grapheme is split in {}", text.escape_unicode()));
            }
        }
        Ok(())
    }

    fn text() -> impl Strategy<Value = String> {
        let parts = vec![
            "a", "word", " ", "  ", "\n", "\r", "\t", ".", "한", "글", "ᄀ", "ᅡ", "ᆨ", "\u{301}", "\u{200d}", "👩", "👧",
            "🇰", "🇷", "น", "\u{e33}", "क", "\u{94d}", "ष", "\u{93f}", "\u{600}", "漢", "字", "かな", "\u{fe0f}", "1",
            "_",
        ];
        prop_oneof![
            3 => prop::collection::vec(prop::sample::select(parts), 0..24).prop_map(|parts| parts.concat()),
            1 => any::<String>(),
        ]
    }

    proptest! {
        #[test]
        fn pieces_rebuild_the_texts_for_any_unicode(from in text(), to in text()) {
            prop_assert_eq!(whole(&mark_words(&from, &to, &Deadline::never()), &from, &to), Ok(()));
            if from != to {
                prop_assert_eq!(whole(&mark_middle(&from, &to), &from, &to), Ok(()));
            }
        }
    }
}
