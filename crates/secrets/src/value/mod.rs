//! What a value looks like by itself: random, wordy, a placeholder, a digest, an expression.

pub(crate) mod base64_text;
pub(crate) mod colour;
pub(crate) mod digest;
pub(crate) mod entropy;
pub(crate) mod expression;
pub(crate) mod placeholder;
pub(crate) mod shape;
pub(crate) mod words;

/// Returns whether `text` contains one of `pieces`, which are lower-case, without regard to ASCII case: one pass for all.
pub(crate) fn contains_any_ignoring_case(text: &[u8], pieces: &[&[u8]]) -> bool {
    // A bit for each first byte, of its lower five bits: most bytes of a text begin no piece.
    let first = pieces.iter().filter_map(|piece| piece.first()).fold(0_u32, |bits, byte| bits | 1 << (byte & 31));
    text.iter().enumerate().any(|(at, byte)| {
        first >> (byte & 31) & 1 == 1
            && pieces
                .iter()
                .any(|piece| text.get(at..at + piece.len()).is_some_and(|found| found.eq_ignore_ascii_case(piece)))
    })
}

/// Returns whether `text` contains `piece`, which is lower-case, without regard to ASCII case.
pub(crate) fn contains_ignoring_case(text: &[u8], piece: &[u8]) -> bool {
    let Some(first) = piece.first() else { return false };
    text.iter().enumerate().any(|(at, byte)| {
        byte.to_ascii_lowercase() == *first
            && text.get(at..at + piece.len()).is_some_and(|found| found.eq_ignore_ascii_case(piece))
    })
}
