//! The write-ahead log (file format, section 4): header, frames, commits, and what earlier
//! generations left behind.
//!
//! A log file is one 32-byte header and then frames, each a 24-byte header and a page. A frame is
//! valid while its salts are the header's and its cumulative checksum matches; the committed state
//! ends at the last valid frame that carries a database size. SQLite begins a new generation at the
//! start of the file without shortening it, so frames of earlier generations may follow.

use std::fmt;

use crate::buffer::Buffer;
use crate::bytes::{be_u32, index, offset};
use crate::checksum::{LogSum, log_sum};
use crate::log_header::{LOG_HEADER_LEN, LogHeader, LogReject};

/// Length of a frame header in bytes (section 4.1).
pub const FRAME_HEADER_LEN: usize = 24;

/// What became of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogStatus {
    /// Committed frames are part of the newest state.
    Used,
    /// The file has no byte.
    Empty,
    /// The header is right, but no frame commits.
    NoCommit,
    /// SQLite ignores the file, for this reason.
    Foreign(LogReject),
    /// The database file is empty, so SQLite ignores the log and deletes it.
    EmptyStore,
}

/// One valid frame of the current generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Number of the frame in the file, counted from 1.
    pub number: u32,
    /// The page that it holds, counted from 1.
    pub page: u32,
    /// For a commit: the size of the database in pages afterwards. Otherwise 0.
    pub db_size: u32,
}

impl Frame {
    /// Returns whether the frame ends a transaction.
    pub fn is_commit(&self) -> bool {
        self.db_size != 0
    }
}

/// One committed transaction of the current generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Position among the commits of the log, counted from 0.
    pub index: usize,
    /// Number of the frame that commits, counted from 1; all frames up to it belong to the state.
    pub frame: u32,
    /// Size of the database in pages.
    pub db_size: u32,
}

/// Where a frame that is no part of any state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeftoverKind {
    /// Salts of another generation, which was complete in the file once.
    EarlierGeneration,
    /// Salts of this generation, but the checksum fails: a torn write, or the rest of a rollback.
    Broken,
}

/// A frame behind the valid ones; SQLite does not apply it, but its bytes can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftoverFrame {
    /// Number of the frame in the file, counted from 1.
    pub number: u32,
    /// The page that it says it holds; 0 when the slot was never written.
    pub page: u32,
    /// Size of the database in pages when the frame was a commit, otherwise 0.
    pub db_size: u32,
    /// The salts of its generation.
    pub salts: [u32; 2],
    /// Where it comes from.
    pub kind: LeftoverKind,
    /// True when the frame before it is of the same generation and the checksum continues from it.
    /// False says only that this could not be shown.
    pub verified: bool,
}

/// A write-ahead log, read whole.
#[derive(Clone, PartialEq, Eq)]
pub struct Log {
    bytes: Buffer,
    status: LogStatus,
    header: Option<LogHeader>,
    slot_page_size: Option<u32>,
    frames: Vec<Frame>,
    commits: Vec<Commit>,
    leftovers: Vec<LeftoverFrame>,
}

impl fmt::Debug for Log {
    /// Shows the shape; the bytes hold what people wrote and stay out of every log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log")
            .field("len", &self.bytes.len())
            .field("status", &self.status)
            .field("header", &self.header)
            .field("frames", &self.frames.len())
            .field("commits", &self.commits.len())
            .field("leftovers", &self.leftovers.len())
            .finish_non_exhaustive()
    }
}

impl Log {
    /// Reads a log. `main_page_size` (bytes) is used to cut leftovers when the log's own header is
    /// of no use; with `None` there are no leftovers then.
    pub fn parse(bytes: Vec<u8>, main_page_size: Option<u32>) -> Log {
        Self::from_buffer(bytes.into(), main_page_size)
    }

    pub(crate) fn from_buffer(bytes: Buffer, main_page_size: Option<u32>) -> Log {
        let parsed = LogHeader::parse(&bytes);
        let header = parsed.as_ref().ok().cloned();
        let slot_page_size = header.as_ref().map(|h| h.page_size).or(main_page_size);
        let mut log = Log {
            status: match &parsed {
                _ if bytes.is_empty() => LogStatus::Empty,
                Err(reason) => LogStatus::Foreign(*reason),
                Ok(_) => LogStatus::NoCommit,
            },
            bytes,
            header,
            slot_page_size,
            frames: Vec::new(),
            commits: Vec::new(),
            leftovers: Vec::new(),
        };
        log.walk();
        if !log.commits.is_empty() {
            log.status = LogStatus::Used;
        }
        log
    }

