//! Strings that may hold lone surrogates.
//!
//! A JavaScript string is a list of UTF-16 units and need not be well-formed. WTF-8 stores it in bytes: as UTF-8,
//! with a lone surrogate as the three bytes that its number would have (ED A0 80 to ED BF BF). A high and a low
//! surrogate that follow each other are always one four-byte character.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// A string of a JSON document. Its `Debug` output is the length only.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wtf8<'a>(&'a [u8]);

impl<'a> Wtf8<'a> {
    /// Wraps bytes that the reader has already made WTF-8.
    pub(crate) fn from_checked(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the WTF-8 bytes; UTF-8 when there is no lone surrogate.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the text, or `None` when it holds a lone surrogate.
    pub fn as_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }

    /// Returns the text with U+FFFD for each lone surrogate.
    pub fn to_string_lossy(self) -> Cow<'a, str> {
        match self.as_str() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.code_points().map(|unit| char::from_u32(unit).unwrap_or('\u{FFFD}')).collect()),
        }
    }

    /// Returns whether the string is empty.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the length in UTF-16 units, JavaScript's `length`.
    pub fn utf16_len(self) -> usize {
        self.0.iter().map(|byte| usize::from((*byte as i8) >= -0x40) + usize::from(*byte >= 0xF0)).sum()
    }

    /// Returns the number of code points; a lone surrogate counts as one (as `ajv` counts).
    pub fn code_point_count(self) -> usize {
        self.0.iter().filter(|byte| (**byte as i8) >= -0x40).count()
    }

    /// Iterates over the code points; lone surrogates come as 0xD800 to 0xDFFF.
    pub fn code_points(self) -> CodePoints<'a> {
        CodePoints(self.0)
    }

    /// Iterates over the UTF-16 units.
    pub fn utf16_units(self) -> impl Iterator<Item = u16> + 'a {
        self.code_points().flat_map(|point| {
            let mut units = [0_u16; 2];
            let used = match char::from_u32(point) {
                Some(character) => character.encode_utf16(&mut units).len(),
                None => {
                    units[0] = u16::try_from(point).unwrap_or(0xFFFD);
                    1
                }
            };
            units.into_iter().take(used)
        })
    }

    /// Compares by UTF-16 units, the order of JavaScript's `sort`.
    ///
    /// It differs from byte order only where a character beyond U+FFFF or a surrogate meets one from U+E000 on.
    pub fn cmp_utf16(self, other: Wtf8<'_>) -> Ordering {
        let Some(at) = self.0.iter().zip(other.0).position(|(left, right)| left != right) else {
            return self.0.len().cmp(&other.0.len());
        };
        let (left, right) = (self.0.get(at).copied().unwrap_or(0), other.0.get(at).copied().unwrap_or(0));
        if left < 0xED || right < 0xED {
            return left.cmp(&right);
        }
        // Both differ at the first byte of a character from U+D000 on (continuation bytes are below 0xC0).
        let tail =
            |text: &'_ [u8]| Wtf8(text.get(at..).unwrap_or_default()).utf16_units().take(2).collect::<Vec<u16>>();
        tail(self.0).cmp(&tail(other.0))
    }
}

impl PartialEq<str> for Wtf8<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Wtf8<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl<'a> From<&'a str> for Wtf8<'a> {
    fn from(text: &'a str) -> Self {
        Self(text.as_bytes())
    }
}

impl fmt::Debug for Wtf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wtf8({} bytes)", self.0.len())
    }
}

/// Iterator of [`Wtf8::code_points`].
#[derive(Clone)]
pub struct CodePoints<'a>(&'a [u8]);

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.0.split_first()?;
        let (extra, bits) = match first {
            0..=0x7F => (0, u32::from(first)),
            0xC0..=0xDF => (1, u32::from(first & 0x1F)),
            0xE0..=0xEF => (2, u32::from(first & 0x0F)),
            _ => (3, u32::from(first & 0x07)),
        };
        let (tail, rest) = rest.split_at(extra.min(rest.len()));
        self.0 = rest;
        Some(tail.iter().fold(bits, |point, byte| (point << 6) | u32::from(byte & 0x3F)))
    }
}

/// Appends a code point, lone surrogates included, as WTF-8.
pub(crate) fn push_code_point(out: &mut Vec<u8>, point: u32) {
    match char::from_u32(point) {
        Some(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            let continuation = |shift: u32| 0x80 | u8::try_from((point >> shift) & 0x3F).unwrap_or(0);
            out.extend_from_slice(&[0xED, continuation(6), continuation(0)]);
        }
    }
}
