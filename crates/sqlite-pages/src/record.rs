//! Records (file format, section 2.1): a header of serial types, then the values.

use std::fmt;

use crate::bytes::index;
use crate::varint::read_varint;

/// A value of a record, as stored.
///
/// SQLite stores a real number without a fraction as an integer in columns of type `REAL`, and a
/// row id's column as null; the schema tells, which this crate does not read.
#[derive(Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Serial type 0.
    Null,
    /// Serial types 1 to 6, 8 and 9.
    Integer(i64),
    /// Serial type 7.
    Real(f64),
    /// Text in the database's encoding: odd serial types from 13.
    Text(&'a [u8]),
    /// Even serial types from 12.
    Blob(&'a [u8]),
}

impl fmt::Debug for Value<'_> {
    /// Shows how long text and blobs are, not what they say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("Null"),
            Value::Integer(value) => write!(f, "Integer({value})"),
            Value::Real(value) => write!(f, "Real({value})"),
            Value::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Value::Blob(blob) => write!(f, "Blob({} bytes)", blob.len()),
        }
    }
}

/// The most values that a record can have: SQLite's own upper bound for columns.
const MAX_VALUES: usize = 32_767;

/// Why bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RecordError {
    /// The header ends within a number, or is longer than the payload.
    #[error("the record's header is cut off")]
    Header,
    /// Serial types 10 and 11 are not used in files.
    #[error("the record has an unknown serial type")]
    SerialType,
    /// There are more values than a table can have columns, or their lengths add up to more than can
    /// be.
    #[error("the record claims an impossible length")]
    Length,
}

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    serial_type: u64,
    start: usize,
    len: usize,
}

/// A record over the bytes of its payload, or over the first part of them.
#[derive(Clone, PartialEq, Eq)]
pub struct Record<'a> {
    payload: &'a [u8],
    fields: Vec<Field>,
}

impl<'a> Record<'a> {
    /// Reads the header of a record. The payload may be cut off behind the header; the values that
    /// are not there then have no [`Record::value`].
    ///
    /// # Errors
    /// Says why the header is none.
    pub fn parse(payload: &'a [u8]) -> Result<Record<'a>, RecordError> {
        let (header_len, mut at) = read_varint(payload, 0).ok_or(RecordError::Header)?;
        let header_len = index(header_len);
        let header = payload.get(..header_len).ok_or(RecordError::Header)?;
        if header_len < at {
            return Err(RecordError::Header);
        }
        let mut fields = Vec::new();
        let mut start = header_len;
        while at < header_len {
            let (serial_type, used) = read_varint(header, at).ok_or(RecordError::Header)?;
            at += used;
            let len = index(content_len(serial_type).ok_or(RecordError::SerialType)?);
            if fields.len() == MAX_VALUES {
                return Err(RecordError::Length);
            }
            fields.push(Field { serial_type, start, len });
            start = start.checked_add(len).ok_or(RecordError::Length)?;
        }
        Ok(Record { payload, fields })
    }

    /// Returns the number of values; a table that gained columns later has shorter records.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns whether the record has no value.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns whether all values are there whole.
    pub fn is_whole(&self) -> bool {
        self.encoded_len() <= self.payload.len()
    }

    /// Returns the length in bytes that header and values have together.
    pub fn encoded_len(&self) -> usize {
        match self.fields.last() {
            Some(last) => last.start + last.len,
            None => read_varint(self.payload, 0).map_or(0, |(len, _)| index(len)),
        }
    }

    /// Returns the value at a position (from 0), or `None` when there is none or it is cut off.
    pub fn value(&self, position: usize) -> Option<Value<'a>> {
        let field = self.fields.get(position)?;
        let bytes = self.payload.get(field.start..field.start.checked_add(field.len)?)?;
        Some(match field.serial_type {
            0 => Value::Null,
            1..=6 => Value::Integer(signed(bytes)),
            7 => Value::Real(f64::from_bits(signed(bytes) as u64)),
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            odd if odd & 1 == 1 => Value::Text(bytes),
            _ => Value::Blob(bytes),
        })
    }