    /// Walks the slots: first the valid chain (section 4.2), then what stands behind it.
    fn walk(&mut self) {
        let Some(page_size) = self.slot_page_size else { return };
        let slot_len = FRAME_HEADER_LEN + index(u64::from(page_size));
        let Some(body) = self.bytes.get(LOG_HEADER_LEN..) else { return };
        let mut sum: LogSum = self.header.as_ref().map_or([0, 0], |h| h.checksum);
        let mut chain = self.header.is_some();
        let mut before: Option<([u32; 2], LogSum)> = None;
        let big_endian = self.header.as_ref().is_some_and(|h| h.big_endian);
        for (number, slot) in (1u32..).zip(body.chunks_exact(slot_len)) {
            let word = |at: usize| be_u32(slot, at).unwrap_or(0);
            let (page, db_size) = (word(0), word(4));
            let (salts, stored) = ([word(8), word(12)], [word(16), word(20)]);
            let same = self.header.as_ref().is_some_and(|h| h.salts == salts);
            if chain {
                let next = frame_sum(sum, slot, big_endian);
                if same && page != 0 && next == stored {
                    sum = next;
                    self.frames.push(Frame { number, page, db_size });
                    if db_size != 0 {
                        let index = self.commits.len();
                        self.commits.push(Commit { index, frame: number, db_size });
                    }
                    continue;
                }
                chain = false;
            }
            let verified = page != 0
                && before.is_some_and(|(generation, seed)| {
                    generation == salts && frame_sum(seed, slot, big_endian) == stored
                });
            let kind = if same { LeftoverKind::Broken } else { LeftoverKind::EarlierGeneration };
            self.leftovers.push(LeftoverFrame { number, page, db_size, salts, kind, verified });
            before = Some((salts, stored));
        }
    }

    pub(crate) fn set_status(&mut self, status: LogStatus) {
        self.status = status;
    }

    /// Returns what became of the log.
    pub fn status(&self) -> LogStatus {
        self.status
    }

    /// Returns whether committed frames of this log are part of the newest state.
    pub fn is_used(&self) -> bool {
        self.status == LogStatus::Used
    }

    /// Returns the header, or `None` when it is broken.
    pub fn header(&self) -> Option<&LogHeader> {
        self.header.as_ref()
    }

    /// Returns the length of the file in bytes.
    pub fn file_len(&self) -> u64 {
        offset(self.bytes.len())
    }

    /// Returns the whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the valid frames in file order, committed ones first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the commits in file order.
    pub fn commits(&self) -> &[Commit] {
        &self.commits
    }

    /// Returns the frames up to the last commit.
    pub fn committed_frames(&self) -> &[Frame] {
        let count = self.commits.last().map_or(0, |c| index(u64::from(c.frame)));
        self.frames.get(..count).unwrap_or(&self.frames)
    }

    /// Returns the valid frames behind the last commit: a transaction that runs or never ended.
    pub fn uncommitted_frames(&self) -> &[Frame] {
        let count = self.committed_frames().len();
        self.frames.get(count..).unwrap_or(&[])
    }

    /// Returns whether valid frames stand behind the last commit.
    pub fn has_uncommitted_tail(&self) -> bool {
        !self.uncommitted_frames().is_empty()
    }

    /// Returns the frames that are no part of any state of this generation.
    pub fn leftovers(&self) -> &[LeftoverFrame] {
        &self.leftovers
    }

    /// Returns the page that the slot `number` (from 1) holds, valid or not.
    pub fn slot_page(&self, number: u32) -> Option<&[u8]> {
        let start = index(self.slot_offset(number)?) + FRAME_HEADER_LEN;
        let len = index(u64::from(self.slot_page_size?));
        self.bytes.get(start..start.checked_add(len)?)
    }

    /// Returns the byte offset of the slot `number` (from 1) in the file: where its header begins.
    /// `None` for number 0 and when the size of a slot is not known.
    pub fn slot_offset(&self, number: u32) -> Option<u64> {
        let slot_len = offset(FRAME_HEADER_LEN) + u64::from(self.slot_page_size?);
        Some(offset(LOG_HEADER_LEN) + u64::from(number.checked_sub(1)?) * slot_len)
    }

    /// Returns the page size in bytes by which the file is cut into slots.
    pub fn slot_page_size(&self) -> Option<u32> {
        self.slot_page_size
    }
}

/// Continues a checksum over a slot: the first 8 bytes of its header, then the page.
fn frame_sum(sum: LogSum, slot: &[u8], big_endian: bool) -> LogSum {
    let sum = log_sum(sum, slot.get(..8).unwrap_or(&[]), big_endian);
    log_sum(sum, slot.get(FRAME_HEADER_LEN..).unwrap_or(&[]), big_endian)
}
