//! The texts of a body in every form in which they can stand in a file.

use continuity::json::{Document, Kind, Value};
use continuity::records::StoredBody;
use continuity::snapshot::members::{FACTS, TEXTS, VERIFIED};
use sqlite_pages::TextEncoding;

/// Returns every text of a body: each string and each key of its own, but its facts, as stored, as JSON writes it (raw
/// and with `\u` escapes) and as it reads, in the database's encoding. A body that is no JSON object is one text.
pub fn texts_of(body: &StoredBody, encoding: TextEncoding) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    match Document::parse(body.bytes()) {
        Ok(document) if document.root().is_object() => {
            collect(document.root(), encoding, &mut texts);
            escaped_as_stored(body.bytes(), encoding, &mut texts);
        }
        _ => {
            texts.push(body.bytes().to_vec());
            if encoding != TextEncoding::Utf8 {
                texts.push(in_encoding(&String::from_utf8_lossy(body.bytes()), encoding));
            }
        }
    }
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Returns every text of several bodies, each once; see [`texts_of`].
pub fn texts_of_all<'b>(bodies: impl IntoIterator<Item = &'b StoredBody>, encoding: TextEncoding) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = bodies.into_iter().flat_map(|body| texts_of(body, encoding)).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Walks a value without recursion: bodies can be nested as deep as they like.
fn collect(value: Value<'_>, encoding: TextEncoding, texts: &mut Vec<Vec<u8>>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value.kind() {
            Kind::String => forms(&value.to_json_text(), encoding, texts),
            Kind::Array => open.extend(value.items()),
            Kind::Object => {
                // Also inside an answer that wraps a body, as old request rows hold it.
                let is_body = value.get("core").is_some() || value.get("snapshotDigest").is_some();
                for (key, value) in value.entries() {
                    if is_body && FACTS.iter().any(|fact| key == *fact) {
                        continue;
                    }
                    // Keys that every body has: finding one says nothing.
                    if !TEXTS.iter().chain([&VERIFIED]).any(|known| key == *known) {
                        forms(&key_as_json(&key.to_string_lossy()), encoding, texts);
                    }
                    open.push(value);
                }
            }
            _ => {}
        }
    }
}

/// Adds the strings that hold escapes just as they are stored: JSON allows many spellings of one text.
fn escaped_as_stored(json: &[u8], encoding: TextEncoding, texts: &mut Vec<Vec<u8>>) {
    let mut at = 0;
    while let Some(start) = json.get(at..).and_then(|rest| memchr::memchr(b'"', rest)).map(|found| at + found + 1) {
        let mut end = start;
        let mut escaped = false;
        while let Some(found) = json.get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
            end += found;
            if json.get(end) == Some(&b'"') {
                break;
            }
            escaped = true;
            end += 2;
        }
        let end = end.min(json.len());
        if escaped && let Some(text) = json.get(start..end) {
            add(&String::from_utf8_lossy(text), encoding, texts);
        }
        at = end + 1;
    }
}

/// Adds one form of a text, in UTF-8 and in the database's encoding.
fn add(form: &str, encoding: TextEncoding, texts: &mut Vec<Vec<u8>>) {
    if encoding != TextEncoding::Utf8 {
        texts.push(in_encoding(form, encoding));
    }
    texts.push(form.as_bytes().to_vec());
}

/// A text in the encoding in which a database stores it.
pub fn in_encoding(text: &str, encoding: TextEncoding) -> Vec<u8> {
    match encoding {
        TextEncoding::Utf8 => text.as_bytes().to_vec(),
        TextEncoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        TextEncoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    }
}

/// A key as a JSON string. Control characters stay as they are: JSON has no such key, so nothing is missed.
fn key_as_json(key: &str) -> String {
    format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Adds the forms of one string, given as JSON text.
pub(super) fn forms(json: &str, encoding: TextEncoding, texts: &mut Vec<Vec<u8>>) {
    let inner = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(json);
    let mut all = vec![inner.to_owned()];
    if !inner.is_ascii() {
        all.push(ascii_escaped(inner));
    }
    if inner.contains('\\')
        && let Ok(document) = Document::parse(json.as_bytes())
        && let Some(text) = document.root().as_str()
    {
        all.push(text.to_string_lossy().into_owned());
    }
    all.iter().for_each(|form| add(form, encoding, texts));
}

/// Writes everything beyond ASCII as `\uXXXX`, as many programs do.
pub(super) fn ascii_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 2);
    for character in text.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use continuity::records::StoredBody;
    use sqlite_pages::TextEncoding;

    use super::texts_of;

    #[test]
    fn a_text_is_looked_for_in_every_form_and_facts_are_not() {
        let body = StoredBody::Text(
            r#"{"revision":1,"taskCorrelation":"hmac-sha256:00","core":{"objective":"tab\there 한","x":[["in"]]}}"#
                .into(),
        );
        let texts = texts_of(&body, TextEncoding::Utf8);
        let has = |text: &str| texts.iter().any(|known| known == text.as_bytes());
        assert!(has("tab\\there 한") && has("tab\\there \\ud55c") && has("tab\there 한") && has("in"));
        assert!(!has("hmac-sha256:00"));
        let wrapped =
            StoredBody::Text(r#"{"ok":true,"data":{"taskCorrelation":"hmac-sha256:00","core":{"x":"in"}}}"#.into());
        assert!(!texts_of(&wrapped, TextEncoding::Utf8).iter().any(|text| text == b"hmac-sha256:00"));
        let odd = texts_of(&StoredBody::Text(br#"{"a":"\u0054\/x"}"#.to_vec()), TextEncoding::Utf8);
        assert!(odd.iter().any(|text| text == br"\u0054\/x") && odd.iter().any(|text| text == b"T/x"));
        let wide = texts_of(&StoredBody::Text(r#"{"a":"hi"}"#.into()), TextEncoding::Utf16Le);
        assert!(wide.iter().any(|text| text == b"h\0i\0"));
        assert_eq!(texts_of(&StoredBody::Text(b"{broken".to_vec()), TextEncoding::Utf8), [b"{broken".to_vec()]);
    }
}
