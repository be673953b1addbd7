//! What links a name to its value.

use super::name::{Name, Tells};
use super::sentence;
use crate::value::colour::colours_len;
use crate::word_list::words;

/// How a value is linked to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// `=`, `:=`, `=>`, `<-` and the like.
    Assign,
    /// `:`
    Colon,
    /// `==` and the like: the value must be quoted.
    Compare,
    /// `(`: the argument of a call, quoted.
    Call,
    /// `,`: the next argument or element, quoted.
    Next,
    /// White space before a quoted value.
    Quoted,
    /// White space behind an option or in a definition (`--password x`, `ENV X y`).
    Option,
    /// `|`: the next cell of a table.
    Cell,
    /// `>`: the text of an element.
    Element,
    /// A word that says so: `is`, `was`, `set to`, a Korean particle.
    Word,
    /// White space alone.
    Space,
}

/// A link and where the value may begin.
pub(super) struct Link {
    pub(super) how: How,
    pub(super) end: usize,
}

/// Particles behind a Korean noun (or a Latin one in a Korean sentence).
const PARTICLES: &[&[u8]] = words!("은 는 이 가 을 를 도 란 만 로 으로 이랑");

impl Link {
    /// Reads what stands behind a name; `None` when nothing links it to a value.
    pub(super) fn read(text: &[u8], name: &Name) -> Option<Self> {
        let rest = text.get(name.whole.end..name.whole.end.saturating_add(160).min(text.len()))?;
        let link = Reader { text, rest, name }.read()?;
        let direct = matches!(link.how, How::Assign | How::Colon | How::Element | How::Option);
        let said = link.how == How::Word && name.hangul || matches!(link.how, How::Word | How::Space) && name.is_pw;
        if name.tells == Tells::Barely && !direct && !said {
            return None;
        }
        Some(Self { how: link.how, end: name.whole.end + link.end })
    }
}

struct Reader<'t, 'n> {
    text: &'t [u8],
    rest: &'t [u8],
    name: &'n Name,
}

impl Reader<'_, '_> {
    fn from(&self, at: usize) -> &[u8] {
        self.rest.get(at..).unwrap_or_default()
    }

