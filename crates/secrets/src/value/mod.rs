//! What a value looks like by itself: random, wordy, a placeholder, a digest, an expression.

pub(crate) mod base64_text;
pub(crate) mod colour;
pub(crate) mod digest;
pub(crate) mod entropy;
pub(crate) mod expression;
pub(crate) mod placeholder;
pub(crate) mod shape;
pub(crate) mod words;

/// Returns whether `text` contains `piece`, which is lower-case, without regard to ASCII case.
pub(crate) fn contains_ignoring_case(text: &[u8], piece: &[u8]) -> bool {
    let Some(first) = piece.first() else { return false };
    text.iter().enumerate().any(|(at, byte)| {
        byte.to_ascii_lowercase() == *first
            && text.get(at..at + piece.len()).is_some_and(|found| found.eq_ignore_ascii_case(piece))
    })
}