    /// Returns the values in order; `None` for one that is cut off.
    pub fn values(&self) -> impl Iterator<Item = Option<Value<'a>>> {
        (0..self.len()).map(|position| self.value(position))
    }

    /// Returns the serial type of the value at a position (from 0).
    pub fn serial_type(&self, position: usize) -> Option<u64> {
        self.fields.get(position).map(|field| field.serial_type)
    }

    /// Returns where the value at a position (from 0) lies in the payload, also when it is cut off.
    pub fn range(&self, position: usize) -> Option<std::ops::Range<usize>> {
        let field = self.fields.get(position)?;
        Some(field.start..field.start.saturating_add(field.len))
    }

    /// Returns those bytes of the value at a position (from 0) that are there.
    pub fn available(&self, position: usize) -> &'a [u8] {
        let Some(field) = self.fields.get(position) else { return &[] };
        let from = field.start.min(self.payload.len());
        let to = field.start.saturating_add(field.len).min(self.payload.len());
        self.payload.get(from..to).unwrap_or(&[])
    }
}

/// Returns the length in bytes of a value, or `None` for the serial types that are not used.
fn content_len(serial_type: u64) -> Option<u64> {
    match serial_type {
        0 | 8 | 9 => Some(0),
        1..=4 => Some(serial_type),
        5 => Some(6),
        6 | 7 => Some(8),
        10 | 11 => None,
        12.. => Some((serial_type - 12) / 2),
    }
}

/// Reads a big-endian two's complement integer of up to 8 bytes.
fn signed(bytes: &[u8]) -> i64 {
    let first = bytes.first().map_or(0, |b| i64::from(*b as i8));
    bytes.iter().skip(1).fold(first, |value, &byte| value << 8 | i64::from(byte))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Record, RecordError, Value};

    #[test]
    fn every_serial_type_reads_as_the_format_says() {
        let header = [11u8, 0, 1, 2, 3, 5, 8, 9, 15, 16, 7];
        let mut bytes = header.to_vec();
        bytes.extend([0xff]);
        bytes.extend([0x80, 0x00]);
        bytes.extend([0x01, 0x00, 0x00]);
        bytes.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]);
        bytes.extend(b"q");
        bytes.extend([7, 8]);
        bytes.extend(1.5f64.to_be_bytes());
        let record = Record::parse(&bytes).unwrap();
        let values: Vec<_> = record.values().map(Option::unwrap).collect();
        assert_eq!(
            values,
            [
                Value::Null,
                Value::Integer(-1),
                Value::Integer(-32_768),
                Value::Integer(65_536),
                Value::Integer(-2),
                Value::Integer(0),
                Value::Integer(1),
                Value::Text(b"q"),
                Value::Blob(&[7, 8]),
                Value::Real(1.5),
            ]
        );
        assert!(record.is_whole());
        assert_eq!(record.encoded_len(), bytes.len());
    }

    #[test]
    fn a_cut_record_keeps_what_is_there() {
        let bytes = [3, 1, 23, 42, b'a', b'b', b'c'];
        let record = Record::parse(&bytes).unwrap();
        assert!(!record.is_whole());
        assert_eq!(record.value(0), Some(Value::Integer(42)));
        assert_eq!(record.value(1), None);
        assert_eq!(record.available(1), b"abc");
        assert_eq!((record.range(1), record.range(2)), (Some(4..9), None));
        assert_eq!(record.value(2), None);
        assert_eq!(record.encoded_len(), 9);
    }

    #[test]
    fn impossible_headers_are_refused() {
        let parse = |bytes: &[u8]| Record::parse(bytes).map(|_| ()).unwrap_err();
        assert_eq!(parse(&[]), RecordError::Header);
        assert_eq!(parse(&[0]), RecordError::Header);
        assert_eq!(parse(&[3, 1]), RecordError::Header);
        assert_eq!(parse(&[2, 0x81]), RecordError::Header);
        assert_eq!(parse(&[2, 10, 0]), RecordError::SerialType);
        assert_eq!(parse(&[2, 11, 0]), RecordError::SerialType);
        let huge = [19, 255, 255, 255, 255, 255, 255, 255, 255, 255];
        let twice = [&huge[..], &huge[1..]].concat();
        // Two values of 2^63 bytes each do not fit into a length.
        assert!(matches!(Record::parse(&twice), Ok(_) | Err(RecordError::Length)));
    }
}