    fn spaces(&self, at: usize) -> usize {
        self.from(at).iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    fn read(&self) -> Option<Link> {
        let (mut at, mut quotes) = (0, 0);
        // What closes the name: quotes (also escaped), brackets, Markdown's stars.
        loop {
            let colours = colours_len(self.from(at));
            match self.from(at) {
                _ if colours > 0 => at += colours,
                [b'\\', b'"' | b'\'', ..] => {
                    at += 2;
                    quotes += 1;
                }
                [b'"' | b'\'' | b'`', ..] => {
                    at += 1;
                    quotes += 1;
                }
                [b'*' | b']', ..] if at < 6 => at += 1,
                [b')', ..] if at < 6 && !matches!(self.from(at), [b')', b';' | b'{', ..]) => at += 1,
                [b'?' | b'!', b':', ..] => at += 1,
                _ => break,
            }
        }
        at += self.in_brackets(at);
        let gap = self.spaces(at);
        let at = at + gap;
        let link = |how, end| Some(Link { how, end });
        match self.from(at) {
            [b':', b':', ..] | [b'=', b'~', ..] | [b'!', b'=', ..] => None,
            [b':', b'=', ..] | [b'=', b'>', ..] | [b'?' | b'+', b'=', ..] | [b'<', b'-', ..] => {
                link(How::Assign, at + 2)
            }
            [b'|', b'|', b'=', ..] | [b'?', b'?', b'=', ..] => link(How::Assign, at + 3),
            [b'=', b'=', b'=', ..] => link(How::Compare, at + 3),
            [b'=', b'=', ..] => link(How::Compare, at + 2),
            [b'=', ..] => link(How::Assign, at + 1),
            [b'%', b'3', b'D' | b'd', ..] => link(How::Assign, at + 3),
            [b':', ..] => link(How::Colon, at + 1).map(|link| self.typed(link)),
            [0xEF, 0xBC, 0x9A | 0x9D, ..] => link(How::Colon, at + 3),
            [b'|', next, ..] if (gap > 0) == (*next == b' ') && self.is_row() => link(How::Cell, at + 1),
            [b'>', ..] if self.opens_element() => link(How::Element, at + 1),
            [b',', ..] if quotes > 0 => self.pair(at + 1).or_else(|| link(How::Next, at + 1)),
            [b'(', ..] if gap == 0 && quotes == 0 && !self.name.hangul => link(How::Call, at + 1),
            [b'\n' | b'\r', ..] => self.pair(at),
            [b'v' | b'V', ..] if quotes > 0 => self.pair(at),
            [b'"' | b'\'' | b'`', ..] | [b'\\', b'"', ..] if gap > 0 && quotes == 0 => link(How::Quoted, at),
            [0xE2, 0x80, 0x98 | 0x9C, ..] | [0xE3, 0x80, 0x8C, ..] if quotes == 0 => link(How::Quoted, at),
            // A dash as long as a word, and brackets: "password — …", "비밀번호(…)".
            [0xE2, 0x80, 0x93 | 0x94, b' ', ..] if gap > 0 => link(How::Word, at + 4),
            [b'-', b' ', ..] if gap > 0 => link(How::Space, at + 2),
            [b'(', ..] if self.name.hangul => link(How::Word, at + 1),
            [b'(', ..] if gap == 1 && quotes == 0 => link(How::Space, at + 1),
            [first, ..] if *first >= 0xEA && gap == 0 => self.particle(at),
            [_, ..] if quotes == 0 && gap > 0 && (self.name.option || self.is_definition()) => link(How::Option, at),
            [first, ..] if quotes == 0 && gap > 0 && !first.is_ascii_control() => {
                sentence::lead(self.from(at)).map(|lead| Link { end: at + lead.end, ..lead })
            }
            _ => None,
        }
    }

    /// Skips what a person puts in brackets behind a name: "password (staging): …".
    fn in_brackets(&self, at: usize) -> usize {
        let start = at + self.spaces(at);
        let [b'(', inside @ ..] = self.from(start) else { return 0 };
        let length =
            inside.iter().take(24).take_while(|byte| !matches!(byte, b')' | b'\n' | b'"' | b'\'' | b'(')).count();
        let end = start + 1 + length + 1;
        let linked = matches!(
            self.from(end + self.spaces(end)),
            [b':' | b'=', ..] | [0xEF, 0xBC, 0x9A, ..] | [b'i', b's', b' ', ..]
        ) || self.from(end).first().is_some_and(|byte| *byte >= 0xEA);
        if inside.get(length) == Some(&b')') && linked { end - at } else { 0 }
    }

    /// Goes over a type between the name and `=`: `password: &str = "…"`.
    fn typed(&self, link: Link) -> Link {
        let rest = self.from(link.end);
        let length = rest
            .iter()
            .take(48)
            .take_while(|byte| {
                byte.is_ascii_alphanumeric()
                    || matches!(byte, b' ' | b'&' | b'\'' | b'<' | b'>' | b'[' | b']' | b'|' | b'?' | b'_' | b':')
            })
            .count();
        let spaced =
            rest.get(..length).is_some_and(|kind| kind.ends_with(b" ") && kind.iter().any(u8::is_ascii_alphabetic));
        match rest.get(length..) {
            Some([b'=', next, ..]) if spaced && !matches!(next, b'=' | b'>') => {
                Link { how: How::Assign, end: link.end + length + 1 }
            }
            _ => link,
        }
    }

    /// Returns whether the line is a row of a table.
    fn is_row(&self) -> bool {
        let before = self.text.get(..self.name.whole.start).unwrap_or_default();
        let line = before.get(before.len().saturating_sub(120)..).unwrap_or_default();
        let line = line.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        line.trim_ascii_start().starts_with(b"|")
    }

    /// Returns whether the name stands in the tag of an element: `<password>`, `<db:password>`.
    fn opens_element(&self) -> bool {
        let before = self.text.get(..self.name.whole.start).unwrap_or_default();
        before.ends_with(b"<")
            || before.ends_with(b":")
                && before.get(before.len().saturating_sub(20)..).is_some_and(|tag| tag.contains(&b'<'))
    }

    /// Goes on to `value` beside `name`: `{"name": "API_KEY", "value": "…"}`, `key="ApiKey" value="…"`, and in YAML.
    fn pair(&self, at: usize) -> Option<Link> {
        let white = self.from(at).iter().take(40).take_while(|byte| byte.is_ascii_whitespace()).count();
        let mut at = at + white;
        let mut skip = |quote: &[u8]| {
            if self.from(at).starts_with(quote) {
                at += quote.len();
            }
        };
        skip(b"\\");
        skip(b"\"");
        skip(b"'");
        let word = self.from(at).get(..5)?;
        if !word.eq_ignore_ascii_case(b"value") {
            return None;
        }
        at += 5;
        let mut skip = |quote: &[u8]| {
            if self.from(at).starts_with(quote) {
                at += quote.len();
            }
        };
        skip(b"\\");
        skip(b"\"");
        skip(b"'");
        at += self.spaces(at);
        matches!(self.from(at), [b':' | b'=', ..]).then_some(Link { how: How::Assign, end: at + 1 })
    }

    /// Goes over a Korean particle.
    fn particle(&self, at: usize) -> Option<Link> {
        let rest = self.from(at);
        let particle =
            PARTICLES.iter().filter(|particle| rest.starts_with(particle)).map(|particle| particle.len()).max()?;
        let end = at + particle;
        let gap = self.spaces(end);
        match self.from(end + gap) {
            [b':' | b'=', ..] => Some(Link { how: How::Colon, end: end + gap + 1 }),
            [0xEF, 0xBC, 0x9A, ..] => Some(Link { how: How::Colon, end: end + gap + 3 }),
            [b'"' | b'\'' | b'`', ..] | [0xE2, 0x80, 0x98 | 0x9C, ..] => {
                Some(Link { how: How::Quoted, end: end + gap })
            }
            [_, ..] if gap > 0 => Some(Link { how: How::Word, end: end + gap }),
            _ => None,
        }
    }

    /// Returns whether the line defines the name with white space: `ENV NAME value`, `setx NAME x`.
    fn is_definition(&self) -> bool {
        let before = self.text.get(..self.name.whole.start).unwrap_or_default();
        let line = before.get(before.len().saturating_sub(16)..).unwrap_or_default();
        let line = line.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let word = line.trim_ascii();
        [&b"ENV"[..], b"ARG", b"setx", b"SetEnv", b"SET"].iter().any(|known| word.eq_ignore_ascii_case(known))
    }
}
