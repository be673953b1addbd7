//! What a value looks like by itself: random, wordy, a placeholder, a digest, an expression.

pub(crate) mod base64_text;
pub(crate) mod digest;
pub(crate) mod entropy;
pub(crate) mod expression;
pub(crate) mod placeholder;
pub(crate) mod shape;
pub(crate) mod words;

/// Returns whether `text` contains `piece`, which is lower-case, without regard to ASCII case.
pub(crate) fn contains_ignoring_case(text: &[u8], piece: &[u8]) -> bool {
    !piece.is_empty() && text.windows(piece.len()).any(|window| window.eq_ignore_ascii_case(piece))
}
