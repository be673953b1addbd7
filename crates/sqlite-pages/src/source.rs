//! Reads the files of a database so that the bytes belong together, without a lock.
//!
//! # Why the bytes belong together
//!
//! **With a usable log.** The log's header is read first, then the main file, then the log, then the
//! log's header again; the two headers must be equal. So all reads fall into one generation of the
//! log. Within a generation committed frames are only appended, and the main file is written only by
//! checkpoints, which copy pages out of frames that were committed before. A page of the main file
//! that a checkpoint touched before or while it was read therefore has a committed frame, and that
//! frame is in the log that was read afterwards; the image takes the page from there and never looks
//! at the copy of the main file, whole or torn. Every other page did not change in this generation.
//! A new generation writes its header before its first frame, so frames that were overwritten while
//! they were read show as a changed header. Frames appended meanwhile either verify, and are a newer
//! state, or do not, and are left out. A file that a checkpoint lengthens or shortens changes only
//! pages that have frames or lie behind the end of the last commit.
//!
//! **Without a usable log** the main file is written in place. Its size, times and change counter and
//! those of the journal must be equal before and after. Times are kept in ticks; a file written just
//! before the first look could be written again within the same tick without a trace. So when the
//! last write is recent, all is read a second time and compared: equal bytes twice mean that they
//! were all there at the moment between the two passes. What was there at one moment is a state that
//! a crash could have left, and a journal turns it into the last committed state.
//!
//! A writer without any journal (`journal_mode` `OFF` or `MEMORY`) can be caught in the middle of a
//! transaction if it pauses there; nothing in the files tells.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::buffer::Buffer;
use crate::error::{FileRole, ReadError, ReadErrorKind};
use crate::files::{FileFacts, Opened, Paths, facts_at};
use crate::header::{HeaderError, MAGIC};
use crate::log_header::{LOG_HEADER_LEN, LogHeader};
use crate::stamp::{JOURNAL_HEAD_LEN, MAIN_HEAD_LEN, MainStamp, Stamp};

/// Attempts before giving up on a file that keeps changing.
const MAX_ATTEMPTS: u32 = 50;
/// Time after which no further attempt begins.
const MAX_TIME: Duration = Duration::from_secs(3);
/// Age in nanoseconds from which a write cannot share its tick with a later one: file systems keep
/// times in steps of up to two seconds (FAT).
const SETTLED_NS: i128 = 2_100_000_000;

/// The bytes of a database's files as they were together.
#[derive(Default)]
pub(crate) struct Bytes {
    pub(crate) main: Buffer,
    pub(crate) log: Option<Buffer>,
    pub(crate) journal: Option<Buffer>,
    pub(crate) stamp: Stamp,
}

/// Reads the files of the database at `path`; again when a writer got in between.
pub(crate) fn read(path: &Path) -> Result<Bytes, ReadError> {
    let begun = Instant::now();
    let mut bytes = Bytes::default();
    for attempt in 0..MAX_ATTEMPTS {
        // Resolved anew each time: a link may have been moved to another file.
        let paths = Paths::resolve(path)?;
        if read_once(&paths, &mut bytes)? {
            return Ok(bytes);
        }
        if begun.elapsed() > MAX_TIME {
            break;
        }
        sleep(Duration::from_millis(u64::from(attempt.min(20)) * 5 + 1));
    }
    Err(ReadError::new(FileRole::Main, ReadErrorKind::ChangedWhileReading))
}

