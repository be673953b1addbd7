//! Opens the files of a database so that looking leaves no trace.
//!
//! What is not a regular file is found out by `stat` and never opened. The open itself cannot block
//! (`O_NONBLOCK`), takes no terminal (`O_NOCTTY`) and asks the kernel to leave the access time alone
//! (`O_NOATIME`), which it grants to the owner of the file; others open without it.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::buffer::Buffer;
use crate::bytes::index;
use crate::error::{FileKind, FileRole, ReadError, ReadErrorKind};
#[cfg(any(unix, windows))]
use crate::{extents, shared_read};

/// Files above this many bytes (64 GiB) are refused.
pub const MAX_FILE_LEN: u64 = 64 << 30;
/// From how many bytes on several threads read a file.
#[cfg(any(unix, windows))]
const SHARED_FROM: u64 = 16 << 20;
/// Bytes that are compared at a time.
const CHUNK: usize = 1 << 20;

/// The paths of a database's files, symbolic links resolved: SQLite uses the log beside the target.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    pub(crate) main: PathBuf,
    pub(crate) log: PathBuf,
    pub(crate) journal: PathBuf,
}

impl Paths {
    pub(crate) fn resolve(path: &Path) -> Result<Paths, ReadError> {
        let main = std::fs::canonicalize(path).map_err(|e| ReadError::from_io(FileRole::Main, e))?;
        let beside = |suffix: &str| {
            let mut name = OsString::from(main.as_os_str());
            name.push(suffix);
            PathBuf::from(name)
        };
        Ok(Paths { log: beside("-wal"), journal: beside("-journal"), main })
    }
}

/// What the file system says about a file; two equal values mean that nothing was written between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileFacts {
    pub(crate) len: u64,
    /// Device and inode; zero where the system has none.
    pub(crate) identity: (u64, u64),
    /// Time of the last write, nanoseconds since 1970.
    pub(crate) modified_ns: i128,
    /// Time of the last change of the inode; zero where the system has none.
    pub(crate) changed_ns: i128,
}

impl FileFacts {
    fn of(meta: &Metadata) -> FileFacts {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let ns = |s: i64, n: i64| i128::from(s) * 1_000_000_000 + i128::from(n);
            FileFacts {
                len: meta.len(),
                identity: (meta.dev(), meta.ino()),
                modified_ns: ns(meta.mtime(), meta.mtime_nsec()),
                changed_ns: ns(meta.ctime(), meta.ctime_nsec()),
            }
        }
        #[cfg(not(unix))]
        {
            let ns = |time: io::Result<std::time::SystemTime>| {
                let since = time.ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
                since.and_then(|d| i128::try_from(d.as_nanos()).ok()).unwrap_or(0)
            };
            FileFacts {
                len: meta.len(),
                // A replaced file is recognised by its time of birth.
                identity: (u64::try_from(ns(meta.created())).unwrap_or(0), 0),
                modified_ns: ns(meta.modified()),
                changed_ns: 0,
            }
        }
    }
}

/// A file opened for reading and nothing else.
pub(crate) struct Opened {
    file: File,
    role: FileRole,
    pub(crate) facts: FileFacts,
    /// The parts that held data when the file was read, if not all of it does.
    parts: Option<Vec<Range<u64>>>,
}

impl Opened {
    /// Opens the database file.
    pub(crate) fn main(path: &Path) -> Result<Opened, ReadError> {
        let err = |e| ReadError::from_io(FileRole::Main, e);
        refuse_non_file(FileRole::Main, &std::fs::metadata(path).map_err(err)?)?;
        Opened::regular(FileRole::Main, path)
    }

