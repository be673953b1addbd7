//! The 32-byte header of the write-ahead log (file format, section 4.1).

use crate::bytes::be_u32;
use crate::checksum::log_sum;
use crate::header::is_page_size;

/// Length of the log header in bytes (section 4.1).
pub const LOG_HEADER_LEN: usize = 32;
/// The only log format version that exists (section 4.1).
pub const LOG_VERSION: u32 = 3_007_000;

/// The fields of a log header whose magic number and checksum are right (section 4.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogHeader {
    /// True when checksums take words big-endian (magic 0x377f0683), false for little-endian (…82).
    pub big_endian: bool,
    /// Format version (offset 4).
    pub version: u32,
    /// Page size in bytes (offset 8).
    pub page_size: u32,
    /// Counts the generations of this log (offset 12).
    pub checkpoint_sequence: u32,
    /// The two salts that mark this generation (offsets 16 and 20).
    pub salts: [u32; 2],
    /// The header's checksum, with which the frames' checksums begin (offsets 24 and 28).
    pub checksum: [u32; 2],
}

impl LogHeader {
    /// Reads a log header.
    ///
    /// # Errors
    /// Says why SQLite would take the file as a log without frames. An unknown version with a
    /// correct checksum is no error here: see [`LogHeader::version`].
    pub fn parse(bytes: &[u8]) -> Result<LogHeader, LogReject> {
        let raw = bytes.get(..LOG_HEADER_LEN).ok_or(LogReject::TooShort)?;
        let word = |at: usize| be_u32(raw, at).unwrap_or(0);
        let magic = word(0);
        if magic & !1 != 0x377f_0682 {
            return Err(LogReject::Magic);
        }
        let page_size = word(8);
        if !is_page_size(page_size) {
            return Err(LogReject::PageSize);
        }
        let big_endian = magic & 1 == 1;
        let checksum = [word(24), word(28)];
        if log_sum([0, 0], raw.get(..24).unwrap_or(&[]), big_endian) != checksum {
            return Err(LogReject::HeaderChecksum);
        }
        Ok(LogHeader {
            big_endian,
            version: word(4),
            page_size,
            checkpoint_sequence: word(12),
            salts: [word(16), word(20)],
            checksum,
        })
    }
}

/// Why a log is not one that belongs to this database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogReject {
    /// There are fewer than 32 bytes.
    TooShort,
    /// The file does not begin like a log; also a log whose header was zeroed.
    Magic,
    /// The page size is not legal.
    PageSize,
    /// The checksum of the header is wrong.
    HeaderChecksum,
    /// The log has another page size than the database, and no frame that replaces page 1.
    OtherPageSize,
}
