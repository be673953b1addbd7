//! The rollback journal (file format, section 3).
//!
//! A journal holds the pages of the database as they were before a transaction. While its header is
//! intact the transaction has not ended: either a writer is at work or it died. In both cases the
//! last committed state is the database file with the journal's pages put back, so the lock that
//! SQLite asks for to tell the two apart is not needed to read.

use std::fmt;

use crate::buffer::Buffer;
use crate::bytes::{be_u32, index, offset};
use crate::checksum::journal_sum;
use crate::header::{is_page_size, lock_byte_page};

/// The first 8 bytes of every journal header.
pub const JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// Length of the fields of a journal header in bytes; the header fills a sector.
pub const JOURNAL_HEADER_LEN: usize = 28;

/// What became of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JournalStatus {
    /// Its pages are part of the newest state.
    Hot,
    /// The file has no byte: the transaction has ended (journal mode `TRUNCATE`).
    Empty,
    /// The first byte is zero: the transaction has ended (journal mode `PERSIST`).
    Ended,
    /// The first header is incomplete or its sizes are not legal, so the database was not written yet.
    Unfinished,
    /// It names a super-journal that no longer exists: the transaction was committed.
    SuperJournalGone,
    /// The database file is empty, so SQLite ignores the journal and deletes it.
    EmptyStore,
}

/// One header of the journal, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalHeader {
    /// Offset of the header in the file, in bytes.
    pub offset: u64,
    /// Number of records, or `0xffff_ffff` for "all that follow" (offset 8).
    pub records: u32,
    /// Nonce of the checksums (offset 12).
    pub nonce: u32,
    /// Size of the database in pages before the transaction (offset 16).
    pub db_size: u32,
}

/// One page that the journal puts back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalRecord {
    /// The page, counted from 1.
    pub page: u32,
    /// Offset of the page's bytes in the file.
    pub offset: u64,
}

/// A rollback journal, read whole.
#[derive(Clone, PartialEq, Eq)]
pub struct Journal {
    bytes: Buffer,
    status: JournalStatus,
    page_size: u32,
    sector_size: u32,
    headers: Vec<JournalHeader>,
    records: Vec<JournalRecord>,
}

impl fmt::Debug for Journal {
    /// Shows the shape; the bytes hold what people wrote and stay out of every log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("len", &self.bytes.len())
            .field("status", &self.status)
            .field("headers", &self.headers)
            .field("records", &self.records.len())
            .finish_non_exhaustive()
    }
}

impl Journal {
    /// Reads a journal. `main_page_size` (bytes) stands in where the journal leaves its page size
    /// at 0, as SQLite before 3.5.8 did. `exists` tells whether the super-journal of that name
    /// (a path, as bytes) exists.
    pub fn parse(bytes: Vec<u8>, main_page_size: Option<u32>, exists: &dyn Fn(&[u8]) -> bool) -> Journal {
        Self::from_buffer(bytes.into(), main_page_size, exists)
    }

    pub(crate) fn from_buffer(bytes: Buffer, main_page_size: Option<u32>, exists: &dyn Fn(&[u8]) -> bool) -> Journal {
        let status = match bytes.first() {
            None => JournalStatus::Empty,
            Some(0) => JournalStatus::Ended,
            Some(_) if super_journal(&bytes).is_some_and(|name| !exists(name)) => JournalStatus::SuperJournalGone,
            Some(_) => JournalStatus::Unfinished,
        };
        let mut journal = Journal {
            bytes,
            status,
            page_size: main_page_size.unwrap_or(0),
            sector_size: 512,
            headers: Vec::new(),
            records: Vec::new(),
        };
        if status == JournalStatus::Unfinished && journal.walk().is_some() {
            journal.status = JournalStatus::Hot;
        }
        journal
    }

    /// Walks headers and records as SQLite's playback does. Returns `None` when the first header
    /// is of no use; damage behind it only ends the walk.
    fn walk(&mut self) -> Option<()> {
        // SQLite wants a whole sector before it looks, 512 bytes where it does not know better.
        self.bytes.get(..512)?;
        let first = self.header_at(0)?;
        let sector_size = be_u32(&self.bytes, 20)?;
        let page_size = match be_u32(&self.bytes, 24)? {
            0 => self.page_size,
            stored => stored,
        };
        let sector_is_legal = sector_size.is_power_of_two() && (32..=65_536).contains(&sector_size);
        if !is_page_size(page_size) || !sector_is_legal {
            return None;
        }
        (self.page_size, self.sector_size) = (page_size, sector_size);
        let sector = index(u64::from(sector_size));
        let record_len = index(u64::from(page_size)) + 8;
        let mut next = Some(first);
        let mut at = 0usize;
        while let Some(header) = next {
            self.headers.push(header);
            at += sector;
            // "All that follow" is a rest divided by the size of a record.
            let rest = self.bytes.len().saturating_sub(sector) / record_len;
            let count = match header.records {
                u32::MAX => rest,
                stored => index(u64::from(stored)),
            };
            for _ in 0..count {
                if !self.take_record(at, header.nonce, first.db_size) {
                    return Some(());
                }
                at += record_len;
            }
            // The next header begins on a sector boundary.
            at = at.checked_next_multiple_of(sector)?;
            if at.checked_add(sector).is_none_or(|end| end > self.bytes.len()) {
                return Some(());
            }
            next = self.header_at(at);
        }
        Some(())
    }

