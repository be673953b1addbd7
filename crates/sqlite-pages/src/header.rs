//! The 100-byte database header at the start of page 1 (file format, section 1.3).

use crate::bytes::{be_u16, be_u32};

/// Length of the database header in bytes.
pub const HEADER_LEN: usize = 100;

/// The first 16 bytes of every database file (section 1.3.1).
pub const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Byte offset of the lock-byte page's locks; the page that holds it is never used (section 1.4).
pub const PENDING_BYTE: u64 = 0x4000_0000;

/// How text is stored in the database (section 1.3.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextEncoding {
    /// UTF-8; also what SQLite takes for a database that has no schema yet (stored as 0).
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
}

/// Whether and how the database gives free pages back to the file system (section 1.3.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AutoVacuum {
    /// Free pages stay in the file; there are no pointer maps.
    None,
    /// The file shrinks at every commit.
    Full,
    /// The file shrinks when asked to.
    Incremental,
}

/// Why bytes are not the header of a database that SQLite would open.
///
/// SQLite answers "file is not a database" to every one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum HeaderError {
    /// There are fewer than 100 bytes.
    #[error("the file is shorter than a database header")]
    TooShort,
    /// The first 16 bytes are something else: a text file, an encrypted database, a damaged header.
    #[error("the file does not begin like a database")]
    Magic,
    /// The page size is not a power of two from 512 to 65536 (section 1.3.2).
    #[error("the page size in the header is not legal")]
    PageSize,
    /// The read version is above 2: a format that is newer than the one described (section 1.3.3).
    #[error("the read version in the header is unknown")]
    ReadVersion,
    /// The payload fractions are not 64, 32 and 32 (section 1.3.5).
    #[error("the payload fractions in the header are not legal")]
    PayloadFractions,
    /// The page size less the reserved bytes is below 480 (section 1.3.4).
    #[error("the usable page size is too small")]
    UsableSize,
}

/// The fields of the database header, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Page size in bytes, 512 to 65536 (offset 16; stored 1 means 65536).
    pub page_size: u32,
    /// File format write version: 1 rollback journal, 2 write-ahead log (offset 18).
    pub write_version: u8,
    /// File format read version: 1 rollback journal, 2 write-ahead log (offset 19).
    pub read_version: u8,
    /// Bytes at the end of every page that the b-trees do not use (offset 20).
    pub reserved: u8,
    /// Counts transactions in rollback mode (offset 24).
    pub change_counter: u32,
    /// Size of the database in pages, as the header says; see [`Header::valid_db_size`] (offset 28).
    pub db_size: u32,
    /// First trunk page of the free list, or 0 (offset 32).
    pub first_trunk: u32,
    /// Number of pages on the free list (offset 36).
    pub free_pages: u32,
    /// Schema cookie (offset 40).
    pub schema_cookie: u32,
    /// Schema format number, 1 to 4, or 0 when there is no schema yet (offset 44).
    pub schema_format: u32,
    /// Largest root page when the database has pointer maps, otherwise 0 (offset 52).
    pub largest_root: u32,
    /// Text encoding (offset 56).
    pub text_encoding: TextEncoding,
    /// The text encoding as stored; anything but 0 to 3 is damage (offset 56).
    pub text_encoding_code: u32,
    /// `PRAGMA user_version` (offset 60).
    pub user_version: i32,
    /// True when free pages are given back only when asked to (offset 64).
    pub incremental_vacuum: bool,
    /// `PRAGMA application_id` (offset 68).
    pub application_id: u32,
    /// Change counter for which `db_size` and `sqlite_version` hold (offset 92).
    pub version_valid_for: u32,
    /// Version number of the SQLite that wrote last (offset 96).
    pub sqlite_version: u32,
}

