//! Colours of terminals.

/// Returns the length of the control sequences that set colours (`ESC [ 1;32 m`) at the start of a text, all of them
/// together; 0 when there is none.
///
/// Source: ECMA-48, SGR; parameters are digits, semicolons and colons.
pub(crate) fn colours_len(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some([0x1B, b'[', rest @ ..]) = text.get(at..) {
        let length = rest.iter().take(24).take_while(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')).count();
        if rest.get(length) != Some(&b'm') {
            break;
        }
        at += length + 3;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::colours_len;

    #[test]
    fn colours_are_measured() {
        assert_eq!(colours_len(b"\x1b[0mx"), 4);
        assert_eq!(colours_len(b"\x1b[1m\x1b[38;5;208m value"), 15);
        assert_eq!(colours_len(b"\x1b[2Jx"), 0, "clearing the screen is no colour");
        assert_eq!(colours_len(b"\x1b["), 0);
        assert_eq!(colours_len(b""), 0);
    }
}