/// Reads all files once. Returns false when they changed meanwhile.
fn read_once(paths: &Paths, bytes: &mut Bytes) -> Result<bool, ReadError> {
    let log_before = Beside::<LOG_HEADER_LEN>::open(FileRole::Log, &paths.log)?;
    let journal_before = Beside::<JOURNAL_HEAD_LEN>::open(FileRole::Journal, &paths.journal)?;
    let mut main = Opened::main(&paths.main)?;
    let main_head: [u8; MAIN_HEAD_LEN] = main.head()?;

    // A file that does not begin as a database does is not read whole first. (An empty one has no beginning, and a log or
    // a journal can hold a better first page.)
    let alone = log_before.is_none() && journal_before.is_none();
    if alone && main.facts.len > 0 && !main_head.starts_with(MAGIC) {
        return Err(ReadError { file: FileRole::Main, kind: ReadErrorKind::NotADatabase(HeaderError::Magic) });
    }
    // Room for the pages that the log may add, so that the image is put together in place.
    let log_len = log_before.as_ref().map_or(0, |log| log.opened.facts.len);
    main.read_into(&mut bytes.main, main.facts.len, log_len)?;
    bytes.stamp = Stamp { main: Some(MainStamp::new(main.facts, &main_head)), ..Stamp::default() };

    let mut journal_before = journal_before;
    bytes.journal = None;
    if let Some(journal) = &mut journal_before {
        let mut read = Buffer::default();
        journal.opened.read_into(&mut read, journal.opened.facts.len, 0)?;
        bytes.stamp.journal = Some((journal.opened.facts, journal.head));
        bytes.journal = Some(read);
    }

    let mut log_before = log_before;
    let mut usable_log = false;
    let kept = bytes.log.take();
    if let Some(log) = &mut log_before {
        let facts = log.opened.facts_now()?;
        let mut read = kept.unwrap_or_default();
        log.opened.read_into(&mut read, facts.len, 0)?;
        usable_log = LogHeader::parse(&read).is_ok();
        if usable_log && !read.starts_with(&log.head) {
            return Ok(false);
        }
        bytes.stamp.log = Some((facts, log.head));
        bytes.log = Some(read);
    }

    // The second look goes by the paths, so that a file that was replaced or deleted is noticed.
    let log_after = Beside::<LOG_HEADER_LEN>::open(FileRole::Log, &paths.log)?;
    if !same_generation(log_before.as_ref(), log_after.as_ref()) {
        return Ok(false);
    }
    let main_after = facts_at(FileRole::Main, &paths.main)?;
    if main_after.identity != main.facts.identity {
        return Ok(false);
    }
    let no_journal = bytes.journal.as_ref().is_none_or(|j| j.first().is_none_or(|b| *b == 0));
    if usable_log && no_journal {
        return Ok(true);
    }

    let recent = is_recent(&main.facts)
        || log_before.as_ref().is_some_and(|log| is_recent(&log.opened.facts))
        || journal_before.as_ref().is_some_and(|journal| is_recent(&journal.opened.facts));
    if recent {
        let mut same = main.still_holds(&bytes.main)?;
        if let (Some(journal), Some(read)) = (&mut journal_before, &bytes.journal) {
            same = same && journal.opened.still_holds(read)?;
        }
        if let (Some(log), Some(read), false) = (&mut log_before, &bytes.log, usable_log) {
            same = same && log.opened.still_holds(read)?;
        }
        if !same {
            return Ok(false);
        }
    }
    let journal_after = Beside::<JOURNAL_HEAD_LEN>::open(FileRole::Journal, &paths.journal)?;
    let same_log = usable_log || unchanged(log_before.as_ref(), log_after.as_ref());
    Ok(same_log
        && unchanged(journal_before.as_ref(), journal_after.as_ref())
        && facts_at(FileRole::Main, &paths.main)? == main.facts
        && main.head()? == main_head)
}

/// A log or a journal with the bytes it began with when it was opened.
struct Beside<const N: usize> {
    opened: Opened,
    head: [u8; N],
}

impl<const N: usize> Beside<N> {
    fn open(role: FileRole, path: &Path) -> Result<Option<Self>, ReadError> {
        let Some(mut opened) = Opened::beside(role, path)? else { return Ok(None) };
        let head = opened.head()?;
        Ok(Some(Beside { opened, head }))
    }
}

/// Tells whether two looks at the log saw the same generation of the same file.
fn same_generation<const N: usize>(a: Option<&Beside<N>>, b: Option<&Beside<N>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.opened.facts.identity == b.opened.facts.identity && a.head == b.head,
        _ => false,
    }
}

/// Tells whether two looks saw the same file with nothing written between.
fn unchanged<const N: usize>(a: Option<&Beside<N>>, b: Option<&Beside<N>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.opened.facts == b.opened.facts && a.head == b.head,
        _ => false,
    }
}

/// Tells whether the last write may share its tick with a write to come. The clock serves only to
/// choose the careful way; a clock that is wrong costs a second reading, or, when it runs ahead of
/// the file system by seconds, this one safeguard.
fn is_recent(facts: &FileFacts) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now_ns = i128::try_from(now.as_nanos()).unwrap_or(0);
    let newest = facts.modified_ns.max(facts.changed_ns);
    now_ns.saturating_sub(newest) < SETTLED_NS
}
