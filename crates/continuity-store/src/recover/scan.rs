//! The search through every version of every page.

use continuity::records::{SnapshotRow, StoredBody};
use memchr::memmem::Finder;
use sqlite_pages::{
    Cell, History, Locator, OverflowChain, PageImage, PageKind, PageVersion, Pages, Record, Standing, TextEncoding,
    Value, VersionSource, local_payload,
};

use super::head;
use super::leftover::LeftoverPages;
use super::place::{self, Place};

/// How every correlation that AGS writes begins.
pub(super) const PREFIX: &str = "hmac-sha256:";

/// A snapshot row that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The row; the body is as much as could be read.
    pub row: SnapshotRow,
    /// Whether the whole record could be read. Whether it is what was stored, only its digest says.
    pub whole: bool,
    /// Where it was found.
    pub place: Place,
}

/// Calls `each` with every snapshot row that is still in the files of an image: of one task, or of every task whose
/// correlation AGS made. A row that stands in several places comes once for each.
pub fn recover(image: &PageImage, correlation: Option<&str>, mut each: impl FnMut(Recovered)) {
    if image.is_empty() {
        return;
    }
    let locator = Locator::new(image);
    let history = locator.history();
    let leftovers = LeftoverPages::of(image, history);
    let encoding = image.header().text_encoding;
    let needle = encoding.encode(correlation.unwrap_or(PREFIX));
    let needle = Finder::new(&*needle);
    let read = |pages: &dyn Pages, version: &PageVersion<'_>, start| read(pages, version, start, encoding);
    for version in history.all_versions() {
        for start in head::starts(version.bytes, &needle) {
            let Ok(at) = u32::try_from(start) else { continue };
            let commit = commit_of(history, &version);
            let number = commit.and_then(|commit| u32::try_from(commit + 1).ok());
            let Some(place) = place::name(&locator, &version, at, number) else { continue };
            let found = match (version.standing, commit) {
                (Standing::Leftover | Standing::Ignored, _) => read(&leftovers, &version, start),
                (Standing::Superseded, Some(commit)) => {
                    history.as_of(commit).and_then(|state| read(&state, &version, start))
                }
                (Standing::Superseded, None) => read(&history.before_log(), &version, start),
                _ => read(image, &version, start),
            };
            let wanted = |row: &SnapshotRow| correlation.is_none_or(|correlation| row.correlation == correlation);
            if let Some((row, whole)) = found.filter(|(row, _)| wanted(row)) {
                each(Recovered { row, whole, place });
            }
        }
    }
}

/// Position of the commit that a frame of the log belongs to; `None` for a page that is no committed frame.
pub(super) fn commit_of(history: &History<'_>, version: &PageVersion<'_>) -> Option<usize> {
    let VersionSource::Frame(number) = version.source else { return None };
    let at = history.commits().partition_point(|commit| commit.frame < number);
    (at < history.commits().len()).then_some(at)
}

/// Reads the record that begins at `start`, on through overflow pages as `pages` has them. `None` when it is no row;
/// otherwise the row, and whether the whole record was there.
pub(super) fn read(
    pages: &dyn Pages,
    version: &PageVersion<'_>,
    start: usize,
    encoding: TextEncoding,
) -> Option<(SnapshotRow, bool)> {
    let usable = pages.usable_size();
    let used = version.bytes.get(..usable as usize).unwrap_or(version.bytes);
    let length = Record::parse(used.get(start..)?).ok()?.encoded_len();
    let payload = u32::try_from(length).ok()?;
    let local = local_payload(payload, usable, PageKind::LeafTable) as usize;
    let in_page = used.get(start..start.checked_add(local)?).unwrap_or(used.get(start..)?);
    let mut bytes = in_page.to_vec();
    if in_page.len() == local && local < length {
        let next = used.get(start + local..start + local + 4)?;
        let first = next.try_into().map(u32::from_be_bytes).ok()?;
        let cell = Cell {
            start: u32::try_from(start).ok()?,
            len: u32::try_from(local + 4).ok()?,
            left_child: None,
            rowid: None,
            payload_len: payload,
            local: in_page,
            overflow: Some(first),
        };
        for page in OverflowChain::of(pages, &cell) {
            let Ok(page) = page else { break };
            bytes.extend_from_slice(page.content);
        }
    }
    let whole = bytes.len() >= length;
    // Values that are cut off read as missing; what is there of the body is a fragment.
    let record = Record::parse(&bytes).ok()?;
    // Text is as SQLite gives it out: in UTF-8, whatever it is stored in.
    let text = |bytes: &[u8]| match encoding {
        TextEncoding::Utf8 => StoredBody::Text(bytes.to_vec()),
        other => StoredBody::Text(other.decode(bytes).into_owned().into_bytes()),
    };
    let body = match record.value(4) {
        Some(Value::Blob(bytes)) => StoredBody::Blob(bytes.to_vec()),
        Some(Value::Text(bytes)) => text(bytes),
        _ => text(record.available(4)),
    };
    let row = SnapshotRow {
        correlation: head::text(record.value(0), encoding)?,
        epoch: head::integer(record.value(1))?,
        revision: head::integer(record.value(2))?,
        digest: head::text(record.value(3), encoding)?,
        body,
        updated_at: head::text(record.value(5), encoding).unwrap_or_default(),
    };
    Some((row, whole))
}
