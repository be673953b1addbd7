//! The iterative reader: text in, nodes out.

use super::keys::Keys;
use super::node::{Node, index};
use super::scan::{number_len, number_value, plain_run};
use super::wtf8::push_code_point;
use super::{Document, ParseError, ParseErrorKind};

/// An array or object that is still open.
struct Frame {
    node: u32,
    /// Values so far.
    count: u32,
    /// For an object, where its keys start in the list of open keys.
    keys: Option<usize>,
}

struct Reader {
    text: String,
    at: usize,
    nodes: Vec<Node>,
    unescaped: Vec<u8>,
    keys: Keys,
    frames: Vec<Frame>,
}

/// Reads a text that is not larger than 32-bit offsets reach.
pub(super) fn parse(text: String) -> Result<Document, ParseError> {
    let size = text.len();
    let mut reader = Reader {
        text,
        at: 0,
        nodes: Vec::with_capacity(size / 16 + 8),
        unescaped: Vec::new(),
        keys: Keys::for_text(size),
        frames: Vec::with_capacity(8),
    };
    reader.run()?;
    let Reader { text, nodes, unescaped, keys, .. } = reader;
    Ok(Document { text, unescaped, nodes, sorted_keys: keys.sorted })
}

impl Reader {
    fn run(&mut self) -> Result<(), ParseError> {
        if self.text.starts_with('\u{FEFF}') {
            return Err(ParseError { kind: ParseErrorKind::ByteOrderMark, offset: 0 });
        }
        loop {
            if !self.value()? {
                continue;
            }
            // A value is complete: close every container that ends here.
            while let Some(next) = self.after_value()? {
                if next == Next::Value {
                    break;
                }
            }
            if self.frames.is_empty() {
                return self.end();
            }
        }
    }

    fn end(&mut self) -> Result<(), ParseError> {
        match self.skip_space() {
            None => Ok(()),
            Some(_) => Err(self.error(ParseErrorKind::TrailingText)),
        }
    }

    /// Reads a scalar, an empty container (both: true) or the start of a filled container (false).
    fn value(&mut self) -> Result<bool, ParseError> {
        let Some(byte) = self.skip_space() else {
            return Err(self.error(ParseErrorKind::UnexpectedEnd));
        };
        match byte {
            b'"' => self.string()?,
            b'{' => return self.open(true, b'}'),
            b'[' => return self.open(false, b']'),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.literal(b"true", Node::Bool(true))?,
            b'f' => self.literal(b"false", Node::Bool(false))?,
            b'n' => self.literal(b"null", Node::Null)?,
            _ => return Err(self.error(ParseErrorKind::UnexpectedToken)),
        }
        Ok(true)
    }

    fn open(&mut self, object: bool, closing: u8) -> Result<bool, ParseError> {
        let keys = object.then(|| self.keys.start());
        self.frames.push(Frame { node: index(self.nodes.len()), count: 0, keys });
        self.nodes.push(Node::Null);
        self.at += 1;
        if self.skip_space() == Some(closing) {
            self.at += 1;
            self.close();
            return Ok(true);
        }
        if object {
            self.key()?;
        }
        Ok(false)
    }

    /// Looks behind a value: `None` at the end of the text's value.
    fn after_value(&mut self) -> Result<Option<Next>, ParseError> {
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        frame.count += 1;
        let object = frame.keys.is_some();
        match self.skip_space() {
            None => Err(self.error(ParseErrorKind::UnexpectedEnd)),
            Some(b',') => {
                self.at += 1;
                if object {
                    self.skip_space();
                    self.key()?;
                }
                Ok(Some(Next::Value))
            }
            Some(byte) if byte == if object { b'}' } else { b']' } => {
                self.at += 1;
                self.close();
                Ok(Some(Next::Closed))
            }
            Some(_) => Err(self.error(ParseErrorKind::UnexpectedToken)),
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let end = index(self.nodes.len());
        let node = match frame.keys {
            None => Node::Array { end, len: frame.count },
            Some(start) => self.keys.close(start, end, &self.nodes, self.text.as_bytes(), &self.unescaped),
        };
        if let Some(slot) = self.nodes.get_mut(frame.node as usize) {
            *slot = node;
        }
    }

    fn key(&mut self) -> Result<(), ParseError> {
        match self.byte() {
            Some(b'"') => {}
            Some(_) => return Err(self.error(ParseErrorKind::UnexpectedToken)),
            None => return Err(self.error(ParseErrorKind::UnexpectedEnd)),
        }
        self.keys.push(index(self.nodes.len()));
        self.string()?;
        match self.skip_space() {
            Some(b':') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.error(ParseErrorKind::UnexpectedToken)),
            None => Err(self.error(ParseErrorKind::UnexpectedEnd)),
        }
    }

