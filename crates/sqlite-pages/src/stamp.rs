//! A fingerprint of a database's files, cheap enough to be taken twice a second.

use std::path::Path;

use crate::bytes::be_u32;
use crate::error::{FileRole, ReadError};
use crate::files::{FileFacts, Opened, Paths};
use crate::log_header::LOG_HEADER_LEN;

/// Bytes at the start of the main file that a stamp looks at.
pub(crate) const MAIN_HEAD_LEN: usize = 100;
/// Bytes at the start of a journal that a stamp looks at.
pub(crate) const JOURNAL_HEAD_LEN: usize = 28;

/// Which state the files of a database were in. Two equal stamps mean that nothing was written
/// between them; two different ones mean that something may have been.
///
/// It covers sizes, times, inodes, the change counter, the log's salts and checkpoint sequence, and
/// the journal's header. A stamp without files (see [`Stamp::default`]) equals no stamp of a file.
///
/// Taking one opens and closes the files: see the crate's note about locks of the same process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    pub(crate) main: Option<MainStamp>,
    pub(crate) log: Option<(FileFacts, [u8; LOG_HEADER_LEN])>,
    pub(crate) journal: Option<(FileFacts, [u8; JOURNAL_HEAD_LEN])>,
}

/// The part of a stamp that is about the main file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MainStamp {
    pub(crate) facts: FileFacts,
    pub(crate) change_counter: u32,
    pub(crate) version_valid_for: u32,
}

impl MainStamp {
    pub(crate) fn new(facts: FileFacts, head: &[u8; MAIN_HEAD_LEN]) -> MainStamp {
        MainStamp {
            facts,
            change_counter: be_u32(head, 24).unwrap_or(0),
            version_valid_for: be_u32(head, 92).unwrap_or(0),
        }
    }
}

impl Stamp {
    /// Takes the stamp of the database at `path` and of the files beside it.
    ///
    /// # Errors
    /// As [`crate::PageImage::read`], as far as opening goes; the contents are not judged.
    pub fn of(path: &Path) -> Result<Stamp, ReadError> {
        let paths = Paths::resolve(path)?;
        let mut main = Opened::main(&paths.main)?;
        let head = main.head()?;
        let mut stamp = Stamp { main: Some(MainStamp::new(main.facts, &head)), ..Stamp::default() };
        if let Some(mut log) = Opened::beside(FileRole::Log, &paths.log)? {
            stamp.log = Some((log.facts, log.head()?));
        }
        if let Some(mut journal) = Opened::beside(FileRole::Journal, &paths.journal)? {
            stamp.journal = Some((journal.facts, journal.head()?));
        }
        Ok(stamp)
    }
}
