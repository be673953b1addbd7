//! Writing a small object field by field.

use super::{Wtf8, write};

/// The text of one JSON object, written field by field in the given order, as `JSON.stringify` writes it.
///
/// Field names and raw values are trusted to be JSON already; texts are escaped.
#[derive(Clone, Default)]
pub struct ObjectText(String);

impl ObjectText {
    /// Starts an object without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field whose value is JSON text already.
    pub fn raw(mut self, name: &str, json: &str) -> Self {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    /// Adds a text field.
    pub fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, &json_string(value.into()))
    }

    /// Adds an integer field.
    pub fn integer(self, name: &str, value: i64) -> Self {
        self.raw(name, &value.to_string())
    }

    /// Adds `true` or `false`.
    pub fn flag(self, name: &str, value: bool) -> Self {
        self.raw(name, if value { "true" } else { "false" })
    }

    /// Returns the object's text.
    pub fn finish(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('{');
        }
        self.0.push('}');
        self.0
    }
}

/// Returns a string as JSON text, quotes included.
pub(crate) fn json_string(text: Wtf8<'_>) -> String {
    let mut out = Vec::with_capacity(text.as_bytes().len() + 2);
    write::write_string(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}
