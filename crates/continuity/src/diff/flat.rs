//! The input of a comparison: a snapshot body as flat fields of items.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::path::rank;
use super::words::words;
use crate::json::json_string;

/// What an item is in the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// A JSON string.
    Text,
    /// Any other JSON value, compared by its canonical JSON.
    Json,
    /// A value that stands where the other side has a list; never the same as an item of that list.
    Whole,
}

/// One item of a list, or a single value. Cloning is cheap: the texts are shared.
///
/// Its `Debug` output holds lengths only: body text never reaches a log line or a panic message.
#[derive(Clone)]
pub struct Item {
    kind: ItemKind,
    text: Arc<str>,
    json: Option<Arc<str>>,
    key: Option<Arc<str>>,
}

impl Item {
    /// Makes an item of a JSON string that is well-formed Unicode.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self { kind: ItemKind::Text, text: text.into(), json: None, key: None }
    }

    /// Makes an item of a JSON string that holds lone surrogates: `shown` is what can be shown of it, `json` its
    /// canonical JSON, by which it is compared.
    pub fn ill_formed_text(shown: impl Into<Arc<str>>, json: impl Into<Arc<str>>) -> Self {
        Self { kind: ItemKind::Text, text: shown.into(), json: Some(json.into()), key: None }
    }

    /// Makes an item of a JSON value that is not a string, from its canonical JSON.
    pub fn json_value(json: impl Into<Arc<str>>) -> Self {
        Self { kind: ItemKind::Json, text: json.into(), json: None, key: None }
    }

    /// Makes an item that pairs by `key` (an artifact id): `shown` is its line for people, `json` its canonical JSON,
    /// by which it is compared.
    pub fn keyed(key: impl Into<Arc<str>>, shown: impl Into<Arc<str>>, json: impl Into<Arc<str>>) -> Self {
        Self { kind: ItemKind::Json, text: shown.into(), json: Some(json.into()), key: Some(key.into()) }
    }

    /// Returns the same value, marked as standing where the other side has a list.
    pub(crate) fn whole(mut self) -> Self {
        self.kind = ItemKind::Whole;
        self
    }

    /// Returns what the item is in the JSON.
    pub fn kind(&self) -> ItemKind {
        self.kind
    }

    /// Returns the text to show: the string itself, the canonical JSON of another value, or the line of a keyed item.
    pub fn shown(&self) -> &str {
        &self.text
    }

    /// Returns the key by which the item pairs; `None` for what pairs by its text.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns the canonical JSON of the item; never fails, and lone surrogates are written as escapes.
    pub fn json(&self) -> Cow<'_, str> {
        match (&self.json, self.kind) {
            (Some(json), _) => Cow::Borrowed(json),
            (None, ItemKind::Text) => Cow::Owned(json_string((&*self.text).into())),
            (None, _) => Cow::Borrowed(&self.text),
        }
    }

    /// Returns the JSON string itself when it is one and can be written as Unicode text.
    pub fn as_well_formed_text(&self) -> Option<&str> {
        (self.kind == ItemKind::Text && self.json.is_none()).then_some(&*self.text)
    }

    /// Returns the words of what is shown, without the escapes that stand for lone surrogates: they are no words.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let ill_formed = self.kind == ItemKind::Text && self.json.is_some();
        words(&self.text).filter(move |word| !(ill_formed && begins_with_surrogate(word)))
    }

    /// Returns what two items have in common exactly when they are the same.
    pub(crate) fn identity(&self) -> Identity<'_> {
        Identity(self.kind, self.json.is_some(), self.json.as_deref().unwrap_or(&self.text))
    }

    /// Returns whether both are the same JSON value.
    pub fn same(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

/// Returns whether a word begins with what follows the backslash in `\ud83d`.
fn begins_with_surrogate(word: &str) -> bool {
    matches!(word.as_bytes(), [b'u', b'd', b'8'..=b'9' | b'a'..=b'f', c, d, ..] if c.is_ascii_hexdigit() && d.is_ascii_hexdigit())
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Item({:?}, {} bytes)", self.kind, self.text.len())
    }
}

/// What makes two items the same: kind, whether the text stands for its JSON, and the text or JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Identity<'a>(ItemKind, bool, &'a str);

/// What stands at a path.
#[derive(Clone, Debug)]
pub enum FieldValue {
    /// A single value.
    Value(Item),
    /// A list.
    List(Vec<Item>),
}

/// A snapshot body as flat fields, in the order in which they are shown: objective, lists, evidence, other
/// contract fields, unknown fields by path, and last what differs between almost any two revisions.
#[derive(Clone, Debug, Default)]
pub struct FlatBody {
    fields: BTreeMap<FieldKey, FieldValue>,
}

/// A path with its place in the order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldKey(u8, Arc<str>);

impl FieldKey {
    pub(crate) fn path(&self) -> &Arc<str> {
        &self.1
    }
}

impl FlatBody {
    /// Makes a body without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the field at `path`; a field set twice keeps the later value, as JSON keys do.
    pub fn set(&mut self, path: impl Into<Arc<str>>, value: FieldValue) {
        let path = path.into();
        self.fields.insert(FieldKey(rank(&path), path), value);
    }

    /// Returns the body with the list at `path` set to texts.
    pub fn with_texts<'a>(mut self, path: &str, texts: impl IntoIterator<Item = &'a str>) -> Self {
        self.set(path, FieldValue::List(texts.into_iter().map(Item::text).collect()));
        self
    }

    /// Returns the body with the single text at `path` set.
    pub fn with_text(mut self, path: &str, text: &str) -> Self {
        self.set(path, FieldValue::Value(Item::text(text)));
        self
    }

    /// Returns what stands at `path`; `None` when there is no such field.
    pub fn get(&self, path: &str) -> Option<&FieldValue> {
        self.fields.get(&FieldKey(rank(path), path.into()))
    }

    /// Returns the fields in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &FieldValue)> {
        self.fields.iter().map(|(key, value)| (&*key.1, value))
    }

    pub(crate) fn keyed_fields(&self) -> &BTreeMap<FieldKey, FieldValue> {
        &self.fields
    }
}
