//! Values masked in JSON text; everything else of it stays, byte for byte.

use continuity::json::{Document, Wtf8};

use super::{found, masked};
use crate::finding::Known;

/// Masks the found values in every string of a JSON text, the value of the field at `path`. `None` when there is none.
pub(super) fn mask(json: &str, path: &str, values: Option<&Known>) -> Option<String> {
    let bytes = json.as_bytes();
    let mut out = String::new();
    let mut done = 0;
    let mut at = 0;
    // The name before a value, and whether the string just read may be one.
    let mut name: Option<Vec<u8>> = super::name(path).map(|name| name.as_bytes().to_vec());
    while let Some(start) = memchr::memchr(b'"', bytes.get(at..)?).map(|found| at + found) {
        if bytes.get(at..start).unwrap_or_default().iter().any(|byte| matches!(byte, b',' | b'{' | b'}' | b']')) {
            name = None;
        }
        let end = end_of_string(bytes, start);
        at = end;
        let token = bytes.get(start..end).unwrap_or_default();
        let is_name = bytes.get(end..)?.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
        let Ok(document) = Document::parse(token) else { continue };
        let Some(text) = document.root().as_str() else { continue };
        let known = name.as_deref().and_then(|name| std::str::from_utf8(name).ok()).map(Wtf8::from);
        let findings = found(text.as_bytes(), known.filter(|_| !is_name), values);
        if !findings.is_empty() {
            out.push_str(json.get(done..start)?);
            out.push_str(&serde_json::to_string(&masked(text.as_bytes(), &findings).text).ok()?);
            done = end;
        }
        name = if is_name { Some(text.as_bytes().to_vec()) } else { None };
    }
    if done == 0 {
        return None;
    }
    out.push_str(json.get(done..)?);
    Some(out)
}

/// Returns the offset behind the quote that ends the string which begins at `start`.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        match bytes.get(at + found) {
            Some(b'"') => return at + found + 1,
            _ => at += found + 2,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::mask;

    #[test]
    fn only_the_found_strings_change() {
        let token = ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nHd"].concat();
        let json = format!(r#"{{ "a" : [1e400,"\ud83d \"x"], "b":"use {token} now", "c\n":"plain" }}"#);
        let masked = mask(&json, "", None).unwrap();
        assert!(!masked.contains(&token));
        assert!(masked.starts_with(r#"{ "a" : [1e400,"\ud83d \"x"], "b":"use glpat-"#), "{masked}");
        assert!(masked.ends_with(r#" now", "c\n":"plain" }"#));
        assert_eq!(mask(r#"{"a":"plain","b":[]}"#, "", None), None);
        assert_eq!(mask("\"cut", "", None), None);
    }
}