    /// Takes the record at `at`. Returns false where the playback ends: the file ends, the page
    /// number is impossible, or the checksum fails.
    fn take_record(&mut self, at: usize, nonce: u32, db_size: u32) -> bool {
        let page_len = index(u64::from(self.page_size));
        let (Some(page), Some(sum)) = (be_u32(&self.bytes, at), be_u32(&self.bytes, at + 4 + page_len)) else {
            return false;
        };
        if page == 0 || page == lock_byte_page(self.page_size) {
            return false;
        }
        if page > db_size {
            return true;
        }
        let data = self.bytes.get(at + 4..at + 4 + page_len).unwrap_or(&[]);
        if journal_sum(nonce, data) != sum {
            return false;
        }
        self.records.push(JournalRecord { page, offset: offset(at + 4) });
        true
    }

    /// Reads the header at `at`, or `None` when there is none.
    fn header_at(&self, at: usize) -> Option<JournalHeader> {
        let raw = self.bytes.get(at..at.checked_add(JOURNAL_HEADER_LEN)?)?;
        if !raw.starts_with(&JOURNAL_MAGIC) {
            return None;
        }
        Some(JournalHeader {
            offset: offset(at),
            records: be_u32(raw, 8)?,
            nonce: be_u32(raw, 12)?,
            db_size: be_u32(raw, 16)?,
        })
    }

    pub(crate) fn set_status(&mut self, status: JournalStatus) {
        self.status = status;
    }

    /// Returns what became of the journal.
    pub fn status(&self) -> JournalStatus {
        self.status
    }

    /// Returns whether pages of this journal are part of the newest state.
    pub fn is_hot(&self) -> bool {
        self.status == JournalStatus::Hot
    }

    /// Returns the whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the length of the file in bytes.
    pub fn file_len(&self) -> u64 {
        offset(self.bytes.len())
    }

    /// Returns the page size in bytes; that of the database when the journal has no usable header.
    pub fn page_size(&self) -> u32 {
        self.page_size
    }

    /// Returns the sector size in bytes, to which headers are aligned.
    pub fn sector_size(&self) -> u32 {
        self.sector_size
    }

    /// Returns the headers that the playback reads, none unless the journal is hot.
    pub fn headers(&self) -> &[JournalHeader] {
        &self.headers
    }

    /// Returns the pages that are put back, in file order; of two for one page the later counts.
    pub fn records(&self) -> &[JournalRecord] {
        &self.records
    }

    /// Returns the size of the database in pages before the transaction, where the journal is hot.
    pub fn db_size(&self) -> Option<u32> {
        self.is_hot().then(|| self.headers.first().map(|h| h.db_size)).flatten()
    }

    /// Returns the bytes of a record's page.
    pub fn record_page(&self, record: &JournalRecord) -> Option<&[u8]> {
        let start = index(record.offset);
        self.bytes.get(start..start.checked_add(index(u64::from(self.page_size)))?)
    }

    /// Returns the super-journal that the journal names (a path, as bytes).
    pub fn super_journal(&self) -> Option<&[u8]> {
        super_journal(&self.bytes)
    }
}

/// Reads the name of the super-journal at the end of a journal: name, length, checksum, magic.
fn super_journal(bytes: &[u8]) -> Option<&[u8]> {
    let tail = bytes.len().checked_sub(16)?;
    if bytes.get(tail + 8..)? != JOURNAL_MAGIC {
        return None;
    }
    let len = index(u64::from(be_u32(bytes, tail)?));
    let sum = be_u32(bytes, tail + 4)?;
    let name = bytes.get(tail.checked_sub(len)?..tail)?;
    // SQLite adds `char`s, which are signed on some machines and not on others.
    let unsigned = name.iter().fold(0u32, |s, &b| s.wrapping_add(u32::from(b)));
    let signed = name.iter().fold(0u32, |s, &b| s.wrapping_add_signed(i32::from(b as i8)));
    ((sum == unsigned || sum == signed) && is_super_journal_name(name)).then_some(name)
}

/// Tells whether a name ends as SQLite ends those of super-journals: `-mj`, six hexadecimal digits,
/// `9`, two more digits. What ends otherwise is taken for damage and the journal is rolled back.
fn is_super_journal_name(name: &[u8]) -> bool {
    let Some((_, end)) = name.split_last_chunk::<12>() else { return false };
    let [b'-', b'm', b'j', digits @ ..] = end else { return false };
    digits[6] == b'9' && digits.iter().all(u8::is_ascii_hexdigit) && !name.contains(&0)
}
