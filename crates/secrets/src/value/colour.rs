//! Colours of terminals.

/// How the escape character is written in text that was not decoded, besides as itself.
const WRITTEN: [&[u8]; 6] = [b"\x1B", b"\\x1b", b"\\u001b", b"\\u001B", b"\\033", b"\\e"];

/// Returns the length of the control sequences that set colours (`ESC [ 1;32 m`) at the start of a text, all of them
/// together; 0 when there is none.
///
/// Source: ECMA-48, SGR; parameters are digits, semicolons and colons.
pub(crate) fn colours_len(text: &[u8]) -> usize {
    let mut at = 0;
    if !matches!(text, [0x1B | b'\\', ..]) {
        return 0;
    }
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(escape) = WRITTEN.iter().find(|escape| rest.starts_with(escape)) else { return at };
        let Some([b'[', rest @ ..]) = rest.get(escape.len()..) else { return at };
        let length = rest.iter().take(24).take_while(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')).count();
        if rest.get(length) != Some(&b'm') {
            return at;
        }
        at += escape.len() + length + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::colours_len;

    #[test]
    fn colours_are_measured() {
        assert_eq!(colours_len(b"\x1b[0mx"), 4);
        assert_eq!(colours_len(b"\x1b[1m\x1b[38;5;208m value"), 15);
        assert_eq!(colours_len(b"\x1b[2Jx"), 0, "clearing the screen is no colour");
        assert_eq!(colours_len(br"\u001b[0m\x1b[1mx"), 16, "written out");
        assert_eq!(colours_len(b"\x1b["), 0);
        assert_eq!(colours_len(b""), 0);
    }
}
