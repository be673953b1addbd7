//! Seed phrases (BIP-39): twelve or more words of the list in a row.

use std::ops::Range;

use super::Detector;
use crate::check::bip39::{index_of, is_valid};
use crate::confidence::{Reason, Reasons};
use crate::engine::{Offer, Scan, starts_word};

/// Twelve words of three letters with single spaces have 47 bytes, so a probe each 32 bytes falls into every phrase.
const PROBE: usize = 32;

/// Numbers of words that phrases have.
const PHRASES: [usize; 5] = [12, 15, 18, 21, 24];

/// Fewer words are no phrase.
const SHORTEST: usize = 12;

/// A run of more words is searched only so far.
const LONGEST: usize = 200;

/// Goes over the whole text.
pub(crate) fn run(scan: &mut Scan<'_, '_>) {
    if !scan.has(Detector::SeedPhrase) {
        return;
    }
    let text = scan.text;
    let mut at = 0;
    while at < text.len() {
        let Some(word) = word_at(text, at).filter(|word| lookup(text, word).is_some()) else {
            at += PROBE;
            continue;
        };
        let run = run_of_words(text, word);
        let end = run.last().map_or(at, |(word, _)| word.end);
        if run.len() >= SHORTEST {
            judge(scan, &run);
        }
        at = end.max(at + PROBE);
    }
}

type Word = (Range<usize>, u16);

/// Returns the word at or shortly behind a byte.
fn word_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let inside = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphabetic);
    // Separators of numbered lists are a few bytes long.
    let at = (at..at + 8).find(|at| inside(*at))?;
    let start = (at.saturating_sub(8)..at).rev().find(|at| !inside(*at)).map_or(at.saturating_sub(8), |at| at + 1);
    let start = behind_colour(text, start);
    Some(start..word_end(text, start))
}

/// Returns where a word begins that seems to begin with the `m` that ends a colour.
fn behind_colour(text: &[u8], start: usize) -> usize {
    let colour = text.get(start) == Some(&b'm') && !starts_word(text, start) && starts_word(text, start + 1);
    let colour =
        colour || text.get(start) == Some(&b'm') && text.get(..start).is_some_and(|before| before.ends_with(b"\x1b["));
    if colour { start + 1 } else { start }
}

fn word_end(text: &[u8], start: usize) -> usize {
    start + text.iter().skip(start).take(9).take_while(|byte| byte.is_ascii_alphabetic()).count()
}

fn lookup(text: &[u8], word: &Range<usize>) -> Option<u16> {
    let bytes = text.get(word.clone()).filter(|bytes| (3..=8).contains(&bytes.len()))?;
    let foreign = word.start.checked_sub(1).and_then(|at| text.get(at)).is_some_and(|byte| *byte >= 0x80);
    let whole = !foreign && starts_word(text, word.start) && !text.get(word.end).is_some_and(|byte| is_part(*byte));
    if whole { index_of(bytes) } else { None }
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the words round one that is in the list, as far as each is and only separators of one kind stand between.
fn run_of_words(text: &[u8], word: Range<usize>) -> Vec<Word> {
    let mut kind = None;
    let mut run = Vec::new();
    let mut first = word.start;
    while run.len() < LONGEST
        && let Some((before, gap)) = word_before(text, first)
        && *kind.get_or_insert(gap) == gap
        && let Some(index) = lookup(text, &before)
    {
        first = before.start;
        run.push((before, index));
    }
    run.reverse();
    let mut next = Some(word);
    while run.len() < 2 * LONGEST
        && let Some(word) = next.take()
        && let Some(index) = lookup(text, &word)
    {
        let end = word.end;
        run.push((word, index));
        let behind = text.get(end..).map(|rest| rest.get(..LONGEST_GAP).unwrap_or(rest)).unwrap_or_default();
        if let Some((length, gap)) = gap_of(behind)
            && *kind.get_or_insert(gap) == gap
        {
            let start = end + length;
            next = Some(start..word_end(text, start));
        }
    }
    run
}

fn word_before(text: &[u8], start: usize) -> Option<(Range<usize>, Gap)> {
    let before = text.get(start.saturating_sub(LONGEST_GAP + 9)..start)?;
    let gap = before.iter().rev().take_while(|byte| !byte.is_ascii_alphabetic()).count();
    let escaped = before.get(..before.len() - gap).is_some_and(|before| before.ends_with(b"\\n"));
    let gap = if escaped { gap + 2 } else { gap };
    let (length, kind) = gap_of(before.get(before.len() - gap..)?)?;
    let end = start - gap;
    let word = before.get(..before.len() - gap)?.iter().rev().take(9).take_while(|byte| byte.is_ascii_alphabetic());
    let first = behind_colour(text, end - word.count());
    (first < end && length == gap).then_some((first..end, kind))
}

/// What stands between two words, but for its width and the number of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Gap {
    dash: bool,
    comma: bool,
    quote: bool,
    dot: bool,
}

