//! JSON text with one member per line, everything else as it was: order of keys, spelling of numbers and escapes.

/// Returns JSON text on lines, indented by two spaces. White space between tokens is not kept; text that is no JSON
/// comes out in some shape, never lost.
pub(super) fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0usize;
    let mut in_string = false;
    let mut escaped = false;
    let mut opened = false;
    for character in json.chars() {
        if in_string {
            out.push(character);
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        if character.is_ascii_whitespace() {
            continue;
        }
        let closes = matches!(character, '}' | ']');
        if closes {
            depth = depth.saturating_sub(1);
        }
        if opened != closes {
            // The first member after an opening bracket, or the bracket that closes what is not empty.
            new_line(&mut out, depth);
        }
        opened = matches!(character, '{' | '[');
        depth += usize::from(opened);
        in_string = character == '"';
        out.push(character);
        match character {
            ':' => out.push(' '),
            ',' => new_line(&mut out, depth),
            _ => {}
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(64)));
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn keys_numbers_and_escapes_stay_as_they_are() {
        let json = r#"{"z":1.50,"a":{"b":[],"c":{}},"l":["x\"{,","\\"],"n":1e400}"#;
        let lines = [
            "{",
            r#"  "z": 1.50,"#,
            r#"  "a": {"#,
            r#"    "b": [],"#,
            r#"    "c": {}"#,
            "  },",
            r#"  "l": ["#,
            r#"    "x\"{,","#,
            r#"    "\\""#,
            "  ],",
            r#"  "n": 1e400"#,
            "}",
        ];
        assert_eq!(indented(json), lines.join("\n"));
        assert_eq!(indented(r#"[[1],[[]]]"#), "[\n  [\n    1\n  ],\n  [\n    []\n  ]\n]");
        assert_eq!((indented("7").as_str(), indented("").as_str()), ("7", ""));
    }
}
