//! Base64 of ordinary text.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::words::wordiness;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

/// Both alphabets of RFC 4648, padded or not.
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Decodes base64 of either alphabet, padded or not; `None` when it is none.
pub(crate) fn decode(value: &[u8]) -> Option<Vec<u8>> {
    STANDARD.decode(value).or_else(|_| URL_SAFE.decode(value)).ok()
}

/// Returns whether a value is base64 of text that people read: printable, with words.
pub(crate) fn is_readable_text(value: &[u8]) -> bool {
    if value.len() < 16 {
        return false;
    }
    let Some(decoded) = decode(value) else { return false };
    let Ok(text) = std::str::from_utf8(&decoded) else { return false };
    let printable = text.chars().all(|character| !character.is_control() || character.is_ascii_whitespace());
    printable && (text.contains(' ') || wordiness(text.as_bytes()) > 0.75)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_base64_are_ordinary_text() {
        let encoded = STANDARD.encode("hello world, this is plain text");
        assert!(is_readable_text(encoded.as_bytes()));
        assert!(!is_readable_text(
            STANDARD.encode([0x9f_u8, 0x86, 0xd0, 0x81, 0x88, 0x4c, 0x7d, 0x65, 0x9a, 0x2f, 1, 2]).as_bytes()
        ));
        assert!(!is_readable_text(b"not base64 at all!"));
    }
}
