//! The inside of a stored body, in pages.

use continuity::diff::{EVIDENCE_PATH, FieldValue, Item, ItemKind, LIST_PATHS, OBJECTIVE_PATH, flatten};
use continuity::json::{Document, Kind};
use continuity::snapshot::members::FACTS;
use wire::commands::{BodyRequest, ItemRequest, ItemsRequest, SnapshotRequest};
use wire::snapshot::{BodyPage, EvidenceView, FieldView, ItemPage, ItemText, ItemView, SnapshotView};
use wire::{ErrorBody, Text};

use crate::body::{Found, requested};
use crate::inspector::Inspector;
use crate::masking::{self, Shown};
use crate::revision_name::RevisionName;
use crate::{entry, failure, utf16};

/// Items of a list that come with the first answer.
const FIRST_ITEMS: usize = 50;
/// Fields that come with the first answer.
const MOST_FIELDS: usize = 500;
/// Most items of one page.
const MOST_ITEMS: u64 = 500;
/// Longest text of an item in a list, in UTF-16 units.
const LONGEST_TEXT: usize = 4_000;
/// Most bytes of one page of the stored text, and UTF-16 units of one stretch of an item.
const MOST_AT_ONCE: u64 = 65_536;

impl Inspector {
    /// Reads the fields of a body with the first items of each list. A body that is no JSON object has no fields.
    ///
    /// # Errors
    /// When the store cannot be read, `not-found`, or `no-body`.
    pub fn read_snapshot(&self, request: SnapshotRequest) -> Result<SnapshotView, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        let found = requested(self, &loaded, &request.task_correlation, &name)?;
        let flat = found.body.value().filter(|value| value.is_object()).map(flatten).unwrap_or_default();
        let known = masking::values([&found.row.body]);
        let shown = Shown::masked(known.as_ref());
        let fields = flat.fields().take(MOST_FIELDS).map(|(path, value)| field(path, value, shown)).collect();
        Ok(SnapshotView {
            epoch: found.row.epoch,
            entry: entry::snapshot_entry(&found.row, &found.body),
            fields,
            field_count: flat.fields().count() as u64,
            masked: masking::body(&found.row.body).is_some(),
        })
    }

    /// Reads further items of one field.
    ///
    /// # Errors
    /// As [`Inspector::read_snapshot`], and `no-field`.
    pub fn read_items(&self, request: ItemsRequest) -> Result<ItemPage, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        let found = requested(self, &loaded, &request.task_correlation, &name)?;
        let items = items_at(&found, &request.path)?;
        let offset = usize::try_from(request.offset).unwrap_or(usize::MAX);
        let limit = request.limit.min(MOST_ITEMS) as usize;
        let known = masking::values([&found.row.body]);
        let shown = Shown::masked(known.as_ref());
        let views = items.iter().enumerate().skip(offset).take(limit);
        let views = views.map(|(index, item)| view(&request.path, index, item, shown));
        Ok(ItemPage { items: views.collect(), count: items.len() as u64, offset: request.offset, path: request.path })
    }

    /// Reads a stretch of one long item.
    ///
    /// # Errors
    /// As [`Inspector::read_items`].
    pub fn read_item(&self, request: ItemRequest) -> Result<ItemText, ErrorBody> {
        self.item(request, false)
    }

    /// As [`Inspector::read_item`], with found secrets as they are, for the person who asked for this one.
    ///
    /// # Errors
    /// As [`Inspector::read_items`].
    pub fn reveal_item(&self, request: ItemRequest) -> Result<ItemText, ErrorBody> {
        self.item(request, true)
    }

    fn item(&self, request: ItemRequest, reveal: bool) -> Result<ItemText, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        let found = requested(self, &loaded, &request.task_correlation, &name)?;
        let items = items_at(&found, &request.path)?;
        let item = usize::try_from(request.index).ok().and_then(|index| items.get(index)).ok_or_else(no_field)?;
        let offset = usize::try_from(request.offset).unwrap_or(usize::MAX);
        let limit = request.limit.min(MOST_AT_ONCE) as usize;
        let known = masking::values([&found.row.body]);
        let masked = Shown::plain_if(reveal, known.as_ref()).text(item.shown(), &request.path);
        let stretch = utf16::stretch(&masked.text, offset, limit);
        Ok(ItemText {
            masked: masking::within(&masked.spans, stretch.offset, stretch.length),
            offset: stretch.offset as u64,
            length: stretch.length as u64,
            total: utf16::length(&masked.text) as u64,
            text: Text(stretch.text.to_owned()),
        })
    }

    /// Reads a stretch of the stored bytes.
    ///
    /// # Errors
    /// As [`Inspector::read_snapshot`].
    pub fn read_body(&self, request: BodyRequest) -> Result<BodyPage, ErrorBody> {
        let loaded = self.load_source(&request.source)?;
        let name = RevisionName::new(request.epoch, request.revision, request.digest.as_deref());
        let found = requested(self, &loaded, &request.task_correlation, &name)?;
        let bytes = found.row.body.bytes();
        let start = usize::try_from(request.offset).unwrap_or(usize::MAX).min(bytes.len());
        let start = boundary(bytes, start);
        let end = boundary(bytes, start.saturating_add(request.limit.min(MOST_AT_ONCE) as usize).min(bytes.len()));
        let page = bytes.get(start..end).unwrap_or_default();
        Ok(BodyPage {
            offset: start as u64,
            length: page.len() as u64,
            total: bytes.len() as u64,
            text: Text(String::from_utf8_lossy(page).into_owned()),
            exact: std::str::from_utf8(page).is_ok(),
        })
    }
}

