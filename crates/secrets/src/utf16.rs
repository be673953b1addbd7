//! Byte ranges as UTF-16 ranges, JavaScript's way of counting.

use std::ops::Range;

/// Counts the UTF-16 units of UTF-8 or WTF-8 bytes.
///
/// Each byte that starts a character is one unit, a four-byte character is two (a surrogate pair); a lone surrogate of
/// WTF-8 is one. Bytes that are no UTF-8 at all are counted by the same rule.
pub fn utf16_len(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| usize::from((*byte as i8) >= -0x40) + usize::from(*byte >= 0xF0)).sum()
}

/// Turns ascending byte offsets of one text into UTF-16 offsets, reading the text once.
pub struct Utf16Offsets<'t> {
    text: &'t [u8],
    bytes: usize,
    units: usize,
}

impl<'t> Utf16Offsets<'t> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'t [u8]) -> Self {
        Self { text, bytes: 0, units: 0 }
    }

    /// Returns how many UTF-16 units stand before a byte offset. Offsets behind the last one asked for cost what lies
    /// between; an earlier one starts over.
    pub fn at(&mut self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        if offset < self.bytes {
            (self.bytes, self.units) = (0, 0);
        }
        self.units += utf16_len(self.text.get(self.bytes..offset).unwrap_or_default());
        self.bytes = offset;
        self.units
    }

    /// Returns a byte range as start and length in UTF-16 units.
    pub fn range(&mut self, bytes: &Range<usize>) -> (usize, usize) {
        let start = self.at(bytes.start);
        (start, self.at(bytes.end) - start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_beyond_the_basic_plane_counts_twice() {
        let text = "a한😀b".as_bytes();
        let mut offsets = Utf16Offsets::new(text);
        assert_eq!(offsets.range(&(8..9)), (4, 1));
        assert_eq!(offsets.range(&(1..4)), (1, 1), "an earlier offset starts over");
        assert_eq!(utf16_len(b"\xED\xA0\x80x"), 2, "a lone surrogate is one unit");
    }
}
