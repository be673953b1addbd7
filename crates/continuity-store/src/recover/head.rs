//! Where the record of a snapshot row begins, wherever it stands.

use memchr::memmem::Finder;
use sqlite_pages::{Record, TextEncoding, read_varint};

/// How every correlation that AGS writes begins.
pub const AGS_PREFIX: &str = "hmac-sha256:";

/// Shortest and longest header of a record with six values: its own length, then a serial type each (file format,
/// section 2.1). A type takes at most nine bytes, a text of one gigabyte five.
const LENGTHS: std::ops::RangeInclusive<usize> = 7..=40;

/// The beginning of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Offset of the record in its page.
    pub(super) start: usize,
    /// Length of the record in bytes, overflow pages included.
    pub(super) length: usize,
}

/// What of a correlation stands in the page where the record begins, whatever the page size: a page has at least 480
/// usable bytes, and then at least 35 bytes of a record stay in it (file format, section 1.6).
pub(super) fn needle(correlation: Option<&str>, encoding: TextEncoding) -> Finder<'static> {
    let name = encoding.encode(correlation.unwrap_or(AGS_PREFIX));
    let prefix = encoding.encode(AGS_PREFIX);
    Finder::new(name.get(..prefix.len()).unwrap_or(&name)).into_owned()
}

/// Finds where the record of a snapshot row begins in a page. `needle` is how its first value begins; see [`needle`].
pub(super) fn find<'p>(page: &'p [u8], needle: &'p Finder<'p>) -> impl Iterator<Item = Head> + 'p {
    needle.find_iter(page).filter_map(move |at| {
        LENGTHS.filter_map(|length| at.checked_sub(length)).find_map(|start| head(page, start, at - start))
    })
}

/// The record of the columns of `continuity_snapshots` that begins at `start` with a header of this length: text,
/// integer, integer, text, text or blob, text.
fn head(page: &[u8], start: usize, length: usize) -> Option<Head> {
    if page.get(start).copied() != u8::try_from(length).ok() {
        return None;
    }
    let record = Record::parse(page.get(start..)?).ok()?;
    (shape(&record) == Shape::Snapshot).then(|| Head { start, length: record.encoded_len() })
}

/// Returns where the cell of a record begins: two numbers stand in front of the record, its length and the row id. Where
/// they were overwritten, that is where the record begins.
pub(super) fn cell_start(page: &[u8], head: Head) -> usize {
    let is_cell = |start: &usize| {
        let Some((length, width)) = read_varint(page, *start) else { return false };
        let Some((_, id_width)) = read_varint(page, start + width) else { return false };
        length == head.length as u64 && start + width + id_width == head.start
    };
    (2..=18).filter_map(|before| head.start.checked_sub(before)).find(is_cell).unwrap_or(head.start)
}

/// Which of AGS's tables a record fits that can hold a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `continuity_snapshots`.
    Snapshot,
    /// `continuity_requests`, or `continuity_delta_state`.
    MayHoldBody,
    /// Any other.
    Other,
}

/// Names the shape of a record.
pub(super) fn shape(record: &Record<'_>) -> Shape {
    use Kind::{Blob, Integer, Text};
    let mut kinds = [Kind::Other; 13];
    for (at, kind) in kinds.iter_mut().enumerate() {
        *kind = record.serial_type(at).map_or(Kind::Other, kind_of);
    }
    match (record.len(), kinds) {
        (6, [Text, Integer, Integer, Text, Text | Blob, Text, ..]) => Shape::Snapshot,
        (6, [Text, Integer, Text, Text, Text | Blob, Text, ..]) => Shape::MayHoldBody,
        // Receiver's host, session and instance, two counters, two digests, the body, two more that can be null.
        (12, [Text, Integer, Text, Text, Text, Integer, Integer, Text, Text, Text | Blob, ..]) => Shape::MayHoldBody,
        _ => Shape::Other,
    }
}

/// What a serial type stands for, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Text,
    Blob,
    Other,
}

fn kind_of(serial_type: u64) -> Kind {
    match serial_type {
        1..=6 | 8 | 9 => Kind::Integer,
        even if even >= 12 && even % 2 == 0 => Kind::Blob,
        odd if odd >= 13 => Kind::Text,
        _ => Kind::Other,
    }
}
