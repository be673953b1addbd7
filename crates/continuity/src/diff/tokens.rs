//! A text in tokens: Unicode words, white space and signs (Unicode Standard Annex 29), joined where a cut would split a
//! grapheme.

use std::ops::Range;

use similar::DiffableStr;

use super::deadline::Deadline;

/// Long texts are cut into stretches of about so many bytes, with a look at the deadline between them.
const STRETCH: usize = 64 * 1024;

/// Returns the tokens of a text as byte ranges that follow each other; `None` once the deadline has passed.
pub(crate) fn tokens(text: &str, deadline: &Deadline<'_>) -> Option<Vec<Range<usize>>> {
    let mut all = Vec::with_capacity(text.len() / 4);
    let mut start = 0;
    while start < text.len() {
        if deadline.passed() {
            return None;
        }
        let end = stretch_end(text, start);
        push_tokens(text.get(start..end)?, start, &mut all);
        start = end;
    }
    (!deadline.passed()).then_some(all)
}

/// Returns where the stretch that begins at `start` ends: behind white space, where tokens end in any case.
fn stretch_end(text: &str, start: usize) -> usize {
    let ends_token =
        |at: &usize| is_sure_cut(text, *at) && !text.as_bytes().get(*at).is_some_and(u8::is_ascii_whitespace);
    (start.saturating_add(STRETCH)..text.len()).find(ends_token).unwrap_or(text.len())
}

/// Appends the tokens of a stretch that begins at byte `offset`.
fn push_tokens(stretch: &str, offset: usize, all: &mut Vec<Range<usize>>) {
    // In ASCII the only grapheme of two characters is CR LF, which is one word as well.
    let graphemes = if stretch.is_ascii() { Vec::new() } else { DiffableStr::tokenize_graphemes(stretch) };
    let mut graphemes = graphemes.into_iter();
    let (mut start, mut end, mut grapheme_end) = (0, 0, 0);
    for word in DiffableStr::tokenize_unicode_words(stretch) {
        end += word.len();
        while grapheme_end < end {
            match graphemes.next() {
                Some(grapheme) => grapheme_end += grapheme.len(),
                None => grapheme_end = end,
            }
        }
        if grapheme_end == end {
            all.push(offset + start..offset + end);
            start = end;
        }
    }
    if start < stretch.len() {
        all.push(offset + start..offset + stretch.len());
    }
}

/// Returns whether a grapheme and a word surely end and others begin at the byte offset: at the ends, and after an
/// ASCII space, line feed or tab where an ASCII character, a CJK character or a Hangul syllable follows.
pub(crate) fn is_sure_cut(text: &str, at: usize) -> bool {
    if at == 0 || at == text.len() {
        return true;
    }
    let (Some(before), Some(after)) = (text.get(..at), text.get(at..)) else { return false };
    before.ends_with([' ', '\n', '\t'])
        && after.starts_with(|c: char| c.is_ascii() || matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'))
}

#[cfg(test)]
mod tests {
    use super::{STRETCH, push_tokens, tokens};
    use crate::diff::Deadline;

    #[test]
    fn long_texts_have_the_same_tokens_as_if_cut_in_one_go() {
        for part in
            ["word, two  spaces\n\n", "한글 낱말은  그대로.\t", "e\u{301} \u{301}x น\u{e33} ", "no-space-at-all"]
        {
            let text = part.repeat(3 * STRETCH / part.len());
            let mut at_once = Vec::new();
            push_tokens(&text, 0, &mut at_once);
            assert_eq!(tokens(&text, &Deadline::never()), Some(at_once));
        }
    }
}
