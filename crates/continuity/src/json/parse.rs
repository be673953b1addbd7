//! The iterative reader: text in, nodes out.

use std::cmp::Ordering;

use super::node::{Node, string_of};
use super::scan::{number_len, number_value, plain_run};
use super::wtf8::push_code_point;
use super::{Document, ParseError, ParseErrorKind, Wtf8};

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
    sorted_keys: Vec<u32>,
    open_keys: Vec<u32>,
    frames: Vec<Frame>,
    /// Keys of the object that ends, with their first bytes; kept to reuse its memory.
    ranked: Vec<(u128, u32)>,
}

/// Reads a text that is not larger than 32-bit offsets reach.
pub(super) fn parse(text: String) -> Result<Document, ParseError> {
    let size = text.len();
    let mut reader = Reader {
        text,
        at: 0,
        nodes: Vec::with_capacity(size / 16 + 8),
        unescaped: Vec::new(),
        sorted_keys: Vec::with_capacity(size / 48 + 4),
        open_keys: Vec::with_capacity(16),
        frames: Vec::with_capacity(8),
        ranked: Vec::with_capacity(16),
    };
    reader.run()?;
    let Reader { text, nodes, unescaped, sorted_keys, .. } = reader;
    Ok(Document { text, unescaped, nodes, sorted_keys })
}

/// A 32-bit index; texts are bounded so that every index fits.
fn index(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
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
        let keys = object.then_some(self.open_keys.len());
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
            Some(start) => self.close_object(start, end),
        };
        if let Some(slot) = self.nodes.get_mut(frame.node as usize) {
            *slot = node;
        }
    }

    /// Sorts the keys of the object that ends, and keeps the last of equal ones.
    fn close_object(&mut self, start: usize, end: u32) -> Node {
        let Self { text, unescaped, nodes, open_keys, sorted_keys, ranked, .. } = self;
        let key = |of: u32| {
            let node = nodes.get(of as usize).copied().unwrap_or(Node::Null);
            string_of(node, text.as_bytes(), unescaped)
        };
        let keys = open_keys.get(start..).unwrap_or_default();
        ranked.clear();
        ranked.extend(keys.iter().map(|of| (first_bytes(key(*of)), *of)));
        // Below U+D000 byte order is UTF-16 order, so the first bytes decide most comparisons.
        let simple = ranked.iter().all(|(first, _)| first.to_be_bytes().iter().all(|byte| *byte < 0xED));
        ranked.sort_unstable_by(|(left_first, left), (right_first, right)| {
            let by_first = if simple { left_first.cmp(right_first) } else { Ordering::Equal };
            by_first.then_with(|| key(*left).cmp_utf16(key(*right))).then_with(|| left.cmp(right))
        });
        let sorted = sorted_keys.len();
        let mut plain = true;
        let mut ranked = ranked.iter().peekable();
        while let Some((first, this)) = ranked.next() {
            if ranked.peek().is_some_and(|(next_first, next)| next_first == first && key(*next) == key(*this)) {
                plain = false;
                continue;
            }
            plain &= array_index(key(*this)).is_none();
            sorted_keys.push(*this);
        }
        let len = index(sorted_keys.len() - sorted);
        open_keys.truncate(start);
        Node::Object { end, sorted: index(sorted), len, plain }
    }

    fn key(&mut self) -> Result<(), ParseError> {
        match self.byte() {
            Some(b'"') => {}
            Some(_) => return Err(self.error(ParseErrorKind::UnexpectedToken)),
            None => return Err(self.error(ParseErrorKind::UnexpectedEnd)),
        }
        self.open_keys.push(index(self.nodes.len()));
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

/// Returns the first sixteen bytes of a key as one number that sorts as they do; missing bytes are 0.
fn first_bytes(key: Wtf8<'_>) -> u128 {
    let mut first = [0; 16];
    first.iter_mut().zip(key.as_bytes()).for_each(|(to, from)| *to = *from);
    u128::from_be_bytes(first)
}

#[derive(PartialEq, Eq)]
enum Next {
    /// Another value of the innermost container is due.
    Value,
    /// The innermost container ended, which completes a value of the one around it.
    Closed,
}

/// Returns the number of a key that JavaScript orders as an array index (0 to 2^32 - 2, no leading zero).
pub(super) fn array_index(key: Wtf8<'_>) -> Option<u32> {
    let bytes = key.as_bytes();
    let canonical = match bytes {
        [b'0'] => true,
        [b'1'..=b'9', ..] => bytes.len() <= 10,
        _ => false,
    };
    if !canonical {
        return None;
    }
    key.as_str()?.parse().ok().filter(|number| *number != u32::MAX)
}
