//! Reads SQLite files page by page: image, b-trees, overflow chains, free lists, slack, log commits, journals.
#![forbid(unsafe_code)]

mod aside;
mod assemble;
mod bytes;
mod checksum;
mod error;
mod files;
mod header;
mod image;
mod journal;
mod log;
mod source;
mod stamp;

pub use error::{Damage, FileKind, FileRole, ImageError, ReadError, ReadErrorKind};
pub use files::MAX_FILE_LEN;
pub use header::{AutoVacuum, HEADER_LEN, Header, HeaderError, MAGIC, PENDING_BYTE, TextEncoding};
pub use image::PageImage;
pub use journal::{
    JOURNAL_HEADER_LEN, JOURNAL_MAGIC, Journal, JournalHeader, JournalRecord, JournalStatus,
};
pub use log::{
    Commit, FRAME_HEADER_LEN, Frame, LOG_HEADER_LEN, LOG_VERSION, LeftoverFrame, LeftoverKind, Log,
    LogHeader, LogReject, LogStatus,
};
pub use stamp::Stamp;
