//! Why a text is no JSON, without the text.

use thiserror::Error;

/// What [`super::Document::parse`] stumbled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The text ends inside a value, or is empty.
    UnexpectedEnd,
    /// A character that cannot stand there.
    UnexpectedToken,
    /// A character below U+0020 inside a string.
    ControlCharacter,
    /// A backslash followed by something that is no escape.
    BadEscape,
    /// Something other than white space after the value.
    TrailingText,
    /// The text starts with U+FEFF, which `JSON.parse` refuses.
    ByteOrderMark,
    /// The text is larger than the limit.
    TooLarge,
}

impl ParseErrorKind {
    /// Returns the stable kebab-case code.
    pub fn code(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "unexpected-end",
            Self::UnexpectedToken => "unexpected-token",
            Self::ControlCharacter => "control-character",
            Self::BadEscape => "bad-escape",
            Self::TrailingText => "trailing-text",
            Self::ByteOrderMark => "byte-order-mark",
            Self::TooLarge => "too-large",
        }
    }
}

/// A text that `JSON.parse` refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not JSON: {} at byte {offset}", kind.code())]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// Byte offset in the decoded text; the limit for [`ParseErrorKind::TooLarge`].
    pub offset: usize,
}