    fn literal(&mut self, word: &[u8], node: Node) -> Result<(), ParseError> {
        for expected in word {
            match self.byte() {
                Some(byte) if byte == *expected => self.at += 1,
                Some(_) => return Err(self.error(ParseErrorKind::UnexpectedToken)),
                None => return Err(self.error(ParseErrorKind::UnexpectedEnd)),
            }
        }
        self.nodes.push(node);
        Ok(())
    }

    fn number(&mut self) -> Result<(), ParseError> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        match number_len(rest) {
            Ok((len, integer)) => {
                self.nodes.push(Node::Number(number_value(rest.get(..len).unwrap_or_default(), integer)));
                self.at += len;
                Ok(())
            }
            Err(offset) => {
                self.at += offset;
                Err(self.error(match self.byte() {
                    None => ParseErrorKind::UnexpectedEnd,
                    Some(_) => ParseErrorKind::UnexpectedToken,
                }))
            }
        }
    }

    /// Reads a string at its opening quote.
    fn string(&mut self) -> Result<(), ParseError> {
        let start = self.at + 1;
        self.at = start + plain_run(self.text.as_bytes().get(start..).unwrap_or_default());
        if self.byte() == Some(b'"') {
            self.nodes.push(Node::Plain { start: index(start), len: index(self.at - start) });
            self.at += 1;
            return Ok(());
        }
        let decoded = self.unescaped.len();
        let mut run = start;
        loop {
            let piece = self.text.as_bytes().get(run..self.at).unwrap_or_default();
            self.unescaped.extend_from_slice(piece);
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(self.error(ParseErrorKind::ControlCharacter)),
                None => return Err(self.error(ParseErrorKind::UnexpectedEnd)),
            }
            run = self.at;
            self.at += plain_run(self.text.as_bytes().get(run..).unwrap_or_default());
        }
        self.at += 1;
        let len = self.unescaped.len() - decoded;
        self.nodes.push(Node::Unescaped { start: index(decoded), len: index(len) });
        Ok(())
    }

    /// Reads one escape at its backslash; a pair of surrogate escapes at once.
    fn escape(&mut self) -> Result<(), ParseError> {
        self.at += 1;
        let Some(byte) = self.byte() else { return Err(self.error(ParseErrorKind::UnexpectedEnd)) };
        let decoded = match byte {
            b'"' | b'\\' | b'/' => byte,
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return Err(self.error(ParseErrorKind::BadEscape)),
        };
        self.at += 1;
        self.unescaped.push(decoded);
        Ok(())
    }

    fn unicode_escape(&mut self) -> Result<(), ParseError> {
        let unit = self.four_hex_digits()?;
        let mut point = unit;
        if (0xD800..0xDC00).contains(&unit)
            && self.text.as_bytes().get(self.at..self.at + 2) == Some(b"\\u")
            && let Some(low) = self.peek_hex(self.at + 2)
            && (0xDC00..0xE000).contains(&low)
        {
            self.at += 6;
            point = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        push_code_point(&mut self.unescaped, point);
        Ok(())
    }

    fn four_hex_digits(&mut self) -> Result<u32, ParseError> {
        if let Some(unit) = self.peek_hex(self.at) {
            self.at += 4;
            return Ok(unit);
        }
        while self.byte().is_some_and(|byte| byte.is_ascii_hexdigit()) {
            self.at += 1;
        }
        Err(self.error(match self.byte() {
            None => ParseErrorKind::UnexpectedEnd,
            Some(_) => ParseErrorKind::BadEscape,
        }))
    }

    fn peek_hex(&self, at: usize) -> Option<u32> {
        let digits = self.text.as_bytes().get(at..at + 4)?;
        digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) -> Option<u8> {
        while let Some(byte) = self.byte() {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { kind, offset: self.at }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    /// Another value of the innermost container is due.
    Value,
    /// The innermost container ended, which completes a value of the one around it.
    Closed,
}
