//! Column values as they are, whatever type the column was declared with.

use continuity::records::StoredBody;
use rusqlite::types::ValueRef;

/// Text of a value; bytes that are not UTF-8 become U+FFFD, numbers their decimal form, NULL the empty text.
pub(super) fn lossy(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Text, or `None` for NULL.
pub(super) fn optional(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        other => Some(lossy(other)),
    }
}

/// A whole number; `None` when the value is not one.
pub(super) fn integer(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Integer(number) => Some(number),
        _ => None,
    }
}

/// The bytes of a column that can hold a body.
pub(super) fn body(value: ValueRef<'_>) -> StoredBody {
    match value {
        ValueRef::Blob(bytes) => StoredBody::Blob(bytes.to_vec()),
        ValueRef::Text(bytes) => StoredBody::Text(bytes.to_vec()),
        other => StoredBody::Text(lossy(other).into_bytes()),
    }
}