/// Moves an offset back to the start of a UTF-8 character, at most three bytes.
fn boundary(bytes: &[u8], offset: usize) -> usize {
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (offset.saturating_sub(3)..=offset).rev().find(|at| !is_inside(at)).unwrap_or(offset)
}

fn no_field() -> ErrorBody {
    failure::error("no-field", "The body has no such field or item.", Some("Look at the snapshot again."))
}

fn items_at(found: &Found, path: &str) -> Result<Vec<Item>, ErrorBody> {
    let flat = found.body.value().map(flatten).unwrap_or_default();
    match flat.get(path) {
        Some(FieldValue::List(items)) => Ok(items.clone()),
        Some(FieldValue::Value(item)) => Ok(vec![item.clone()]),
        None => Err(no_field()),
    }
}

fn field(path: &str, value: &FieldValue, shown: Shown<'_>) -> FieldView {
    let known = path == OBJECTIVE_PATH || FACTS.contains(&path) || LIST_PATHS.contains(&path) || path == EVIDENCE_PATH;
    let (kind, items): (&str, &[Item]) = match value {
        FieldValue::List(items) => ("list", items),
        FieldValue::Value(item) => (kind(item), std::slice::from_ref(item)),
    };
    FieldView {
        path: path.to_owned(),
        known,
        kind: kind.to_owned(),
        count: items.len() as u64,
        items: items.iter().take(FIRST_ITEMS).enumerate().map(|(index, item)| view(path, index, item, shown)).collect(),
    }
}

fn kind(item: &Item) -> &'static str {
    if item.kind() == ItemKind::Text {
        return "text";
    }
    match item.json().as_bytes().first() {
        Some(b'n') => "null",
        Some(b't' | b'f') => "boolean",
        Some(b'{') => "object",
        Some(b'[') => "list",
        _ => "number",
    }
}

fn view(path: &str, index: usize, item: &Item, shown: Shown<'_>) -> ItemView {
    let masked = shown.text(item.shown(), path);
    let stretch = utf16::stretch(&masked.text, 0, LONGEST_TEXT);
    let total = utf16::length(&masked.text);
    ItemView {
        index: index as u64,
        text: Text(stretch.text.to_owned()),
        utf16_length: total as u64,
        cut: stretch.length < total,
        masked: masking::within(&masked.spans, 0, stretch.length),
        evidence: (path == EVIDENCE_PATH).then(|| evidence(item, shown)).flatten(),
    }
}

fn evidence(item: &Item, shown: Shown<'_>) -> Option<EvidenceView> {
    let document = Document::parse(item.json().as_bytes()).ok()?;
    let root = document.root();
    if root.kind() != Kind::Object {
        return None;
    }
    let text = |name: &str| Some(shown.text(&root.get(name)?.as_str()?.to_string_lossy(), name).text);
    Some(EvidenceView {
        artifact_id: Text(text("artifactId").unwrap_or_default()),
        locator: Text(text("locator").unwrap_or_default()),
        digest: text("digest"),
        verified: root.get("verified").and_then(|value| value.as_bool()),
    })
}