    /// Opens a log or a journal; `None` when there is none.
    pub(crate) fn beside(role: FileRole, path: &Path) -> Result<Option<Opened>, ReadError> {
        let found = std::fs::symlink_metadata(path)
            .map_err(|e| ReadError::from_io(role, e))
            .and_then(|meta| refuse_non_file(role, &meta))
            .and_then(|()| Opened::regular(role, path));
        match found {
            Ok(opened) => Ok(Some(opened)),
            Err(ReadError { kind: ReadErrorKind::Missing, .. }) => Ok(None),
            // A name that is too long for the file system cannot be there.
            Err(ReadError { kind: ReadErrorKind::Io(e), .. }) if e.kind() == io::ErrorKind::InvalidFilename => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn regular(role: FileRole, path: &Path) -> Result<Opened, ReadError> {
        let err = |e| ReadError::from_io(role, e);
        let file = open_quietly(path).map_err(err)?;
        let meta = file.metadata().map_err(err)?;
        // Once more on what is open: the path may have changed hands since the first look.
        refuse_non_file(role, &meta)?;
        let facts = FileFacts::of(&meta);
        if facts.len > MAX_FILE_LEN {
            return Err(ReadError::new(role, ReadErrorKind::TooLarge));
        }
        Ok(Opened { file, role, facts, parts: None })
    }

    /// Asks the file system again about the open file.
    pub(crate) fn facts_now(&self) -> Result<FileFacts, ReadError> {
        let meta = self.file.metadata().map_err(|e| ReadError::from_io(self.role, e))?;
        Ok(FileFacts::of(&meta))
    }

    /// Reads up to `N` bytes from the start; bytes past the end of the file are zero.
    pub(crate) fn head<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let mut head = [0u8; N];
        self.rewind_and(|file| fill(file, &mut head))?;
        Ok(head)
    }

    /// Replaces the contents of `into` with the first `len` bytes, or fewer when the file is shorter by now. There is room
    /// for `spare` bytes more.
    pub(crate) fn read_into(&mut self, into: &mut Buffer, len: u64, spare: u64) -> Result<(), ReadError> {
        let wanted = index(len.saturating_add(spare));
        let too_large = |_| ReadError::new(self.role, ReadErrorKind::TooLarge);
        into.reuse(index(len), wanted).map_err(too_large)?;
        #[cfg(any(unix, windows))]
        if len >= SHARED_FROM {
            let parts = extents::with_data(&self.file, len);
            if parts.iter().map(|part| part.end - part.start).sum::<u64>() < len {
                // Memory that has not been written to is zero, and costs nothing.
                *into = Buffer::default();
                *into = Buffer::zeroed(index(len), wanted).map_err(too_large)?;
                let read = shared_read::read_parts(&self.file, into, &parts);
                into.truncate(read.map_err(|e| ReadError::from_io(self.role, e))?);
                self.parts = Some(parts);
                return Ok(());
            }
            let read = shared_read::read(&self.file, into).map_err(|e| ReadError::from_io(self.role, e))?;
            into.truncate(read);
            return Ok(());
        }
        let read = self.rewind_and(|file| fill(file, into))?;
        into.truncate(read);
        Ok(())
    }

    /// Tells whether the file still begins with exactly `bytes` and ends there.
    pub(crate) fn still_holds(&mut self, bytes: &[u8]) -> Result<bool, ReadError> {
        #[cfg(any(unix, windows))]
        if let Some(parts) = self.parts.take() {
            // Where there was a hole there still is one: it reads as zero both times.
            let same = extents::with_data(&self.file, bytes.len() as u64) == parts;
            let read =
                |file: &mut File| parts.iter().try_fold(same, |same, part| Ok(same && holds(file, bytes, part)?));
            let same = self.rewind_and(read)?;
            return Ok(same && self.facts_now()?.len == bytes.len() as u64);
        }
        self.rewind_and(|file| {
            let same = holds(file, bytes, &(0..bytes.len() as u64))?;
            Ok(same && file.read(&mut [0])? == 0)
        })
    }

    fn rewind_and<T>(&mut self, read: impl FnOnce(&mut File) -> io::Result<T>) -> Result<T, ReadError> {
        let role = self.role;
        self.file.seek(SeekFrom::Start(0)).and_then(|_| read(&mut self.file)).map_err(|e| ReadError::from_io(role, e))
    }
}

/// Tells whether a part of a file is the same part of `bytes`.
fn holds(file: &mut File, bytes: &[u8], part: &Range<u64>) -> io::Result<bool> {
    file.seek(SeekFrom::Start(part.start))?;
    let mut chunk = vec![0; CHUNK];
    let part = bytes.get(index(part.start)..index(part.end)).unwrap_or(&[]);
    for expected in part.chunks(CHUNK) {
        let into = chunk.get_mut(..expected.len()).unwrap_or(&mut []);
        if fill(file, into)? < expected.len() || into != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads until the bytes are full or the file ends. Returns how many were read.
fn fill(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Returns what the file system says about the path without opening it.
pub(crate) fn facts_at(role: FileRole, path: &Path) -> Result<FileFacts, ReadError> {
    let meta = std::fs::metadata(path).map_err(|e| ReadError::from_io(role, e))?;
    Ok(FileFacts::of(&meta))
}

fn refuse_non_file(role: FileRole, meta: &Metadata) -> Result<(), ReadError> {
    let kind = meta.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let what = if kind.is_dir() {
        FileKind::Folder
    } else if kind.is_symlink() {
        FileKind::Symlink
    } else {
        special_kind(kind)
    };
    Err(ReadError::new(role, ReadErrorKind::NotAFile { what }))
}

#[cfg(unix)]
fn special_kind(kind: std::fs::FileType) -> FileKind {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        FileKind::Pipe
    } else if kind.is_socket() {
        FileKind::Socket
    } else if kind.is_char_device() || kind.is_block_device() {
        FileKind::Device
    } else {
        FileKind::Other
    }
}

#[cfg(not(unix))]
fn special_kind(_kind: std::fs::FileType) -> FileKind {
    FileKind::Other
}

/// Opens a file for reading without a new access time where the system grants that (Linux, to the owner of the file), and
/// without waiting for anybody.
///
/// # Errors
/// As [`File::open`].
#[cfg(unix)]
pub fn open_quietly(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    match open(path, flags | OFlags::NOATIME, Mode::empty()) {
        // Only the owner may leave the access time alone.
        Err(rustix::io::Errno::PERM) => {}
        other => return Ok(File::from(other?)),
    }
    Ok(File::from(open(path, flags, Mode::empty())?))
}

/// Opens a file for reading.
///
/// # Errors
/// As [`File::open`].
#[cfg(not(unix))]
pub fn open_quietly(path: &Path) -> io::Result<File> {
    File::open(path)
}
