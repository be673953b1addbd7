//! The header of a snapshot row's record, wherever it stands.

use memchr::memmem::Finder;
use sqlite_pages::{Record, TextEncoding, Value};

/// Shortest and longest header of a record with six values: its own length, then a serial type each (file format,
/// section 2.1). A type takes at most nine bytes, a text of one gigabyte five.
const LENGTHS: std::ops::RangeInclusive<usize> = 7..=40;

/// Finds where the record of a snapshot row begins in a page. `needle` is how its first value, the correlation, begins.
pub(super) fn starts<'p>(page: &'p [u8], needle: &'p Finder<'p>) -> impl Iterator<Item = usize> + 'p {
    needle.find_iter(page).filter_map(move |at| {
        LENGTHS.filter_map(|length| at.checked_sub(length)).find(|start| is_head(page, *start, at - start))
    })
}

/// Whether a record of the columns of `continuity_snapshots` begins at `start` with a header of this length: text,
/// integer, integer, text, text or blob, text.
fn is_head(page: &[u8], start: usize, length: usize) -> bool {
    if page.get(start).copied() != u8::try_from(length).ok() {
        return false;
    }
    let Some(Ok(record)) = page.get(start..).map(Record::parse) else { return false };
    let kinds: Vec<Kind> = (0..record.len()).filter_map(|at| record.serial_type(at)).map(kind).collect();
    use Kind::{Blob, Integer, Text};
    matches!(kinds.as_slice(), [Text, Integer, Integer, Text, Text | Blob, Text])
}

/// What a serial type stands for, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Text,
    Blob,
    Other,
}

fn kind(serial_type: u64) -> Kind {
    match serial_type {
        1..=6 | 8 | 9 => Kind::Integer,
        even if even >= 12 && even % 2 == 0 => Kind::Blob,
        odd if odd >= 13 => Kind::Text,
        _ => Kind::Other,
    }
}

/// Text of a value, `None` for anything else.
pub(super) fn text(value: Option<Value<'_>>, encoding: TextEncoding) -> Option<String> {
    match value? {
        Value::Text(bytes) => Some(encoding.decode(bytes).into_owned()),
        _ => None,
    }
}

/// Integer of a value, `None` for anything else.
pub(super) fn integer(value: Option<Value<'_>>) -> Option<i64> {
    match value? {
        Value::Integer(number) => Some(number),
        _ => None,
    }
}
