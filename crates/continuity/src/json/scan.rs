//! Scanning inside one token: the end of a string's plain run, and numbers.

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Returns how many bytes from the start of `bytes` are neither a quote, a backslash nor below 0x20.
///
/// Eight bytes at a time: a byte `b` is below `n` (n at most 0x80) where `(b - n) & !b & 0x80` is set, and equal to a
/// needle where their exclusive or is below 1 (Hacker's Delight, 6-1). Borrows can only mark bytes behind a true
/// hit, and the first mark is what counts.
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..at + 8).and_then(|chunk| <[u8; 8]>::try_from(chunk).ok()) {
        let word = u64::from_le_bytes(chunk);
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & TOPS;
        let hits = below(word, 0x20) | below(word ^ (ONES * 0x22), 1) | below(word ^ (ONES * 0x5C), 1);
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, 0..=0x1F | b'"' | b'\\')).unwrap_or(rest.len())
}

/// Returns the length in bytes of the JSON number at the start of `bytes`, and whether it is a plain integer.
///
/// `Err` holds the offset of the byte that does not fit the grammar.
pub(super) fn number_len(bytes: &[u8]) -> Result<(usize, bool), usize> {
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(at);
    match bytes.get(at) {
        Some(b'0') => at += 1,
        _ if whole > 0 => at += whole,
        _ => return Err(at),
    }
    let mut integer = true;
    if bytes.get(at) == Some(&b'.') {
        integer = false;
        let fraction = digits(at + 1);
        if fraction == 0 {
            return Err(at + 1);
        }
        at += 1 + fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        integer = false;
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return Err(at);
        }
        at += exponent;
    }
    Ok((at, integer))
}

/// Returns the double that ECMAScript reads from a number that fits the grammar; beyond the largest, an infinity.
pub(super) fn number_value(text: &[u8], integer: bool) -> f64 {
    // Up to 15 digits are exact in a double. A minus is left to the slow path: -0 is not 0.
    if integer && text.len() <= 15 && text.first() != Some(&b'-') {
        return text.iter().fold(0_u64, |value, digit| value * 10 + u64::from(digit - b'0')) as f64;
    }
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}