/// The longest gap, in bytes.
const LONGEST_GAP: usize = 8;

/// Returns the length and kind of what may stand between two words of a phrase: white space with at most one line end, a
/// comma, quotes, the number of a list (`2. `, `2) `), a dash, or an escaped line end.
fn gap_of(text: &[u8]) -> Option<(usize, Gap)> {
    let escaped = if text.starts_with(b"\\n") { 2 } else { 0 };
    let length =
        escaped + text.iter().take(LONGEST_GAP).skip(escaped).take_while(|byte| !byte.is_ascii_alphabetic()).count();
    let gap = text.get(escaped..length)?;
    let has = |wanted: &[u8]| gap.iter().any(|byte| wanted.contains(byte));
    let known = gap.iter().all(|byte| byte.is_ascii_digit() || b" \n\r\t,.)\"'-".contains(byte));
    let digits = gap.iter().filter(|byte| byte.is_ascii_digit()).count();
    let lines = gap.iter().filter(|byte| **byte == b'\n').count();
    let separated = escaped > 0 || has(b" \n,\t-");
    let sentence = gap.starts_with(b". ") && digits == 0;
    let kind = Gap { dash: has(b"-"), comma: has(b","), quote: has(b"\"'"), dot: has(b".)") };
    (known && separated && lines <= 1 && digits <= 2 && !sentence).then_some((length, kind))
}

/// So many words in the order of the list are a part of a list; no phrase of 24 does but once in 200,000 times.
const LIST: usize = 10;

/// Returns how many words in a row are in the order of the list.
fn longest_rise(run: &[Word]) -> usize {
    let rises = run.chunk_by(|left, right| left.1 < right.1);
    rises.map(<[Word]>::len).max().unwrap_or(0)
}

/// Offers the phrases of a run: the whole run if it has a phrase's length, else stretches with a right checksum, else the
/// whole run if it is not much longer than a phrase.
fn judge(scan: &mut Scan<'_, '_>, run: &[Word]) {
    if longest_rise(run) >= LIST {
        return;
    }
    let all: Vec<u16> = run.iter().map(|word| word.1).collect();
    if PHRASES.contains(&run.len()) && distinct(&all) >= 6 {
        offer(scan, run, if is_valid(&all) { Reason::ChecksumValid } else { Reason::ChecksumFailed });
        return;
    }
    let mut at = 0;
    let mut found = false;
    while at + SHORTEST <= run.len() {
        let lengths = if run.len() > 48 { &[24, 12][..] } else { &[24, 21, 18, 15, 12][..] };
        let valid = lengths.iter().copied().find(|length| {
            run.get(at..at + length).is_some_and(|words| {
                let indexes: Vec<u16> = words.iter().map(|word| word.1).collect();
                indexes.iter().any(|index| Some(index) != indexes.first()) && is_valid(&indexes)
            })
        });
        // A short stretch of a run passes by chance one time in sixteen, so a run of exactly one phrase is judged whole.
        match valid.filter(|length| *length == run.len() || run.len() > 24 || run.len() - length <= 3) {
            Some(length) => {
                offer(scan, run.get(at..at + length).unwrap_or_default(), Reason::ChecksumValid);
                found = true;
                at += length;
            }
            None => at += 1,
        }
    }
    if !found && run.len() <= 27 && distinct(&all) >= 6 {
        offer(scan, run, Reason::ChecksumFailed);
    }
}

fn distinct(words: &[u16]) -> usize {
    words.iter().collect::<std::collections::HashSet<_>>().len()
}

fn offer(scan: &mut Scan<'_, '_>, words: &[Word], reason: Reason) {
    if let ([first, ..], [.., last]) = (words, words) {
        let value = first.0.start..last.0.end;
        let reasons = Reasons::none().with(Reason::StructureValid).with(reason);
        scan.offer(Detector::SeedPhrase, Offer { matched: value.clone(), value, reasons, prefix: 0 });
    }
}
