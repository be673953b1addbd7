//! Big-endian integers out of byte slices, without a way to panic.
//!
//! All multi-byte integers of the database file, the write-ahead log and the rollback journal are
//! big-endian (file format, sections 1.3, 3 and 4.1).

/// Reads the 16-bit integer at `at`, or `None` when the slice ends before it does.
pub(crate) fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    let raw = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes(raw.try_into().ok()?))
}

/// Reads the 32-bit integer at `at`, or `None` when the slice ends before it does.
pub(crate) fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let raw = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(raw.try_into().ok()?))
}

/// Takes a file offset or length as an index; a length that memory cannot hold becomes the largest index.
pub(crate) fn index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// Takes an index as a file offset.
pub(crate) fn offset(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}
