//! Text in the database's encoding (file format, section 1.3.13).

use std::borrow::Cow;

use crate::header::TextEncoding;

impl TextEncoding {
    /// Turns stored text into a string. What is not well formed becomes U+FFFD; use the bytes where
    /// that matters.
    pub fn decode<'a>(&self, stored: &'a [u8]) -> Cow<'a, str> {
        match self {
            TextEncoding::Utf8 => String::from_utf8_lossy(stored),
            TextEncoding::Utf16Le => from_units(stored, u16::from_le_bytes).into(),
            TextEncoding::Utf16Be => from_units(stored, u16::from_be_bytes).into(),
        }
    }

    /// Turns a string into the bytes that the database stores for it, to search for them.
    pub fn encode<'a>(&self, text: &'a str) -> Cow<'a, [u8]> {
        match self {
            TextEncoding::Utf8 => text.as_bytes().into(),
            TextEncoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            TextEncoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

fn from_units(stored: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let (units, rest) = stored.as_chunks::<2>();
    let mut text: String = char::decode_utf16(units.iter().map(|&raw| unit(raw)))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::TextEncoding;

    #[test]
    fn text_survives_every_encoding() {
        for encoding in [TextEncoding::Utf8, TextEncoding::Utf16Le, TextEncoding::Utf16Be] {
            for text in ["", "plain", "한국어 글", "𝄞 clef"] {
                assert_eq!(encoding.decode(&encoding.encode(text)), text);
            }
        }
        assert_eq!(TextEncoding::Utf16Le.decode(&[0x41, 0, 0x00, 0xd8, 7]), "A\u{fffd}\u{fffd}");
    }
}