impl Header {
    /// Reads the header from the first bytes of page 1 and applies the checks that SQLite applies.
    ///
    /// # Errors
    /// Says which check failed.
    pub fn parse(page1: &[u8]) -> Result<Header, HeaderError> {
        let raw = page1.get(..HEADER_LEN).ok_or(HeaderError::TooShort)?;
        if !raw.starts_with(MAGIC) {
            return Err(HeaderError::Magic);
        }
        let byte = |at: usize| raw.get(at).copied().unwrap_or(0);
        let word = |at: usize| be_u32(raw, at).unwrap_or(0);
        // The order of the checks is SQLite's (`lockBtree`).
        if byte(19) > 2 {
            return Err(HeaderError::ReadVersion);
        }
        if raw.get(21..24) != Some(&[64, 32, 32]) {
            return Err(HeaderError::PayloadFractions);
        }
        let page_size = stored_page_size(raw).ok_or(HeaderError::PageSize)?;
        let reserved = byte(20);
        if page_size - u32::from(reserved) < 480 {
            return Err(HeaderError::UsableSize);
        }
        let text_encoding_code = word(56);
        Ok(Header {
            page_size,
            write_version: byte(18),
            read_version: byte(19),
            reserved,
            change_counter: word(24),
            db_size: word(28),
            first_trunk: word(32),
            free_pages: word(36),
            schema_cookie: word(40),
            schema_format: word(44),
            largest_root: word(52),
            text_encoding: match text_encoding_code & 3 {
                2 => TextEncoding::Utf16Le,
                3 => TextEncoding::Utf16Be,
                _ => TextEncoding::Utf8,
            },
            text_encoding_code,
            user_version: word(60) as i32,
            incremental_vacuum: word(64) != 0,
            application_id: word(68),
            version_valid_for: word(92),
            sqlite_version: word(96),
        })
    }

    /// The header of a database that has no page yet: what SQLite would begin with.
    pub(crate) fn of_empty_store() -> Header {
        Header {
            page_size: 4096,
            write_version: 1,
            read_version: 1,
            reserved: 0,
            change_counter: 0,
            db_size: 0,
            first_trunk: 0,
            free_pages: 0,
            schema_cookie: 0,
            schema_format: 0,
            largest_root: 0,
            text_encoding: TextEncoding::Utf8,
            text_encoding_code: 0,
            user_version: 0,
            incremental_vacuum: false,
            application_id: 0,
            version_valid_for: 0,
            sqlite_version: 0,
        }
    }

    /// Returns the size of the database in pages where the header can be trusted for it: the field
    /// is not zero and the change counter is the one that it was written for (section 1.3.7).
    pub fn valid_db_size(&self) -> Option<u32> {
        (self.db_size != 0 && self.change_counter == self.version_valid_for).then_some(self.db_size)
    }

    /// Returns the bytes of a page that b-trees use: the page size less the reserved bytes.
    pub fn usable_size(&self) -> u32 {
        self.page_size - u32::from(self.reserved)
    }

    /// Returns whether the header asks readers to use a write-ahead log.
    pub fn is_wal(&self) -> bool {
        self.read_version == 2
    }

    /// Returns how the database gives free pages back.
    pub fn auto_vacuum(&self) -> AutoVacuum {
        match (self.largest_root, self.incremental_vacuum) {
            (0, _) => AutoVacuum::None,
            (_, false) => AutoVacuum::Full,
            (_, true) => AutoVacuum::Incremental,
        }
    }

    /// Returns the page that holds the lock bytes; it exists only in files above 1 GiB and is never
    /// used (section 1.4).
    pub fn lock_byte_page(&self) -> u32 {
        lock_byte_page(self.page_size)
    }
}

/// Returns the page that holds the lock bytes for a page size in bytes.
pub(crate) fn lock_byte_page(page_size: u32) -> u32 {
    u32::try_from(PENDING_BYTE / u64::from(page_size.max(1)) + 1).unwrap_or(u32::MAX)
}

/// Reads the page size in bytes at offset 16, or `None` when it is not legal (section 1.3.2).
pub(crate) fn stored_page_size(page1: &[u8]) -> Option<u32> {
    let size = match be_u16(page1, 16)? {
        1 => 65_536,
        other => u32::from(other),
    };
    is_page_size(size).then_some(size)
}

/// Tells whether a page size in bytes is a power of two from 512 to 65536.
pub(crate) fn is_page_size(size: u32) -> bool {
    size.is_power_of_two() && (512..=65_536).contains(&size)
}
