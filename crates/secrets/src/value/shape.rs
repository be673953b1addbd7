//! What kinds of characters a value has.

/// Counts of the kinds of bytes in a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) len: usize,
    pub(crate) lower: usize,
    pub(crate) upper: usize,
    pub(crate) digits: usize,
    pub(crate) spaces: usize,
    /// ASCII punctuation.
    pub(crate) symbols: usize,
    /// Bytes beyond ASCII.
    pub(crate) beyond: usize,
}

impl Shape {
    /// Counts.
    pub(crate) fn of(value: &[u8]) -> Self {
        let mut shape = Self { len: value.len(), ..Self::default() };
        for byte in value {
            match byte {
                b'a'..=b'z' => shape.lower += 1,
                b'A'..=b'Z' => shape.upper += 1,
                b'0'..=b'9' => shape.digits += 1,
                b' ' | b'\t' | b'\n' | b'\r' => shape.spaces += 1,
                0x80.. => shape.beyond += 1,
                _ => shape.symbols += 1,
            }
        }
        shape
    }

    /// Returns the number of ASCII letters.
    pub(crate) fn letters(self) -> usize {
        self.lower + self.upper
    }
}

/// Returns whether every byte is a hex digit of one case.
pub(crate) fn is_hex(value: &[u8]) -> bool {
    let hex = |upper: bool| {
        value
            .iter()
            .all(|byte| byte.is_ascii_hexdigit() && (byte.is_ascii_digit() || byte.is_ascii_uppercase() == upper))
    };
    !value.is_empty() && (hex(false) || hex(true))
}

/// Returns whether characters stand in a value that no word has: a digit beside a letter and a mark, or three kinds.
pub(crate) fn has_marks(bytes: &[u8]) -> bool {
    let digit = bytes.iter().any(u8::is_ascii_digit);
    let mark = bytes
        .iter()
        .any(|byte| matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'?' | b'~'));
    let cases = bytes.iter().any(u8::is_ascii_lowercase) && bytes.iter().skip(1).any(u8::is_ascii_uppercase);
    digit && (mark || cases) || mark && cases
}
